// The checks of a month and its remarks give the same counts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { COUNT_WORDS, countOfChecks, countOfRemarks } from './remark-counts.ts';

const accepted = { by: 1, at: '2026-11-01T00:00:00.000Z', note: 'Жильцы в отъезде' };
const REMARKS = [
  { check: 'draft-charges', accepted: null, isBlocking: true },
  { check: 'nothing-charged', accepted: null, isBlocking: true },
  { check: 'nothing-charged', accepted: null, isBlocking: true },
  { check: 'outliers', accepted: null, isBlocking: false },
  { check: 'outliers', accepted, isBlocking: false },
] as const;
const CHECKS = [
  { code: 'draft-charges', state: 'BLOCKING', count: 1, open: 1 },
  { code: 'nothing-charged', state: 'BLOCKING', count: 2, open: 2 },
  { code: 'outliers', state: 'REMARKS', count: 2, open: 1 },
  { code: 'month-not-over', state: 'OK', count: 0, open: 0 },
] as const;

test('remarks that cannot be accepted count as not accepted in both places, what is ahead as neither', () => {
  const counts = { all: 4, open: 3, blocking: 2, ahead: 1 };
  assert.deepEqual(countOfChecks(CHECKS), counts);
  assert.deepEqual(countOfRemarks(REMARKS), counts);
  assert.equal(
    COUNT_WORDS.ru.counts(counts),
    'Замечаний: 4, не принято: 3, нельзя принять: 2, ещё впереди: 1',
  );
});

test('nothing is said about what cannot be accepted or is ahead where there is none', () => {
  const counts = countOfRemarks(REMARKS.slice(3));
  assert.equal(COUNT_WORDS.en.counts(counts), 'Remarks: 2, not accepted: 1');
});
