// One dialect of names: `house_id` in SQL is `houseId` in TypeScript, in statements and in rows alike.
import { PostgresQueryCompiler } from 'kysely';
import type pg from 'pg';

const inSql = new Map<string, string>();
const inCode = new Map<string, string>();

/** `houseId` → `house_id`; a name of SQL stays as it is. */
export function sqlName(name: string): string {
  return remembered(inSql, name, (text) =>
    text.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  );
}

/** `house_id` → `houseId`; a name of TypeScript stays as it is. */
export function codeName(name: string): string {
  return remembered(inCode, name, (text) =>
    text.replaceAll(/(?<=[a-z0-9])_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
  );
}

function remembered(
  known: Map<string, string>,
  name: string,
  make: (name: string) => string,
): string {
  const found = known.get(name) ?? make(name);
  known.set(name, found);
  return found;
}

/** Writes the names of a query builder as SQL has them. */
export class NamingCompiler extends PostgresQueryCompiler {
  protected override sanitizeIdentifier(identifier: string): string {
    return super.sanitizeIdentifier(sqlName(identifier));
  }
}

type Described = { readonly fields: { name: string }[] };
type Connection = {
  prependListener: (event: 'rowDescription', listener: (message: Described) => void) => void;
};

/** Has the client's rows bear names of TypeScript: renamed once a result, before its first row is read. */
export function nameRows(client: pg.ClientBase): void {
  const { connection } = client as unknown as { readonly connection: Connection };
  connection.prependListener('rowDescription', ({ fields }) => {
    for (const field of fields) field.name = codeName(field.name);
  });
}

/** The same for rows that a statement has put into one JSON value; they are typed as they will be. */
export function rowsOfJson<Row extends object>(rows: readonly Row[]): readonly Row[] {
  return rows.map((row) => {
    const named = Object.entries(row).map(([name, value]) => [codeName(name), value]);
    return Object.fromEntries(named) as Row;
  });
}
