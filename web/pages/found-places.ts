// The pages and tasks that a few typed words mean, those with the words in their name first.
import type { Place } from './finder-place.ts';

const AT_ONCE = 5;
/** In words of this length the last two letters may be a different ending. */
const INFLECTED_LENGTH = 7;
const LITTLE_WORDS = new Set(
  'а в за и из или к на о об от по с для the a an of to for in'.split(' '),
);

/** Grouped by kind, better matches first; the order within a group is that of `places`. */
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

/** The number of words that are not in the name; undefined if one is found nowhere. */
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
