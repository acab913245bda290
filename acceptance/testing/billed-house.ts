// A golden house of a new organization with one of its months in the books.
import type { BillingCycle } from '@kvartplata/contracts/billing/cycles.ts';
import type { CalculationJob } from '@kvartplata/contracts/billing/calculation-jobs.ts';
import type { PageOf } from '@kvartplata/contracts/page.ts';
import { until } from '@kvartplata/platform/testing/until.ts';
import type { Person } from '@kvartplata/platform/testing/people.ts';
import { get } from './people.ts';
import type { ThreeServices } from './three-services.ts';

export type BilledHouse = {
  readonly organizationId: number;
  readonly houseId: number;
  /** The twelve with readings. */
  readonly months: readonly string[];
};

/** @param nth which of its months is applied; the last one unless given */
export async function makeBilledHouse(
  { urls: { core, billing } }: Pick<ThreeServices, 'urls'>,
  person: Person,
  nth = -1,
): Promise<BilledHouse> {
  const organization = { name: 'УК «Тихая Заводь»' };
  const organizations = `${core}/api/organizations`;
  const { id } = await get<{ id: number }>(person, 'POST', organizations, organization);
  const golden = { organizationId: id, houseId: 0 };
  const seed = `${core}/api/test-data/seed-golden`;
  const house = await get<BilledHouse>(person, 'POST', seed, golden);
  const [year, month] = (house.months.at(nth) ?? '').split('-').map(Number);
  const jobs = `${billing}/api/billing/calculation-jobs`;
  const asked = { organizationId: id, year, month };
  const job = await get<CalculationJob>(person, 'POST', jobs, asked);
  await until('the month is computed', async () => {
    const { status } = await get<CalculationJob>(person, 'GET', `${jobs}/${job.id}`);
    return status === 'COMPLETED';
  });
  const cycles = `${billing}/api/billing/cycles`;
  const { items } = await get<PageOf<BillingCycle>>(person, 'GET', cycles);
  await get(person, 'POST', `${cycles}/${items[0]?.id}/apply`);
  return house;
}
