// The second factor of a sign-in: setting it up, turning it off, and the codes that prove it.
import Type, { type Static } from 'typebox';
import { InstantText, Nullable } from '../scalars.ts';
import { MAX_PASSWORD_LENGTH } from './users.ts';

const code = Type.String({
  pattern: '^[0-9]{6}$',
  description: 'What the authenticator shows now; each code is good once',
});
const recoveryCode = Type.String({
  minLength: 1,
  maxLength: 64,
  description:
    'One of those shown when two-factor sign-in was turned on; case, dashes and spaces do not matter',
});
const password = Type.String({ minLength: 1, maxLength: MAX_PASSWORD_LENGTH });

/** What proves the second factor: a code, or a recovery code in its place. */
export const Proof = { code: Type.Optional(code), recoveryCode: Type.Optional(recoveryCode) };
export type Proof = { readonly code?: string; readonly recoveryCode?: string };

/** The schema's way to say that a body has one of the two, and not both. */
export const exactlyOneProof = [{ required: ['code'] }, { required: ['recoveryCode'] }];

/** GET /api/auth/2fa/status */
export const TwoFactorStatus = Type.Object({
  enabled: Type.Boolean(),
  method: Nullable(Type.Literal('totp')),
  pending: Type.Boolean({ description: 'A setup waits for its first code' }),
  enabledAt: Nullable(InstantText),
  recoveryCodesRemaining: Type.Integer({ minimum: 0 }),
});
export type TwoFactorStatus = Static<typeof TwoFactorStatus>;

/** POST /api/auth/2fa/setup; the body may be absent. */
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

/** The answer of POST /api/auth/2fa/setup, for the authenticator on the user's phone. */
export const TwoFactorSecret = Type.Object({
  secret: Type.String({ description: 'Base32, for typing it in' }),
  otpauthUri: Type.String(),
  qrCode: Type.String({ description: 'The URI as a PNG in a data: URL' }),
  expiresIn: Type.Integer({ description: 'Seconds in which the first code must come' }),
});
export type TwoFactorSecret = Static<typeof TwoFactorSecret>;

/** POST /api/auth/2fa/verify-setup */
export const FirstCode = Type.Object({ code }, { additionalProperties: false });

/** The answer of POST /api/auth/2fa/verify-setup. */
export const TwoFactorEnabled = Type.Object({
  enabled: Type.Literal(true),
  recoveryCodes: Type.Array(Type.String(), { description: 'Shown this once; each is good once' }),
});
export type TwoFactorEnabled = Static<typeof TwoFactorEnabled>;

/** POST /api/auth/2fa/disable */
export const TwoFactorDisabling = Type.Object(
  { password, ...Proof },
  { additionalProperties: false, oneOf: exactlyOneProof },
);
export type TwoFactorDisabling = Static<typeof TwoFactorDisabling>;

/** The answer of POST /api/auth/2fa/disable. */
export const TwoFactorDisabled = Type.Object({ enabled: Type.Literal(false) });
export type TwoFactorDisabled = Static<typeof TwoFactorDisabled>;
