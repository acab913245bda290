// The remarks on penalties counted up to a day, in Russian and in English.
import type { PenaltyRemark } from '@kvartplata/contracts/billing/penalty-remarks.ts';
import { compareDays, formatDay } from '@kvartplata/domain/calendar/day.ts';
import { rateLawKnownTo } from '@kvartplata/domain/regulation/penalty/effective-rate.ts';

/** The law's rate for later days is not known yet, even where somebody has entered one. */
export function penaltyRemarks(targetDate: Temporal.PlainDate): PenaltyRemark[] {
  if (compareDays(targetDate, rateLawKnownTo) <= 0) return [];
  const from = formatDay(rateLawKnownTo.add({ days: 1 }));
  return [
    {
      code: 'law-not-known',
      from,
      ru: `С ${from.split('-').toReversed().join('.')} неизвестно, какую ставку для пеней установит закон: предельная ставка дальше не продлена. Эти дни посчитаны по тому, что известно сейчас.`,
      en: `From ${from} on it is not known which rate the law will have for penalties: its cap is not prolonged. These days are counted by what is known now.`,
    },
  ];
}
