// Which step of a month comes next.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { progressOf, type KnownMonth } from './month-progress.ts';

const ALL_WELL = [{ code: 'outliers', state: 'OK', count: 0, open: 0 }] as const;
const BEGUN: KnownMonth = {
  cycle: undefined,
  counts: [{ meters: 10, read: 0 }],
  totals: { paid: '0.00' },
  checks: [],
};
const READ = [{ meters: 10, read: 9 }];
const DRAFT = { status: 'DRAFT', accounts: 5, housesNotApplied: 1 } as const;
const APPLIED = { status: 'APPLIED', accounts: 5, housesNotApplied: 0 } as const;

const CASES: readonly (readonly [why: string, month: KnownMonth, next: string | undefined])[] = [
  ['nothing is read yet', BEGUN, 'readings'],
  ['most is read, and nobody waits for the last one', { ...BEGUN, counts: READ }, 'calculate'],
  ['there are no meters', { ...BEGUN, counts: [] }, 'calculate'],
  [
    'a remark is open',
    {
      ...BEGUN,
      cycle: DRAFT,
      checks: [{ code: 'outliers', state: 'REMARKS', count: 2, open: 1 }],
    },
    'look',
  ],
  [
    'remarks are accepted',
    {
      ...BEGUN,
      cycle: DRAFT,
      checks: [
        { code: 'outliers', state: 'ACCEPTED', count: 2, open: 0 },
        { code: 'draft-charges', state: 'BLOCKING', count: 1, open: 1 },
      ],
    },
    'apply',
  ],
  [
    'a reading has changed since it was calculated',
    {
      ...BEGUN,
      counts: READ,
      cycle: DRAFT,
      checks: [{ code: 'outdated-charges', state: 'REMARKS', count: 1, open: 1 }],
    },
    'calculate',
  ],
  [
    'it is applied and not over',
    {
      ...BEGUN,
      cycle: APPLIED,
      checks: [{ code: 'month-not-over', state: 'BLOCKING', count: 1, open: 1 }],
    },
    'receipts',
  ],
  ['it is applied and over', { ...BEGUN, cycle: APPLIED, checks: ALL_WELL }, 'close'],
  [
    'a house of it is late',
    { ...BEGUN, cycle: { ...APPLIED, housesNotApplied: 1 }, checks: ALL_WELL },
    'apply',
  ],
  [
    'it is closed with a later month',
    { ...BEGUN, cycle: APPLIED, closing: '2026-10', checks: ALL_WELL },
    undefined,
  ],
  [
    'it is closed with a later month, and was never begun',
    { ...BEGUN, closing: '2026-10' },
    undefined,
  ],
  ['it is closed', { ...BEGUN, cycle: { ...APPLIED, status: 'CLOSED' }, checks: [] }, undefined],
];
for (const [why, month, next] of CASES)
  test(`the next step of a month when ${why}`, () => {
    assert.equal(progressOf(month).next, next);
  });

test('payments are done once some are booked and none is unidentified', () => {
  const paid = { ...BEGUN, cycle: DRAFT, totals: { paid: '10.00' } };
  assert.ok(progressOf({ ...paid, checks: ALL_WELL }).done.has('payments'));
  const waiting = { code: 'unidentified-payments', state: 'REMARKS', count: 1, open: 1 } as const;
  assert.ok(!progressOf({ ...paid, checks: [waiting] }).done.has('payments'));
  assert.ok(!progressOf({ ...BEGUN, checks: ALL_WELL }).done.has('payments'));
});
