// Checks the rows of the former application against the rules of the platform's tables, in SQL on the former tables.
import type { Executor } from '@kvartplata/platform/database/executor.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Finding } from './finding.ts';
import type { FormerTable } from './former-shape.ts';
import { askedRows } from './projection.ts';
import { quoted, type RowRule } from './row-rules.ts';
import type { TableDescription } from './table-description.repository.ts';
import { shownColumns, type Transfer } from './transfer.ts';

const PAGE = 1_000;

type FoundRow = {
  readonly key: string;
  readonly nr: number;
  readonly shown: string;
  readonly reason: string;
};

/** Every row that breaks a rule, in the order of keys. */
export async function* findBrokenRows(
  former: Executor,
  transfer: Transfer,
  table: TableDescription,
  rules: readonly RowRule[],
): AsyncGenerator<Finding> {
  const asked = rules.map(
    (
      rule,
      nr,
    ) => sql`(${sql.lit(nr)}, ${sql.lit(rule.shown)}, ${sql.lit(rule.reason)}, ${valueOf(rule)},
      ${sql.raw(rule.broken)})`,
  );
  // First check whether a row breaks any rule, then which ones: hardly any row gets to the second step.
  const isBroken = sql.raw(rules.map(({ broken }) => `(${broken})`).join(' or '));
  yield* pages(
    former,
    transfer.former,
    (after) =>
      sql`select former_key::text as key, rule.nr, rule.shown, rule.reason || coalesce(' (' || left(nullif(rule.value, ''), 100) || ')', '') as reason
      from (select asked.* from (${askedRows(transfer, table)}) asked where ${isBroken}) broken
      cross join lateral (values ${sql.join(asked)}) as rule (nr, shown, reason, value, is_broken)
      where rule.is_broken and (former_key, rule.nr) > (${after.key}::bigint, ${after.nr}::integer)
      order by former_key, rule.nr`,
  );
}

/** Every row that repeats an earlier row in these columns. */
export async function* findRepeatedRows(
  former: Executor,
  transfer: Transfer,
  table: TableDescription,
  { name, columns }: { readonly name: string; readonly columns: readonly string[] },
): AsyncGenerator<Finding> {
  const shown = shownColumns(transfer, columns);
  const list = sql.raw(columns.map(quoted).join(', '));
  const complete = sql.raw(columns.map((column) => `${quoted(column)} is not null`).join(' and '));
  yield* pages(
    former,
    transfer.former,
    (after) =>
      sql`select former_key::text as key, 0 as nr, ${shown} as shown,
        ${`breaks ${name}: the same as in `} || first_key || coalesce(' (' || left(value, 100) || ')', '') as reason
      from (
        select former_key, concat_ws(', ', ${list}) as value,
          first_value(former_key) over (partition by ${list} order by former_key) as first_key
        from (${askedRows(transfer, table)}) asked
        where ${complete}
      ) numbered
      where former_key <> first_key and former_key > ${after.key}::bigint
      order by former_key`,
  );
}

/** Every row whose column refers to a row that does not exist. */
export async function* findDanglingRows(
  former: Executor,
  [table, column, to]: readonly [FormerTable, string, FormerTable],
): AsyncGenerator<Finding> {
  const reference = sql.ref(`${table}.${column}`);
  yield* pages(
    former,
    table,
    (after) =>
      sql`select ${sql.ref(`${table}.id`)}::text as key, 0 as nr, ${column} as shown,
        ${`names no row of ${to} (`} || ${reference} || ')' as reason
      from ${sql.table(table)}
      where ${reference} is not null and ${sql.ref(`${table}.id`)} > ${after.key}::bigint
        and not exists (select from ${sql.table(to)} as parent where parent.id = ${reference})
      order by ${sql.ref(`${table}.id`)}`,
  );
}

/** @param select returns rows of key, nr, shown and reason after the given ones, in the order of key and nr */
export async function* pages(
  former: Executor,
  table: FormerTable,
  select: (after: { readonly key: string; readonly nr: number }) => RawBuilder<unknown>,
): AsyncGenerator<Finding> {
  let after = { key: '-9223372036854775808', nr: -1 };
  for (;;) {
    const { rows } = await sql<FoundRow>`${select(after)} limit ${sql.lit(PAGE)}`.execute(former);
    for (const { key, shown, reason } of rows)
      yield { table, id: idOf(key), column: shown, reason };
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    after = { key: last.key, nr: last.nr };
  }
}

/** A number beyond 2^53 remains text. */
export function idOf(key: string): number | string {
  const id = Number(key);
  return Number.isSafeInteger(id) ? id : key;
}

/** The offending values, for display. */
function valueOf({ columns }: RowRule): RawBuilder<unknown> {
  return sql.raw(`concat_ws(', ', ${columns.map(quoted).join(', ')})`);
}
