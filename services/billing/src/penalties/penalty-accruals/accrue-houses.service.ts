// Books the penalties of some houses up to a day: their amount by the current books, less what was already booked.
import { formatKopecks } from '@kvartplata/domain/money/kopecks.ts';
import { sumBy } from '@kvartplata/domain/money/sums.ts';
import {
  accrualTerms,
  type AccrualTerms,
} from '@kvartplata/domain/regulation/penalty-accrual/accrual-terms.ts';
import type { OwnRules } from '@kvartplata/domain/regulation/penalty/own-rules.ts';
import { tabulateRates } from '@kvartplata/domain/regulation/penalty/rate-table.ts';
import type { CopyIn } from '@kvartplata/platform/database/copying.ts';
import { lockAccounts } from '../../books/account-balances/account-balances.service.ts';
import { holdMonthsOpen, monthsToBookIn } from '../../books/cycles/open-months.service.ts';
import { bookAccruals } from '../../books/ledger-entries/ledger-entries.service.ts';
import { reallocate } from '../../payments/payments/allocations.service.ts';
import { holdRateHistory } from '../penalty-rates/penalty-rates.service.ts';
import { readOwnRules } from '../penalty-rules/penalty-rules.service.ts';
import type { Trx } from '../../tables.ts';
import type { AccrualProgress } from './accrual-jobs.repository.ts';
import {
  amountOf,
  dayText,
  DEBT_COLUMNS,
  debtRows,
  type AccruedAccount,
  type NumberedAccrual,
} from './accrual-rows.ts';
import {
  drawIds,
  insertAccrualDebts,
  insertAccruals,
  listPenaltyPayers,
  lockHouses,
} from './penalty-accruals.repository.ts';
import { accrueBooks } from './principal-books.service.ts';
import {
  listPrincipalBooks,
  raiseSortMemory,
  type OwnHouses,
  type PrincipalBooksRow,
} from './principal-books.repository.ts';

/** The terms by which each house's penalties are counted. */
export type HouseTerms = (houseId: number) => AccrualTerms;

/** The terms stay unchanged until the transaction ends, so that whoever deletes a rate sees the penalties that depend on it. */
export async function holdHouseTerms(trx: Trx, organizationId: number): Promise<HouseTerms> {
  const rates = tabulateRates(await holdRateHistory(trx));
  const ownRules = await readOwnRules(trx, organizationId);
  return termsByRules((rules) => accrualTerms(rates, rules), ownRules);
}

/** Houses without rules of their own share their organization's terms. */
export function termsByRules(
  termsOf: (rules: OwnRules) => AccrualTerms,
  ownRules: (houseId: number) => OwnRules,
): HouseTerms {
  let shared: AccrualTerms | undefined;
  return (houseId) => {
    const rules = ownRules(houseId);
    return rules.house.length > 0 ? termsOf(rules) : (shared ??= termsOf(rules));
  };
}

export type HousesToAccrue = OwnHouses & {
  readonly jobId: number;
  readonly targetDate: Temporal.PlainDate;
};

/** @throws RateNotFoundError naming a day without a rate that is needed */
export async function accrueHouses(
  trx: Trx,
  copyIn: CopyIn,
  houses: HousesToAccrue,
): Promise<AccrualProgress> {
  const { organizationId, houseIds } = houses;
  await lockHouses(trx, houseIds);
  await holdMonthsOpen(trx, organizationId);
  await raiseSortMemory(trx);
  const terms = await holdHouseTerms(trx, organizationId);
  const rows = await listPrincipalBooks(trx, houses);
  const accounts = accrued(rows, terms, houses);
  const ids = await drawIds(trx, accounts.length);
  const accruals = accounts.map((account, index) =>
    Object.assign(account, { id: ids[index]!, organizationId }),
  );
  if (accruals.length > 0) await book(trx, copyIn, houses, accruals);
  return {
    accounts: rows.length,
    accruals: accruals.length,
    amount: formatKopecks(sumBy(accruals, amountOf)),
  };
}

function accrued(
  rows: readonly PrincipalBooksRow[],
  terms: HouseTerms,
  { houseIds, targetDate }: HousesToAccrue,
): readonly AccruedAccount[] {
  const termsOf = new Map(houseIds.map((houseId) => [houseId, terms(houseId)]));
  return rows.flatMap((row) => {
    const { debts, targetOn } = accrueBooks(row, termsOf.get(row.houseId)!, targetDate);
    if (debts.length === 0) return [];
    const { houseId, personalAccountId } = row;
    return { houseId, personalAccountId, targetOn, debts };
  });
}

async function book(
  trx: Trx,
  copyIn: CopyIn,
  houses: HousesToAccrue,
  accruals: readonly NumberedAccrual[],
): Promise<void> {
  const { organizationId } = houses;
  const days = accruals.map(({ targetOn }) => dayText(targetOn));
  // The debts were charged in months before these days, so the first month need not be known.
  const monthOf = await monthsToBookIn(trx, organizationId, days, null);
  await insertAccruals(
    trx,
    houses,
    accruals.map((accrual, nth) => ({
      id: accrual.id,
      houseId: accrual.houseId,
      personalAccountId: accrual.personalAccountId,
      targetOn: days[nth]!,
      bookedIn: monthOf(days[nth]!),
      amount: formatKopecks(amountOf(accrual)),
    })),
  );
  await insertAccrualDebts(copyIn, DEBT_COLUMNS, debtRows(accruals));
  await bookAccruals(trx, houses);
  await movePaidPenalties(trx, houses, accruals);
}

/** Money paid for penalties earlier may now cover newly booked ones, or be freed by reversed ones. */
async function movePaidPenalties(
  trx: Trx,
  houses: HousesToAccrue,
  accruals: readonly NumberedAccrual[],
): Promise<void> {
  const { organizationId, jobId } = houses;
  const payers = await listPenaltyPayers(
    trx,
    houses,
    accruals.map(({ id }) => id),
  );
  if (payers.length === 0) return;
  // Booking the accruals has locked these balances, but has not merged into them what an apply has left unmerged.
  await lockAccounts(trx, organizationId, payers);
  for (const [houseId, places] of Map.groupBy(payers, (payer) => payer.houseId))
    await reallocate(trx, { organizationId, houseId }, places, {
      reason: 'new-penalties',
      causeId: jobId,
    });
}
