import assert from 'node:assert/strict';
import { test } from 'node:test';
import { notDueOf } from './not-due.ts';

const plan = {
  state: 'active',
  left: '300.00',
  schedule: [
    { period: '2026-11', principal: '100.00' },
    { period: '2026-12', principal: '100.00' },
    { period: '2027-01', principal: '100.00' },
  ],
} as const;

const MONTHS: { why: string; plans: Parameters<typeof notDueOf>[0]; month: string; is: string }[] =
  [
    { why: 'before its first part', plans: [plan], month: '2026-10', is: '300.00' },
    { why: 'with its first part', plans: [plan], month: '2026-11', is: '200.00' },
    { why: 'with its last part', plans: [plan], month: '2027-01', is: '0.00' },
    { why: 'paid ahead', plans: [{ ...plan, left: '150.00' }], month: '2026-11', is: '150.00' },
    { why: 'of two plans', plans: [plan, plan], month: '2026-12', is: '200.00' },
    { why: 'cancelled', plans: [{ ...plan, state: 'cancelled' }], month: '2026-11', is: '0.00' },
    { why: 'without a plan', plans: [], month: '2026-11', is: '0.00' },
  ];
for (const { why, plans, month, is } of MONTHS)
  test(`the sum deferred to later months: ${why}`, () => assert.equal(notDueOf(plans, month), is));
