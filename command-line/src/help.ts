// The help: all commands with a line each, or the options of one command.
import type { Words } from '@kvartplata/domain/text/words.ts';
import type { Language } from '../../web/lib/in-both.ts';
import type { Command } from './command.ts';
import { COMMANDS } from './commands.ts';
import { COMMON, type OptionFacts } from './given.ts';
import { drawTable } from './table.ts';

const ENVIRONMENT: readonly (readonly [string, Words])[] = [
  [
    'KVARTPLATA_URL',
    {
      ru: 'адрес страницы, например https://kvartplata.example.org; без него — npm start на этой машине',
      en: 'the address of the page, as https://kvartplata.example.org; else npm start on this machine',
    },
  ],
  [
    'KVARTPLATA_API_KEY',
    { ru: 'ключ программы вместо входа', en: 'an API key in place of signing in' },
  ],
  [
    'XDG_CONFIG_HOME',
    {
      ru: 'где хранится вход, вместо ~/.config',
      en: 'where the sign-in is kept, in place of ~/.config',
    },
  ],
];
const CODES: readonly (readonly [string, Words])[] = [
  ['0', { ru: 'сделано', en: 'done' }],
  ['1', { ru: 'отказано', en: 'refused' }],
  ['2', { ru: 'команда набрана неверно', en: 'the command line is wrong' }],
  ['3', { ru: 'сейчас недоступно: повторите позже', en: 'unavailable now: try again later' }],
];

/** @param topics the first words of the commands to list; all of them if empty */
export function overview(topics: readonly string[], language: Language): string {
  const begun = COMMANDS.filter(({ name }) => name.startsWith(topics.join(' ')));
  const commands = topics.length === 0 || begun.length === 0 ? COMMANDS : begun;
  const only = commands.length === 1 ? commands[0] : undefined;
  if (only !== undefined) return helpOf(only, language);
  const say = sayIn(language);
  const rows = commands.map(({ name, operands = '', words }) => [
    `  ${`${name} ${operands}`.trim()}`,
    say(words),
  ]);
  return [
    `kvartplata <${say({ ru: 'команда', en: 'command' })}> --help`,
    '',
    ...lines(rows),
    '',
    ...lines(ENVIRONMENT.map(([name, words]) => [`  ${name}`, say(words)])),
    '',
    say({ ru: 'Код завершения:', en: 'Exit code:' }),
    ...lines(CODES.map(([code, words]) => [`  ${code}`, say(words)])),
    '',
  ].join('\n');
}

export function helpOf(
  { name, operands = '', words, options }: Command,
  language: Language,
): string {
  const say = sayIn(language);
  const required = Object.entries(options)
    .filter(([, { isRequired }]) => isRequired)
    .map(([option, facts]) => ` ${typed(option, facts)}`)
    .join('');
  const rows = Object.entries({ ...options, ...COMMON }).map(([option, facts]) => [
    `  ${typed(option, facts)}`,
    say(facts.words),
  ]);
  return [
    `kvartplata ${`${name} ${operands}`.trim()}${required}`,
    '',
    say(words),
    '',
    ...lines(rows),
    '',
  ].join('\n');
}

function typed(option: string, { value, isRepeated }: OptionFacts): string {
  return `--${option}${value === undefined ? '' : ` ${value}`}${isRepeated ? ' …' : ''}`;
}

function lines(rows: readonly (readonly string[])[]): readonly string[] {
  return drawTable([{ text: '' }, { text: '' }], rows, undefined).slice(1);
}

function sayIn(language: Language): (words: Words) => string {
  return ({ ru, en }) => (language === 'ru' ? ru : en);
}
