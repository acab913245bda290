// A new password for users who have forgotten theirs: a link by e-mail, valid for half an hour and once.
import Type, { type Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { MailLanguage } from '../mail.ts';
import { Done } from './own-sessions.ts';
import {
  MAX_EMAIL_LENGTH,
  MAX_PASSWORD_LENGTH,
  MIN_PASSWORD_LENGTH_IN_DEVELOPMENT,
} from './users.ts';

export const ForgottenPassword = Type.Object(
  {
    email: Type.String({
      format: 'email',
      pattern: '^[^\\u0000-\\u0020\\u007f]*$',
      maxLength: MAX_EMAIL_LENGTH,
      description: 'Case-insensitive',
    }),
    language: Type.Optional(MailLanguage),
  },
  { additionalProperties: false },
);
export type ForgottenPassword = Static<typeof ForgottenPassword>;

export const PasswordReset = Type.Object(
  {
    token: Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'What follows # in the link',
    }),
    password: Type.String({
      minLength: MIN_PASSWORD_LENGTH_IN_DEVELOPMENT,
      maxLength: MAX_PASSWORD_LENGTH,
    }),
  },
  { additionalProperties: false },
);
export type PasswordReset = Static<typeof PasswordReset>;

export const requestPasswordReset = endpoint({
  id: 'requestPasswordReset',
  service: 'auth',
  method: 'POST',
  path: '/api/auth/password/forgotten',
  tag: 'sign-in',
  summary: 'Ask for a link to a new password',
  description:
    'The answer and the work are the same whether or not a user has the e-mail: the user is looked up afterwards. The ' +
    'link comes by e-mail and is valid for 30 minutes, once. Where e-mail is off, the request is refused.',
  access: 'public',
  body: ForgottenPassword,
  answers: { 200: Done },
  refusals: ['mail-off', 'too-many-attempts'],
});

export const resetPassword = endpoint({
  id: 'resetPassword',
  service: 'auth',
  method: 'POST',
  path: '/api/auth/password/reset',
  tag: 'sign-in',
  summary: 'Set a new password with the link from an e-mail',
  description:
    'All sessions of the user end, and so do sign-ins that wait for their code and other links. A second factor stays on. ' +
    'The user is told by e-mail. A password that the rules refuse does not use the link up.',
  access: 'public',
  body: PasswordReset,
  answers: { 200: Done },
  refusals: ['reset-link-over', 'conflict'],
});
