// What a service would cost an account in a whole month by the norm, whether or not a meter counts: the measure of an incomplete
// payment.
import { compareDays } from '../calendar/day.ts';
import { covers, type Period } from '../calendar/period.ts';
import type { Kopecks } from '../money/kopecks.ts';
import { sumBy } from '../money/sums.ts';
import { calculateHouse } from './calculate-house.ts';
import type { AccountFacts, HouseFacts, ServiceFacts } from './house-facts.ts';
import { methodOf } from './methods/methods.ts';

const AS_BY_NORM = { method: 'norm', hoursOf: null, coefficientApplies: false } as const;

/**
 * Persons times norm times tariff for a whole month like the last day on which the house has the service, whatever days of it the
 * account uses; without K, absences, acts and benefits. Water disposal without a norm of its own has the norms of the water
 * together. Undefined if it cannot be computed, as for a service without a norm, or a room where nobody lives.
 * Source: Government Decree 354 of 2011-05-06, p. 42 and 118.
 */
export function normCharge(
  house: HouseFacts,
  account: AccountFacts,
  houseServiceId: number,
): Kopecks | undefined {
  const asked = house.services.find((service) => service.houseServiceId === houseServiceId);
  if (asked === undefined) return undefined;
  const day = lastDay(house.month, asked);
  const services = asByNorm(onDay(house.services, day).map(pricedOn(day)), houseServiceId);
  const { lines } = calculateHouse({ ...house, services, meters: [], acts: [] }, [
    { ...openOn(account, day), services: usedOn(account, services, houseServiceId, day) },
  ]);
  const kopecks = sumBy(
    lines.filter((line) => line.houseServiceId === houseServiceId),
    ({ amountKopecks }) => amountKopecks,
  );
  return kopecks > 0n ? kopecks : undefined;
}

function lastDay(month: HouseFacts['month'], { validTo }: Period): Temporal.PlainDate {
  const last = month.toPlainDate({ day: month.daysInMonth });
  return validTo !== null && compareDays(validTo, last) < 0 ? validTo : last;
}

/** The rows in force on the day, as if they always were. */
function onDay<Row extends Period>(rows: readonly Row[], day: Temporal.PlainDate): readonly Row[] {
  const validFrom = day.with({ day: 1 });
  return rows
    .filter((row) => covers(row, day))
    .map((row) => Object.assign({}, row, { validFrom, validTo: null }));
}

function pricedOn(day: Temporal.PlainDate) {
  return (service: ServiceFacts): ServiceFacts => ({
    ...service,
    tariffs: onDay(service.tariffs, day),
    norms: onDay(service.norms, day),
  });
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

/** Open on all days of the month, with the residents of the day. */
function openOn(account: AccountFacts, day: Temporal.PlainDate): AccountFacts {
  const first = day.with({ day: 1 });
  const entry = account.registeredPersons.findLast(
    ({ validFrom }) => compareDays(validFrom, day) <= 0,
  );
  return {
    ...account,
    openedOn: first,
    closedOn: null,
    registeredPersons: entry === undefined ? [] : [{ ...entry, validFrom: first }],
    meters: [],
    absences: [],
    benefits: [],
  };
}

/** What differs for the account; the service itself is used and charged. */
function usedOn(
  account: AccountFacts,
  services: readonly ServiceFacts[],
  houseServiceId: number,
  day: Temporal.PlainDate,
): AccountFacts['services'] {
  const ids = new Set(services.map((service) => service.houseServiceId));
  const own = onDay(account.services, day).filter((one) => ids.has(one.houseServiceId));
  return own.map((one) =>
    Object.assign({}, one, {
      coefficientApplies: false,
      ...(one.houseServiceId === houseServiceId && { charged: true, reason: null }),
    }),
  );
}
