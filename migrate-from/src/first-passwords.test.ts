import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { openFirstPasswords } from './first-passwords.ts';
import { CopyRefusal } from './refusal.ts';

let directory: string;
let file: string;

beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'first-passwords-'));
  file = path.join(directory, 'first.csv');
});
afterEach(() => rmSync(directory, { recursive: true }));

test('a password is in the file, readable by its owner alone, before it is returned', () => {
  const password = openFirstPasswords(file).of({ id: 7, username: 'anna' });
  assert.equal(password.length, 20);
  assert.equal(readFileSync(file, 'utf8'), `7,anna,${password}\n`);
  assert.equal(statSync(file).mode & 0o777, 0o600);
});

test('a user keeps the first password over any number of runs, and no two have the same', () => {
  const first = openFirstPasswords(file).of({ id: 7, username: 'anna' });
  const second = openFirstPasswords(file).of({ id: 8, username: 'boris' });
  assert.equal(openFirstPasswords(file).of({ id: 7, username: 'anna' }), first);
  assert.notEqual(first, second);
  assert.equal(readFileSync(file, 'utf8').split('\n').length, 3);
});

test('no file is created when no user needs one', () => {
  openFirstPasswords(file);
  assert.throws(() => statSync(file), { code: 'ENOENT' });
});

for (const [why, text] of [
  ['something else', 'a letter\nto a friend\n'],
  ['a line that a power cut has cut off', '7,anna,abcdefghijklmnopqrst\n8,bo'],
] as const) {
  test(`a file is refused and left alone if it holds ${why}`, () => {
    writeFileSync(file, text);
    assert.throws(() => openFirstPasswords(file), CopyRefusal);
    assert.equal(readFileSync(file, 'utf8'), text);
  });
}
