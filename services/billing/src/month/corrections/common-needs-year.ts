// A year of common-house needs: the months' volumes by the house-wide meter.
import type { CommonNeedsMonth } from '@kvartplata/domain/charging/common-needs-month.ts';
import { yearOfCommonNeeds } from '@kvartplata/domain/regulation/common-house-charge/year-of-common-needs.ts';
import type { ComputedMonth, KindOfYear } from './kind-of-year.ts';

/** A month without a valid meter stays as it was charged; a year without any such month cannot be recalculated. */
export const COMMON_NEEDS_YEAR: KindOfYear = {
  rule: 'common-needs-year',
  reasonOf: (year) => `Перерасчёт общедомовых нужд за ${year} год по показаниям прибора`,
  methods: ['norm-yearly', 'average-yearly'],
  volumeOf: ({ houseServiceId, precision }, months) => {
    const found = months.map((month) => ({ month, needs: needsIn(month, houseServiceId) }));
    if (!found.some(({ needs }) => needs?.isMetered ?? true)) return undefined;
    const drawn: { readonly period: string; readonly volumeE6: bigint }[] = [];
    for (const { month, needs } of found) {
      const volumeE6 = needs?.isMetered === false ? needs.sharedE6 : (needs?.drawnE6 ?? null);
      if (volumeE6 === null) return { unknownIn: month };
      drawn.push({ period: month.period, volumeE6 });
    }
    const yearE6 = yearOfCommonNeeds(drawn.map(({ volumeE6 }) => volumeE6));
    return { volume: yearE6 / 10n ** BigInt(6 - precision), drawn };
  },
};

function needsIn({ computed }: ComputedMonth, service: number): CommonNeedsMonth | undefined {
  return computed.commonNeeds.find(({ houseServiceId }) => houseServiceId === service);
}
