// What a house or an organization has agreed about its penalties instead of the law's calendar: dated, like the law. It can only
// lower penalties.

import type { BillingMonth } from '../../calendar/billing-month.ts';
import { firstDayOf } from '../../calendar/billing-month.ts';
import { compareDays } from '../../calendar/day.ts';
import type { DayNumber } from '../../calendar/day-number.ts';
import { numberOfDay } from '../../calendar/day-number.ts';
import type { Period } from '../../calendar/period.ts';
import { findCovering } from '../../calendar/period.ts';
import { compare } from '../../money/fraction.ts';
import type { DueTerms } from './due-date.ts';
import { dueDateOf } from './due-date.ts';
import type { PenaltyMethod } from './overdue-debt.ts';
import type { CountedScale, PenaltyScale } from './penalty-scale.ts';
import { countScale, MAJOR_REPAIRS_SCALE, UTILITIES_SCALE } from './penalty-scale.ts';
import type { RateTable } from './rate-table.ts';
import { changeRates } from './rate-table.ts';

/** What the debt is for: contributions for major repairs have a scale of their own. */
export type PenaltyKind = 'utilities' | 'major-repairs';

/** The debts that a rule applies to: those due between these days, inclusive; omitted or null means no bound. */
export type OfDebts = {
  readonly dueFrom?: Temporal.PlainDate | null;
  readonly dueTo?: Temporal.PlainDate | null;
};

/**
 * A cap on the rate applies on the days of its period; a cap of 0 is a private moratorium. The limitation applies to money
 * received on the days of its period. Every other rule applies to the charges of the months whose first day is in its period.
 * Rules that determine due dates cannot be restricted to debts by their due day.
 */
export type OwnRule = Period &
  (
    | { readonly kind: 'due-day'; readonly dueDay: number }
    | { readonly kind: 'working-day'; readonly movesToWorkingDay: boolean }
    | { readonly kind: 'limitation'; readonly isOn: boolean }
    | (OfDebts & { readonly kind: 'method'; readonly method: PenaltyMethod })
    | (OfDebts & { readonly kind: 'scale'; readonly scale: PenaltyScale })
    | (OfDebts & { readonly kind: 'rate-cap'; readonly rateE4: bigint })
  );

/** Rules of one kind do not overlap for a debt. For each kind, the house's rule takes precedence over its organization's. */
export type OwnRules = {
  readonly house: readonly OwnRule[];
  readonly organization: readonly OwnRule[];
};

/** The terms for the penalty on the charges of a month. */
export type MonthTerms = {
  readonly dueDate: Temporal.PlainDate;
  readonly method: PenaltyMethod;
  readonly scales: Readonly<Record<PenaltyKind, CountedScale>>;
};

const LAW: Readonly<Record<PenaltyKind, PenaltyScale>> = {
  utilities: UTILITIES_SCALE,
  'major-repairs': MAJOR_REPAIRS_SCALE,
};

/**
 * Of the two readings of the law, the daily one is used unless another is agreed.
 * Source: Housing Code art. 155 p. 1, 14 and 14.1, the last sentence of p. 14 ("увеличение … не допускается") for the
 * scale; Civil Code art. 193.
 * @throws RangeError for a month before the Housing Code
 */
export function termsOfMonth(month: BillingMonth, rules: OwnRules): MonthTerms {
  const firstDay = firstDayOf(month);
  const dueDate = dueDateOf(month, {
    house: dueTermsOf(rules.house, firstDay),
    organization: dueTermsOf(rules.organization, firstDay),
  });
  const ofDebt = rulesOfDebt(rules, dueDate);
  const own = findRule(ofDebt, 'scale', firstDay)?.scale;
  return {
    dueDate,
    method: findRule(ofDebt, 'method', firstDay)?.method ?? 'daily',
    scales: {
      utilities: countScale(lowerOf(LAW.utilities, own)),
      'major-repairs': countScale(lowerOf(LAW['major-repairs'], own)),
    },
  };
}

/** Whether some day of delay costs more by this scale than by the law's scale for utilities. */
export function exceedsLaw(scale: PenaltyScale): boolean {
  return daysOf(scale, LAW.utilities).some(
    (day) => compare(fractionOf(scale, day), fractionOf(LAW.utilities, day)) > 0,
  );
}

