// Months by name.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { monthWords } from './month-words.ts';

test('a month is written by its name and year', () => {
  assert.deepEqual(monthWords('2026-11'), { ru: 'ноябрь 2026', en: 'November 2026' });
  assert.deepEqual(monthWords('2027-01'), { ru: 'январь 2027', en: 'January 2027' });
  for (const text of ['2026-13', '2026-00', '2026']) assert.throws(() => monthWords(text));
});
