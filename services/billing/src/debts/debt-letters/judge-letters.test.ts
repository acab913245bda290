// Who gets a claim letter or a notice, from given facts: the first reason that applies is reported.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Overdue } from '../court-cases/overdue-months.service.ts';
import { judgeClaim, type ClaimFacts } from './judge-claim.ts';
import { judgeServices, type RestrictableDebt } from './judge-services.ts';

const MONTH = {
  period: '2026-04',
  dueDate: '2026-05-15',
  limitationEndsOn: '2029-05-15',
  isTimeBarred: false,
  amount: '1500.00',
  services: [],
};

const FACTS: ClaimFacts = {
  payerInn: null,
  payerAddress: null,
  closedOn: null,
  overdue: { months: [MONTH, { ...MONTH, period: '2026-05', amount: '0.50' }], advanceKopecks: 0n },
  penalty: '12.34',
  penaltyKinds: ['utilities'],
  keepsPlan: false,
  hasOpenCase: false,
  isTermRunning: false,
};
const advance = (advanceKopecks: bigint): { readonly overdue: Overdue } => ({
  overdue: { ...FACTS.overdue, advanceKopecks },
});

test('a claim letter adds up: the months less an advance, and the penalties', () => {
  const letter = judgeClaim({ ...FACTS, ...advance(500_00n) });
  assert.ok(typeof letter !== 'string' && letter.kind === 'claim');
  const { principal, penalty, total, months } = letter;
  assert.deepEqual([principal, penalty, total, months.length], ['1000.50', '12.34', '1012.84', 2]);
});

test('penalties that were given back lower the principal, as money of no month', () => {
  const letter = judgeClaim({ ...FACTS, ...advance(500_00n), penalty: '-28.72' });
  assert.ok(typeof letter !== 'string' && letter.kind === 'claim');
  const { principal, penalty, total, advance: ofNoMonth } = letter;
  assert.deepEqual([principal, penalty, total, ofNoMonth], ['971.78', '0.00', '971.78', '528.72']);
});

describe('no claim letter', () => {
  const cases: readonly (readonly [why: string, other: Partial<ClaimFacts>, reason: string])[] = [
    [
      'while a plan is kept, whatever else',
      { keepsPlan: true, hasOpenCase: true },
      'instalment-runs',
    ],
    ['while a case goes on', { hasOpenCase: true, isTermRunning: true }, 'case-open'],
    ['when an advance covers it to the kopeck', advance(1500_50n), 'nothing-overdue'],
    [
      'when an advance and penalties given back cover it to the kopeck',
      { ...advance(1500_00n), penalty: '-0.50' },
      'nothing-overdue',
    ],
    ['of penalties alone', { overdue: { months: [], advanceKopecks: 0n } }, 'nothing-overdue'],
    ['while a former one gives time to pay', { isTermRunning: true }, 'letter-term-runs'],
  ];
  for (const [why, other, reason] of cases)
    test(why, () => assert.equal(judgeClaim({ ...FACTS, ...other }), reason));
});

const POWER: RestrictableDebt = {
  houseServiceId: 1,
  name: 'Электроснабжение',
  debtKopecks: 1000_01n,
  normKopecks: 500_00n,
  isNoticeOpen: false,
};

describe('a debtor is warned about', () => {
  const small = { ...POWER, houseServiceId: 2, debtKopecks: 1000_00n };
  const open = { ...POWER, houseServiceId: 3, isNoticeOpen: true };
  const unknown = { ...POWER, houseServiceId: 4, normKopecks: undefined };
  const unpaid = { ...POWER, houseServiceId: 5, debtKopecks: 0n };

  test('each service that qualifies, whatever the others are', () => {
    const warned = judgeServices([small, POWER, open, unknown, unpaid], false);
    assert.ok(typeof warned !== 'string');
    assert.deepEqual(
      warned.map(({ houseServiceId }) => houseServiceId),
      [1],
    );
  });

  const cases: readonly (readonly [RestrictableDebt[], boolean, string])[] = [
    [[POWER], true, 'instalment-runs'],
    [[unpaid], false, 'nothing-restrictable'],
    [[], false, 'nothing-restrictable'],
    [[small, unknown, open], false, 'notice-open'],
    [[small, unknown], false, 'norm-charge-unknown'],
    [[small, unpaid], false, 'debt-below-two-norms'],
  ];
  for (const [services, keepsPlan, reason] of cases)
    test(`or none: ${reason}, of ${services.length}`, () =>
      assert.equal(judgeServices(services, keepsPlan), reason));
});
