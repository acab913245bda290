// What PostgreSQL knows about tables: the columns of the former ones, and columns and constraints of the platform's.
import type { Executor } from '@kvartplata/platform/database/executor.ts';
import { sql } from 'kysely';
import type { FoundColumn } from './shape-problems.ts';

export type ColumnDescription = {
  readonly name: string;
  /** As declared for the column: a domain, or the type itself. */
  readonly declaredType: string;
  /** The underlying type of a domain, with its precision: `numeric(14,2)`. */
  readonly type: string;
  readonly isRequired: boolean;
  /** Checks of the domain, on VALUE. */
  readonly domainChecks: readonly ConstraintDescription[];
};

export type ConstraintDescription = {
  readonly name: string;
  readonly columns: readonly string[];
  /** As PostgreSQL displays it: `CHECK (area > 0::numeric)`. */
  readonly definition: string;
};

export type TableDescription = {
  readonly columns: readonly ColumnDescription[];
  readonly checks: readonly ConstraintDescription[];
  /** Including primary keys. */
  readonly uniques: readonly ConstraintDescription[];
  /** All others: references and exclusions. */
  readonly others: readonly ConstraintDescription[];
};

/** For tables and views on the search path. */
export async function listFormerColumns(
  former: Executor,
  tables: readonly string[],
): Promise<readonly FoundColumn[]> {
  const { rows } = await sql<FoundColumn>`
    select pg_class.relname as table, pg_attribute.attname as column,
      format_type(pg_attribute.atttypid, null) as type
    from pg_class
    join pg_attribute on pg_attribute.attrelid = pg_class.oid and attnum > 0 and not attisdropped
    where pg_class.relname = any(${tables}::text[]) and pg_class.relkind in ('r', 'p', 'v', 'm', 'f')
      and pg_table_is_visible(pg_class.oid)
  `.execute(former);
  return rows;
}

/** Undefined when the table does not exist. */
export async function findTable(
  db: Executor,
  table: string,
): Promise<TableDescription | undefined> {
  const { rows: columns } = await sql<ColumnDescription>`
    select pg_attribute.attname as name,
      format_type(pg_attribute.atttypid, pg_attribute.atttypmod) as "declaredType",
      case pg_type.typtype when 'd' then format_type(pg_type.typbasetype, pg_type.typtypmod)
        else format_type(pg_attribute.atttypid, pg_attribute.atttypmod) end as type,
      pg_attribute.attnotnull as "isRequired",
      (select coalesce(json_agg(json_build_object(
          'name', conname, 'columns', json_build_array(pg_attribute.attname), 'definition', pg_get_constraintdef(oid, true))), '[]')
        from pg_constraint where contypid = pg_type.oid and contype = 'c') as "domainChecks"
    from pg_attribute
    join pg_type on pg_type.oid = pg_attribute.atttypid
    where pg_attribute.attrelid = to_regclass(${`public.${table}`}) and attnum > 0 and not attisdropped
    order by attnum
  `.execute(db);
  if (columns.length === 0) return undefined;
  const { rows: constraints } = await sql<ConstraintDescription & { readonly type: string }>`
    select conname as name, contype as type, pg_get_constraintdef(oid, true) as definition,
      (select coalesce(json_agg(attname order by array_position(conkey, attnum)), '[]') from pg_attribute
        where attrelid = conrelid and attnum = any(conkey)) as columns
    from pg_constraint where conrelid = to_regclass(${`public.${table}`})
    order by conname
  `.execute(db);
  const ofType = (types: string) => constraints.filter(({ type }) => types.includes(type));
  return { columns, checks: ofType('c'), uniques: ofType('pu'), others: ofType('fx') };
}
