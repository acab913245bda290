// All the heat of a house in a month, before its rooms share it.
import type { Fraction } from '../../../money/fraction.ts';
import type { ChargeLine, HouseBasis } from '../../charge-line.ts';
import type { MetersOfMonth } from '../../meters.ts';
import type { Place, VolumeSource } from '../../volume-source.ts';

export type WholeHeat = {
  /** Gigacalories; negative for what a late reading takes back. */
  readonly volume: Fraction;
  readonly meters: MetersOfMonth;
  readonly rule: 'heating-house-meter' | 'heating-even' | 'heating-late-reading';
  readonly yearBefore?: HouseBasis['yearBefore'];
  readonly linesOf: (place: Place, source: VolumeSource) => readonly ChargeLine[];
};
