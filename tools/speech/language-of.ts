// The language of our programs: that of the machine, unless `--lang ru` or `--lang en` names another.

export type Language = 'ru' | 'en';

/** In POSIX's order of precedence: the first one that is set decides. */
const VARIABLES = ['LC_ALL', 'LC_MESSAGES', 'LANG'];

/**
 * Russian where the machine uses it, otherwise English.
 * @throws RangeError when the arguments name a third language
 */
export function languageOf(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Language {
  const named = namedBy(args);
  if (named === undefined) {
    const spoken = VARIABLES.map((name) => environment[name] ?? '').find((value) => value !== '');
    return /^ru(?:[_.@-]|$)/i.test(spoken ?? '') ? 'ru' : 'en';
  }
  if (named === 'ru' || named === 'en') return named;
  throw new RangeError(`--lang is ru or en, not "${named}"`);
}

function namedBy(args: readonly string[]): string | undefined {
  const at = args.findIndex((arg) => /^--lang(?:=|$)/.test(arg));
  const arg = args[at];
  return arg === '--lang' ? (args[at + 1] ?? '') : arg?.slice('--lang='.length);
}
