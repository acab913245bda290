// The ledger in SQL: booked by the schema's functions, and read.
import { sql } from 'kysely';
import type { Scope } from '../../access/places.ts';
import type {
  AccruedHouses,
  AppliedMonth,
} from '../account-balances/account-balances.repository.ts';
import { allOf, withinScope } from '../../access/scope.ts';
import type { Db, Trx } from '../../tables.ts';

/** A house being applied, and how many draft charges it has. */
export type ChargedHouse = { readonly houseId: number; readonly charges: number };

/** What `bookCharges` reports. */
export type BookedCharges = { readonly entries: number; readonly accounts: number };

export async function postCharges(
  trx: Trx,
  { organizationId, period }: AppliedMonth,
  houses: readonly ChargedHouse[],
): Promise<BookedCharges> {
  const { rows } = await sql<BookedCharges>`
    select entries, accounts from app.post_charges(${organizationId}, ${period}::date,
      ${houses.map(({ houseId }) => houseId)}::bigint[], ${houses.map(({ charges }) => charges)}::integer[])
  `.execute(trx);
  return rows[0] ?? { entries: 0, accounts: 0 };
}

export async function postAccruals(
  trx: Trx,
  { organizationId, jobId, houseIds }: AccruedHouses,
): Promise<void> {
  await sql`select app.post_accruals(${organizationId}, ${jobId}, ${houseIds}::bigint[])`.execute(
    trx,
  );
}

export type LedgerEntryRow = {
  readonly id: number;
  readonly houseId: number;
  readonly personalAccountId: number;
  readonly transactionType: 'CHARGE' | 'PAYMENT' | 'PENALTY' | 'STORNO' | 'OPENING' | 'ADJUSTMENT';
  readonly debtKind: 'principal' | 'penalty';
  readonly debit: string;
  readonly credit: string;
  readonly period: string;
  readonly effectiveOn: string;
  readonly documentId: number;
  readonly createdAt: Date;
};

/** A document whose entries are reversed. */
export type DocumentToReverse = {
  readonly houseId: number;
  readonly personalAccountId: number;
  /** The id of the charge, payment or accrual. */
  readonly documentId: number;
  /** The first day of the month in which its entries are booked. */
  readonly entryPeriod: string;
  /** The first day of the month in which the reversing entries are booked. */
  readonly bookedIn: string;
};

export type StornoOf = {
  /** The organization of all the documents. */
  readonly organizationId: number;
  readonly transactionType: 'CHARGE' | 'PAYMENT' | 'PENALTY' | 'ADJUSTMENT';
  readonly reason: string;
};

/** The balances of the documents' accounts have to be locked. */
export async function postStornos(
  trx: Trx,
  documents: readonly DocumentToReverse[],
  { organizationId, transactionType, reason }: StornoOf,
): Promise<readonly LedgerEntryRow[]> {
  const given = documents.map((document) => ({
    house_id: document.houseId,
    personal_account_id: document.personalAccountId,
    id: document.documentId,
    period: document.entryPeriod,
    booked_in: document.bookedIn,
  }));
  const { rows } = await sql<LedgerEntryRow>`select /* kept: post-stornos */
      id, house_id, personal_account_id, transaction_type, debt_kind, debit, credit, period, effective_on, document_id,
      created_at
    from app.post_stornos(${organizationId}, ${transactionType}, ${reason}, ${JSON.stringify(given)}::jsonb)
  `.execute(trx);
  return rows;
}

export type LedgerFilter = {
  readonly scope: Scope;
  readonly houseId: number | undefined;
  readonly personalAccountId: number | undefined;
  /** First days of months, inclusive. */
  readonly periodFrom: string | undefined;
  readonly periodTo: string | undefined;
  readonly transactionType: string | undefined;
  /** House, account, entry and month of the last row of the page before. */
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
