// Converts names: `house_id` in SQL is `houseId` in TypeScript, in statements and in rows.
import { PostgresQueryCompiler } from 'kysely';
import type pg from 'pg';

const inSql = new Map<string, string>();
const inCode = new Map<string, string>();

/** `houseId` → `house_id`; an SQL name stays as it is. */
export function sqlName(name: string): string {
  return remembered(inSql, name, (text) =>
    text.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  );
}

/** `house_id` → `houseId`; a TypeScript name stays as it is. */
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

/** Writes a query builder's names in SQL form. */
export class NamingCompiler extends PostgresQueryCompiler {
  protected override sanitizeIdentifier(identifier: string): string {
    return super.sanitizeIdentifier(sqlName(identifier));
  }
}

type Described = { readonly fields: { name: string }[] };
type Connection = {
  prependListener: (event: 'rowDescription', listener: (message: Described) => void) => void;
};

/** Gives the client's rows TypeScript names: they are converted once per result, before its first row is read. */
export function nameRows(client: pg.ClientBase): void {
  const { connection } = client as unknown as { readonly connection: Connection };
  connection.prependListener('rowDescription', ({ fields }) => {
    for (const field of fields) field.name = codeName(field.name);
  });
}

/** The same for rows that a statement has put into one JSON value; their type is that of the converted rows. */
export function rowsOfJson<Row extends object>(rows: readonly Row[]): readonly Row[] {
  return rows.map((row) => {
    const named = Object.entries(row).map(([name, value]) => [codeName(name), value]);
    return Object.fromEntries(named) as Row;
  });
}
