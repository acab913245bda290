// What a service would cost an account in a month by the norm, whether or not a meter counts: the measure of an incomplete
// payment.
import type { Kopecks } from '../money/kopecks.ts';
import { calculateHouse } from './calculate-house.ts';
import type { AccountFacts, HouseFacts } from './house-facts.ts';

const AS_BY_NORM = { method: 'norm', hoursOf: null, coefficientApplies: false } as const;

/**
 * Persons times norm times tariff for the month, without K, absences, acts and benefits; undefined if it cannot be computed, as
 * for a service without a norm, or a room where nobody lives.
 * Source: Government Decree 354 of 2011-05-06, p. 118.
 */
export function normCharge(
  house: HouseFacts,
  account: AccountFacts,
  houseServiceId: number,
): Kopecks | undefined {
  const services = house.services
    .filter((service) => service.houseServiceId === houseServiceId)
    .map((service) => Object.assign({}, service, AS_BY_NORM));
  const own = account.services
    .filter((one) => one.houseServiceId === houseServiceId)
    .map((one) => Object.assign({}, one, { coefficientApplies: false }));
  const { lines } = calculateHouse({ ...house, services, meters: [], acts: [] }, [
    { ...account, closedOn: null, meters: [], absences: [], benefits: [], services: own },
  ]);
  const kopecks = lines.reduce((sum, { amountKopecks }) => sum + amountKopecks, 0n);
  return kopecks > 0n ? kopecks : undefined;
}
