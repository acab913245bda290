// The ledger in SQL. Entries are inserted and read, nothing else: the database refuses the rest.
import { sql } from 'kysely';
import type { Scope } from '../../access/places.ts';
import type {
  AccruedHouses,
  AppliedMonth,
} from '../account-balances/account-balances.repository.ts';
import { allOf, withinScope } from '../../access/scope.ts';
import type { Db, Trx } from '../../tables.ts';

/**
 * Books the houses' charges of the month, each once: an entry has its charge's id, so a second posting meets the primary
 * key. A charge counts from the last day of its month; one of 0.00 books nothing.
 * @returns how many entries were made
 */
export async function postCharges(
  trx: Trx,
  { organizationId, period }: AppliedMonth,
  houseIds: readonly number[],
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into ledger_entries (organization_id, house_id, personal_account_id, id, period, transaction_type,
      debt_kind, debit, credit, document_id, effective_on, created_at)
    select charges.organization_id, charges.house_id, charges.personal_account_id, charges.id, charges.period, 'CHARGE',
      'principal', greatest(charges.amount, 0), greatest(-charges.amount, 0), charges.id,
      (${period}::date + interval '1 month' - interval '1 day')::date, now()
    from charges
    where charges.organization_id = ${organizationId} and charges.house_id = any(${houseIds}::bigint[])
      and charges.period = ${period} and charges.amount <> 0
  `.execute(trx);
  return Number(numAffectedRows ?? 0n);
}

/**
 * Books the job's accruals of the houses, each once: an entry has its accrual's id. One below zero lowers the debt; it
 * counts from the day that penalties are counted up to.
 */
export async function postAccruals(
  trx: Trx,
  { organizationId, jobId, houseIds }: AccruedHouses,
): Promise<void> {
  await sql`
    insert into ledger_entries (organization_id, house_id, personal_account_id, id, period, transaction_type,
      debt_kind, debit, credit, document_id, effective_on)
    select penalty_accruals.organization_id, penalty_accruals.house_id, penalty_accruals.personal_account_id,
      penalty_accruals.id, penalty_accruals.period, 'PENALTY', 'penalty',
      greatest(penalty_accruals.amount, 0), greatest(-penalty_accruals.amount, 0), penalty_accruals.id,
      penalty_accruals.target_on
    from penalty_accruals
    where penalty_accruals.organization_id = ${organizationId}
      and penalty_accruals.house_id = any(${houseIds}::bigint[]) and penalty_accruals.job_id = ${jobId}
      and penalty_accruals.amount <> 0
    order by penalty_accruals.house_id, penalty_accruals.personal_account_id
  `.execute(trx);
}

export type LedgerEntryRow = {
  readonly id: number;
  readonly houseId: number;
  readonly personalAccountId: number;
  readonly transactionType: 'CHARGE' | 'PAYMENT' | 'PENALTY' | 'STORNO';
  readonly debtKind: 'principal' | 'penalty';
  readonly debit: string;
  readonly credit: string;
  readonly period: string;
  readonly effectiveOn: string;
  readonly documentId: number;
  readonly createdAt: Date;
};

/** A document whose entries are taken back. */
export type DocumentToReverse = {
  readonly houseId: number;
  readonly personalAccountId: number;
  /** The charge, payment or accrual. */
  readonly documentId: number;
  /** The first day of the month that its entries are booked in. */
  readonly entryPeriod: string;
  /** The first day of the month that the mirrors of its entries are booked in. */
  readonly bookedIn: string;
};

export type StornoOf = {
  /** Of all the documents. */
  readonly organizationId: number;
  readonly transactionType: 'CHARGE' | 'PAYMENT' | 'PENALTY';
  readonly reason: string;
};

/**
 * Takes the documents' entries back: each gets its mirror, of the same day, and a row that keeps a second one out; the
 * balances, which the transaction has locked, move with them.
 * Returns the mirrors; none of a document of which there is nothing to take back, or that was taken back before.
 */
export async function insertStornos(
  trx: Trx,
  documents: readonly DocumentToReverse[],
  { organizationId, transactionType, reason }: StornoOf,
): Promise<readonly LedgerEntryRow[]> {
  const { rows } = await sql<LedgerEntryRow>`/* kept: insert-stornos */
    with mirrored as materialized (
      select entries.*, nextval('document_ids') as storno_id
      from (
        select ledger_entries.house_id, ledger_entries.personal_account_id, ledger_entries.id, ledger_entries.period,
          ledger_entries.document_id, ledger_entries.debt_kind,
          ledger_entries.debit, ledger_entries.credit, ledger_entries.effective_on, documents.booked_in
        from unnest(
          ${documents.map(({ houseId }) => houseId)}::bigint[],
          ${documents.map(({ personalAccountId }) => personalAccountId)}::bigint[],
          ${documents.map(({ entryPeriod }) => entryPeriod)}::date[],
          ${documents.map(({ documentId }) => documentId)}::bigint[],
          ${documents.map(({ bookedIn }) => bookedIn)}::date[]
        ) as documents (house_id, personal_account_id, period, id, booked_in)
        join ledger_entries on ledger_entries.organization_id = ${organizationId}
          and ledger_entries.house_id = documents.house_id
          and ledger_entries.personal_account_id = documents.personal_account_id
          and ledger_entries.period = documents.period and ledger_entries.document_id = documents.id
          and ledger_entries.transaction_type = ${transactionType}
        order by ledger_entries.id
      ) as entries
    ),
    taken as (
      insert into stornos (organization_id, house_id, entry_id, entry_period, personal_account_id, storno_id, period,
        transaction_type, document_id, reason)
      select ${organizationId}, mirrored.house_id, mirrored.id, mirrored.period, mirrored.personal_account_id,
        mirrored.storno_id, mirrored.booked_in, ${transactionType}, mirrored.document_id, ${reason}
      from mirrored
      on conflict on constraint stornos_pkey do nothing
      returning stornos.entry_id
    ),
    balances as (
      update account_balances
      set principal_debt = account_balances.principal_debt + moved.principal,
        penalty_debt = account_balances.penalty_debt + moved.penalty, last_updated_at = now()
      from (
        select mirrored.house_id, mirrored.personal_account_id,
          coalesce(sum(mirrored.credit - mirrored.debit) filter (where mirrored.debt_kind = 'principal'), 0) as principal,
          coalesce(sum(mirrored.credit - mirrored.debit) filter (where mirrored.debt_kind = 'penalty'), 0) as penalty
        from mirrored
        join taken on taken.entry_id = mirrored.id
        group by mirrored.house_id, mirrored.personal_account_id
      ) as moved
      where account_balances.organization_id = ${organizationId} and account_balances.house_id = moved.house_id
        and account_balances.personal_account_id = moved.personal_account_id
    )
    insert into ledger_entries (organization_id, house_id, personal_account_id, id, period, transaction_type,
      debt_kind, debit, credit, document_id, effective_on)
    select ${organizationId}, mirrored.house_id, mirrored.personal_account_id, mirrored.storno_id, mirrored.booked_in,
      'STORNO', mirrored.debt_kind, mirrored.credit, mirrored.debit, mirrored.id,
      mirrored.effective_on
    from mirrored
    join taken on taken.entry_id = mirrored.id
    order by mirrored.storno_id
    returning ledger_entries.id, ledger_entries.house_id, ledger_entries.personal_account_id,
      ledger_entries.transaction_type, ledger_entries.debt_kind, ledger_entries.debit, ledger_entries.credit,
      ledger_entries.period, ledger_entries.effective_on, ledger_entries.document_id, ledger_entries.created_at
  `.execute(trx);
  return rows;
}

export type LedgerFilter = {
  readonly scope: Scope;
  readonly houseId: number | undefined;
  readonly personalAccountId: number | undefined;
  /** First days of months, both inclusive. */
  readonly periodFrom: string | undefined;
  readonly periodTo: string | undefined;
  readonly transactionType: string | undefined;
  /** House, account, entry and month of the last row seen. */
  readonly after: readonly [number, number, number, string] | undefined;
  readonly limit: number;
};

/** In the order of house, account and entry. */
export async function listEntries(
  db: Db,
  filter: LedgerFilter,
): Promise<readonly LedgerEntryRow[]> {
  const { houseId, personalAccountId, periodFrom, periodTo, transactionType, after } = filter;
  const conditions = allOf([
    withinScope('ledgerEntries', filter.scope),
    houseId === undefined ? undefined : sql`ledger_entries.house_id = ${houseId}`,
    personalAccountId === undefined
      ? undefined
      : sql`ledger_entries.personal_account_id = ${personalAccountId}`,
    periodFrom === undefined ? undefined : sql`ledger_entries.period >= ${periodFrom}::date`,
    periodTo === undefined ? undefined : sql`ledger_entries.period <= ${periodTo}::date`,
    transactionType === undefined
      ? undefined
      : sql`ledger_entries.transaction_type = ${transactionType}`,
    after === undefined
      ? undefined
      : sql`(ledger_entries.house_id, ledger_entries.personal_account_id, ledger_entries.id, ledger_entries.period)
          > (${after[0]}, ${after[1]}, ${after[2]}, ${after[3]}::date)`,
  ]);
  const { rows } = await sql<LedgerEntryRow>`
    select ledger_entries.id, ledger_entries.house_id, ledger_entries.personal_account_id,
      ledger_entries.transaction_type, ledger_entries.debt_kind, ledger_entries.debit, ledger_entries.credit,
      ledger_entries.period, ledger_entries.effective_on, ledger_entries.document_id, ledger_entries.created_at
    from ledger_entries
    where ${conditions}
    order by ledger_entries.house_id, ledger_entries.personal_account_id, ledger_entries.id, ledger_entries.period
    limit ${filter.limit}
  `.execute(db);
  return rows;
}
