// Which places of the page a few typed words mean, those first whose own name has them.
import type { Place } from './finder-places.ts';

const AT_ONCE = 5;
/** Of which the last two letters may be another ending. */
const INFLECTED_LENGTH = 7;
const LITTLE_WORDS = new Set(
  'а в за и из или к на о об от по с для the a an of to for in'.split(' '),
);

/** In groups of the same kind, the better one first; each has its place in `places` for the order. */
export function foundPlaces(typed: string, places: readonly Place[]): readonly Place[] {
  const words = wordsOf(typed).filter(
    (word, index, all) => all.length === 1 || !LITTLE_WORDS.has(word),
  );
  if (words.every((word) => LITTLE_WORDS.has(word))) return [];
  const found = places.flatMap((place) => {
    const rank = rankOf(place, words);
    return rank === undefined ? [] : [{ place, rank }];
  });
  const groups = [...Map.groupBy(found, ({ place }) => place.kind).values()];
  return groups
    .map((group) => group.toSorted((one, other) => one.rank - other.rank).slice(0, AT_ONCE))
    .toSorted((one, other) => (one[0]?.rank ?? 0) - (other[0]?.rank ?? 0))
    .flatMap((group) => group.map(({ place }) => place));
}

/** How many of the words are not in the name; undefined when one is nowhere. */
function rankOf({ name, also }: Place, words: readonly string[]): number | undefined {
  const names = wordsOf(`${name.ru} ${name.en}`);
  const others = wordsOf(also);
  let rank = 0;
  for (const word of words) {
    if (begins(word, names)) continue;
    if (!begins(word, others)) return undefined;
    rank += 1;
  }
  return rank;
}

function begins(word: string, among: readonly string[]): boolean {
  const stem = word.length < INFLECTED_LENGTH ? word : word.slice(0, -2);
  return among.some((other) => other.startsWith(stem));
}

function wordsOf(text: string): readonly string[] {
  return (
    text
      .toLowerCase()
      .replaceAll('ё', 'е')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}
