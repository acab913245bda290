// The parsed command line: options by name, and the operands in order.
import { parseArgs } from 'node:util';
import type { Words } from '@kvartplata/domain/text/words.ts';
import { parseDay, parseMonth } from '../../web/lib/days.ts';
import { UsageError } from './command-errors.ts';

export type OptionFacts = {
  readonly words: Words;
  /** The placeholder for its value in the help, such as `YYYY-MM`; a flag has none. */
  readonly value?: string;
  readonly isRequired?: true;
  /** It may be given several times. */
  readonly isRepeated?: true;
};

/** What may be typed for a command. */
export type Syntax = {
  /** As typed: `payments book`. */
  readonly name: string;
  /** Arguments without an option name, such as `FILE`; three dots mean several. */
  readonly operands?: string;
  readonly options: Readonly<Record<string, OptionFacts>>;
};

export type Given = {
  readonly text: (name: string) => string | undefined;
  readonly needed: (name: string) => string;
  readonly all: (name: string) => readonly string[];
  readonly has: (name: string) => boolean;
  readonly id: (name: string) => number | undefined;
  readonly ids: (name: string) => readonly number[] | undefined;
  /** `YYYY-MM`; may be typed as 11.2026. */
  readonly month: (name: string) => string | undefined;
  /** `YYYY-MM-DD`; may be typed as 21.11.2026. */
  readonly day: (name: string) => string | undefined;
  readonly operands: readonly string[];
};

type Values = Readonly<
  Record<string, string | boolean | readonly (string | boolean)[] | undefined>
>;

/** Options that every command takes. */
export const COMMON: Readonly<Record<string, OptionFacts>> = {
  json: {
    words: {
      ru: 'JSON вместо таблицы: документ, а список — по строке на запись',
      en: 'JSON in place of a table: a document, or of a list a line for each item',
    },
  },
  lang: {
    value: 'ru|en',
    words: {
      ru: 'язык; если не указан, язык машины',
      en: 'the language; else that of the machine',
    },
  },
  help: { words: { ru: 'эта справка', en: 'this help' } },
};

/** @throws UsageError when an option is unknown, lacks its value or is missing */
export function readGiven({ name, options, operands }: Syntax, args: readonly string[]): Given {
  const given = givenOf(parse({ ...options, ...COMMON }, args));
  if (given.has('help')) return given;
  for (const [option, { isRequired }] of Object.entries(options))
    if (isRequired) given.needed(option);
  const most = operands === undefined ? 0 : operands.endsWith('…') ? Infinity : 1;
  const [superfluous] = given.operands.slice(most);
  if (superfluous !== undefined)
    throw new UsageError({
      ru: `лишнее в команде ${name}: ${superfluous}`,
      en: `superfluous after ${name}: ${superfluous}`,
    });
  if (operands !== undefined && given.operands.length === 0)
    throw new UsageError({ ru: `не указано: ${operands}`, en: `missing: ${operands}` });
  return given;
}

type Parsed = { readonly values: Values; readonly positionals: readonly string[] };

function parse(options: Readonly<Record<string, OptionFacts>>, args: readonly string[]): Parsed {
  const entries = Object.entries(options).map(([name, { value, isRepeated }]) => [
    name,
    { type: value === undefined ? 'boolean' : 'string', multiple: isRepeated === true },
  ]);
  const known = Object.fromEntries(entries) as Record<
    string,
    { readonly type: 'boolean' | 'string'; readonly multiple: boolean }
  >;
  try {
    return parseArgs({ args: [...args], options: known, allowPositionals: true });
  } catch (error) {
    const [message = ''] = (error as Error).message.split('. ', 1);
    throw new UsageError({ ru: `параметры не разобрать: ${message}`, en: message });
  }
}

function givenOf({ values, positionals }: Parsed): Given {
  const all = (name: string): readonly string[] =>
    [values[name] ?? []].flat().filter((one) => typeof one === 'string');
  const text = (name: string): string | undefined => all(name).at(-1);
  const idOf = (name: string, typed: string): number => {
    if (/^[1-9]\d{0,14}$/.test(typed)) return Number(typed);
    throw wrong(name, typed, { ru: 'нужен номер', en: 'a number is needed' });
  };
  const read = (
    name: string,
    parseText: (typed: string) => string | undefined,
    needs: { readonly ru: string; readonly en: string },
  ): string | undefined => {
    const typed = text(name);
    if (typed === undefined) return undefined;
    const found = parseText(typed);
    if (found === undefined) throw wrong(name, typed, needs);
    return found;
  };
  return {
    text,
    needed: (name) => {
      const typed = text(name);
      if (typed === undefined || typed === '')
        throw new UsageError({ ru: `не указано: --${name}`, en: `missing: --${name}` });
      return typed;
    },
    all,
    has: (name) => values[name] === true,
    id: (name) => {
      const typed = text(name);
      return typed === undefined ? undefined : idOf(name, typed);
    },
    ids: (name) => {
      const typed = all(name);
      return typed.length === 0 ? undefined : typed.map((one) => idOf(name, one));
    },
    month: (name) =>
      read(name, parseMonth, {
        ru: 'нужен месяц, например 2026-10',
        en: 'a month is needed, as 2026-10',
      }),
    day: (name) =>
      read(name, parseDay, {
        ru: 'нужен день, например 2026-10-25',
        en: 'a day is needed, as 2026-10-25',
      }),
    operands: positionals,
  };
}

function wrong(
  name: string,
  typed: string,
  needs: { readonly ru: string; readonly en: string },
): UsageError {
  return new UsageError({
    ru: `--${name} ${typed}: ${needs.ru}`,
    en: `--${name} ${typed}: ${needs.en}`,
  });
}
