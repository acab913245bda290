// The migration files of a service: plain SQL, in the order of their numbers.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { markOf, type Mark } from './compatible-migrations.ts';
import { statementsOf, type Statement } from './statements.ts';

export type Migration = {
  readonly name: string;
  readonly statements: readonly Statement[];
  /** Each statement is sent by itself, outside a transaction; otherwise all of them are one transaction. */
  readonly isOutside: boolean;
  readonly mark: Mark | undefined;
};

const FILE_NAME = /^\d{4}_[a-z0-9_]+\.sql$/;
const OUTSIDE = /^-- outside a transaction\b/;

/** Whether a file's first line asks for its statements to run outside a transaction. */
export function isOutside(text: string): boolean {
  return OUTSIDE.test(text);
}

/**
 * @returns the names of the folder's migrations, in their order
 * @throws when a file name is not valid
 */
export async function listMigrations(folder: string): Promise<readonly string[]> {
  const names = (await readdir(folder)).sort();
  const misnamed = names.find((name) => !FILE_NAME.test(name));
  if (misnamed !== undefined) throw new Error(`${misnamed} is not named NNNN_verb_noun.sql`);
  return names.map((name) => path.basename(name, '.sql'));
}

/** @throws when it cannot be split into statements */
export async function readMigration(folder: string, name: string): Promise<Migration> {
  const text = await readFile(path.join(folder, `${name}.sql`), 'utf8');
  return {
    name,
    statements: takeApart(name, text),
    isOutside: isOutside(text),
    mark: markOf(text),
  };
}

function takeApart(name: string, text: string): readonly Statement[] {
  try {
    return statementsOf(text);
  } catch (cause) {
    throw new Error(`migration ${name} cannot be read: ${(cause as Error).message}`, { cause });
  }
}
