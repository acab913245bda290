// The seeded bugs still have their places; whether tests notice them is checked by `npm run test:seeded`.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { SEEDED_BUGS } from './bugs.ts';
import { outcomeOf } from './failed-tests.ts';
import { spoil } from './scratch-copy.ts';

const root = path.resolve(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

describe('seeded bugs', () => {
  for (const bug of SEEDED_BUGS)
    test(`one has its place and its test: ${bug.why}`, () => {
      const sound = read(bug.file);
      assert.notEqual(spoil(sound, bug), sound);
      assert.match(read(bug.test), /\btest\(/);
    });

  test('a place that is missing or not unique is reported', () => {
    const [bug] = SEEDED_BUGS;
    assert.ok(bug);
    assert.throws(() => spoil('something else', bug), /has 0 places for the bug that/);
    assert.throws(() => spoil(`${bug.text}\n${bug.text}`, bug), /has 2 places/);
  });

  test('the failed tests are read from the output of the runner', () => {
    const printed = `▶ sums
  ✔ of thirds are exact (1.2ms)
  ✖ of (four) fourths are exact (0.5ms)
✖ sums (2ms)
ℹ pass 1
✖ failing tests:
✖ of (four) fourths are exact (0.5ms)`;
    assert.deepEqual(outcomeOf(printed), {
      failed: ['of (four) fourths are exact', 'sums'],
      passed: 1,
    });
  });
});
