// The reference of penalty rates in SQL.
import { sql, type Selectable } from 'kysely';
import { ofOrganizations } from '../../access/scope.ts';
import type { BillingTables, Db, Trx } from '../../tables.ts';

export type PenaltyRateRow = Selectable<BillingTables['penaltyRates']>;
export type PenaltyRateFields = Omit<PenaltyRateRow, 'id' | 'version'>;

const COLUMNS = [
  'id',
  'validFrom',
  'validTo',
  'baseCbrRate',
  'effectiveRate',
  'description',
  'source',
  'version',
] as const;

/** Newest first. */
export async function listPenaltyRates(db: Db): Promise<readonly PenaltyRateRow[]> {
  return db.selectFrom('penaltyRates').select(COLUMNS).orderBy('validFrom', 'desc').execute();
}

export async function findPenaltyRate(db: Db, id: number): Promise<PenaltyRateRow | undefined> {
  return db.selectFrom('penaltyRates').select(COLUMNS).where('id', '=', id).executeTakeFirst();
}

/** The rate without a last day; the database allows at most one. */
export async function findOpenPenaltyRate(db: Db): Promise<PenaltyRateRow | undefined> {
  return db
    .selectFrom('penaltyRates')
    .select(COLUMNS)
    .where('validTo', 'is', null)
    .executeTakeFirst();
}

/** The rate with the latest days. */
export async function findLatestPenaltyRate(db: Db): Promise<PenaltyRateRow | undefined> {
  return db
    .selectFrom('penaltyRates')
    .select(COLUMNS)
    .orderBy('validFrom', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Locked until the transaction ends: people and the import change the reference one after another. */
export async function lockPenaltyRates(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('penalty_rates'))`.execute(trx);
}

/** Held until the transaction ends: the reference stays unchanged for calculations that use it. */
export async function holdPenaltyRates(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtext('penalty_rates'))`.execute(trx);
}

/** @throws the database's exclusion violation when the days overlap another rate */
export async function insertPenaltyRate(
  trx: Trx,
  fields: PenaltyRateFields,
): Promise<PenaltyRateRow> {
  return trx.insertInto('penaltyRates').values(fields).returning(COLUMNS).executeTakeFirstOrThrow();
}

/** @throws the database's exclusion violation when the days overlap another rate */
export async function updatePenaltyRate(
  trx: Trx,
  id: number,
  fields: PenaltyRateFields,
): Promise<PenaltyRateRow> {
  return trx
    .updateTable('penaltyRates')
    .set((rate) => ({ ...fields, version: rate('version', '+', 1) }))
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

export async function deletePenaltyRate(trx: Trx, id: number): Promise<void> {
  await trx.deleteFrom('penaltyRates').where('id', '=', id).execute();
}

/** Whether a booked penalty, in any organization, uses a day of the rate. */
export async function hasAccruals(trx: Trx, penaltyRateId: number): Promise<boolean> {
  const { rows } = await sql`
    select from penalty_accrual_debts
    join penalty_rates on penalty_rates.valid_from <= penalty_accrual_debts.counted_to
      and coalesce(penalty_rates.valid_to, 'infinity') >= penalty_accrual_debts.counted_from
    where ${ofOrganizations('penaltyAccrualDebts', 'all')} and penalty_rates.id = ${penaltyRateId}
    limit 1
  `.execute(trx);
  return rows.length > 0;
}
