// The variables of a service that sends e-mail.
import { ConfigurationError, optional } from '../config/config.ts';
import { mailbox, smtpUrl, text } from '../config/readers.ts';

export type MailConfig = {
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string | undefined;
  readonly mailDirectory: string | undefined;
};

export function mailVariables() {
  return {
    // Without it, and without a folder, mail is off.
    smtpUrl: optional('SMTP_URL', smtpUrl, undefined),
    mailFrom: optional('MAIL_FROM', mailbox, undefined),
    // Instead of a server: letters become files.
    mailDirectory: optional('MAIL_DIRECTORY', text, undefined),
  } as const;
}

/** @throws ConfigurationError for a server without a sender address, whose letters it would refuse */
export function requireSender<C extends MailConfig>(config: C): C {
  if (config.smtpUrl !== undefined && config.mailFrom === undefined)
    throw new ConfigurationError(['MAIL_FROM is missing: SMTP_URL needs a sender']);
  return config;
}
