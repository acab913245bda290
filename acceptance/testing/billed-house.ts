// A golden house of a new organization with one of its months in the books.
import { applyCycle } from '@kvartplata/contracts/billing/apply.ts';
import {
  createCalculationJob,
  getCalculationJob,
} from '@kvartplata/contracts/billing/calculation-jobs.ts';
import { seedGoldenHouse } from '@kvartplata/contracts/core/golden-house.ts';
import { createOrganization } from '@kvartplata/contracts/core/organizations.ts';
import { clientOf, type Person } from '@kvartplata/platform/testing/people.ts';
import { until } from '@kvartplata/platform/testing/until.ts';
import type { ThreeServices } from './three-services.ts';

export type BilledHouse = {
  readonly organizationId: number;
  readonly houseId: number;
  /** The twelve with readings. */
  readonly months: readonly string[];
};

/** @param nth which of its months is applied; the last one unless given */
export async function makeBilledHouse(
  services: Pick<ThreeServices, 'urls'>,
  person: Person,
  nth = -1,
): Promise<BilledHouse> {
  const { call } = clientOf(services, person);
  const { id: organizationId } = await call(createOrganization, {
    body: { name: 'УК «Тихая Заводь»' },
  });
  const house = await call(seedGoldenHouse, { body: { organizationId, houseId: 0 } });
  const { year, month } = Temporal.PlainYearMonth.from(house.months.at(nth) ?? '');
  const job = await call(createCalculationJob, { body: { organizationId, year, month } });
  if (!('id' in job)) throw new Error('it was only tried');
  await until('the month is computed', async () => {
    const { status } = await call(getCalculationJob, { params: { jobId: job.id } });
    return status === 'COMPLETED';
  });
  await call(applyCycle, { params: { cycleId: job.billingCycleId } });
  return house;
}
