// What a service would cost an account in a month by the norm, whether or not a meter counts: the measure of an incomplete
// payment.
import type { Kopecks } from '../money/kopecks.ts';
import { sumBy } from '../money/sums.ts';
import { calculateHouse } from './calculate-house.ts';
import type { AccountFacts, HouseFacts, ServiceFacts } from './house-facts.ts';
import { methodOf } from './methods/methods.ts';

const AS_BY_NORM = { method: 'norm', hoursOf: null, coefficientApplies: false } as const;

/**
 * Persons times norm times tariff for the month, without K, absences, acts and benefits; water disposal without a norm of its own
 * has the norms of the water together. Undefined if it cannot be computed, as for a service without a norm, or a room where nobody
 * lives.
 * Source: Government Decree 354 of 2011-05-06, p. 42 and 118.
 */
export function normCharge(
  house: HouseFacts,
  account: AccountFacts,
  houseServiceId: number,
): Kopecks | undefined {
  const services = asByNorm(house.services, houseServiceId);
  const ids = new Set(services.map((service) => service.houseServiceId));
  const own = account.services
    .filter((one) => ids.has(one.houseServiceId))
    .map((one) => Object.assign({}, one, { coefficientApplies: false }));
  const { lines } = calculateHouse({ ...house, services, meters: [], acts: [] }, [
    { ...account, closedOn: null, meters: [], absences: [], benefits: [], services: own },
  ]);
  const kopecks = sumBy(
    lines.filter((line) => line.houseServiceId === houseServiceId),
    ({ amountKopecks }) => amountKopecks,
  );
  return kopecks > 0n ? kopecks : undefined;
}

/** The service by its norm, or else itself with the services that it is the sum of. */
function asByNorm(
  services: readonly ServiceFacts[],
  houseServiceId: number,
): readonly ServiceFacts[] {
  const own = services.filter((service) => service.houseServiceId === houseServiceId);
  const sums = own.filter(({ method, norms }) => methodOf({ method }).isSum && norms.length === 0);
  const codes = new Set<string | null>(sums.map(({ code }) => code));
  return services
    .filter((service) => own.includes(service) || codes.has(service.drainsInto))
    .map((service) => (sums.includes(service) ? service : Object.assign({}, service, AS_BY_NORM)));
}
