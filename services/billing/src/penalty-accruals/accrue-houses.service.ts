// Books the penalties of some houses up to a day: what they come to by the books of this moment, less what was booked.
import { formatKopecks } from '@kvartplata/domain/money/kopecks.ts';
import { formatDay } from '@kvartplata/domain/calendar/day.ts';
import {
  accrualTerms,
  type AccrualTerms,
} from '@kvartplata/domain/regulation/penalty-accrual/accrual-terms.ts';
import type { OwnRules } from '@kvartplata/domain/regulation/penalty/own-rules.ts';
import { tabulateRates } from '@kvartplata/domain/regulation/penalty/rate-table.ts';
import { bookAccruals } from '../ledger/ledger.service.ts';
import { reallocate } from '../payments/allocations.service.ts';
import { listRateHistory } from '../penalty-rates/penalty-rates.service.ts';
import { readOwnRules } from '../penalty-rules/penalty-rules.service.ts';
import type { Db, Trx } from '../tables.ts';
import type { AccrualProgress } from './accrual-jobs.repository.ts';
import { accrualWriter, sumOf, type AccruedAccount } from './new-accrual.ts';
import {
  drawIds,
  holdOpenMonth,
  insertAccrualDebts,
  insertAccruals,
  listPenaltyPayers,
  lockHouses,
  type NewAccrual,
} from './penalty-accruals.repository.ts';
import { accrueBooks } from './principal-books.ts';
import { listPrincipalBooks } from './principal-books.repository.ts';

/** What each house of an organization counts penalties by. */
export type HouseTerms = (houseId: number) => AccrualTerms;

export async function readHouseTerms(db: Db, organizationId: number): Promise<HouseTerms> {
  const rates = tabulateRates(await listRateHistory(db));
  const ownRules = await readOwnRules(db, organizationId);
  return termsByRules((rules) => accrualTerms(rates, rules), ownRules);
}

/** Houses that have settled nothing share their organization's terms. */
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

export type HousesToAccrue = {
  readonly organizationId: number;
  readonly jobId: number;
  readonly houseIds: readonly number[];
  readonly targetDate: Temporal.PlainDate;
  readonly terms: HouseTerms;
};

/**
 * @param today by which the open month is found
 * @throws RateNotFoundError naming a day whose rate is needed and missing
 */
export async function accrueHouses(
  trx: Trx,
  { organizationId, jobId, houseIds, targetDate, terms }: HousesToAccrue,
  today: Temporal.PlainDate,
): Promise<AccrualProgress> {
  await lockHouses(trx, houseIds);
  const period = await holdOpenMonth(trx, organizationId, formatDay(today));
  const rows = await listPrincipalBooks(trx, houseIds);
  const termsOf = new Map(houseIds.map((houseId) => [houseId, terms(houseId)]));
  const accounts = rows
    .map((row): AccruedAccount => ({
      houseId: row.house_id,
      personalAccountId: row.personal_account_id,
      ...accrueBooks(row, termsOf.get(row.house_id)!, targetDate),
    }))
    .filter(({ debts }) => debts.length > 0);
  const accruals = await toAccruals(trx, accounts, termsOf);
  if (accruals.length > 0) {
    const booking = { organizationId, jobId, period };
    await insertAccruals(trx, booking, accruals);
    await insertAccrualDebts(trx, organizationId, accruals);
    await bookAccruals(trx, jobId, houseIds);
    await movePaidPenalties(trx, { jobId, houseIds }, accruals);
  }
  return {
    accounts: rows.length,
    accruals: accruals.length,
    amount: formatKopecks(sumOf(accounts.flatMap(({ debts }) => debts))),
  };
}

async function toAccruals(
  trx: Trx,
  accounts: readonly AccruedAccount[],
  termsOf: ReadonlyMap<number, AccrualTerms>,
): Promise<readonly NewAccrual[]> {
  const ids = await drawIds(trx, accounts.length);
  const writers = new Map(
    [...termsOf].map(([houseId, { rates }]) => [houseId, accrualWriter(rates)]),
  );
  return accounts.map((account, index) => writers.get(account.houseId)!(ids[index]!, account));
}

/** Penalties that are booked or given back may be paid by what was paid of penalties before. */
async function movePaidPenalties(
  trx: Trx,
  { jobId, houseIds }: Pick<HousesToAccrue, 'jobId' | 'houseIds'>,
  accruals: readonly NewAccrual[],
): Promise<void> {
  const payers = await listPenaltyPayers(
    trx,
    houseIds,
    accruals.map(({ id }) => id),
  );
  for (const [houseId, places] of Map.groupBy(payers, (payer) => payer.houseId))
    await reallocate(trx, houseId, places, { reason: 'new-penalties', causeId: jobId });
}
