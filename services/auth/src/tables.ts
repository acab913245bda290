// The tables of the auth database as the queries see them.
import type { OrganizationRole, PlatformRole } from '@kvartplata/contracts/access.ts';
import type { MailLanguage } from '@kvartplata/contracts/mail.ts';
import type { Generated, GeneratedAlways, Kysely, Transaction } from 'kysely';

export type UsersTable = {
  readonly id: Generated<number>;
  readonly firstName: string;
  readonly lastName: string;
  readonly username: string;
  /** Folded by `nameKey` for comparison. */
  readonly usernameKey: string;
  readonly email: string;
  readonly emailKey: string;
  /** Argon2id, in the PHC string format. */
  readonly passwordHash: string;
  readonly platformRole: PlatformRole;
  readonly createdAt: Date;
};

export type SessionEnd =
  | 'logout'
  | 'token-reused'
  | 'ended-by-user'
  | 'logout-all'
  | 'password-changed'
  | 'password-reset'
  | 'two-factor-disabled'
  | 'two-factor-reset';

/** How a sign-in begins: with a password, or with a provider's confirmation. */
export type FirstMethod = 'pwd' | 'oidc';
/** How a user proved who they are, in the terms of RFC 8176 where it has one. */
export type SignInMethod = FirstMethod | 'otp';

export type SessionsTable = {
  readonly id: Generated<string>;
  readonly userId: number;
  /** The generation of the valid refresh token; the first is 1. */
  readonly generation: Generated<number>;
  readonly rotatedAt: Date;
  readonly createdAt: Date;
  /** When the user last proved who they are. */
  readonly authenticatedAt: Date;
  readonly methods: readonly SignInMethod[];
  readonly expiresAt: Date;
  readonly endedAt: Date | null;
  readonly endedReason: SessionEnd | null;
  /** What the program of the sign-in called itself, shortened. */
  readonly userAgent: string | null;
};

/** One second factor of one user, from its setup to its end; a user has at most one live one. */
export type TwoFactorsTable = {
  readonly id: GeneratedAlways<number>;
  readonly userId: number;
  readonly secretEncrypted: Buffer | null;
  /** Names the key that the secret is encrypted with. */
  readonly secretKid: string | null;
  readonly createdAt: Date;
  /** Until when a setup waits for its first code. */
  readonly pendingUntil: Date | null;
  readonly setupTries: Generated<number>;
  readonly enabledAt: Date | null;
  readonly disabledAt: Date | null;
  readonly lastUsedStep: Generated<number>;
  readonly failures: Generated<number>;
  readonly lockedUntil: Date | null;
};

export type RecoveryCodesTable = {
  readonly twoFactorId: number;
  readonly codeHash: Buffer;
  readonly usedAt: Date | null;
};

/** A sign-in that waits for the code, after the right password or a provider's confirmation. */
export type SignInChallengesTable = {
  readonly tokenHash: Buffer;
  readonly twoFactorId: number;
  readonly method: FirstMethod;
  readonly attempts: Generated<number>;
  readonly createdAt: Date;
  readonly expiresAt: Date;
};

/** A request for a link to a new password. */
export type PasswordResetsTable = {
  readonly id: Generated<string>;
  /** Null once the user has been looked up. */
  readonly emailKey: string | null;
  readonly language: MailLanguage;
  readonly requestId: string;
  readonly userId: number | null;
  /** SHA-256 of the password hash that the link replaces. */
  readonly replaces: Buffer | null;
  readonly requestedAt: Date;
  readonly expiresAt: Date;
  readonly usedAt: Date | null;
};

/** A browser that is at the provider. */
export type OidcRequestsTable = {
  readonly tokenHash: Buffer;
  /** The user who wants to link an identity; null for a sign-in. */
  readonly userId: number | null;
  readonly sessionId: string | null;
  readonly language: MailLanguage | null;
  /** The page to return to. */
  readonly next: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
};

/** A user's identity at the provider, linked to the user here. */
export type OidcIdentitiesTable = {
  readonly id: GeneratedAlways<number>;
  readonly userId: number;
  readonly issuer: string;
  readonly subject: string;
  readonly label: string;
  readonly linkedAt: Date;
  readonly lastUsedAt: Date | null;
};

/** The secret with which the first admin registers: one row at most. */
export type BootstrapSecretTable = {
  readonly id: Generated<number>;
  readonly secretHash: Buffer;
  readonly createdAt: Date;
};

/** A key of a program. Only its hash is stored. */
export type ApiKeysTable = {
  readonly id: GeneratedAlways<number>;
  /** Core's: there is no table of organizations here. */
  readonly organizationId: number;
  readonly userId: number;
  readonly name: string;
  readonly role: OrganizationRole;
  readonly keyHash: Buffer;
  readonly ending: string;
  readonly createdAt: Date;
  /** The last day, in Moscow time. */
  readonly expiresOn: string;
  readonly lastUsedAt: Date | null;
  readonly withdrawnAt: Date | null;
};

export type Tables = {
  readonly users: UsersTable;
  readonly sessions: SessionsTable;
  readonly twoFactors: TwoFactorsTable;
  readonly recoveryCodes: RecoveryCodesTable;
  readonly signInChallenges: SignInChallengesTable;
  readonly bootstrapSecret: BootstrapSecretTable;
  readonly apiKeys: ApiKeysTable;
  readonly passwordResets: PasswordResetsTable;
  readonly oidcRequests: OidcRequestsTable;
  readonly oidcIdentities: OidcIdentitiesTable;
};

/** Usable inside and outside a transaction. */
export type Db = Kysely<Tables>;
/** Only usable inside a transaction. */
export type Trx = Transaction<Tables>;
