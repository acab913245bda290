// What a reason code says about a charge: how its volume was found, in words and in figures, and how to compute it again.
import type { Fraction } from '../../money/fraction.ts';
import type { Words } from '../../text/words.ts';
import type { ChargePart, Grounds } from '../charge-line.ts';
import type { Speech } from './speech.ts';

/** How the amount was found, and the article it is based on. */
export type RuleWords = { readonly what: Words; readonly article: Words };

export type VolumeRule = RuleWords & {
  /** The volume in figures; absent if the parts show everything. */
  readonly figures?: (grounds: Grounds) => string | undefined;
  /** The factors of a part's volume, unless they are persons, days and the norm. */
  readonly factors?: (grounds: Grounds, part: ChargePart, speech: Speech) => readonly string[];
  /** Computes the volumes again from the stored data alone. Throws when that lacks what the rule needs. */
  readonly replay: (grounds: Grounds) => PartVolume;
};

/** The volume of each part; prepared once for all of them, because a meter's volume is that of all parts. */
export type PartVolume = (part: ChargePart) => Fraction;

/** @throws when it is undefined */
export function given<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the basis of a charge lacks what its rule needs');
  return value;
}
