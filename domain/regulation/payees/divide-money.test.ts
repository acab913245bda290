import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatKopecks, parseKopecks } from '../../money/kopecks.ts';
import { divideMoney, setOff, type PayeeId } from './divide-money.ts';

function sums(amounts: readonly string[]): Map<PayeeId, bigint> {
  return new Map(amounts.map((amount, nth) => [nth === 0 ? null : nth, parseKopecks(amount)]));
}

function shown(divided: ReadonlyMap<PayeeId, bigint>): readonly string[] {
  return [...divided.values()].map(formatKopecks);
}

const cases = [
  {
    why: '1500.00 for lines of 1000, 500, 300 and 200',
    lines: ['1000.00', '500.00', '300.00', '200.00'],
    money: '1500.00',
    parts: ['750.00', '375.00', '225.00', '150.00'],
  },
  {
    why: 'a kopeck that cannot be divided goes to the largest part that is cut off',
    lines: ['100.00', '200.00'],
    money: '0.01',
    parts: ['0.00', '0.01'],
  },
  {
    why: 'of equal parts the organization gets it',
    lines: ['100.00', '100.00'],
    money: '0.01',
    parts: ['0.01', '0.00'],
  },
  {
    why: 'a line below zero gets nothing',
    lines: ['100.00', '-40.00', '300.00'],
    money: '40.00',
    parts: ['10.00', '30.00'],
  },
  { why: 'without lines it is the organization’s', lines: [], money: '5.00', parts: ['5.00'] },
] as const;

for (const { why, lines, money, parts } of cases)
  test(why, () => {
    assert.deepEqual(shown(divideMoney(parseKopecks(money), sums(lines))), parts);
  });

test('an overpaid payee is set off against what others are still owed', () => {
  assert.deepEqual(shown(setOff(sums(['-25.00', '25.00']))), ['0.00', '0.00']);
  assert.deepEqual(shown(setOff(sums(['-30.00', '20.00', '40.00']))), ['0.00', '10.00', '20.00']);
  assert.deepEqual(shown(setOff(sums(['-60.00', '20.00', '-20.00']))), [
    '-45.00',
    '0.00',
    '-15.00',
  ]);
  assert.deepEqual(shown(setOff(sums(['10.00', '20.00']))), ['10.00', '20.00']);
});
