// The value of a penalty rule as requested, stored and calculated with: one form for each kind.
import type {
  PenaltyRuleKind,
  PenaltyRuleStep,
  PenaltyRuleValue,
} from '@kvartplata/contracts/billing/penalty-rules.ts';
import type { Period } from '@kvartplata/domain/calendar/period.ts';
import { fraction } from '@kvartplata/domain/money/fraction.ts';
import { formatScaled, parseScaled } from '@kvartplata/domain/money/scaled.ts';
import {
  exceedsLaw,
  type OfDebts,
  type OwnRule,
} from '@kvartplata/domain/regulation/penalty/own-rules.ts';
import type { PenaltyScale } from '@kvartplata/domain/regulation/penalty/penalty-scale.ts';
import type { Static } from 'typebox';

type Step = Static<typeof PenaltyRuleStep>;

/** What is wrong with a value, in the words of the response. */
export class RuleValueError extends Error {
  override readonly name = 'RuleValueError';
}

const PLACES = 4;

/**
 * The value in the only form in which it is stored.
 * @throws RuleValueError
 */
export function readRuleValue(kind: PenaltyRuleKind, value: PenaltyRuleValue): PenaltyRuleValue {
  switch (kind) {
    case 'rate-cap':
      return readRate(value);
    case 'scale':
      return readSteps(value);
    case 'method':
      if (value === 'daily' || value === 'payment-day') return value;
      throw new RuleValueError('must be "daily" or "payment-day"');
    case 'due-day':
      if (Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 31) return value;
      throw new RuleValueError('must be a day of the month, 1–31');
    case 'working-day':
    case 'limitation':
      if (typeof value === 'boolean') return value;
      throw new RuleValueError('must be true or false');
  }
}

/** Converts a stored rule to the form that penalties are calculated with. */
export function toOwnRule(
  period: Period,
  ofDebts: OfDebts,
  { kind, value }: { readonly kind: PenaltyRuleKind; readonly value: PenaltyRuleValue },
): OwnRule {
  switch (kind) {
    case 'rate-cap':
      return { ...period, ...ofDebts, kind, rateE4: parseScaled(value as string, PLACES) };
    case 'scale':
      return { ...period, ...ofDebts, kind, scale: toScale(value as readonly Step[]) };
    case 'method':
      return { ...period, ...ofDebts, kind, method: value === 'daily' ? value : 'payment-day' };
    case 'due-day':
      return { ...period, kind, dueDay: Number(value) };
    case 'working-day':
      return { ...period, kind, movesToWorkingDay: value === true };
    case 'limitation':
      return { ...period, kind, isOn: value === true };
  }
}

function readRate(value: PenaltyRuleValue): string {
  const problem = new RuleValueError(
    `must be per cent from 0 to 100 with at most ${PLACES} places`,
  );
  if (typeof value !== 'string' && typeof value !== 'number') throw problem;
  let rateE4: bigint;
  try {
    rateE4 = parseScaled(String(value), PLACES);
  } catch {
    throw problem;
  }
  if (rateE4 < 0n || rateE4 > 100_0000n) throw problem;
  return formatScaled(rateE4, PLACES);
}

function readSteps(value: PenaltyRuleValue): Step[] {
  if (!Array.isArray(value)) throw new RuleValueError('must be a list of steps');
  for (const [index, { fromDay }] of value.entries())
    if (fromDay <= (value[index - 1]?.fromDay ?? 0))
      throw new RuleValueError('must have its steps in ascending order of their days');
  if (exceedsLaw(toScale(value)))
    throw new RuleValueError('costs more than the law allows: Housing Code art. 155 p. 14');
  return value;
}

/** Days before the first step cost nothing. */
function toScale(steps: readonly Step[]): PenaltyScale {
  const scale = steps.map(({ fromDay, fraction: part }) => ({
    firstOverdueDay: fromDay,
    fraction: part === '0' ? fraction(0n) : fraction(1n, BigInt(part.slice('1/'.length))),
  }));
  return scale[0]?.firstOverdueDay === 1
    ? scale
    : [{ firstOverdueDay: 1, fraction: fraction(0n) }, ...scale];
}
