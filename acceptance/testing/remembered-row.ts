// A row that an allowed request deletes is restored for the next one.
import assert from 'node:assert/strict';
import pg from 'pg';
import type { ThreeServices } from './three-services.ts';

/** The tables from which allowed requests delete rows. */
const DELETED = {
  service_tariffs: 'core',
  service_norms: 'core',
  meter_readings: 'core',
  meter_verifications: 'core',
  meter_acts: 'core',
  absences: 'core',
  account_services: 'core',
  service_acts: 'core',
  benefits: 'core',
  utility_services: 'core',
  payees: 'billing',
  penalty_rules: 'billing',
  webhooks: 'billing',
} as const;

/** Statements without parameters, in order: many of them are sent to a database in one message. */
export type PuttingBack = Readonly<Record<'core' | 'billing', readonly string[]>>;

/** Statements that restore the rows as they are now, after they were deleted. */
export async function rememberRows(
  services: ThreeServices,
  ids: Readonly<Record<keyof typeof DELETED, number>>,
): Promise<PuttingBack> {
  const statements: Record<'core' | 'billing', string[]> = { core: [], billing: [] };
  for (const table of Object.keys(DELETED) as (keyof typeof DELETED)[])
    statements[DELETED[table]].push(await rememberRow(services, table, ids[table]));
  return statements;
}

async function rememberRow(
  { owners }: ThreeServices,
  table: keyof typeof DELETED,
  id: number,
): Promise<string> {
  const owner = owners[DELETED[table]];
  const { rows } = await owner.query<{ row: object }>(
    `select to_jsonb(t) as row from ${table} t where id = $1`,
    [id],
  );
  const [{ row } = assert.fail(`no ${table} ${id}`)] = rows;
  // Generated columns cannot be written. Queried separately: a distributed database cannot join the catalogue with a distributed
  // table.
  const { rows: written } = await owner.query<{ column: string }>(
    `select quote_ident(attname) as column from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and attgenerated = '' and not attisdropped`,
    [table],
  );
  const columns = written.map(({ column }) => column).join(', ');
  return `insert into ${table} (${columns})
    select ${columns} from jsonb_populate_record(null::${table}, ${pg.escapeLiteral(JSON.stringify(row))})
    on conflict do nothing`;
}
