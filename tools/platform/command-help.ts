// What a program behind `npm run` prints for `--help`, and for invalid arguments.
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { say } from '../speech/speech.ts';

/** Whether help was requested; it has been printed then, and the program is done. */
export function isHelpTold(args: readonly string[], help: string): boolean {
  if (!args.includes('--help') && !args.includes('-h')) return false;
  console.log(help);
  return true;
}

/**
 * The only argument of a program that writes a folder. Ends the program if help was requested, or the argument is none: an option
 * is no folder.
 * @param standard the folder when none is named
 */
export function requireFolder(help: string, standard?: string): string {
  const args = process.argv.slice(2);
  if (isHelpTold(args, help)) process.exit(0);
  const [folder = standard, ...others] = args;
  if (folder === undefined || folder.startsWith('-') || others.length > 0) {
    console.error('Name one folder: --help says more');
    process.exit(1);
  }
  return folder;
}

/** An error of `parseArgs`: its first sentence names the option; the rest is about quoting. */
export function firstSentence(error: unknown): string {
  const [sentence = ''] = (error as Error).message.split(/\.(?:\s|$)/, 1);
  return sentence;
}

/** Of every program that speaks the machine's language; `speech.ts` reads it. */
const LANGUAGE = { lang: { type: 'string' } } as const;

/** Ends a program that would start the platform, if help was requested or an argument is unknown. */
export function requireKnownArguments(help: string, options: ParseArgsOptionsConfig = {}): void {
  const args = process.argv.slice(2);
  if (isHelpTold(args, help)) process.exit(0);
  try {
    parseArgs({ args, options: { ...LANGUAGE, ...options } });
  } catch (error) {
    console.error(
      `${say('Не запущено:', 'Not started:')} ${firstSentence(error)}: ${say('см. --help', '--help says more')}`,
    );
    process.exit(1);
  }
}
