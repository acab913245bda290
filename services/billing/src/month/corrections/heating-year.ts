// A year of heating that was charged evenly: what the house has drawn in it takes the place of what it drew in the year before.
import type { KindOfYear } from './kinds-of-year.ts';

const MONTHS = 12;

/**
 * A twelfth of the year falls on each month, at its tariffs and areas, as a twelfth of the year before did when it was charged.
 * Source: Government Decree 354 of 2011-05-06, p. 42(1), appendix 2, formula 3(4), in the edition of Decree 1708 of 2018-12-28.
 */
export const HEATING_YEAR: KindOfYear = {
  rule: 'heating-year',
  reasonOf: (year) =>
    `Корректировка платы за отопление за ${year} год по показаниям общедомового прибора`,
  volumeOf: ({ houseServiceId, precision }, months) => {
    const [first] = months;
    const last = months.at(-1);
    if (first === undefined || last === undefined) return undefined;
    if (months.length < MONTHS)
      return { unknownIn: first, why: `heating was charged in ${months.length} of 12 months` };
    const year = Number(last.period.slice(0, 4));
    const found = last.computed.heatVolumes.find(
      (one) => one.houseServiceId === houseServiceId && one.year === year,
    );
    if (found === undefined)
      return {
        unknownIn: last,
        why:
          `readings of the house-wide meter are missing: what the house drew in ${year} is not known; ` +
          'it may be stated in heatVolumes of the service',
      };
    return { volume: found.volumeE3 * 10n ** BigInt(precision - 3), drawn: [] };
  },
};
