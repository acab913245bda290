// What prevents a text from being one readable line: used for typed input, the cells of a file, and the rows of a former
// application.

/** Never intended, in any text. */
const BAD_CHARACTERS = {
  'control-character': /[^\P{Cc}\n\v\f\r]/u,
  // What a wrong encoding makes of letters; an unpaired surrogate becomes the same in the database.
  'lost-letters': /[\uFFFD\p{Cs}]/u,
  // They display a text, and what follows it, in another order than it is stored in.
  'direction-sign': /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u,
} as const;

/** Faults in the layout of a line; cells of a file are cleaned up instead. */
const BAD_LAYOUTS = {
  blank: /^\s+$/u,
  'outer-blank': /^\s+\S|\S\s+$/u,
  'line-break': /[\n\v\f\r\u2028\u2029]/u,
} as const;

export type BadCharacter = keyof typeof BAD_CHARACTERS;
export type LineFault = keyof typeof BAD_LAYOUTS | BadCharacter;

/** Completing "the field …". */
export const LINE_FAULTS: Readonly<Record<LineFault, string>> = {
  blank: 'is blank',
  'outer-blank': 'has a blank at its beginning or end',
  'line-break': 'has a line break',
  'control-character': 'has a control character',
  'lost-letters': 'has U+FFFD, which stands for lost letters',
  'direction-sign': 'has a sign that changes the direction of writing',
};

/** @param text may have line breaks */
export function badCharactersOf(text: string): readonly BadCharacter[] {
  return matching(BAD_CHARACTERS, text);
}

/** Empty for a correct line. */
export function faultsOfLine(text: string): readonly LineFault[] {
  return [...matching(BAD_LAYOUTS, text), ...badCharactersOf(text)];
}

function matching<Name extends string>(patterns: Readonly<Record<Name, RegExp>>, text: string) {
  return (Object.keys(patterns) as Name[]).filter((name) => patterns[name].test(text));
}
