import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LedgerEntry } from '@kvartplata/contracts/billing/ledger-entries.ts';
import { accountMonths } from './account-months.ts';

function entry(
  period: string,
  transactionType: LedgerEntry['transactionType'],
  debit: string,
  credit: string,
): LedgerEntry {
  return {
    id: 1,
    houseId: 1,
    personalAccountId: 1,
    transactionType,
    debtKind: 'principal',
    debit,
    credit,
    period,
    effectiveOn: `${period}-28`,
    referenceId: 'charge:1',
    createdAt: '2026-11-21T00:00:00Z',
  };
}

test('each month carries on what was owed before it, whatever the order of booking', () => {
  const months = accountMonths([
    entry('2026-10', 'CHARGE', '100.10', '0.00'),
    entry('2026-09', 'CHARGE', '50.05', '0.00'),
    entry('2026-10', 'CHARGE', '0.20', '0.00'),
    entry('2026-10', 'PENALTY', '1.00', '0.00'),
    entry('2026-10', 'PAYMENT', '0.00', '200.00'),
    entry('2026-10', 'STORNO', '0.00', '0.20'),
  ]);
  assert.deepEqual(months, [
    {
      period: '2026-10',
      charged: '100.30',
      penalty: '1.00',
      paid: '200.00',
      storno: '-0.20',
      closing: '-48.85',
    },
    {
      period: '2026-09',
      charged: '50.05',
      penalty: '0.00',
      paid: '0.00',
      storno: '0.00',
      closing: '50.05',
    },
  ]);
});

test('an account without entries has no months', () => assert.deepEqual(accountMonths([]), []));
