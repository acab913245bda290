// The volume by the norm for the persons in a dwelling.
import { fraction, fromScaled, multiply, type Fraction } from '../../money/fraction.ts';

/**
 * Persons times norm.
 * @param normE6 per person and month, in millionths of the service's unit
 * @returns the volume for a whole month, in the service's unit
 * Source: Government Decree 354 of 2011-05-06, appendix 2, formula 4 (p. 42(1)).
 */
export function normVolume(persons: number, normE6: bigint): Fraction {
  return multiply(fraction(BigInt(persons)), fromScaled(normE6, 6));
}

/**
 * The persons for whom the norm counts: those registered, or the owners if nobody is registered.
 * Source: Government Decree 354 of 2011-05-06, p. 56(2).
 */
export function personsForNorm(
  registered: number,
  owners: number,
): { readonly persons: number; readonly areOwners: boolean } {
  return registered > 0
    ? { persons: registered, areOwners: false }
    : { persons: owners, areOwners: true };
}
