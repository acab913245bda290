import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MIN_PASSWORD_LENGTH } from '@kvartplata/contracts/auth/users.ts';
import { passwordPolicyOf, passwordProblem } from './password-rules.ts';

const NAMES = ['Иван', 'Петров-Водкин', 'ivan.petrov', 'petrov1970@example.org'];

type Case = {
  readonly env: string;
  readonly password: string;
  readonly ok: boolean;
  readonly why: string;
};

const CASES: readonly Case[] = [
  { env: 'dev', password: 'abcdefg', ok: false, why: 'seven characters' },
  { env: 'dev', password: 'abcdefgh', ok: true, why: 'eight are enough in development' },
  {
    env: 'dev',
    password: '😀😀😀😀',
    ok: false,
    why: 'four characters, though eight UTF-16 units',
  },
  {
    env: 'dev',
    password: 'й'.repeat(4).normalize('NFD'),
    ok: false,
    why: 'four characters, typed as eight code points',
  },
  { env: 'production', password: 'vk3jw9smq1x', ok: false, why: 'eleven characters' },
  { env: 'production', password: 'vk3jw9smq1xz', ok: true, why: 'twelve' },
  { env: 'production', password: 'верный конь батарея', ok: true, why: 'words of no list' },
  { env: 'production', password: '            ', ok: false, why: 'one character again and again' },
  { env: 'production', password: 'Password123!', ok: false, why: 'a common word with trimmings' },
  { env: 'production', password: 'Пароль12345678', ok: false, why: 'the same in Russian' },
  { env: 'production', password: 'qwertyuiop[]', ok: false, why: 'a row of the keyboard' },
  { env: 'production', password: '121212121212', ok: false, why: 'two characters' },
  { env: 'production', password: 'ИванПетров1970', ok: false, why: 'the names of the user' },
  { env: 'production', password: 'petrov1970!!', ok: false, why: 'the e-mail of the user' },
  { env: 'production', password: 'ivanpetrov и корова', ok: true, why: 'enough beside the names' },
  { env: 'staging', password: 'Password123!', ok: false, why: 'only dev is lenient' },
];

describe('the rules of passwords', () => {
  for (const { env, password, ok, why } of CASES) {
    it(`${ok ? 'takes' : 'refuses'} ${JSON.stringify(password)} in ${env}: ${why}`, () => {
      const problem = passwordProblem(password, passwordPolicyOf(env), NAMES);
      assert.equal(problem === undefined, ok, String(problem?.message));
    });
  }
});

it('a password needs as many characters in production as the hints of the page say', () => {
  assert.equal(passwordPolicyOf('production').minLength, MIN_PASSWORD_LENGTH);
});
