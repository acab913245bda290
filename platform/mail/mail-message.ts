// A message as it waits in the outbox, and as it is read by whom it is for.
import type { MailLanguage } from '@kvartplata/contracts/mail.ts';

/** What a template writes from; nothing that opens a door stands here, since the outbox is a table like any other. */
export type MailFacts = Readonly<Record<string, string | number>>;

export type NewMailMessage = {
  /** Names what is written. */
  readonly template: string;
  readonly facts: MailFacts;
  readonly language: MailLanguage;
  readonly recipient: string;
  readonly createdAt: Date;
  /** From then on nobody needs it: it is not sent any more. */
  readonly expiresAt: Date;
  /** Of who may ask for the same message again: it is written once. */
  readonly requestKey?: string;
};

export type WaitingMessage = NewMailMessage & { readonly id: number; readonly attempts: number };

export type WrittenText = { readonly subject: string; readonly text: string };

/** Writes the same text of the same facts, however often it is asked. */
export type Template = (facts: MailFacts, language: MailLanguage) => WrittenText;
export type Templates = Readonly<Record<string, Template>>;

/**
 * How a message ends. `sent`: the mail server has taken it. `refused`: it said that it never will. `expired`: no server took
 * it in time. `unconfirmed`: it was handed over, and no answer came; it may have arrived, and is not sent again.
 */
export type MailOutcome = 'sent' | 'refused' | 'expired' | 'unconfirmed';
