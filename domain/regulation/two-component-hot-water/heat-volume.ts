// Hot water charged by components: the water, and the heat in it.
import { fromScaled, multiply, type Fraction } from '../../money/fraction.ts';

/**
 * The heat in a volume of hot water: volume × q. The water itself is charged by the tariff of the cold component, the only one to
 * which the coefficient K applies.
 * @param heatNormE6 q, the norm of heat for one cubic metre, in millionths of a gigacalorie
 * @returns gigacalories
 * Source: Government Decree 354 of 2011-05-06, appendix 2, formula 23 (p. 42).
 */
export function heatVolume(hotWater: Fraction, heatNormE6: bigint): Fraction {
  return multiply(hotWater, fromScaled(heatNormE6, 6));
}
