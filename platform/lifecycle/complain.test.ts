import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { createComplaint } from './complain.ts';

type Line = readonly [string, object, string];

const WORDS = 'the job queue met an error';
const REFUSED = { code: 'ECONNREFUSED', address: '10.0.0.7', port: 5432 };
const ABSENCE = { reason: 'the database at 10.0.0.7:5432 does not answer' };

let nowMs: number;
let lines: Line[];
let complain: (error: unknown) => void;
beforeEach(() => {
  nowMs = 0;
  lines = [];
  const log = {
    warn: (facts: object, words: string) => void lines.push(['warn', facts, words]),
    error: (facts: object, words: string) => void lines.push(['error', facts, words]),
  };
  complain = createComplaint(log, WORDS, () => nowMs);
});

test('an unavailable database is logged in one line a minute, without a stack', () => {
  for (nowMs = 0; nowMs < 60_000; nowMs += 250)
    complain(Object.assign(new Error('connect ECONNREFUSED'), REFUSED));
  assert.deepEqual(lines, [['warn', ABSENCE, WORDS]]);
  complain(Object.assign(new Error('connect ECONNREFUSED'), REFUSED));
  assert.equal(lines.length, 2);
});

test('so is one that a library reports as a plain object', () => {
  complain({ ...REFUSED, message: 'connect ECONNREFUSED (Queue: delivery)', stack: 'Error: …' });
  assert.deepEqual(lines, [['warn', ABSENCE, WORDS]]);
});

test('every other failure is logged in full each time, also while the database is unavailable', () => {
  complain(Object.assign(new Error('connect ECONNREFUSED'), REFUSED));
  const bug = new TypeError('cannot read of undefined');
  complain(bug);
  complain(bug);
  assert.deepEqual(lines.slice(1), [
    ['error', { err: bug }, WORDS],
    ['error', { err: bug }, WORDS],
  ]);
});
