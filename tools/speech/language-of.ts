// Which language a program of ours speaks: that of the machine, unless `--lang ru` or `--lang en` names another.

export type Language = 'ru' | 'en';

/** As POSIX ranks them: the first that says something decides. */
const VARIABLES = ['LC_ALL', 'LC_MESSAGES', 'LANG'];

/**
 * Russian where the machine speaks it, English elsewhere.
 * @throws RangeError when the arguments name a third one
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
