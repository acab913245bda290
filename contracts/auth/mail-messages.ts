// E-mails of the platform and their outcomes: for admins, without the texts.
import Type, { type Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { MailLanguage } from '../mail.ts';
import { Page, PageQuery, type PageOf } from '../page.ts';
import { Id, InstantText, Nullable } from '../scalars.ts';

export const MailOutcome = Type.Union([
  Type.Literal('sent'),
  Type.Literal('refused'),
  Type.Literal('expired'),
  Type.Literal('unconfirmed'),
]);
export type MailOutcome = Static<typeof MailOutcome>;

export const MailMessage = Type.Object({
  id: Id,
  template: Type.String({
    description:
      'What it is about: password-reset, password-replaced, invitation, oidc-identity-linked, two-factor-reset',
  }),
  recipient: Type.String(),
  language: MailLanguage,
  createdAt: InstantText,
  attempts: Type.Integer({ minimum: 0 }),
  nextAttemptAt: Nullable(
    Type.String({ format: 'date-time', description: 'Null once it has ended' }),
  ),
  outcome: Nullable(MailOutcome),
  endedAt: Nullable(InstantText),
  reply: Nullable(Type.String({ description: 'What the mail server said last' })),
});
export type MailMessage = Static<typeof MailMessage>;

/** A page of messages, and whether the platform sends any. */
export const MailMessages = Type.Object({
  ...Page(MailMessage).properties,
  isOn: Type.Boolean({ description: 'False: no mail server is set up' }),
});
export type MailMessages = PageOf<MailMessage> & { readonly isOn: boolean };

export const listMailMessages = endpoint({
  id: 'listMailMessages',
  service: 'auth',
  method: 'GET',
  path: '/api/auth/mail-messages',
  tag: 'mail',
  summary: 'List what was sent by e-mail',
  description:
    'Newest first: those that wait, and those that ended in the last 90 days. Without their texts, since links in them ' +
    'open accounts.',
  access: 'admin',
  query: Type.Object(PageQuery, { additionalProperties: false }),
  answers: { 200: MailMessages },
  refusals: [],
});
