// What all operations that cause an e-mail have in common.
import Type, { type Static } from 'typebox';

/** The recipient's language; a page knows it, a program may leave it out. */
export const MailLanguage = Type.Union([Type.Literal('ru'), Type.Literal('en')], {
  description: 'The language of the e-mail; Russian by default',
});
export type MailLanguage = Static<typeof MailLanguage>;
