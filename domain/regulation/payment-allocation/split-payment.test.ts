import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { splitPayment, type Owed } from './split-payment.ts';

const cases = [
  { amount: 60n, owed: [100n, 30n], parts: [60n, 0n], why: 'less than the principal' },
  { amount: 100n, owed: [100n, 30n], parts: [100n, 0n], why: 'just the principal' },
  { amount: 120n, owed: [100n, 30n], parts: [100n, 20n], why: 'penalties with what is left' },
  { amount: 150n, owed: [100n, 30n], parts: [120n, 30n], why: 'more than is owed: an advance' },
  { amount: 50n, owed: [0n, 0n], parts: [50n, 0n], why: 'nothing is owed' },
  { amount: 50n, owed: [-40n, 30n], parts: [20n, 30n], why: 'an advance beside a penalty' },
  { amount: 50n, owed: [20n, -5n], parts: [50n, 0n], why: 'penalties that were overpaid' },
] as const;

for (const { amount, owed, parts, why } of cases) {
  test(`${amount} against ${owed.join(' and ')}: ${why}`, () => {
    const [principalKopecks, penaltyKopecks] = owed;
    assert.deepEqual(splitPayment(amount, { principalKopecks, penaltyKopecks }), {
      principalKopecks: parts[0],
      penaltyKopecks: parts[1],
    });
  });
}

test('a payment of zero or less is refused', () => {
  const nothing = { principalKopecks: 0n, penaltyKopecks: 0n };
  assert.throws(() => splitPayment(0n, nothing), RangeError);
  assert.throws(() => splitPayment(-1n, nothing), RangeError);
});

test('the order of payments does not change what they pay in total', () => {
  const debt = fc.bigInt({ min: -1000n, max: 1000n });
  const payments = fc.array(fc.bigInt({ min: 1n, max: 500n }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(debt, debt, payments, (principal, penalty, amounts) => {
      const leftAfter = (order: readonly bigint[]): Owed => {
        let owed: Owed = { principalKopecks: principal, penaltyKopecks: penalty };
        for (const amount of order) {
          const parts = splitPayment(amount, owed);
          assert.equal(parts.principalKopecks + parts.penaltyKopecks, amount);
          owed = {
            principalKopecks: owed.principalKopecks - parts.principalKopecks,
            penaltyKopecks: owed.penaltyKopecks - parts.penaltyKopecks,
          };
        }
        return owed;
      };
      assert.deepEqual(leftAfter(amounts), leftAfter(amounts.toReversed()));
    }),
  );
});
