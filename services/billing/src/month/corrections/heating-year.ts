// A year of evenly charged heating: the house's consumption in it replaces that of the year before.
import { coversHalf } from '@kvartplata/domain/charging/year/allocated-shares.ts';
import type { ComputedMonth, KindOfYear } from './kind-of-year.ts';

const MONTHS = 12;

/**
 * A twelfth of the year falls on each month, at its tariffs and areas, as a twelfth of the year before did when it was charged.
 * Accounts whose rooms have heat cost allocators then share their common part by the units these have counted.
 * Source: Government Decree 354 of 2011-05-06, p. 42(1), appendix 2, formulas 3(4) and 6, in the edition of Decree 1708 of 2018-12-28.
 */
export const HEATING_YEAR: KindOfYear = {
  rule: 'heating-year',
  reasonOf: (year) =>
    `Корректировка платы за отопление за ${year} год по показаниям общедомового прибора`,
  volumeOf: (service, months) => {
    const { houseServiceId, precision } = service;
    const [first] = months;
    const last = months.at(-1);
    if (first === undefined || last === undefined) return undefined;
    if (months.length < MONTHS)
      return { unknownIn: first, why: `heating was charged in ${months.length} of 12 months` };
    const year = Number(last.period.slice(0, 4));
    const found = last.computed.yearVolumes.find(
      (one) => one.houseServiceId === houseServiceId && one.year === year,
    );
    if (found === undefined)
      return {
        unknownIn: last,
        why:
          `readings of the house-wide meter are missing: what the house drew in ${year} is not known; ` +
          'it may be stated in yearVolumes of the service',
      };
    const volume = found.volumeE3 * 10n ** BigInt(precision - 3);
    const allocated = allocatedIn(houseServiceId, months);
    if (allocated.size === 0) return { volume, drawn: [] };
    // Those of the year's last month: an account may have been transferred.
    const { places, whole } =
      last.computed.months.find((one) => one.houseServiceId === houseServiceId) ?? service;
    const isHalf = coversHalf(
      places.filter(({ personalAccountId }) => allocated.has(personalAccountId)),
      whole,
    );
    return isHalf
      ? { volume, drawn: [], allocated }
      : {
          unknownIn: last,
          why: 'no more than half of the area of all rooms has heat cost allocators',
        };
  },
};

/** By account; a row is included in every month in which it has days. */
function allocatedIn(
  houseServiceId: number,
  months: readonly ComputedMonth[],
): ReadonlyMap<number, bigint> {
  const rows = new Map(
    months
      .flatMap(({ computed }) => computed.allocated)
      .filter((one) => one.houseServiceId === houseServiceId)
      .map((one) => [`${one.personalAccountId} ${one.from}`, one]),
  );
  const units = new Map<number, bigint>();
  for (const { personalAccountId, unitsE3 } of rows.values())
    units.set(personalAccountId, (units.get(personalAccountId) ?? 0n) + unitsE3);
  return units;
}
