// What a reason code says of a charge: how its volume was found, in words and in figures, and how to find it once more.
import type { Fraction } from '../../money/fraction.ts';
import type { Words } from '../../text/words.ts';
import type { ChargePart, Grounds } from '../charge-line.ts';
import type { Speech } from './speech.ts';

/** How the amount came about, and the article that it rests on. */
export type ToldRule = { readonly what: Words; readonly article: Words };

export type VolumeRule = ToldRule & {
  /** The volume in figures; absent where the parts say all. */
  readonly figures?: (grounds: Grounds) => string | undefined;
  /** What the volume of a part is the product of, where that is not persons, days and their norm. */
  readonly factors?: (grounds: Grounds, part: ChargePart, speech: Speech) => readonly string[];
  /** The volumes once more, from nothing but what is stored. Throws when that lacks what the rule needs. */
  readonly replay: (grounds: Grounds) => PartVolume;
};

/** The volume of each part; prepared once for all of them, because a meter's volume is that of all parts. */
export type PartVolume = (part: ChargePart) => Fraction;

/** @throws when it is not there */
export function given<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the basis of a charge lacks what its rule needs');
  return value;
}
