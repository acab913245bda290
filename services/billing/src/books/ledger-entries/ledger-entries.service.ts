// Books entries in the ledger, and reads them for a caller.
import { REFERENCE_KINDS, type LedgerEntry } from '@kvartplata/contracts/billing/ledger-entries.ts';
import { DEFAULT_PAGE_LIMIT, type PageOf } from '@kvartplata/contracts/page.ts';
import { decodeCursor, pageOf } from '@kvartplata/platform/http/cursor.ts';
import { violates } from '@kvartplata/platform/database/database-errors.ts';
import { Refusal } from '@kvartplata/platform/http/refusal.ts';
import type {
  AccruedHouses,
  AppliedMonth,
} from '../account-balances/account-balances.repository.ts';
import type { Caller } from '../../access/access.service.ts';
import { scopeOf } from '../../access/places.ts';
import type { Db, Trx } from '../../tables.ts';
import {
  listEntries,
  postAccruals,
  postCharges,
  postStornos,
  type BookedCharges,
  type ChargedHouse,
  type DocumentToReverse,
  type LedgerEntryRow,
  type LedgerFilter,
  type StornoOf,
} from './ledger-entries.repository.ts';

export type LedgerQuery = {
  readonly organizationId?: number | undefined;
  readonly houseId?: number | undefined;
  readonly personalAccountId?: number | undefined;
  readonly period?: Temporal.PlainYearMonth | undefined;
  readonly transactionType?: string | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
};

/** Books the month's charges of the houses and updates the balances. */
export async function bookCharges(
  trx: Trx,
  month: AppliedMonth,
  houses: readonly ChargedHouse[],
): Promise<BookedCharges> {
  return postCharges(trx, month, houses);
}

/** Books the job's accruals of the houses and updates the balances. */
export async function bookAccruals(trx: Trx, accrued: AccruedHouses): Promise<void> {
  await postAccruals(trx, accrued);
}

/**
 * Reverses the entries of a document and updates the balance. The account has to be locked.
 * @throws Refusal already-reversed when there is nothing left to reverse
 */
export async function bookStorno(
  trx: Trx,
  document: DocumentToReverse,
  storno: StornoOf,
): Promise<readonly LedgerEntry[]> {
  const entries = await bookStornos(trx, [document], storno);
  if (entries.length > 0) return entries;
  throw new Refusal(
    'already-reversed',
    `Document ${document.documentId} has been reversed already`,
  );
}

/** The same for many documents; those already reversed are skipped. */
export async function bookStornos(
  trx: Trx,
  documents: readonly DocumentToReverse[],
  storno: StornoOf,
): Promise<readonly LedgerEntry[]> {
  return (await postStornos(trx, documents, storno)).map(toLedgerEntry);
}

/** Turns the database's error about booking in a closed month into a Refusal. */
export function asMonthRefusal(error: unknown): unknown {
  if (!violates(error, 'ledger_entries_month_is_open')) return error;
  const detail = 'The month is closed, or a later one is: it takes no entry any more';
  return new Refusal('month-closed', detail, { cause: error });
}

/** @throws Refusal not-found for a house or an account that is not the caller's */
export async function listLedgerEntries(
  caller: Caller,
  query: LedgerQuery,
): Promise<PageOf<LedgerEntry>> {
  const limit = query.limit ?? DEFAULT_PAGE_LIMIT;
  const after = decodeCursor(query.cursor, ['id', 'id', 'id', 'day']);
  const scope = await scopeOf(caller, query);
  const rows = await listEntries(caller.db, {
    scope,
    houseId: query.houseId,
    personalAccountId: query.personalAccountId,
    periodFrom: firstDayOf(query.period),
    periodTo: firstDayOf(query.period),
    transactionType: query.transactionType,
    after,
    limit: limit + 1,
  });
  return pageOf(
    rows,
    limit,
    (row) => [row.houseId, row.personalAccountId, row.id, row.period],
    toLedgerEntry,
  );
}

/** What to read page by page: the months are inclusive; all months when none is given. */
export type LedgerRange = {
  readonly organizationId: number;
  readonly houseIds: readonly number[];
  readonly periodFrom: Temporal.PlainYearMonth | undefined;
  readonly periodTo: Temporal.PlainYearMonth | undefined;
};

const ENTRIES_AT_ONCE = 2_000;

/** Every entry of the houses, a page at a time, in the order of house, account and entry. */
export async function* entriesOf(
  db: Db,
  { organizationId, houseIds, periodFrom, periodTo }: LedgerRange,
): AsyncGenerator<readonly LedgerEntry[]> {
  let after: LedgerFilter['after'];
  for (;;) {
    const rows = await listEntries(db, {
      scope: { organizationIds: [organizationId], houseIds },
      houseId: undefined,
      personalAccountId: undefined,
      periodFrom: firstDayOf(periodFrom),
      periodTo: firstDayOf(periodTo),
      transactionType: undefined,
      after,
      limit: ENTRIES_AT_ONCE,
    });
    yield rows.map(toLedgerEntry);
    const last = rows.at(-1);
    if (last === undefined || rows.length < ENTRIES_AT_ONCE) return;
    after = [last.houseId, last.personalAccountId, last.id, last.period];
  }
}

function firstDayOf(month: Temporal.PlainYearMonth | undefined): string | undefined {
  return month?.toPlainDate({ day: 1 }).toString();
}

function toLedgerEntry(row: LedgerEntryRow): LedgerEntry {
  return {
    id: row.id,
    houseId: row.houseId,
    personalAccountId: row.personalAccountId,
    transactionType: row.transactionType,
    debtKind: row.debtKind,
    debit: row.debit,
    credit: row.credit,
    period: row.period.slice(0, 7),
    effectiveOn: row.effectiveOn,
    referenceId: `${REFERENCE_KINDS[row.transactionType]}:${row.documentId}`,
    createdAt: row.createdAt.toISOString(),
  };
}
