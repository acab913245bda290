// SQL that reads the text columns of a table of the former application.
import type { Executor } from '@kvartplata/platform/database/executor.ts';
import { sql } from 'kysely';
import type { FormerTable } from './former-shape.ts';
import { idOf } from './row-checks.repository.ts';

const PAGE = 1_000;

export type TextsOfRow = {
  readonly id: number | string;
  readonly texts: Readonly<Record<string, string | null>>;
};

/** In the order of ids. */
export async function* listTexts(
  former: Executor,
  table: FormerTable,
  columns: readonly string[],
): AsyncGenerator<TextsOfRow> {
  const id = sql.ref(`${table}.id`);
  const list = sql.join(columns.map((column) => sql.ref(`${table}.${column}`)));
  let after = '-9223372036854775808';
  for (;;) {
    const { rows } = await sql<{ id_as_text: string } & Record<string, string | null>>`
      select ${id}::text as id_as_text, ${list} from ${sql.table(table)}
      where ${id} > ${after}::bigint order by ${id} limit ${sql.lit(PAGE)}
    `.execute(former);
    for (const { id_as_text: key, ...texts } of rows) yield { id: idOf(key), texts };
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    after = last.id_as_text;
  }
}
