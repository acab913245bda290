import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifiedDays } from './verified-days.ts';

const JULY = { verifiedOn: '2026-07-10', verifiedUntil: '2032-07-09' };
const cases = [
  {
    untilBefore: '2026-05-31',
    nextOn: undefined,
    days: { from: '2026-07-10', to: '2032-07-09' },
    why: 'late: the months without one stay as they were',
  },
  {
    untilBefore: '2026-08-31',
    nextOn: undefined,
    days: { from: '2026-09-01', to: '2032-07-09' },
    why: 'ahead of time: as long as the one before is good nothing changes',
  },
  {
    untilBefore: null,
    nextOn: undefined,
    days: { from: '2032-07-10', to: null },
    why: 'the first: it ends what never ended',
  },
  {
    untilBefore: '2026-05-31',
    nextOn: '2027-01-01',
    days: { from: '2026-07-10', to: '2026-12-31' },
    why: 'another has taken its place',
  },
  {
    untilBefore: '2028-01-01',
    nextOn: '2027-01-01',
    days: null,
    why: 'another has taken its place before it was needed',
  },
  { untilBefore: '2032-07-09', nextOn: undefined, days: null, why: 'as good as the one before' },
];
for (const { untilBefore, nextOn, days, why } of cases) {
  test(`a verification changes charges on these days: ${why}`, () => {
    assert.deepEqual(verifiedDays(JULY, untilBefore, nextOn), days);
  });
}
