// What differs from the house's service for one account, by the days of a month.
import type { AccountServiceFacts } from './house-facts.ts';
import { groupedService } from './grouped-service.ts';
import { dayNumber, daysBetween, type DaySet, type MonthDays } from './month-days.ts';
import type { PreparedService } from './prepared-service.ts';

export type DifferingDays = {
  /** With the tariffs and norms of the account's groups. */
  readonly service: PreparedService;
  /** The days on which it does not use the service. */
  readonly unused: DaySet;
  /** The days on which it pays somebody else for the service. */
  readonly direct: DaySet;
  /** For heating: the days on which its room heats itself. */
  readonly ownHeat: DaySet;
  /** The days on which an act says that no meter can be installed. */
  readonly act: DaySet;
};

/**
 * @param rows those of the account and the service
 * Source: Housing Code, art. 157.2 (direct contracts); Government Decree 354 of 2011-05-06, p. 42, appendix 2, formula 3.
 */
export function differingDays(
  month: MonthDays,
  service: PreparedService,
  rows: readonly AccountServiceFacts[],
): DifferingDays {
  let [unused, direct, ownHeat, act] = [0, 0, 0, 0];
  const groups = rows.map((row) => {
    const first = Math.max(1, dayNumber(month, row.validFrom));
    const last =
      row.validTo === null ? month.length : Math.min(month.length, dayNumber(month, row.validTo));
    const days = daysBetween(first, last);
    if (!row.coefficientApplies) act |= days;
    if (row.charged) {
      // For any other reason the service is charged as usual.
    } else if (row.reason === 'direct-contract') direct |= days;
    else if (row.reason === 'own-boiler' && service.facts.method === 'heating') ownHeat |= days;
    else unused |= days;
    const { tariffGroup, normGroup } = row;
    return { first, last, tariffGroup, normGroup };
  });
  return { service: groupedService(service, month, groups), unused, direct, ownHeat, act };
}
