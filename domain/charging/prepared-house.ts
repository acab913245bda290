// A house in one month, prepared once for all its accounts.
import type { HouseFacts } from './house-facts.ts';
import { daysOfMonth, type MonthDays } from './month-days.ts';
import { prepareService, type PreparedService } from './prepared-service.ts';

export type PreparedHouse = {
  readonly facts: HouseFacts;
  readonly month: MonthDays;
  /** What each account is charged for by itself, a service after those that it sums. */
  readonly ownServices: readonly PreparedService[];
  /** What is shared out among the accounts: common-house needs, and heating by the house-wide meter. */
  readonly sharedServices: readonly PreparedService[];
};

export function prepareHouse(facts: HouseFacts): PreparedHouse {
  const month = daysOfMonth(facts.month);
  const services = facts.services
    .map((service) => prepareService(month, service))
    .filter(({ first, last }) => first <= last);
  const own = services.filter((service) => !isShared(service));
  return {
    facts,
    month,
    ownServices: [...own.filter((one) => !isSum(one)), ...own.filter(isSum)],
    sharedServices: services.filter(isShared),
  };
}

function isShared({ facts: { method, heatingMode } }: PreparedService): boolean {
  return method === 'odn' || (method === 'heating' && heatingMode === 'house-meter');
}

function isSum({ facts: { method } }: PreparedService): boolean {
  return method === 'water-disposal';
}
