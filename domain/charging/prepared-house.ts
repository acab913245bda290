// A house in one month, prepared once for all its accounts.
import { heatedDays } from '../regulation/heating-season/heating-season.ts';
import type { CatalogueFacts, HouseFacts } from './house-facts.ts';
import { isShared, methodOf } from './methods/methods.ts';
import { daysBetween, daysOfMonth, type DaySet, type MonthDays } from './month-days.ts';
import { prepareService, type PreparedService } from './prepared-service.ts';

export type PreparedHouse = {
  readonly facts: HouseFacts;
  readonly month: MonthDays;
  /** The days on which it is heated; undefined if unknown. */
  readonly season: DaySet | undefined;
  /** Services that are charged to each account by itself; a service comes after those that drain into it. */
  readonly ownServices: readonly PreparedService[];
  /** Services shared out among the accounts: common-house needs, and heating by the house-wide meter. */
  readonly sharedServices: readonly PreparedService[];
  /** By the code of a service that charges waste water: the codes of the services draining into it, in the order of services. */
  readonly drainedBy: ReadonlyMap<string, readonly string[]>;
  /** The service that the house has both at one rate and by the hours of the day. */
  readonly atTwoRates: string | undefined;
};

export function prepareHouse(facts: HouseFacts): PreparedHouse {
  const month = daysOfMonth(facts.month);
  const services = facts.services
    .map((service) => prepareService(month, service))
    .filter(({ first, last }) => first <= last);
  const own = services.filter(({ facts: service }) => !isShared(service));
  const drained = drainedBy(facts.services);
  const isLast = (one: PreparedService): boolean => isSum(one) || drained.has(one.facts.code);
  return {
    facts,
    month,
    season: seasonOf(facts),
    ownServices: [...own.filter((one) => !isLast(one)), ...own.filter(isLast)],
    sharedServices: services.filter(({ facts: service }) => isShared(service)),
    drainedBy: drained,
    atTwoRates: facts.services.find(({ code }) =>
      facts.services.some(({ hoursOf }) => hoursOf === code),
    )?.name,
  };
}

function seasonOf(facts: HouseFacts): DaySet | undefined {
  return heatedDays(facts.month, facts)?.reduce(
    (days, { first, last }) => days | daysBetween(first, last),
    0,
  );
}

/** A service that ends and begins again in the month is listed once. */
function drainedBy(services: readonly CatalogueFacts[]): PreparedHouse['drainedBy'] {
  const drained = new Map<string, string[]>();
  for (const { code, drainsInto } of services) {
    if (drainsInto === null) continue;
    const codes = drained.get(drainsInto) ?? [];
    if (!codes.includes(code)) drained.set(drainsInto, [...codes, code]);
  }
  return drained;
}

function isSum({ facts }: PreparedService): boolean {
  return methodOf(facts).isSum === true;
}
