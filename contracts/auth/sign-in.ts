// Signing in: username and password, then a code if two-factor sign-in is on.
import Type, { type Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { sessionGiven } from './sessions.ts';
import { exactlyOneProof, Proof } from './two-factor.ts';
import { MAX_EMAIL_LENGTH, MAX_PASSWORD_LENGTH, User } from './users.ts';

/** The only path to which the browser sends the challenge. */
export const CHALLENGE_COOKIE_PATH = '/api/auth/2fa';

/** A name that nobody can have gets 401, not 400. */
export const Credentials = Type.Object(
  {
    username: Type.String({
      minLength: 1,
      maxLength: MAX_EMAIL_LENGTH,
      description: 'The username or the e-mail',
    }),
    password: Type.String({ minLength: 1, maxLength: MAX_PASSWORD_LENGTH }),
  },
  { additionalProperties: false },
);
export type Credentials = Static<typeof Credentials>;

/** The session has begun; its tokens travel in cookies. */
export const SignedIn = Type.Object({
  twoFactorRequired: Type.Literal(false),
  user: User,
  ...sessionGiven,
});
export type SignedIn = Static<typeof SignedIn>;

const ProofMethod = Type.Union([Type.Literal('totp'), Type.Literal('recovery-code')]);

/** The password was right and the second factor is required: there is no session yet. */
export const ChallengeGiven = Type.Object({
  twoFactorRequired: Type.Literal(true),
  challengeToken: Type.String({
    description: 'Also in the cookie `two_factor`, with HTTPS `__Secure-two_factor`',
  }),
  expiresIn: Type.Integer({ description: 'Seconds' }),
  methods: Type.Array(ProofMethod),
});
export type ChallengeGiven = Static<typeof ChallengeGiven>;

export const LogInAnswer = Type.Union([SignedIn, ChallengeGiven]);
export type LogInAnswer = Static<typeof LogInAnswer>;

export const ChallengeAnswer = Type.Object(
  {
    ...Proof,
    challengeToken: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 128,
        description: 'From the answer to login; without it the cookie counts',
      }),
    ),
  },
  { additionalProperties: false, oneOf: exactlyOneProof },
);
export type ChallengeAnswer = Static<typeof ChallengeAnswer>;

export const startSession = endpoint({
  id: 'startSession',
  service: 'auth',
  method: 'POST',
  path: '/api/auth/login',
  tag: 'sign-in',
  summary: 'Sign in with username and password',
  description:
    'Where two-factor sign-in is on, the answer is a challenge that waits 5 minutes for its code, and there is no ' +
    'session yet. An unknown user and a wrong password get the same answer after the same work.',
  access: 'public',
  body: Credentials,
  answers: { 200: LogInAnswer },
  refusals: ['wrong-credentials', 'too-many-attempts'],
});

export const answerChallenge = endpoint({
  id: 'answerChallenge',
  service: 'auth',
  method: 'POST',
  path: '/api/auth/2fa/verify-login',
  tag: 'sign-in',
  summary: 'Answer the challenge of a sign-in',
  description:
    'With a code of the authenticator or a recovery code. A challenge takes 5 tries and is answered once.',
  access: 'public',
  body: ChallengeAnswer,
  answers: { 200: SignedIn },
  refusals: ['challenge-over', 'wrong-code', 'too-many-attempts'],
});
