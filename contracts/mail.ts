// What is said about e-mail by every operation that makes somebody write one.
import Type, { type Static } from 'typebox';

/** Of whom is written to; a page knows it, a program may leave it out. */
export const MailLanguage = Type.Union([Type.Literal('ru'), Type.Literal('en')], {
  description: 'The language of the e-mail; Russian by default',
});
export type MailLanguage = Static<typeof MailLanguage>;
