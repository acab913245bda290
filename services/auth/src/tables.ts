// The tables of the auth database as the queries see them.
import type { PlatformRole } from '@kvartplata/contracts/access.ts';
import type { Generated, GeneratedAlways, Kysely, Transaction } from 'kysely';

export type UsersTable = {
  readonly id: Generated<number>;
  readonly first_name: string;
  readonly last_name: string;
  readonly username: string;
  /** The username as it is compared: folded by `nameKey`. */
  readonly username_key: string;
  readonly email: string;
  readonly email_key: string;
  /** Argon2id, in the PHC string format. */
  readonly password_hash: string;
  readonly platform_role: PlatformRole;
  readonly created_at: Date;
};

export type SessionEnd =
  | 'logout'
  | 'token-reused'
  | 'ended-by-user'
  | 'logout-all'
  | 'password-changed'
  | 'two-factor-disabled';

/** How a user proved who they are, as RFC 8176 calls it. */
export type SignInMethod = 'pwd' | 'otp';

export type SessionsTable = {
  readonly id: Generated<string>;
  readonly user_id: number;
  /** Which refresh token is the good one; the first is 1. */
  readonly generation: Generated<number>;
  readonly rotated_at: Date;
  readonly created_at: Date;
  /** When the user last proved who they are. */
  readonly authenticated_at: Date;
  readonly methods: readonly SignInMethod[];
  readonly expires_at: Date;
  readonly ended_at: Date | null;
  readonly ended_reason: SessionEnd | null;
  /** What the program of the sign-in called itself, shortened. */
  readonly user_agent: string | null;
};

/** One second factor of one user, from its setup to its end; at most one of a user is live. */
export type TwoFactorsTable = {
  readonly id: GeneratedAlways<number>;
  readonly user_id: number;
  readonly secret_encrypted: Buffer | null;
  /** Names the key that the secret is encrypted with. */
  readonly secret_kid: string | null;
  readonly created_at: Date;
  /** Until when a setup waits for its first code. */
  readonly pending_until: Date | null;
  readonly setup_tries: Generated<number>;
  readonly enabled_at: Date | null;
  readonly disabled_at: Date | null;
  readonly last_used_step: Generated<number>;
  readonly failures: Generated<number>;
  readonly locked_until: Date | null;
};

export type RecoveryCodesTable = {
  readonly two_factor_id: number;
  readonly code_hash: Buffer;
  readonly used_at: Date | null;
};

/** A sign-in whose password was right and that waits for the code. */
export type SignInChallengesTable = {
  readonly token_hash: Buffer;
  readonly two_factor_id: number;
  readonly attempts: Generated<number>;
  readonly created_at: Date;
  readonly expires_at: Date;
};

/** What the first admin has to know: one row at most. */
export type BootstrapSecretTable = {
  readonly id: Generated<number>;
  readonly secret_hash: Buffer;
  readonly created_at: Date;
};

export type Tables = {
  readonly users: UsersTable;
  readonly sessions: SessionsTable;
  readonly two_factors: TwoFactorsTable;
  readonly recovery_codes: RecoveryCodesTable;
  readonly sign_in_challenges: SignInChallengesTable;
  readonly bootstrap_secret: BootstrapSecretTable;
};

/** Runs anywhere. */
export type Db = Kysely<Tables>;
/** Runs in a transaction only. */
export type Trx = Transaction<Tables>;
