import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languageOf, type Language } from './language-of.ts';

type Case = {
  readonly why: string;
  readonly args?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly spoken: Language;
};

const CASES: readonly Case[] = [
  { why: 'nothing says a language', spoken: 'en' },
  { why: 'LANG', environment: { LANG: 'ru_RU.UTF-8' }, spoken: 'ru' },
  { why: 'the bare language', environment: { LANG: 'ru' }, spoken: 'ru' },
  { why: 'Rundi is another language', environment: { LANG: 'run_BI' }, spoken: 'en' },
  {
    why: 'messages before LANG',
    environment: { LANG: 'en_US.UTF-8', LC_MESSAGES: 'ru_RU.UTF-8' },
    spoken: 'ru',
  },
  {
    why: 'LC_ALL before messages',
    environment: { LC_MESSAGES: 'ru_RU.UTF-8', LC_ALL: 'C' },
    spoken: 'en',
  },
  {
    why: 'an empty variable says nothing',
    environment: { LC_ALL: '', LANG: 'ru_RU.UTF-8' },
    spoken: 'ru',
  },
  {
    why: 'the argument before the machine',
    args: ['--exit', '--lang', 'en'],
    environment: { LANG: 'ru_RU.UTF-8' },
    spoken: 'en',
  },
  { why: 'the argument in one word', args: ['--lang=ru'], spoken: 'ru' },
];

for (const { why, args = [], environment = {}, spoken } of CASES)
  test(`${why}: ${spoken}`, () => {
    assert.equal(languageOf(args, environment), spoken);
  });

for (const args of [['--lang', 'de'], ['--lang'], ['--lang=']])
  test(`refused: ${args.join(' ')}`, () => {
    assert.throws(() => languageOf(args, {}), /^RangeError: --lang is ru or en/);
  });
