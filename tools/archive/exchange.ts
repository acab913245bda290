// Removes a month's charges from the database, except for the few that later months need, and puts them back. Each is one
// transaction, so that a crash leaves the month either as it was or completed.
import { createReadStream } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { ArchivedMonth } from './manifest.ts';
import { hashRows } from './write-files.ts';

/** Readers of charges queue behind a waiting lock request: so it gives up soon, lets them pass, and retries. */
const LOCK_TIMEOUT = '2s';
const MOST_TRIES = 30;
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * The charges that stay: corrections and recalculations, which reports of later months subtract; estimates, which a late reading
 * returns; charges with a storno; contributions for major repairs, whose penalties have a scale of their own; and charges of
 * payees, whose money is reported separately.
 */
const ASKED_FOR_LATER = `
  exists (
    select from charge_templates
    where charge_templates.organization_id = charges.organization_id and charge_templates.house_id = charges.house_id
      and charge_templates.period = charges.period and charge_templates.number = charges.template
      and (charge_templates.number < 0 or charge_templates.rate_type = 'recalculation'
        or charge_templates.reading_missing or charge_templates.basis ? 'unread')
  ) or exists (
    select from stornos
    where stornos.organization_id = charges.organization_id and stornos.house_id = charges.house_id
      and stornos.entry_id = charges.id
  ) or exists (
    select from charged_services
    where charged_services.organization_id = charges.organization_id and charged_services.house_id = charges.house_id
      and charged_services.house_service_id = charges.house_service_id and charged_services.kind = 'major-repairs'
  ) or exists (
    select from charged_payees
    where charged_payees.organization_id = charges.organization_id and charged_payees.house_id = charges.house_id
      and charged_payees.house_service_id = charges.house_service_id and charged_payees.payee_id is not null
  )`;

/**
 * @returns how many charges stay; undefined when the month was already removed
 * @throws an Error when the month has changed since it was exported
 */
export async function takeOut(
  client: pg.ClientBase,
  { month, files: { charges } }: ArchivedMonth,
): Promise<number | undefined> {
  return inTransaction(client, async () => {
    const first = `${month}-01`;
    if ((await find(client, first)) !== undefined) return undefined;
    const { part, other } = namesOf(month);
    await client.query(`lock table ${part} in share mode`);
    // Nobody can reopen the months meanwhile.
    const { rows: open } = await client.query(
      `select status from billing_cycles where period = $1 for share`,
      [first],
    );
    if (open.some(({ status }) => status !== 'CLOSED')) throw new Error(`${month} is not closed`);
    if ((await hashRows(client, 'charges', month)) !== charges.sha256OfRows)
      throw new Error(`the charges of ${month} are not what was written out`);
    await client.query(`create table ${other} (like ${part} including all)`);
    const { rowCount } = await client.query(
      `insert into ${other} select charges.* from ${part} as charges where ${ASKED_FOR_LATER}`,
    );
    const kept = rowCount ?? 0;
    await client.query(
      `insert into archived_months (month, charges, kept, first_id, last_id, file_hash)
       select $1, count(*), $2, coalesce(min(id), 0), coalesce(max(id), 0), decode($3, 'hex') from ${part}`,
      [first, kept, charges.sha256],
    );
    await client.query(`select app.exchange_charges($1, $2)`, [first, other]);
    return kept;
  });
}

/**
 * @returns whether anything was put back; false when the month was never removed, or is back already
 * @throws an Error when the month is in another archive
 */
export async function putBack(
  client: pg.ClientBase,
  folder: string,
  { month, files: { charges } }: ArchivedMonth,
): Promise<boolean> {
  return inTransaction(client, async () => {
    const first = `${month}-01`;
    const archived = await find(client, first);
    if (archived === undefined) return false;
    if (archived.fileHash !== charges.sha256)
      throw new Error(`${month} was taken out to another archive`);
    const { part, other } = namesOf(month);
    await client.query(`create table ${other} (like ${part} including all)`);
    await pipeline(
      createReadStream(path.join(folder, charges.file)),
      createZstdDecompress(),
      client.query(copyFrom(`copy ${other} (${charges.columns.join(', ')}) from stdin`)),
    );
    await client.query(`select app.exchange_charges($1, $2)`, [first, other]);
    await client.query(`delete from archived_months where month = $1`, [first]);
    if ((await hashRows(client, 'charges', month)) !== charges.sha256OfRows)
      throw new Error(`the charges of ${month} are not what was written out`);
    return true;
  });
}

function namesOf(month: string): { readonly part: string; readonly other: string } {
  const part = `charges_${month.replace('-', '_')}`;
  return { part, other: `${part}_other` };
}

async function find(
  client: pg.ClientBase,
  month: string,
): Promise<{ readonly fileHash: string } | undefined> {
  const { rows } = await client.query<{ fileHash: string }>(
    `select encode(file_hash, 'hex') as "fileHash" from archived_months where month = $1 for update`,
    [month],
  );
  return rows[0];
}

async function inTransaction<T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    await client.query('begin');
    try {
      await client.query(`set local lock_timeout = '${LOCK_TIMEOUT}'`);
      const done = await work();
      await client.query('commit');
      return done;
    } catch (error) {
      await client.query('rollback');
      if (!isLocked(error) || tries >= MOST_TRIES) throw error;
      await setTimeout(1_000);
    }
  }
}

function isLocked(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE;
}
