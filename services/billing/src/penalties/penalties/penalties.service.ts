// Calculates penalties by the rates of the request or of the reference. Books nothing.
import type {
  CalculatedPenalty,
  PenaltyQuestion,
  PenaltyKind,
} from '@kvartplata/contracts/billing/penalties.ts';
import { compareDays, daysBetween, formatDay } from '@kvartplata/domain/calendar/day.ts';
import { numberOfDay } from '@kvartplata/domain/calendar/day-number.ts';
import { findOverlap } from '@kvartplata/domain/calendar/period.ts';
import { formatFraction, type Fraction } from '@kvartplata/domain/money/fraction.ts';
import { parseKopecks } from '@kvartplata/domain/money/kopecks.ts';
import { formatScaled, parseScaled } from '@kvartplata/domain/money/scaled.ts';
import { debtRules } from '@kvartplata/domain/regulation/penalty/debt-rules.ts';
import {
  RateNotFoundError,
  type RateRecord,
} from '@kvartplata/domain/regulation/penalty/penalty-rate.ts';
import { basisOfRate, type RateBasis } from '@kvartplata/domain/regulation/penalty/rate-basis.ts';
import {
  MAJOR_REPAIRS_SCALE,
  UTILITIES_SCALE,
  type PenaltyScale,
} from '@kvartplata/domain/regulation/penalty/penalty-scale.ts';
import {
  calculatePenalty,
  type Penalty,
  type PenaltySegment,
  type PenaltyTerms,
} from '@kvartplata/domain/regulation/penalty/penalty.ts';
import { invalidField, Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { StaticDecode } from 'typebox';
import { listRateHistory } from '../penalty-rates/penalty-rates.service.ts';
import type { Db } from '../../tables.ts';
import { penaltyRemarks } from '../penalty-remarks.ts';

type Question = StaticDecode<typeof PenaltyQuestion>;

/** A century: an older debt is a typing error. */
const MAX_DAYS = 36_525;
/**
 * Twelve places tell every sum apart from a half kopeck: the denominator of a sum in roubles divides 3.9 × 10^11. So the
 * text, rounded half up to kopecks, gives what the exact sum gives.
 */
const PLACES = 12;

const OF_REQUEST: RateBasis = { ru: 'Ставка из запроса', en: 'Rate of the request' };

const SCALES: Readonly<Record<PenaltyKind, PenaltyScale>> = {
  utilities: UTILITIES_SCALE,
  'major-repairs': MAJOR_REPAIRS_SCALE,
};

/** @throws Refusal validation-failed, rate-missing */
export async function answerPenalty(db: Db, question: Question): Promise<CalculatedPenalty> {
  const { debtAmount, dueDate, targetDate, method = 'daily', kind = 'utilities' } = question;
  if (daysBetween(dueDate, targetDate) > MAX_DAYS)
    throw invalidField('/targetDate', `is more than ${MAX_DAYS} days after the due date`, {
      code: 'span-too-long',
      params: { limit: MAX_DAYS },
    });
  const isByReference = question.rateHistory === undefined;
  const rateHistory =
    question.rateHistory === undefined
      ? await listRateHistory(db)
      : readHistory(question.rateHistory);
  const penalty = calculated({
    debtKopecks: parseKopecks(debtAmount),
    dueDate,
    targetDate,
    rateHistory,
    scale: SCALES[kind],
    method,
    // When the request has rates of its own, nothing else counts.
    debtRules: isByReference ? debtRules : [],
  });
  return {
    penalty: inRoubles(penalty.penaltyKopecks),
    days: penalty.overdueDays,
    segments: penalty.segments.map((segment) => ({
      ...toSegment(segment),
      basis: isByReference ? basisOf(segment, dueDate) : OF_REQUEST,
    })),
    method,
    kind,
    remarks: penalty.overdueDays > 0 ? penaltyRemarks(targetDate) : [],
  };
}

function calculated(terms: PenaltyTerms): Penalty {
  try {
    return calculatePenalty(terms);
  } catch (error) {
    if (!(error instanceof RateNotFoundError)) throw error;
    throw new Refusal('rate-missing', `No penalty rate covers ${formatDay(error.day)}`, {
      cause: error,
    });
  }
}

function readHistory(rates: NonNullable<Question['rateHistory']>): RateRecord[] {
  const records = rates.map(({ validFrom, validTo = null, effectiveRate }, index) => {
    if (validTo !== null && compareDays(validTo, validFrom) < 0)
      throw invalidField(`/rateHistory/${index}/validTo`, 'is before validFrom', {
        code: 'ends-before-start',
      });
    return { validFrom, validTo, effectiveRateE4: parseScaled(effectiveRate, 4) };
  });
  const [earlier, later] = findOverlap(records) ?? [];
  if (earlier !== undefined && later !== undefined) {
    const day = formatDay(later.validFrom);
    throw invalidField(`/rateHistory/${records.indexOf(later)}`, `overlaps another on ${day}`, {
      code: 'overlaps',
      params: { day },
    });
  }
  return records;
}

function basisOf({ from, rateE4 }: PenaltySegment, dueDate: Temporal.PlainDate): RateBasis {
  return basisOfRate(numberOfDay(from), Number(rateE4), numberOfDay(dueDate));
}

function toSegment({ from, to, days, rateE4, fraction, amountKopecks }: PenaltySegment) {
  return {
    from: formatDay(from),
    to: formatDay(to),
    days,
    rate: formatScaled(rateE4, 4),
    fraction: fraction.numerator === 0n ? '0' : `${fraction.numerator}/${fraction.denominator}`,
    amount: inRoubles(amountKopecks),
  };
}

/** Exact kopecks as roubles, with enough decimal places to distinguish any two sums. */
export function inRoubles({ numerator, denominator }: Fraction): string {
  return formatFraction({ numerator, denominator: denominator * 100n }, PLACES);
}
