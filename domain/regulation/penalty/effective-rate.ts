// The rate used for housing penalties, given the Bank of Russia's key rate: decrees have replaced it at times (the moratorium,
// the frozen rate). Law as dated data.

import { compareDays, parseDay } from '../../calendar/day.ts';
import type { Period } from '../../calendar/period.ts';
import { findCovering, splitDays } from '../../calendar/period.ts';

/** A rule that replaces the key rate for a period; rates are percent × 10^4. */
export type RateRule = Period & {
  readonly validTo: Temporal.PlainDate;
  /** `flat` replaces the key rate; `cap` takes the lower of the two. */
  readonly kind: 'flat' | 'cap';
  readonly rateE4: bigint;
  /** What the rule says and by which act; used as the description of the records made from it. */
  readonly description: string;
  readonly descriptionRu: string;
};

/** The actual key rate in a period, percent × 10^4. */
export type KeyRateRecord = Period & { readonly baseRateE4: bigint };

/** A key-rate record with the rate to use; both rates are percent × 10^4. */
export type EffectiveRateRecord = KeyRateRecord & {
  readonly effectiveRateE4: bigint;
  readonly description: string;
};

/**
 * The periods in which a decree replaces the key rate, in the order of days. Outside them the key rate itself is used.
 * Source: Decree 424 of 2020-04-02; Decree 474 of 2022-03-26, prolonged by Decrees 2479, 2382
 * and 329, edition in force until 2027-01-01.
 */
export const rateRulePeriods: readonly RateRule[] = [
  {
    validFrom: parseDay('2020-04-06'),
    validTo: parseDay('2020-12-31'),
    kind: 'flat',
    rateE4: 0n,
    description: 'Moratorium on penalties: Decree 424',
    descriptionRu: 'Мораторий на пени: постановление № 424',
  },
  {
    validFrom: parseDay('2022-02-28'),
    validTo: parseDay('2022-07-31'),
    kind: 'flat',
    rateE4: 9_5000n,
    description: 'Frozen at 9.5 %: Decree 474',
    descriptionRu: 'Ставка заморожена на 9,5 %: постановление № 474',
  },
  {
    validFrom: parseDay('2022-08-01'),
    validTo: parseDay('2026-12-31'),
    kind: 'cap',
    rateE4: 9_5000n,
    description:
      'The lower of 9.5 % and the key rate: Decree 474, prolonged by Decrees 2479, 2382, 329',
    descriptionRu:
      'Меньшая из 9,5 % и ключевой ставки: постановление № 474, продлено № 2479, 2382, 329',
  },
];

const KEY_RATE_DESCRIPTION = 'Key rate of the Bank of Russia';

/** The rule that replaces the key rate on the day, if there is one. */
export function rateRuleOn(day: Temporal.PlainDate): RateRule | undefined {
  return findCovering(rateRulePeriods, day);
}

/**
 * The rate for penalties on a day when the key rate is `keyRateE4`; both percent × 10^4.
 * Source: Decree 424 of 2020-04-02 for 2020-04-06 to 2020-12-31; Decree 474 of 2022-03-26 in
 * the edition of Decree 329 for 2022-02-28 to 2026-12-31; else Housing Code art. 155 p. 14.
 */
export function effectiveRateOn(day: Temporal.PlainDate, keyRateE4: bigint): bigint {
  const rule = rateRuleOn(day);
  if (rule === undefined) return keyRateE4;
  return rule.kind === 'cap' && keyRateE4 < rule.rateE4 ? keyRateE4 : rule.rateE4;
}

/** Which rule, or the key rate itself, gives the rate on the day. */
export function describeRate(day: Temporal.PlainDate): string {
  return rateRuleOn(day)?.description ?? KEY_RATE_DESCRIPTION;
}

/**
 * One record per change of the key rate or of the rule: a key-rate period is cut where a rule begins or ends inside it, and
 * nothing is merged. An open period (`validTo` null) is not cut where the last rule ends: it remains one open record, which the
 * import of key rates needs to close; once that rule has ended, `findRuleChange` finds the day.
 * @throws RangeError when a period ends before it starts.
 */
export function deriveEffectiveRates(keyRates: readonly KeyRateRecord[]): EffectiveRateRecord[] {
  return keyRates.flatMap((keyRate) =>
    cutAtRules(keyRate).map(({ validFrom, validTo }) => ({
      validFrom,
      validTo,
      baseRateE4: keyRate.baseRateE4,
      effectiveRateE4: effectiveRateOn(validFrom, keyRate.baseRateE4),
      description: describeRate(validFrom),
    })),
  );
}

/**
 * The first day after `validFrom` and up to `lastDay`, inclusive, on which the beginning or end of a rule gives the record's key
 * rate another effective rate than the record has; undefined if there is none. An open record is correct up to the day before.
 */
export function findRuleChange(
  {
    validFrom,
    baseRateE4,
    effectiveRateE4,
  }: Pick<EffectiveRateRecord, 'validFrom' | 'baseRateE4' | 'effectiveRateE4'>,
  lastDay: Temporal.PlainDate,
): Temporal.PlainDate | undefined {
  return ruleChangeDays()
    .filter((day) => compareDays(validFrom, day) < 0 && compareDays(day, lastDay) <= 0)
    .toSorted(compareDays)
    .find((day) => effectiveRateOn(day, baseRateE4) !== effectiveRateE4);
}

/** The last day of the last rule: the rate after it is not known yet, since the rule may be prolonged. */
export const rateLawKnownTo: Temporal.PlainDate = lastOf(rateRulePeriods).validTo;

/**
 * An open record, with the days after the last rule at its key rate, since no rule is known for them. Unchanged, it would
 * continue with the rate of a rule that has ended.
 * @returns the record itself when nothing changes
 */
export function asLawIsKnown<Rate extends Omit<EffectiveRateRecord, 'description'>>(
  record: Rate,
): readonly Rate[] {
  const firstUnknown = rateLawKnownTo.add({ days: 1 });
  const change = record.validTo === null ? findRuleChange(record, firstUnknown) : undefined;
  if (change === undefined) return [record];
  const effectiveRateE4 = effectiveRateOn(change, record.baseRateE4);
  return [
    { ...record, validTo: change.subtract({ days: 1 }) },
    ...asLawIsKnown({ ...record, validFrom: change, effectiveRateE4 }),
  ];
}

function lastOf(rules: readonly RateRule[]): RateRule {
  const last = rules.at(-1);
  if (last === undefined) throw new RangeError('the law has no rule of the rate');
  return last;
}

function ruleChangeDays(): Temporal.PlainDate[] {
  return rateRulePeriods.flatMap((rule) => [rule.validFrom, rule.validTo.add({ days: 1 })]);
}

function cutAtRules({ validFrom, validTo }: Period): Period[] {
  const stretches = splitDays(validFrom, validTo ?? lastDayToCut(validFrom), ruleChangeDays());
  return stretches.map(({ from, to }, index) => ({
    validFrom: from,
    validTo: index === stretches.length - 1 ? validTo : to,
  }));
}

function lastDayToCut(openedOn: Temporal.PlainDate): Temporal.PlainDate {
  const lastRuleDay = rateRulePeriods.at(-1)?.validTo;
  return lastRuleDay !== undefined && compareDays(openedOn, lastRuleDay) < 0
    ? lastRuleDay
    : openedOn;
}
