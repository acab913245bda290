// The second factor of a sign-in: setting it up, turning it off, and the codes that prove it.
import Type, { type Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { InstantText, Nullable } from '../scalars.ts';
import { MAX_PASSWORD_LENGTH } from './users.ts';

const code = Type.String({
  pattern: '^[0-9]{6}$',
  description: 'What the authenticator shows now; each code is valid once',
});
const recoveryCode = Type.String({
  minLength: 1,
  maxLength: 64,
  description:
    'One of those shown when two-factor sign-in was turned on; case, dashes and spaces do not matter',
});
const password = Type.String({ minLength: 1, maxLength: MAX_PASSWORD_LENGTH });

/** A proof of the second factor: a code, or a recovery code instead. */
export const Proof = { code: Type.Optional(code), recoveryCode: Type.Optional(recoveryCode) };
export type Proof = { readonly code?: string; readonly recoveryCode?: string };

/** Says in the schema that a body has one of the two, and not both. */
export const exactlyOneProof = [{ required: ['code'] }, { required: ['recoveryCode'] }];

export const TwoFactorStatus = Type.Object({
  enabled: Type.Boolean(),
  method: Nullable(Type.Literal('totp')),
  pending: Type.Boolean({ description: 'A setup waits for its first code' }),
  enabledAt: Nullable(InstantText),
  recoveryCodesRemaining: Type.Integer({ minimum: 0 }),
});
export type TwoFactorStatus = Static<typeof TwoFactorStatus>;

/** The body may be absent. */
export const TwoFactorSetup = Nullable(
  Type.Object(
    {
      password: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: MAX_PASSWORD_LENGTH,
          description: 'Needed when the last sign-in is older than 5 minutes',
        }),
      ),
    },
    { additionalProperties: false },
  ),
);
export type TwoFactorSetup = Static<typeof TwoFactorSetup>;

/** For the authenticator on the user's phone. */
export const TwoFactorSecret = Type.Object({
  secret: Type.String({ description: 'Base32, for typing it in' }),
  otpauthUri: Type.String(),
  qrCode: Type.String({ description: 'The URI as a PNG in a data: URL' }),
  expiresIn: Type.Integer({ description: 'Seconds in which the first code must come' }),
});
export type TwoFactorSecret = Static<typeof TwoFactorSecret>;

export const FirstCode = Type.Object({ code }, { additionalProperties: false });

export const TwoFactorEnabled = Type.Object({
  enabled: Type.Literal(true),
  recoveryCodes: Type.Array(Type.String(), {
    description: 'Shown only this once; each is valid once',
  }),
});
export type TwoFactorEnabled = Static<typeof TwoFactorEnabled>;

export const TwoFactorDisabling = Type.Object(
  { password, ...Proof },
  { additionalProperties: false, oneOf: exactlyOneProof },
);
export type TwoFactorDisabling = Static<typeof TwoFactorDisabling>;

export const TwoFactorDisabled = Type.Object({ enabled: Type.Literal(false) });
export type TwoFactorDisabled = Static<typeof TwoFactorDisabled>;

/** How long a proof is valid where amounts above a limit need one. */
export const STEP_UP_SECONDS = 600;

export const StepUp = Type.Object(Proof, { additionalProperties: false, oneOf: exactlyOneProof });
export type StepUp = Static<typeof StepUp>;

export const StepUpDone = Type.Object({
  provenUntil: InstantText,
  accessTokenExpiresAt: InstantText,
});
export type StepUpDone = Static<typeof StepUpDone>;

export const getTwoFactorStatus = endpoint({
  id: 'getTwoFactorStatus',
  service: 'auth',
  method: 'GET',
  path: '/api/auth/2fa/status',
  tag: 'two-factor',
  summary: 'Get the state of two-factor sign-in',
  description:
    'Also whether a setup waits for its first code, and how many recovery codes are left.',
  access: 'user',
  peopleOnly: true,
  answers: { 200: TwoFactorStatus },
  refusals: [],
});

export const setUpTwoFactor = endpoint({
  id: 'setUpTwoFactor',
  service: 'auth',
  method: 'POST',
  path: '/api/auth/2fa/setup',
  tag: 'two-factor',
  summary: 'Get a secret for an authenticator',
  description:
    'Two-factor sign-in stays off until the first code. The password is needed when the last sign-in is older than 5 ' +
    'minutes, and must be right whenever it is given. A new setup replaces the one before.',
  access: 'user',
  peopleOnly: true,
  body: TwoFactorSetup,
  answers: { 200: TwoFactorSecret },
  refusals: ['password-required', 'wrong-credentials', 'two-factor-enabled', 'too-many-attempts'],
});

export const enableTwoFactor = endpoint({
  id: 'enableTwoFactor',
  service: 'auth',
  method: 'POST',
  path: '/api/auth/2fa/verify-setup',
  tag: 'two-factor',
  summary: 'Turn two-factor sign-in on',
  description:
    'With the first code of the authenticator. The answer holds the recovery codes, which are shown only this once.',
  access: 'user',
  peopleOnly: true,
  body: FirstCode,
  answers: { 200: TwoFactorEnabled },
  refusals: ['two-factor-enabled', 'two-factor-setup-over'],
});

export const disableTwoFactor = endpoint({
  id: 'disableTwoFactor',
  service: 'auth',
  method: 'POST',
  path: '/api/auth/2fa/disable',
  tag: 'two-factor',
  summary: 'Turn two-factor sign-in off',
  description:
    'With the password and a code or a recovery code. All other sessions of the user end.',
  access: 'user',
  peopleOnly: true,
  body: TwoFactorDisabling,
  answers: { 200: TwoFactorDisabled },
  refusals: ['two-factor-not-enabled', 'wrong-credentials', 'wrong-code', 'too-many-attempts'],
});

export const stepUp = endpoint({
  id: 'stepUp',
  service: 'auth',
  method: 'POST',
  path: '/api/auth/2fa/step-up',
  tag: 'two-factor',
  summary: 'Prove the second factor again',
  description:
    'With a code or a recovery code. For the next ten minutes the access token in its cookie allows what needs this ' +
    'proof: booking money above the limit of an organization, or making an API key.',
  access: 'user',
  peopleOnly: true,
  body: StepUp,
  answers: { 200: StepUpDone },
  refusals: ['two-factor-not-enabled', 'wrong-code', 'too-many-attempts'],
});
