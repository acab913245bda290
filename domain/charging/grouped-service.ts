// A service for an account with tariff and norm groups: the values of its groups on the days on which they have any, and those
// of the default group on other days.
import type { DaySet, MonthDays } from './month-days.ts';
import type { ByDay, DatedValue, PreparedService, Prices } from './prepared-service.ts';

/** The groups on some days; null is the default one. */
export type GroupDays = {
  readonly first: number;
  readonly last: number;
  readonly tariffGroup: string | null;
  readonly normGroup: string | null;
};

/** Prepared once for all accounts with the same groups on the same days. */
export function groupedService(
  one: PreparedService,
  month: MonthDays,
  rows: readonly GroupDays[],
): PreparedService {
  const service = one.ofHouse ?? one;
  const named = rows.filter(({ tariffGroup, normGroup }) => (tariffGroup ?? normGroup) !== null);
  if (named.length === 0 || service.groups.size === 0) return service;
  const key = JSON.stringify(named);
  const known = service.ofGroups.get(key);
  if (known !== undefined) return known;
  const spliced = (name: keyof Prices, groupOf: (row: GroupDays) => string | null): ByDay =>
    byDay(month, service[name], (day) => {
      const row = named.find(({ first, last }) => first <= day && day <= last);
      const group = row === undefined ? null : groupOf(row);
      return group === null ? undefined : service.groups.get(group)?.[name].on[day];
    });
  const tariffGroupOf = ({ tariffGroup }: GroupDays): string | null => tariffGroup;
  const normGroupOf = ({ normGroup }: GroupDays): string | null => normGroup;
  const grouped = {
    ...service,
    ofHouse: service,
    tariff: spliced('tariff', tariffGroupOf),
    heatTariff: spliced('heatTariff', tariffGroupOf),
    norm: spliced('norm', normGroupOf),
    heatNorm: spliced('heatNorm', normGroupOf),
  };
  service.ofGroups.set(key, grouped);
  return grouped;
}

function byDay(
  { length }: MonthDays,
  house: ByDay,
  ownOn: (day: number) => DatedValue | undefined,
): ByDay {
  const on = house.on.map((value, day) => (day === 0 ? undefined : (ownOn(day) ?? value)));
  let cuts: DaySet = 0;
  for (let day = 2; day <= length; day++) if (on[day] !== on[day - 1]) cuts |= 1 << (day - 1);
  return { cuts, on };
}
