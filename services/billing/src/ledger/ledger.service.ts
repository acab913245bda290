// Books into the ledger, and reads it for a caller.
import type { LedgerEntry } from '@kvartplata/contracts/billing/ledger-entries.ts';
import { DEFAULT_PAGE_LIMIT, type PageOf } from '@kvartplata/contracts/page.ts';
import { decodeCursor, pageOf } from '@kvartplata/platform/http/cursor.ts';
import { raiseBalancesByCharges } from '../account-balances/account-balances.service.ts';
import type { Caller } from '../access/access.service.ts';
import type { Trx } from '../tables.ts';
import { listEntries, postCharges, type LedgerEntryRow } from './ledger.repository.ts';

export type LedgerQuery = {
  readonly houseId?: number | undefined;
  readonly personalAccountId?: number | undefined;
  readonly period?: Temporal.PlainYearMonth | undefined;
  readonly transactionType?: string | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
};

const DOCUMENT_KINDS: Readonly<Record<LedgerEntryRow['transaction_type'], string>> = {
  CHARGE: 'charge',
  PAYMENT: 'payment',
  PENALTY: 'accrual',
  STORNO: 'storno',
};

/** Books the cycle's charges and moves the balances with them. */
export async function bookCharges(
  trx: Trx,
  cycleId: number,
): Promise<{ readonly entries: number; readonly accounts: number }> {
  const entries = await postCharges(trx, cycleId);
  // Balances last: a payment waits for its account's row only while the commit is near.
  const accounts = await raiseBalancesByCharges(trx, cycleId);
  return { entries, accounts };
}

/** @throws Refusal not-found for a house or an account that is not the caller's */
export async function listLedgerEntries(
  caller: Caller,
  query: LedgerQuery,
): Promise<PageOf<LedgerEntry>> {
  const limit = query.limit ?? DEFAULT_PAGE_LIMIT;
  const after = decodeCursor(query.cursor, ['number', 'number', 'number', 'day']);
  const scope = await caller.scopeOf(query);
  const rows = await listEntries(caller.db, {
    scope,
    houseId: query.houseId,
    personalAccountId: query.personalAccountId,
    period: query.period?.toPlainDate({ day: 1 }).toString(),
    transactionType: query.transactionType,
    after,
    limit: limit + 1,
  });
  return pageOf(
    rows,
    limit,
    (row) => [row.house_id, row.personal_account_id, row.id, row.period],
    toLedgerEntry,
  );
}

function toLedgerEntry(row: LedgerEntryRow): LedgerEntry {
  return {
    id: row.id,
    houseId: row.house_id,
    personalAccountId: row.personal_account_id,
    transactionType: row.transaction_type,
    debtKind: row.debt_kind,
    debit: row.debit,
    credit: row.credit,
    period: row.period.slice(0, 7),
    effectiveOn: row.effective_on,
    referenceId: `${DOCUMENT_KINDS[row.transaction_type]}:${row.document_id}`,
    createdAt: row.created_at.toISOString(),
  };
}
