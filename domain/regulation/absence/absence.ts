// A dwelling without a meter whose residents were away for some time.
import { multiply, fraction, fromScaled, type Fraction } from '../../money/fraction.ts';

/** Full days away in a row that change nothing yet. */
const DAYS_THAT_DO_NOT_COUNT = 5;

/**
 * Whether an absence of so many full days in a row is recalculated; the days of leaving and of coming back are no
 * full days.
 * Source: Government Decree 354 of 2011-05-06, p. 86, 90; waste p. 148(44).
 */
export function isRecalculated(fullDays: number): boolean {
  return fullDays > DAYS_THAT_DO_NOT_COUNT;
}

/**
 * The part of a volume by norm that falls on persons who were away: n × N × person-days / (days × n), so
 * N × person-days / days.
 * @param normE6 of one person and month, in millionths of the service's unit
 * @param personDays full days away, summed over persons
 * @returns the service's unit
 * Source: Government Decree 354 of 2011-05-06, p. 90, 91.
 */
export function absentVolume(normE6: bigint, personDays: number, daysInMonth: number): Fraction {
  return multiply(fromScaled(normE6, 6), fraction(BigInt(personDays), BigInt(daysInMonth)));
}
