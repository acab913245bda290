// Decides what an answer of the Bank of Russia means for the reference of rates: nothing, one new rate, or something that a
// person has to check. Pure, so that every case can be tested.
import type { KeyRateRemark } from '@kvartplata/contracts/billing/key-rate-import.ts';
import { compareDays, formatDay } from '@kvartplata/domain/calendar/day.ts';
import { formatScaled } from '@kvartplata/domain/money/scaled.ts';
import {
  effectiveRateOn,
  findRuleChange,
  rateRuleOn,
} from '@kvartplata/domain/regulation/penalty/effective-rate.ts';
import type { KeyRateOnDay } from './key-rate-answer.ts';

/** The open rate of the reference, or the last one when none is open; rates are percent × 10^4. */
export type StandingRate = {
  readonly validFrom: Temporal.PlainDate;
  readonly validTo: Temporal.PlainDate | null;
  readonly baseRateE4: bigint;
  readonly effectiveRateE4: bigint;
  readonly source: 'import' | 'manual';
};

/** An open rate to be added; the currently open one ends on the day before. */
export type NewRate = {
  readonly validFrom: Temporal.PlainDate;
  readonly baseRateE4: bigint;
  readonly effectiveRateE4: bigint;
  readonly description: string;
};

/**
 * `unchanged`: the reference agrees with the bank. `added`: this rate is to be added, then decide again. `manual`: the open rate
 * was entered by a person and is not changed. `covered`: none is open, and the last one is still in force. `outdated`: the bank's
 * latest day is before the open rate. `contradicted`: it differs from the open rate's first day on. `quarantined`: it jumps
 * further than any rate has. Remarks explain this to a person; for `added`, they say what is doubtful.
 */
export type ImportDecision =
  | {
      readonly outcome: 'added';
      readonly rate: NewRate;
      readonly remarks: readonly KeyRateRemark[];
    }
  | { readonly outcome: Standstill; readonly remarks: readonly KeyRateRemark[] };

const STANDSTILLS = [
  'unchanged',
  'manual',
  'covered',
  'outdated',
  'contradicted',
  'quarantined',
] as const;
export type Standstill = (typeof STANDSTILLS)[number];

const MAX_JUMP_E4 = 15_0000n;
const DESCRIPTION = "Automatic import from the Bank of Russia's KeyRateXML service";

/**
 * The latest day decides; the new rate begins on the first of the consecutive days up to it that have its rate. A rule of law
 * that has begun or ended since the open rate began comes first: an unchanged key rate may count differently.
 * @param answer in order of days, not empty
 */
export function decideImport(
  standing: StandingRate | undefined,
  answer: readonly KeyRateOnDay[],
  today: Temporal.PlainDate,
): ImportDecision {
  const latest = answer.at(-1);
  if (latest === undefined) throw new RangeError('an answer holds at least one rate');
  const change = { first: firstDayOf(answer), rateE4: latest.rateE4 };
  if (standing === undefined) return added(change.first, change.rateE4);
  if (standing.validTo !== null) return afterTheLast(standing, standing.validTo, change, today);
  if (standing.source === 'manual')
    return standing.baseRateE4 === change.rateE4
      ? still('manual')
      : still('manual', differs(change, standing));
  return afterTheOpen(standing, answer, { ...change, latestOn: latest.on }, today);
}

type Change = { readonly first: Temporal.PlainDate; readonly rateE4: bigint };

function afterTheOpen(
  open: StandingRate,
  answer: readonly KeyRateOnDay[],
  { first, rateE4, latestOn }: Change & { readonly latestOn: Temporal.PlainDate },
  today: Temporal.PlainDate,
): ImportDecision {
  const ruleDay = findRuleChange(open, today);
  if (rateE4 === open.baseRateE4)
    return ruleDay === undefined ? still('unchanged') : added(ruleDay, rateE4);
  const remark = differs({ first, rateE4 }, open);
  if (compareDays(latestOn, open.validFrom) < 0) return still('outdated', remark);
  if (compareDays(first, open.validFrom) <= 0) return still('contradicted', remark);
  if (isJump(open, rateE4)) return still('quarantined', remark);
  if (ruleDay !== undefined && compareDays(ruleDay, first) < 0)
    return added(ruleDay, open.baseRateE4);
  return added(first, rateE4, ...doubtsAbout(open, answer, first));
}

/** No rate is open: the new one begins when the last one has ended. */
function afterTheLast(
  last: StandingRate,
  validTo: Temporal.PlainDate,
  { first, rateE4 }: Change,
  today: Temporal.PlainDate,
): ImportDecision {
  if (compareDays(today, validTo) <= 0)
    return still('covered', { code: 'last-rate-holds', facts: { until: formatDay(validTo) } });
  if (isJump(last, rateE4)) return still('quarantined', differs({ first, rateE4 }, last));
  const next = validTo.add({ days: 1 });
  if (compareDays(first, next) <= 0) return added(next, rateE4);
  return added(first, rateE4, { code: 'days-uncovered', facts: { since: formatDay(next) } });
}

/** The first of the consecutive latest days with the latest rate. */
function firstDayOf(answer: readonly KeyRateOnDay[]): Temporal.PlainDate {
  const latest = answer.at(-1)!;
  const other = answer.findLastIndex(({ rateE4 }) => rateE4 !== latest.rateE4);
  return answer[other + 1]!.on;
}

/** What the answer leaves unclear about the days between the open rate and the new one. */
function doubtsAbout(
  open: StandingRate,
  answer: readonly KeyRateOnDay[],
  first: Temporal.PlainDate,
): readonly KeyRateRemark[] {
  const between = answer.filter(
    ({ on }) => compareDays(open.validFrom, on) <= 0 && compareDays(on, first) < 0,
  );
  const other = between.find(({ rateE4 }) => rateE4 !== open.baseRateE4);
  if (other !== undefined)
    return [
      {
        code: 'other-rate-named',
        facts: { bankRate: percent(other.rateE4), since: formatDay(other.on) },
      },
    ];
  return between.length === 0
    ? [{ code: 'may-have-begun-earlier', facts: { since: formatDay(first) } }]
    : [];
}

function isJump({ baseRateE4 }: StandingRate, rateE4: bigint): boolean {
  const jump = rateE4 - baseRateE4;
  return jump > MAX_JUMP_E4 || jump < -MAX_JUMP_E4;
}

function added(
  validFrom: Temporal.PlainDate,
  baseRateE4: bigint,
  ...remarks: readonly KeyRateRemark[]
): ImportDecision {
  const rule = rateRuleOn(validFrom);
  const rate = {
    validFrom,
    baseRateE4,
    effectiveRateE4: effectiveRateOn(validFrom, baseRateE4),
    description: rule === undefined ? DESCRIPTION : `${DESCRIPTION}. ${rule.description}`,
  };
  return { outcome: 'added', rate, remarks };
}

function still(outcome: Standstill, ...remarks: readonly KeyRateRemark[]): ImportDecision {
  return { outcome, remarks };
}

function differs({ first, rateE4 }: Change, ours: StandingRate): KeyRateRemark {
  return {
    code: 'rate-differs',
    facts: {
      bankRate: percent(rateE4),
      since: formatDay(first),
      ourRate: percent(ours.baseRateE4),
      ourSince: formatDay(ours.validFrom),
    },
  };
}

function percent(rateE4: bigint): string {
  return formatScaled(rateE4, 4);
}
