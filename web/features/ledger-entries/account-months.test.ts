import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LedgerEntry } from '@kvartplata/contracts/billing/ledger-entries.ts';
import { accountMonths } from './account-months.ts';

function entry(
  period: string,
  transactionType: LedgerEntry['transactionType'],
  debit: string,
  credit: string,
  { id = 1, referenceId = 'charge:1' } = {},
): LedgerEntry {
  return {
    id,
    houseId: 1,
    personalAccountId: 1,
    transactionType,
    debtKind: 'principal',
    debit,
    credit,
    period,
    effectiveOn: `${period}-28`,
    referenceId,
    createdAt: '2026-11-21T00:00:00Z',
  };
}

test('each month starts from the balance of the one before, whatever the order of booking', () => {
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
      storno: '0.20',
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

test('a reversed payment lowers the paid sum in the month of the reversal', () => {
  const months = accountMonths([
    entry('2026-09', 'PAYMENT', '0.00', '30.00', { id: 7, referenceId: 'payment:6' }),
    entry('2026-09', 'PAYMENT', '0.00', '5.00', { id: 8, referenceId: 'payment:8' }),
    entry('2026-10', 'STORNO', '30.00', '0.00', { id: 9, referenceId: 'storno:7' }),
  ]);
  assert.deepEqual(
    months.map(({ period, paid, storno, closing }) => [period, paid, storno, closing]),
    [
      ['2026-10', '-30.00', '0.00', '-5.00'],
      ['2026-09', '35.00', '0.00', '-35.00'],
    ],
  );
});

test('an account without entries has no months', () => assert.deepEqual(accountMonths([]), []));
