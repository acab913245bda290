// The days of one debt's penalty line by line, as courts require; the lines sum to the result of `penaltyOf`.

import type { DayNumber } from '../../calendar/day-number.ts';
import { dayOfNumber } from '../../calendar/day-number.ts';
import type { Fraction } from '../../money/fraction.ts';
import { fraction } from '../../money/fraction.ts';
import type { Kopecks } from '../../money/kopecks.ts';
import type { DebtPayment, OverdueDebt } from './overdue-debt.ts';
import { WHOLE_RATE_E4 } from './overdue-debt.ts';
import { lastAlike } from './paused-days.ts';
import { RateNotFoundError } from './penalty-rate.ts';
import { stepOn } from './penalty-scale.ts';
import type { RateTable } from './rate-table.ts';
import { rateOn, stretchAt } from './rate-table.ts';

/** Consecutive days, both ends inclusive, with one debt, one rate and one fraction. */
export type PenaltyLine = {
  readonly from: DayNumber;
  readonly to: DayNumber;
  readonly debtKopecks: Kopecks;
  /** Percent × 10^4. */
  readonly rateE4: number;
  /** The part of the rate that each day costs; 0 for the days without penalty. */
  readonly fraction: Fraction;
  /** Set for days without penalty because a plan covers the debt; their rate is 0. */
  readonly isPaused?: true | undefined;
  /** Set for days whose rate an own rule has lowered. */
  readonly isCapped?: true | undefined;
};

/**
 * By the daily method, in the order of days and without gaps while something is owed; by the payment-day method, part by part in
 * the order of payment. Empty when nothing is overdue or owed.
 * @throws RateNotFoundError naming the first day that no rate covers, even if it is a day without penalty
 */
export function listPenaltyLines(
  debt: OverdueDebt,
  rates: RateTable,
  targetOn: DayNumber,
): readonly PenaltyLine[] {
  return debt.method === 'daily'
    ? listDaily(debt, rates, targetOn)
    : listByPaymentDay(debt, rates, targetOn);
}

/** Exact, in kopecks. */
export function amountOf({ from, to, debtKopecks, rateE4, fraction: part }: PenaltyLine): Fraction {
  return fraction(
    debtKopecks * BigInt(rateE4 * (to - from + 1)) * part.numerator,
    WHOLE_RATE_E4 * part.denominator,
  );
}

function listDaily(
  { debtKopecks, dueOn, scale, payments, countedFrom = dueOn, paused = [] }: OverdueDebt,
  rates: RateTable,
  targetOn: DayNumber,
): readonly PenaltyLine[] {
  const lines: PenaltyLine[] = [];
  let owedKopecks = debtKopecks;
  let paid = 0;
  let from = Math.max(dueOn + 1, countedFrom);
  while (from <= targetOn) {
    for (; (payments[paid]?.paidOn ?? from) < from; paid += 1)
      owedKopecks -= payments[paid]!.amountKopecks;
    if (owedKopecks === 0n) break;
    const step = stepOn(scale, from - dueOn);
    const alike = lastAlike(from, paused);
    const rateE4 = alike.isPaused ? 0 : rateOn(rates, from);
    if (rateE4 === null) throw new RateNotFoundError(dayOfNumber(from));
    const to = Math.min(
      targetOn,
      payments[paid]?.paidOn ?? targetOn,
      dueOn + step.lastOverdueDay,
      alike.isPaused ? targetOn : lastDayOfRate(rates, from),
      alike.to,
    );
    const line = { from, to, debtKopecks: owedKopecks, rateE4, fraction: step.fraction };
    join(lines, { ...line, ...markOf(alike.isPaused, rates, from) });
    from = to + 1;
  }
  return lines;
}

function listByPaymentDay(
  debt: OverdueDebt,
  rates: RateTable,
  targetOn: DayNumber,
): readonly PenaltyLine[] {
  const lines: PenaltyLine[] = [];
  let owedKopecks = debt.debtKopecks;
  for (const { paidOn, amountKopecks } of debt.payments) {
    if (paidOn > targetOn) break;
    owedKopecks -= amountKopecks;
    listPart(lines, debt, rates, { paidOn, amountKopecks });
  }
  listPart(lines, debt, rates, { paidOn: targetOn, amountKopecks: owedKopecks });
  return lines;
}

/** The lines of a part paid on one day. */
function listPart(
  lines: PenaltyLine[],
  { dueOn, scale, countedFrom = dueOn, paused = [] }: OverdueDebt,
  rates: RateTable,
  { paidOn, amountKopecks: debtKopecks }: DebtPayment,
): void {
  if (debtKopecks === 0n) return;
  const paidAtE4 = rateOn(rates, paidOn);
  let from = Math.max(dueOn + 1, countedFrom);
  while (from <= paidOn) {
    const step = stepOn(scale, from - dueOn);
    const alike = lastAlike(from, paused);
    if (paidAtE4 === null && !alike.isPaused) throw new RateNotFoundError(dayOfNumber(paidOn));
    const isFree = rateOn(rates, from) === 0;
    const rateE4 = alike.isPaused || isFree ? 0 : (paidAtE4 ?? 0);
    const lastOfRate = alike.isPaused ? paidOn : lastDayOfRate(rates, from);
    const to = Math.min(paidOn, dueOn + step.lastOverdueDay, lastOfRate, alike.to);
    const line = { from, to, debtKopecks, rateE4, fraction: step.fraction };
    join(lines, { ...line, ...markOf(alike.isPaused, rates, isFree ? from : paidOn) });
    from = to + 1;
  }
}

/** Why the line's rate is not the one of the reference, if so. @param rateFrom the day whose rate it has */
function markOf(
  isPaused: boolean,
  rates: RateTable,
  rateFrom: DayNumber,
): Pick<PenaltyLine, 'isPaused' | 'isCapped'> {
  if (isPaused) return { isPaused: true };
  const { uncapped } = rates;
  const isCapped = uncapped !== undefined && rateOn(uncapped, rateFrom) !== rateOn(rates, rateFrom);
  return isCapped ? { isCapped } : {};
}

/** The last day with the same rate, lowered by an own rule or not. */
function lastDayOfRate(rates: RateTable, day: DayNumber): DayNumber {
  const last = (rates.firstDays[stretchAt(rates, day) + 1] ?? Number.POSITIVE_INFINITY) - 1;
  return rates.uncapped === undefined ? last : Math.min(last, lastDayOfRate(rates.uncapped, day));
}

/** Adds the line, merging it with the one before if only the days differ: the reader wants one line. */
function join(lines: PenaltyLine[], line: PenaltyLine): void {
  const last = lines.at(-1);
  const continues =
    last?.to === line.from - 1 &&
    last.debtKopecks === line.debtKopecks &&
    last.rateE4 === line.rateE4 &&
    last.isPaused === line.isPaused &&
    last.isCapped === line.isCapped &&
    last.fraction === line.fraction;
  if (!continues) lines.push(line);
  else lines[lines.length - 1] = { ...last, to: line.to };
}
