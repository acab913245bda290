// The checks of a month and its remarks give the same counts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { COUNT_WORDS, countOfChecks, countOfRemarks } from './remark-counts.ts';

const accepted = { by: 1, at: '2026-11-01T00:00:00.000Z', note: 'Жильцы в отъезде' };
const REMARKS = [
  { accepted: null, isBlocking: true },
  { accepted: null, isBlocking: true },
  { accepted: null, isBlocking: false },
  { accepted, isBlocking: false },
];
const CHECKS = [
  { state: 'BLOCKING', count: 2, open: 2 },
  { state: 'REMARKS', count: 2, open: 1 },
  { state: 'OK', count: 0, open: 0 },
] as const;

test('remarks that cannot be accepted count as not accepted in both places', () => {
  const counts = { all: 4, open: 3, blocking: 2 };
  assert.deepEqual(countOfChecks(CHECKS), counts);
  assert.deepEqual(countOfRemarks(REMARKS), counts);
  assert.equal(COUNT_WORDS.ru.counts(counts), 'Замечаний: 4, не принято: 3, нельзя принять: 2');
});

test('nothing is said about remarks that cannot be accepted where there are none', () => {
  const counts = countOfRemarks(REMARKS.slice(2));
  assert.equal(COUNT_WORDS.en.counts(counts), 'Remarks: 2, not accepted: 1');
});