/** The rules without those for debts due on other days. */
export function rulesOfDebt(rules: OwnRules, dueDate: Temporal.PlainDate): OwnRules {
  const isOfDebt = (rule: OwnRule): boolean => isDueIn(rule, dueDate);
  return { house: rules.house.filter(isOfDebt), organization: rules.organization.filter(isOfDebt) };
}

function isDueIn(rule: OwnRule, dueDate: Temporal.PlainDate): boolean {
  const dueFrom = ('dueFrom' in rule ? rule.dueFrom : null) ?? dueDate;
  const dueTo = ('dueTo' in rule ? rule.dueTo : null) ?? dueDate;
  return compareDays(dueFrom, dueDate) <= 0 && compareDays(dueDate, dueTo) <= 0;
}

/**
 * The rates, lowered on the days of a cap. A day without a rate remains without one.
 * @param rules those that apply to the debt
 */
export function capRates(rates: RateTable, rules: OwnRules): RateTable {
  const caps = [...rules.house, ...rules.organization].filter(isCap);
  if (caps.length === 0) return rates;
  const changes = caps.flatMap(({ validFrom, validTo }) =>
    validTo === null
      ? [numberOfDay(validFrom)]
      : [numberOfDay(validFrom), numberOfDay(validTo) + 1],
  );
  const house = spansOf(rules.house);
  const organization = spansOf(rules.organization);
  const capped = changeRates(rates, changes, (day, rateE4) => {
    const capE4 = capOn(house, day) ?? capOn(organization, day);
    return rateE4 !== null && capE4 !== undefined && capE4 < rateE4 ? capE4 : rateE4;
  });
  return { ...capped, uncapped: rates };
}

type OwnCap = OwnRule & { readonly kind: 'rate-cap' };
type CapSpan = { readonly from: DayNumber; readonly to: DayNumber; readonly rateE4: number };

function isCap(rule: OwnRule): rule is OwnCap {
  return rule.kind === 'rate-cap';
}

function spansOf(rules: readonly OwnRule[]): readonly CapSpan[] {
  return rules.filter(isCap).map(({ validFrom, validTo, rateE4 }) => ({
    from: numberOfDay(validFrom),
    to: validTo === null ? Number.POSITIVE_INFINITY : numberOfDay(validTo),
    rateE4: Number(rateE4),
  }));
}

function capOn(spans: readonly CapSpan[], day: DayNumber): number | undefined {
  return spans.find(({ from, to }) => from <= day && day <= to)?.rateE4;
}

function dueTermsOf(rules: readonly OwnRule[], day: Temporal.PlainDate): DueTerms {
  const agreedDay = findOf(rules, 'due-day', day)?.dueDay;
  const movesToWorkingDay = findOf(rules, 'working-day', day)?.movesToWorkingDay;
  return {
    ...(agreedDay === undefined ? {} : { agreedDay }),
    ...(movesToWorkingDay === undefined ? {} : { movesToWorkingDay }),
  };
}

/** The rule of the kind that applies on the day: the house's takes precedence over its organization's. */
export function findRule<Kind extends OwnRule['kind']>(
  { house, organization }: OwnRules,
  kind: Kind,
  day: Temporal.PlainDate,
) {
  return findOf(house, kind, day) ?? findOf(organization, kind, day);
}

function findOf<Kind extends OwnRule['kind']>(
  rules: readonly OwnRule[],
  kind: Kind,
  day: Temporal.PlainDate,
) {
  const isOfKind = (rule: OwnRule): rule is OwnRule & { readonly kind: Kind } => rule.kind === kind;
  return findCovering(rules.filter(isOfKind), day);
}

/** The lower of the two for each day. */
function lowerOf(law: PenaltyScale, own: PenaltyScale | undefined): PenaltyScale {
  if (own === undefined) return law;
  return daysOf(law, own).map((firstOverdueDay) => {
    const ofLaw = fractionOf(law, firstOverdueDay);
    const ofOwn = fractionOf(own, firstOverdueDay);
    return { firstOverdueDay, fraction: compare(ofOwn, ofLaw) < 0 ? ofOwn : ofLaw };
  });
}

/** The days on which a step of any scale begins, ascending. */
function daysOf(...scales: readonly PenaltyScale[]): readonly number[] {
  const days = scales.flatMap((scale) => scale.map(({ firstOverdueDay }) => firstOverdueDay));
  return [...new Set(days)].toSorted((a, b) => a - b);
}

function fractionOf(scale: PenaltyScale, overdueDay: number) {
  return scale.findLast(({ firstOverdueDay }) => firstOverdueDay <= overdueDay)!.fraction;
}
