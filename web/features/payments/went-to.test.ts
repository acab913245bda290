import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PaymentAllocation } from '@kvartplata/contracts/billing/payments.ts';

// The words module reads the chosen language from the browser's storage.
Object.assign(globalThis, {
  localStorage: { getItem: () => null },
  document: { documentElement: {} },
});
const { wentTo } = await import('./went-to.ts');

const principal = (period: string | null, amount: string): PaymentAllocation => ({
  debtKind: 'principal',
  period,
  amount,
});
const penalty = (period: string, amount: string): PaymentAllocation => ({
  debtKind: 'penalty',
  period,
  amount,
});

const CASES = [
  {
    why: 'one month needs no sum',
    allocation: [principal('2026-01', '1.00')],
    words: 'январь 2026',
  },
  {
    why: 'months in a row are one stretch, over the end of a year',
    allocation: [principal('2025-12', '100.00'), principal('2026-01', '1150.10')],
    words: 'декабрь 2025 – январь 2026',
  },
  {
    why: 'a gap parts them',
    allocation: [principal('2025-12', '100.00'), principal('2026-02', '50.00')],
    words: 'декабрь 2025: 100,00; февраль 2026: 50,00',
  },
  {
    why: 'penalties and an advance stand by themselves',
    allocation: [
      principal('2026-01', '100.00'),
      principal(null, '0.50'),
      penalty('2026-01', '2.00'),
      penalty('2026-02', '3.00'),
    ],
    words: 'январь 2026: 100,00; аванс: 0,50; пени за январь 2026 – февраль 2026: 5,00',
  },
  { why: 'what was taken back lies nowhere', allocation: [], words: '' },
];
for (const { why, allocation, words } of CASES)
  test(why, () => assert.equal(wentTo({ allocation }, 'ru'), words));
