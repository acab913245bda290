// Whether a service may work on its database: its schema is the one that the code knows, and queries have a role to run
// as that owns nothing. A service that works all the same would fail later, or see what it should not.
import type { Kysely } from 'kysely';
import { findRoleFault, prepareRole, type RoleFault } from './application-role.ts';
import { becomeOwner } from './as-owner.ts';
import { inTransaction } from './database.ts';
import { migrate, type MigrateOptions } from './migrations.ts';
import { findSchemaFault, mayMigrate, type SchemaFault } from './schema-fault.ts';

/** What a service asks of its database. */
export type SchemaWanted = {
  /** Absolute path of the service's migrations. */
  readonly folder: string;
  /** What queries run as. */
  readonly role: string;
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

/** @param db of the owner, or of the application */
export async function readFitness(db: Kysely<unknown>, wanted: SchemaWanted): Promise<Fitness> {
  return inTransaction(db, async (trx) => {
    await becomeOwner(trx);
    return {
      schema: await findSchemaFault(trx, wanted.folder),
      role: await findRoleFault(trx, wanted.role),
    };
  });
}

/**
 * Makes the application's role where it is missing, then runs the migrations that have not run.
 * @param db of the owner
 * @returns the names of the migrations that ran now
 * @throws UnfitDatabaseError, before anything runs, when the role is of no use, the database is ahead, or its engine is not here
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

/** @throws UnfitDatabaseError when the role is not there to be taken and the connected user may not mend that */
export async function requireRole(db: Kysely<unknown>, role: string): Promise<void> {
  const fault = await prepareRole(db, role);
  if (fault !== undefined) throw new UnfitDatabaseError({ schema: undefined, role: fault });
}
