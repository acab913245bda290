// The least that a month of charges can cost: their keys and figures, copied into a table that has nothing but the same
// primary key; and the size of the month on disk.
import { createReadStream, createWriteStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { postmasterOf, processorTime } from '../process-use.ts';
import type { Stand } from './stand.ts';

export type Copied = {
  readonly tookMs: number;
  readonly processorMs: number;
  /** The size of a row, including its key. */
  readonly bytes: number;
};

/** Copies the month into a separate table, which is dropped afterwards. */
export async function copyBare(stand: Stand, month: string): Promise<Copied> {
  const file = path.join(stand.directory, 'charges');
  const client = new pg.Client({ connectionString: stand.postgres.urlOf('billing') });
  await client.connect();
  try {
    await client.query(`
      create table bare_charges (
        organization_id integer, house_id integer, period date, personal_account_id integer, house_service_id integer,
        line smallint, id integer, billing_cycle_id integer, consumption numeric(16, 6), tariff numeric(12, 4),
        amount numeric(14, 2),
        primary key (organization_id, house_id, period, personal_account_id, house_service_id, line)
      )`);
    await pipeline(
      client.query(
        copyTo(`copy (
          select organization_id, house_id, period, personal_account_id, house_service_id, line, charges.id, 1, consumption,
            charge_templates.tariff, amount
          from charges
          join charge_templates using (organization_id, house_id, period)
          where charges.period = '${month}' and charge_templates.number = charges.template
          order by house_id, personal_account_id, house_service_id) to stdout`),
      ),
      createWriteStream(file),
    );
    await client.query('checkpoint');
    const postmaster = postmasterOf(stand.postgres.dataDirectory);
    const before = processorTime(postmaster);
    const startedAt = performance.now();
    await pipeline(
      createReadStream(file, { highWaterMark: 1 << 20 }),
      client.query(copyFrom('copy bare_charges from stdin')),
    );
    const tookMs = performance.now() - startedAt;
    const processorMs = processorTime(postmaster) - before;
    const { rows } = await client.query<{ bytes: number }>(
      `select pg_total_relation_size('bare_charges')::float8 / count(*) as bytes from bare_charges`,
    );
    await client.query('drop table bare_charges');
    await client.query('checkpoint');
    return { tookMs, processorMs, bytes: rows[0]?.bytes ?? Number.NaN };
  } finally {
    await client.end();
  }
}

export type SizeOfCharges = { readonly bytes: number; readonly inWords: string };

/** Bytes per charge: the month's partition by its charges, the shared tables by the charges of all months. */
export async function sizeOfCharges({ billing }: Stand, month: string): Promise<SizeOfCharges> {
  const part = `charges_${month.slice(0, 7).replace('-', '_')}`;
  const { rows } = await billing.pool.query<
    Record<'heap' | 'keys' | 'templates' | 'numbers', number>
  >(
    `select pg_table_size('${part}') / month.charges as heap, pg_indexes_size('${part}') / month.charges as keys,
       pg_total_relation_size('charge_templates') / whole.charges as templates,
       pg_total_relation_size('charged_accounts') / whole.charges as numbers
     from (select count(*)::float8 as charges from charges) as whole,
       (select count(*)::float8 as charges from ${part}) as month`,
  );
  const { heap = 0, keys = 0, templates = 0, numbers = 0 } = rows[0] ?? {};
  const bytes = heap + keys + templates + numbers;
  const inWords = `${bytes.toFixed(1)} bytes a charge: table ${heap.toFixed(1)}, keys ${keys.toFixed(1)}, what it shares with others of its house's month ${templates.toFixed(1)}, account numbers ${numbers.toFixed(1)}`;
  return { bytes, inWords };
}
