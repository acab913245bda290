// The state duty: by the bands of the scale, half of it for an order, in whole roubles.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { formatKopecks, parseKopecks } from '../../money/kopecks.ts';
import { DutyNotKnownError, stateDuty, type Proceeding } from './state-duty.ts';

const DAY = Temporal.PlainDate.from('2026-11-26');

function duty(claimed: string, proceeding: Proceeding, day = DAY): string {
  return formatKopecks(stateDuty(parseKopecks(claimed), proceeding, day));
}

describe('an application for a court order costs half of what a claim does', () => {
  const cases: readonly (readonly [claimed: string, order: string, claim: string, why: string])[] =
    [
      ['0.01', '2000.00', '4000.00', 'the least'],
      ['62345.00', '2000.00', '4000.00', 'up to 100,000 a fixed sum'],
      ['100000.00', '2000.00', '4000.00', 'the bound belongs to the band below it'],
      ['150000.00', '2750.00', '5500.00', '4000 + 3 % of 50,000'],
      ['300000.00', '5000.00', '10000.00', '4000 + 3 % of 200,000'],
      ['450000.00', '6875.00', '13750.00', '10,000 + 2.5 % of 150,000'],
      ['500000.00', '7500.00', '15000.00', '10,000 + 2.5 % of 200,000'],
      ['500000.01', '7500.00', '15000.00', 'a kopeck more is less than a rouble of duty'],
      ['1000000.00', '12500.00', '25000.00', '15,000 + 2 % of 500,000'],
      ['3000000.00', '22500.00', '45000.00', '25,000 + 1 % of 2,000,000'],
      [
        '100050.00',
        '2001.00',
        '4002.00',
        '4001.50: half a rouble counts as one; half of it, 2000.75, too',
      ],
      ['1000000000.00', '450000.00', '900000.00', 'never more than 900,000'],
    ];
  for (const [claimed, order, claim, why] of cases)
    test(`${claimed}: ${why}`, () => {
      assert.deepEqual([duty(claimed, 'order'), duty(claimed, 'claim')], [order, claim]);
    });
});

test('the scale applies from 2024-09-08, and earlier days are refused', () => {
  assert.equal(duty('62345.00', 'order', Temporal.PlainDate.from('2024-09-08')), '2000.00');
  assert.throws(
    () => duty('62345.00', 'order', Temporal.PlainDate.from('2024-09-07')),
    DutyNotKnownError,
  );
});

test('a claim of zero is refused', () => {
  assert.throws(() => stateDuty(0n, 'order', DAY), RangeError);
});
