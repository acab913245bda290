// Every operation of the auth-service.
import * as shared from '../audit.ts';
import { catalogueOf } from '../catalogue.ts';
import * as apiKeys from './api-keys.ts';
import * as audit from './audit.ts';
import examples from './examples.json' with { type: 'json' };
import * as internal from './internal.ts';
import * as mailMessages from './mail-messages.ts';
import * as oidc from './oidc.ts';
import * as ownSessions from './own-sessions.ts';
import * as passwordResets from './password-resets.ts';
import * as sessions from './sessions.ts';
import * as signIn from './sign-in.ts';
import * as twoFactor from './two-factor.ts';
import * as users from './users.ts';

export const AUTH = catalogueOf(
  'auth',
  {
    description: 'Users and sign-in',
    tags: {
      'sign-in':
        'Sign-in with a password, and with a code where two-factor sign-in is on; a link for a forgotten password',
      oidc: 'Sign-in through an OpenID Connect provider, and the identity that a user has linked',
      sessions: 'Refreshing and ending sessions, and changing the password',
      'two-factor': 'Setting up a second factor, and turning it on and off',
      'api-keys': 'Keys with which programs sign in',
      users: 'Registration, and the users of the platform',
      mail: 'What was sent by e-mail',
      audit: 'Who changed what',
      internal: 'For the other services only, with a service token',
    },
    examples,
  },
  [
    signIn,
    oidc,
    passwordResets,
    sessions,
    ownSessions,
    twoFactor,
    apiKeys,
    users,
    mailMessages,
    audit,
    shared,
    internal,
  ],
);
