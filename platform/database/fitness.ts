// Whether a service can work on its database: the schema is the one that the code knows, and there is a role for queries that
// owns nothing. Otherwise it would fail later, or see rows that it should not.
import { sql, type Kysely } from 'kysely';
import { findRoleFault, prepareRole, type RoleFault } from './application-role.ts';
import { becomeOwner } from './as-owner.ts';
import { inTransaction } from './database.ts';
import { migrate, type MigrateOptions } from './migrations.ts';
import { findSchemaFault, mayMigrate, type SchemaFault } from './schema-fault.ts';

/** What a service needs of its database. */
export type SchemaWanted = {
  /** Absolute path of the service's migrations. */
  readonly folder: string;
  /** The role that queries run as. */
  readonly role: string;
  /** The service has jobs: their queue writes as soon as it is opened, so a read-only database will not do. */
  readonly hasJobs?: boolean;
};

export type Fitness = {
  readonly schema: SchemaFault | undefined;
  readonly role: RoleFault | undefined;
};

export class UnfitDatabaseError extends Error {
  override readonly name = 'UnfitDatabaseError';
  readonly fitness: Fitness;

  constructor(fitness: Fitness) {
    super(reasonOf(fitness));
    this.fitness = fitness;
  }
}

export const FIT: Fitness = { schema: undefined, role: undefined };

export function isFit({ schema, role }: Fitness): boolean {
  return schema === undefined && role === undefined;
}

/** What is wrong, in one line; empty when nothing is. */
export function reasonOf({ schema, role }: Fitness): string {
  return [schema, role].flatMap((fault) => (fault === undefined ? [] : [fault.reason])).join('; ');
}

/** @param db connected as the owner or the application */
export async function readFitness(db: Kysely<unknown>, wanted: SchemaWanted): Promise<Fitness> {
  return inTransaction(db, async (trx) => {
    await becomeOwner(trx);
    return {
      schema: await findSchemaFault(trx, wanted.folder),
      role: await findRoleFault(trx, wanted.role),
    };
  });
}

/** @param db connected as the owner */
export async function isReadOnly(db: Kysely<unknown>): Promise<boolean> {
  const { rows } = await sql<{ isReadOnly: boolean }>`
    select current_setting('transaction_read_only')::boolean as "isReadOnly"`.execute(db);
  return rows[0]?.isReadOnly === true;
}

/**
 * Creates the application's role if it is missing, then runs the migrations that have not run.
 * @param db connected as the owner
 * @returns the names of the migrations that ran now
 * @throws UnfitDatabaseError, before anything runs, when the role is unusable, the database is ahead of the code, or its engine
 *   is missing
 */
export async function bringUpToDate(
  db: Kysely<unknown>,
  wanted: SchemaWanted,
  options: MigrateOptions = {},
): Promise<readonly string[]> {
  await requireRole(db, wanted.role);
  const role = await findRoleFault(db, wanted.role);
  if (role !== undefined) throw new UnfitDatabaseError({ schema: undefined, role });
  const schema = await findSchemaFault(db, wanted.folder);
  if (schema === undefined) return [];
  if (!mayMigrate(schema)) throw new UnfitDatabaseError({ schema, role: undefined });
  return migrate(db, wanted.folder, options);
}

/** @throws UnfitDatabaseError when the role is unusable and the connected user is not allowed to fix that */
export async function requireRole(db: Kysely<unknown>, role: string): Promise<void> {
  const fault = await prepareRole(db, role);
  if (fault !== undefined) throw new UnfitDatabaseError({ schema: undefined, role: fault });
}
