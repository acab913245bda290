// Compares the migrations in a service's folder with those that its database has run.
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
  /** Migrations that have run and that this code neither knows nor is known to work with. */
  readonly unknown: readonly string[];
};

const SHOWN = 3;

/** Whether running migrations would fix it. */
export function mayMigrate({ state }: SchemaFault): boolean {
  return state === 'empty' || state === 'behind';
}

/**
 * How the schema differs from what the code needs; undefined when it fits.
 * @param db connected as the owner
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
  // Code that also lacks migrations of its own comes from a different branch: the marks do not apply to it.
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
