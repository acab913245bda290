import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LedgerEntry } from '@kvartplata/contracts/billing/ledger-entries.ts';
import { balanceDays } from './balance-days.ts';

function entry(
  effectiveOn: string,
  debtKind: LedgerEntry['debtKind'],
  debit: string,
  credit: string,
): LedgerEntry {
  return {
    id: 1,
    houseId: 1,
    personalAccountId: 1,
    transactionType: debtKind === 'penalty' ? 'PENALTY' : 'CHARGE',
    debtKind,
    debit,
    credit,
    period: effectiveOn.slice(0, 7),
    effectiveOn,
    referenceId: 'charge:1',
    createdAt: '2026-11-21T00:00:00Z',
  };
}

test('a balance accumulates from day to day, whatever the order of booking', () => {
  const days = balanceDays([
    entry('2026-10-31', 'principal', '100.10', '0.00'),
    entry('2026-09-30', 'principal', '50.05', '0.00'),
    entry('2026-10-31', 'principal', '0.20', '0.00'),
    entry('2026-11-05', 'penalty', '1.00', '0.00'),
    entry('2026-11-10', 'principal', '0.00', '200.00'),
  ]);
  assert.deepEqual(days, [
    { day: '2026-09-30', principal: '50.05', total: '50.05' },
    { day: '2026-10-31', principal: '150.35', total: '150.35' },
    { day: '2026-11-05', principal: '150.35', total: '151.35' },
    { day: '2026-11-10', principal: '-49.65', total: '-48.65' },
  ]);
});

test('an account without entries has no days', () => assert.deepEqual(balanceDays([]), []));
