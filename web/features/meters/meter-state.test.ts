import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stateOf } from './meter-state.ts';

const FINE = { removedOn: null, outOfOrderSince: null, verifiedUntil: null };
const CASES = [
  { meter: FINE, state: 'good', why: 'nothing is known of its verification' },
  {
    meter: { ...FINE, verifiedUntil: '2026-06-30' },
    state: 'soon',
    why: 'it is its last good day',
  },
  { meter: { ...FINE, verifiedUntil: '2026-06-29' }, state: 'overdue', why: 'that was yesterday' },
  { meter: { ...FINE, verifiedUntil: '2026-09-28' }, state: 'soon', why: '90 days are left' },
  { meter: { ...FINE, verifiedUntil: '2026-09-29' }, state: 'good', why: '91 days are left' },
  { meter: { ...FINE, removedOn: '2026-06-30' }, state: 'good', why: 'it is its last day' },
  {
    meter: { removedOn: '2026-06-29', outOfOrderSince: '2026-06-01', verifiedUntil: '2020-01-01' },
    state: 'removed',
    why: 'what is gone needs nothing',
  },
  {
    meter: { ...FINE, outOfOrderSince: '2026-06-30', verifiedUntil: '2020-01-01' },
    state: 'broken',
    why: 'a verification does not help what is broken',
  },
] as const;
for (const { meter, state, why } of CASES)
  test(`a meter is ${state} when ${why}`, () => assert.equal(stateOf(meter, '2026-06-30'), state));
