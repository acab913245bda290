// The tables of the auth database as the queries see them.
import type { PlatformRole } from '@kvartplata/contracts/access.ts';
import type { Generated, Kysely, Transaction } from 'kysely';

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

export type SessionEnd = 'logout' | 'token-reused';

export type SessionsTable = {
  readonly id: Generated<string>;
  readonly user_id: number;
  /** Which refresh token is the good one; the first is 1. */
  readonly generation: Generated<number>;
  readonly rotated_at: Date;
  readonly created_at: Date;
  /** When the user last proved who they are. */
  readonly authenticated_at: Date;
  readonly expires_at: Date;
  readonly ended_at: Date | null;
  readonly ended_reason: SessionEnd | null;
};

export type Tables = {
  readonly users: UsersTable;
  readonly sessions: SessionsTable;
};

/** Runs anywhere. */
export type Db = Kysely<Tables>;
/** Runs in a transaction only. */
export type Trx = Transaction<Tables>;
