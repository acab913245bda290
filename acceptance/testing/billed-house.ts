// A golden house of a new organization with one of its months applied.
import { applyCycle } from '@kvartplata/contracts/billing/apply.ts';
import { seedGoldenHouse } from '@kvartplata/contracts/core/golden-house.ts';
import { createOrganization } from '@kvartplata/contracts/core/organizations.ts';
import { clientOf, type Person } from '@kvartplata/platform/testing/people.ts';
import { computeMonth } from './computed-month.ts';
import type { ThreeServices } from './three-services.ts';

export type BilledHouse = {
  readonly organizationId: number;
  readonly houseId: number;
  /** The twelve with readings. */
  readonly months: readonly string[];
};

/** @param nth the month to apply; by default the last one */
export async function makeBilledHouse(
  services: Pick<ThreeServices, 'urls'>,
  person: Person,
  nth = -1,
): Promise<BilledHouse> {
  const client = clientOf(services, person);
  const organization = { name: 'УК «Тихая Заводь»' };
  const { id: organizationId } = await client.call(createOrganization, { body: organization });
  const golden = { organizationId, houseId: 0 };
  const house = await client.call(seedGoldenHouse, { body: golden });
  const period = house.months.at(nth) ?? '';
  const { billingCycleId } = await computeMonth(client, { organizationId }, period);
  await client.call(applyCycle, { params: { cycleId: billingCycleId } });
  return house;
}
