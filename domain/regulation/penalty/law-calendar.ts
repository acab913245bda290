// All dated rules that penalties are based on, in one list, so that rules about to end are noticed in time.

import { compareDays, parseDay } from '../../calendar/day.ts';
import type { Period } from '../../calendar/period.ts';
import { movedRestDays, movedRestDaysKnownTo } from '../../calendar/working-days.ts';
import { debtRules } from './debt-rules.ts';
import { dueDayRules } from './due-date.ts';
import { rateRulePeriods } from './effective-rate.ts';

/**
 * `description` says what applies and by which act; `validTo` is the last day, null for no end. `dueTo` is the last due day of
 * the debts that a rule applies to, if not to all.
 */
export type LawRule = Period & {
  readonly dueTo?: Temporal.PlainDate;
  readonly description: string;
  readonly descriptionRu: string;
};

type Ending = { readonly validTo: Temporal.PlainDate };

/** Each description names its act. */
export const penaltyLaw: readonly LawRule[] = [
  ...rateRulePeriods,
  ...debtRules,
  ...dueDayRules,
  {
    validFrom: parseDay('2016-01-01'),
    validTo: null,
    description:
      'Nothing for 30 days, 1/300 to day 90, then 1/130: Housing Code art. 155 p. 14, Federal Law 307-FZ',
    descriptionRu:
      '30 дней без пеней, до 90-го дня 1/300, дальше 1/130: ЖК РФ, ст. 155 ч. 14, закон № 307-ФЗ',
  },
  {
    validFrom: parseDay('2016-01-01'),
    validTo: null,
    description:
      'Major repairs: nothing for 30 days, then 1/300 for good: Housing Code art. 155 p. 14.1',
    descriptionRu:
      'Капитальный ремонт: 30 дней без пеней, дальше всегда 1/300: ЖК РФ, ст. 155 ч. 14.1',
  },
  {
    validFrom: parseDay(`${movedRestDays[0]?.year ?? 2016}-01-01`),
    validTo: movedRestDaysKnownTo,
    description: 'The moved days of rest are known: the yearly decrees, Labour Code art. 112',
    descriptionRu: 'Переносы выходных известны: ежегодные постановления, ТК РФ, ст. 112',
  },
];

/** The rules whose last day is the given day or one of the `days` after it, in the order of last days. */
export function endingWithin<Rule extends Period>(
  rules: readonly Rule[],
  day: Temporal.PlainDate,
  days: number,
): (Rule & Ending)[] {
  const last = day.add({ days });
  return rules
    .filter(ends)
    .filter(({ validTo }) => compareDays(day, validTo) <= 0 && compareDays(validTo, last) <= 0)
    .toSorted((a, b) => compareDays(a.validTo, b.validTo));
}

function ends<Rule extends Period>(rule: Rule): rule is Rule & Ending {
  return rule.validTo !== null;
}
