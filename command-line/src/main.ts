// `kvartplata <command> …`: what an accountant does with a month, on the command line.
import { mayHaveHappened, RequestFailure } from '@kvartplata/client/request-failure.ts';
import type { Words } from '@kvartplata/domain/text/words.ts';
import { languageOf } from '../../tools/speech/language-of.ts';
import type { Language } from '../../web/lib/in-both.ts';
import packageJson from '../package.json' with { type: 'json' };
import { askSecret } from './ask-secret.ts';
import type { Command } from './command.ts';
import { Failed, UsageError } from './command-errors.ts';
import { COMMANDS } from './commands.ts';
import { connect } from './connect.ts';
import { explain } from './explain.ts';
import { fileFailureWords } from './files.ts';
import { readGiven } from './given.ts';
import { helpOf, overview } from './help.ts';
import { createOutput } from './output.ts';
import { readSettings } from './settings.ts';

/** Exit codes, by what a script can do about the failure. */
const EXIT = { done: 0, refused: 1, usage: 2, unavailable: 3 } as const;
/** The longest command names have two words. */
const MOST_WORDS = 2;

// A reader such as `head` closes the pipe once it has read enough: that is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? EXIT.done : EXIT.refused);
});

const args = withOptionsBehind(process.argv.slice(2));
let language: Language = 'en';
try {
  language = languageOf(args, process.env);
  process.exitCode = await main();
} catch (error) {
  process.exitCode = complain(error);
}

async function main(): Promise<number> {
  const found = findCommand(args);
  if (found === undefined) return guide();
  await run(found.command, found.rest);
  return EXIT.done;
}

/** Prints the version or the help if requested, and the help also if only the first word of a command was typed. */
function guide(): number {
  if (args[0] === '--version') {
    process.stdout.write(`${packageJson.version}\n`);
    return EXIT.done;
  }
  const end = args.findIndex((one) => one.startsWith('-'));
  const typed = args.slice(0, end === -1 ? args.length : end).filter((one) => one !== 'help');
  const isAsked = args[0] === 'help' || args.includes('--help') || args.length === 0;
  const isBegun = COMMANDS.some(({ name }) => name.startsWith(`${typed.join(' ')} `));
  if (isAsked || isBegun) process.stdout.write(overview(typed, language));
  if (isAsked) return EXIT.done;
  const words = typed.join(' ') || args[0] || '""';
  throw new UsageError(
    isBegun
      ? { ru: `команда не закончена: ${words}`, en: `the command is not complete: ${words}` }
      : { ru: `нет такой команды: ${words}`, en: `no such command: ${words}` },
  );
}

async function run(command: Command, rest: readonly string[]): Promise<void> {
  const given = readGiven(command, rest);
  if (given.has('help')) {
    process.stdout.write(helpOf(command, language));
    return;
  }
  const isJson = given.has('json');
  const output = createOutput({ out: process.stdout, err: process.stderr }, { language, isJson });
  const settings = readSettings(process.env);
  await command.run({
    given,
    output,
    settings,
    askSecret: async (prompt) => askSecret(prompt, output),
    connect: async () => connect(settings),
  });
}

/** Moves common options that were typed before the command behind it. */
function withOptionsBehind(typed: readonly string[]): readonly string[] {
  const [first = ''] = typed;
  if (first === '--lang') return [...withOptionsBehind(typed.slice(2)), ...typed.slice(0, 2)];
  if (first === '--json' || first.startsWith('--lang='))
    return [...withOptionsBehind(typed.slice(1)), first];
  return typed;
}

/** The command at the start of the line; the longer name wins. */
function findCommand(
  typed: readonly string[],
): { readonly command: Command; readonly rest: readonly string[] } | undefined {
  for (let words = MOST_WORDS; words > 0; words -= 1) {
    const name = typed.slice(0, words).join(' ');
    const command = COMMANDS.find((one) => one.name === name);
    if (command !== undefined) return { command, rest: typed.slice(words) };
  }
  return undefined;
}

/** @returns the exit code */
function complain(error: unknown): number {
  if (error instanceof RequestFailure) {
    tell(explain(error, language));
    const mayPass = error.status === 429 || mayHaveHappened(error);
    return mayPass ? EXIT.unavailable : EXIT.refused;
  }
  if (error instanceof UsageError || error instanceof RangeError) {
    tell([error instanceof UsageError ? say(error.words) : error.message]);
    tell([say({ ru: 'Справка: kvartplata help', en: 'Help: kvartplata help' })], '');
    return EXIT.usage;
  }
  if (error instanceof Failed) tell([say(error.words)]);
  else if (isOfFile(error)) tell([`${error.path ?? ''}: ${say(fileFailureWords(error.code))}`]);
  else throw error;
  return EXIT.refused;
}

function isOfFile(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error && 'syscall' in error;
}

function tell(lines: readonly string[], from = 'kvartplata: '): void {
  for (const line of lines) process.stderr.write(`${from}${line}\n`);
}

function say({ ru, en }: Words): string {
  return language === 'ru' ? ru : en;
}
