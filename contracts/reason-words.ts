// Words for a reason that has a code and facts: the words of the code, and after a colon the details.

export type Words = { readonly ru: string; readonly en: string };

/** The words of each fact. */
export type FactWords<Facts> = {
  readonly [Name in keyof Required<Facts>]: Readonly<
    Record<keyof Words, (value: Required<Facts>[Name]) => string>
  >;
};

export function reasonWords<Facts extends object>(
  reason: Words,
  facts: Facts,
  words: FactWords<Facts>,
): Words {
  return { ru: said('ru', reason, facts, words), en: said('en', reason, facts, words) };
}

function said<Facts extends object>(
  language: keyof Words,
  reason: Words,
  facts: Facts,
  words: FactWords<Facts>,
): string {
  const names = Object.keys(words) as (keyof Facts)[];
  const about = names.flatMap((name) => {
    const value = facts[name];
    return value === undefined ? [] : [words[name][language](value)];
  });
  return [reason[language], ...(about.length > 0 ? [about.join(', ')] : [])].join(': ');
}

/** A day `YYYY-MM-DD`. */
export const ON_DAY = {
  ru: (day: string) => `на ${day.split('-').toReversed().join('.')}`,
  en: (day: string) => `on ${day}`,
} as const;
