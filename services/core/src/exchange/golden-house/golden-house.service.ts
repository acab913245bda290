// Seeds the golden house: ten accounts with a year of readings, for which every figure is known in advance.
import type { GoldenHouseAnswer } from '@kvartplata/contracts/core/golden-house.ts';
import {
  firstDayOf,
  formatBillingMonth,
  monthOf,
  monthsFrom,
  type BillingMonth,
} from '@kvartplata/domain/calendar/billing-month.ts';
import { formatDay, parseDay } from '@kvartplata/domain/calendar/day.ts';
import { recordChange } from '@kvartplata/platform/audit/audit.repository.ts';
import { violates } from '@kvartplata/platform/database/database-errors.ts';
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import { notFound, Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { Caller } from '../../access/access.service.ts';
import type { HousePlace } from '../../access/places.ts';
import { lockHouseMeters } from '../../metering/meters/meters.service.ts';
import type { Trx } from '../../tables.ts';
import { goldenHouse } from './golden-content.ts';
import * as repository from './golden-house.repository.ts';
import { goldenReadings } from './golden-readings.ts';
import type { GoldenHouse } from './golden-types.ts';

const SEEDED_MONTHS = 12;

export type SeedRequest = {
  readonly organizationId: number;
  /** 0 creates a new house. */
  readonly houseId: number;
};

/**
 * Adds what the house lacks of the golden house, with readings up to the month before `today`. Repeating it duplicates nothing
 * and gives the same response.
 * @throws Refusal not-found for an organization or house that the caller may not see, forbidden below owner,
 *   account-number-taken when another house of the organization holds one of LS01 to LS10
 */
export async function seedGoldenHouse(
  caller: Caller,
  request: SeedRequest,
  today: Temporal.PlainDate,
): Promise<GoldenHouseAnswer> {
  caller.requireRole(request.organizationId);
  const firstOfYear = monthOf(today).subtract({ months: SEEDED_MONTHS });
  try {
    return await inTransaction(caller.db, async (trx) => {
      const answer = await seed(trx, request, firstOfYear);
      await recordChange(trx, caller.actor, {
        action: 'house.seeded',
        object: { type: 'house', id: answer.houseId },
        organizationId: answer.organizationId,
        after: answer,
      });
      return answer;
    });
  } catch (error) {
    if (violates(error, 'account_numbers_pkey'))
      throw new Refusal('account-number-taken', undefined, { cause: error });
    throw error;
  }
}

async function seed(
  trx: Trx,
  { organizationId, houseId: givenHouseId }: SeedRequest,
  firstOfYear: BillingMonth,
): Promise<GoldenHouseAnswer> {
  if (!(await repository.lockOrganization(trx, organizationId))) throw notFound('The organization');
  const isNew = givenHouseId === 0;
  if (!isNew && !(await repository.houseExists(trx, { organizationId, houseId: givenHouseId })))
    throw notFound('The house');

  const firstMonth = isNew
    ? firstOfYear
    : ((await findFirstMonth(trx, { organizationId, houseId: givenHouseId })) ?? firstOfYear);
  const golden = goldenHouse(firstMonth);
  const accountNumbers = golden.accounts.map((account) => account.accountNumber);
  await refuseNumberElsewhere(trx, organizationId, isNew ? null : givenHouseId, accountNumbers);

  const houseId = isNew ? await repository.insertHouse(trx, organizationId, golden) : givenHouseId;
  await lockHouseMeters(trx, houseId);
  const house = { organizationId, houseId };
  await fill(trx, house, golden);

  const months = monthsFrom(firstOfYear, SEEDED_MONTHS);
  const lastMonth = firstOfYear.add({ months: SEEDED_MONTHS - 1 });
  await repository.insertMissingReadings(
    trx,
    house,
    goldenReadings(firstMonth, monthsUntil(firstMonth, lastMonth)),
  );
  const periods = months.map((month) => formatDay(firstDayOf(month)));
  const counts = await repository.countGolden(trx, house, golden, periods);
  return {
    organizationId,
    houseId,
    accounts: accountNumbers,
    months: months.map(formatBillingMonth),
    ...counts,
  };
}

/** The month in which the house's golden meters were installed, if any. */
async function findFirstMonth(trx: Trx, house: HousePlace): Promise<BillingMonth | undefined> {
  const serialNumbers = ANY_GOLDEN_HOUSE.meters.map((meter) => meter.serialNumber);
  const day = await repository.findFirstInstallation(trx, house, serialNumbers);
  return day === undefined ? undefined : monthOf(parseDay(day));
}

/** Serial numbers do not depend on the month. */
const ANY_GOLDEN_HOUSE = goldenHouse(Temporal.PlainYearMonth.from('2000-01'));

async function refuseNumberElsewhere(
  trx: Trx,
  organizationId: number,
  houseId: number | null,
  accountNumbers: readonly string[],
): Promise<void> {
  const taken = await repository.findNumberElsewhere(trx, organizationId, houseId, accountNumbers);
  if (taken === undefined) return;
  throw new Refusal(
    'account-number-taken',
    `${taken.accountNumber} belongs to house ${taken.houseId}; call with houseId ${taken.houseId} to fill that one`,
  );
}

async function fill(trx: Trx, house: HousePlace, golden: GoldenHouse): Promise<void> {
  const accountNumbers = golden.accounts.map((account) => account.accountNumber);
  await repository.fillHouse(trx, house, golden);
  await repository.insertMissingRooms(trx, house, golden.rooms);
  await repository.insertMissingAccountNumbers(trx, house, accountNumbers);
  await repository.insertMissingAccounts(trx, house, golden.accounts);
  await repository.insertMissingPersons(trx, house, golden.persons);
  await repository.insertMissingServices(trx, house, golden.services, golden.validFrom);
  await repository.insertMissingValues(trx, 'serviceTariffs', house, golden.tariffs);
  await repository.insertMissingValues(trx, 'serviceNorms', house, golden.norms);
  await repository.insertMissingMeters(trx, house, golden.meters);
}

/** Every month from the first, including those without a call, so that readings have no gaps. */
function monthsUntil(first: BillingMonth, last: BillingMonth): BillingMonth[] {
  const count = first.until(last, { largestUnit: 'month' }).months + 1;
  return monthsFrom(first, Math.max(count, 0));
}
