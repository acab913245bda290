// Rules of the law about the penalties of certain debts only, by their due day: law as dated data.

import type { DayNumber } from '../../calendar/day-number.ts';
import { dayOfNumber, numberOfDay } from '../../calendar/day-number.ts';
import { compareDays, parseDay } from '../../calendar/day.ts';
import type { Period } from '../../calendar/period.ts';
import type { RateTable } from './rate-table.ts';
import { changeRates } from './rate-table.ts';

/** A rule that frees days of penalties for debts due up to a day; these days still count as overdue. */
export type DebtRule = Period & {
  readonly validTo: Temporal.PlainDate;
  /** The last due day of the debts that it applies to. */
  readonly dueTo: Temporal.PlainDate;
  /** What the rule says and by which act. */
  readonly description: string;
  readonly descriptionRu: string;
};

/**
 * In the order of days.
 * Source: Decree 497 of 2022-03-28, p. 1 and 3 (six months from its publication on 2022-04-01), with Federal Law 127-FZ
 * art. 9.1 p. 3(2) and art. 63 p. 1, by which no penalties accrue on what was owed before the moratorium; Resolution 44 of
 * the Plenum of the Supreme Court of 2020-12-24, p. 7.
 */
export const debtRules: readonly DebtRule[] = [
  {
    validFrom: parseDay('2022-04-01'),
    validTo: parseDay('2022-10-01'),
    dueTo: parseDay('2022-03-31'),
    description: 'Moratorium on penalties of debts due before 2022-04-01: Decree 497',
    descriptionRu: 'Мораторий на пени по долгам со сроком до 01.04.2022: постановление № 497',
  },
];

/** The law's rules for a debt that was due on the day. */
export function rulesOfDueDay(
  dueDate: Temporal.PlainDate,
  rules: readonly DebtRule[] = debtRules,
): readonly DebtRule[] {
  return rules.filter(({ dueTo }) => compareDays(dueDate, dueTo) <= 0);
}

/** The rates, with 0 on the days freed by the rules. A day without a rate remains without one. */
export function freeDays(rates: RateTable, rules: readonly DebtRule[]): RateTable {
  if (rules.length === 0) return rates;
  const spans = rules.map(({ validFrom, validTo }) => ({
    from: numberOfDay(validFrom),
    to: numberOfDay(validTo),
  }));
  const isFree = (day: DayNumber): boolean =>
    spans.some(({ from, to }) => from <= day && day <= to);
  const changes = spans.flatMap(({ from, to }) => [from, to + 1]);
  return changeRates(rates, changes, (day, rateE4) =>
    rateE4 !== null && isFree(day) ? 0 : rateE4,
  );
}

/** The rule that frees the day for a debt due on `dueOn`, if there is one. */
export function debtRuleOn(day: DayNumber, dueOn: DayNumber): DebtRule | undefined {
  return rulesOfDueDay(dayOfNumber(dueOn)).find(
    ({ validFrom, validTo }) => numberOfDay(validFrom) <= day && day <= numberOfDay(validTo),
  );
}
