// Compares the migrations of a service's folder with those that its database has run.
import type { Kysely } from 'kysely';
import { isWithoutEngine } from './engine.ts';
import { livesWith, NO_MARKS, readMarks } from './compatible-migrations.ts';
import { listMigrations } from './migration-files.ts';
import { listRan } from './ran-migrations.ts';

export type SchemaFault = {
  readonly state: 'empty' | 'behind' | 'ahead' | 'without-engine';
  /** One line for an operator. */
  readonly reason: string;
  /** Migrations that have not run. */
  readonly missing: readonly string[];
  /** Migrations that have run, that this code does not know, and that it may not be able to live with. */
  readonly unknown: readonly string[];
};

const SHOWN = 3;

/** Whether migrations are what it lacks. */
export function mayMigrate({ state }: SchemaFault): boolean {
  return state === 'empty' || state === 'behind';
}

/**
 * Which part of the schema does not fit the code; undefined when it fits.
 * @param db of the owner
 */
export async function findSchemaFault(
  db: Kysely<unknown>,
  folder: string,
): Promise<SchemaFault | undefined> {
  const known = await listMigrations(folder);
  const ran = await listRan(db);
  const missing = known.filter((name) => !ran.includes(name));
  const foreign = ran.filter((name) => !known.includes(name));
  const marks = foreign.length === 0 ? NO_MARKS : await readMarks(db);
  const last = known.at(-1) ?? '';
  // Code that lacks migrations of its own besides comes from another line of versions: no mark speaks of it.
  const unknown = foreign.filter((name) => missing.length > 0 || !livesWith(last, marks.get(name)));
  if (await isWithoutEngine(db))
    return {
      state: 'without-engine',
      reason:
        'the tables of this database are spread over nodes, and their engine is not here: their rows are elsewhere; put the extension citus and its library back, or restore a backup',
      missing,
      unknown,
    };
  if (ran.length === 0)
    return {
      state: 'empty',
      reason: `the database is empty: none of ${known.length} migrations has run`,
      missing,
      unknown,
    };
  if (unknown.length > 0)
    return {
      state: 'ahead',
      reason: `the database is ahead of this version, or belongs to another service: it has run ${shown(unknown)}, which code that ends at ${last} may not be able to live with`,
      missing,
      unknown,
    };
  if (missing.length === 0) return undefined;
  return {
    state: 'behind',
    reason: `the database is behind this version: ${shown(missing)} did not run`,
    missing,
    unknown,
  };
}

function shown(names: readonly string[]): string {
  const others = names.length > SHOWN ? ` and ${names.length - SHOWN} more` : '';
  return `${names.slice(0, SHOWN).join(', ')}${others}`;
}
