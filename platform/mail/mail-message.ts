// A message as it waits in the outbox, and as its recipient reads it.
import type { MailLanguage } from '@kvartplata/contracts/mail.ts';

/** What a template is filled with; never a secret, since the outbox is a table like any other. */
export type MailFacts = Readonly<Record<string, string | number>>;

export type NewMailMessage = {
  /** The name of the template. */
  readonly template: string;
  readonly facts: MailFacts;
  readonly language: MailLanguage;
  readonly recipient: string;
  readonly createdAt: Date;
  /** After this it is useless and no longer sent. */
  readonly expiresAt: Date;
  /** Identifies the request, which may be repeated: the message is written once. */
  readonly requestKey?: string;
};

export type WaitingMessage = NewMailMessage & { readonly id: number; readonly attempts: number };

export type WrittenText = { readonly subject: string; readonly text: string };

/** Always writes the same text for the same facts. */
export type Template = (facts: MailFacts, language: MailLanguage) => WrittenText;
export type Templates = Readonly<Record<string, Template>>;

/**
 * How a message ends. `sent`: the mail server has accepted it. `refused`: the server will never accept it. `expired`: no server
 * accepted it in time. `unconfirmed`: it was handed over without a reply; it may have arrived, and is not sent again.
 */
export type MailOutcome = 'sent' | 'refused' | 'expired' | 'unconfirmed';
