// Recalculation for a dwelling without a meter whose residents were temporarily absent.
import { multiply, fraction, fromScaled, type Fraction } from '../../money/fraction.ts';

/** An absence of up to this many consecutive full days changes nothing. */
const DAYS_THAT_DO_NOT_COUNT = 5;

/**
 * Whether an absence of so many consecutive full days is recalculated; the days of leaving and of coming back are not
 * full days.
 * Source: Government Decree 354 of 2011-05-06, p. 86, 90; waste p. 148(44).
 */
export function isRecalculated(fullDays: number): boolean {
  return fullDays > DAYS_THAT_DO_NOT_COUNT;
}

/**
 * The part of a volume by norm that falls on absent persons: n × N × person-days / (days × n), so
 * N × person-days / days.
 * @param normE6 per person and month, in millionths of the service's unit
 * @param personDays full days of absence, summed over persons
 * @returns volume in the service's unit
 * Source: Government Decree 354 of 2011-05-06, p. 90, 91.
 */
export function absentVolume(normE6: bigint, personDays: number, daysInMonth: number): Fraction {
  return multiply(fromScaled(normE6, 6), fraction(BigInt(personDays), BigInt(daysInMonth)));
}
