import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { formatKopecks, parseKopecks } from '../../money/kopecks.ts';
import { sumBy, sumOf } from '../../money/sums.ts';
import { FEWEST_MONTHS, MOST_MONTHS, scheduleOf } from './schedule.ts';

test('12000.00 over 12 months at 17 %: 1000.00 a month, interest 1105.00 in all, 170.00 first, 14.17 last', () => {
  const parts = scheduleOf({
    amountKopecks: parseKopecks('12000.00'),
    months: 12,
    interestE4: 17_0000n,
  });
  assert.deepEqual(
    parts.map(({ principalKopecks }) => formatKopecks(principalKopecks)),
    Array.from({ length: 12 }, () => '1000.00'),
  );
  assert.deepEqual(
    parts.map(({ interestKopecks }) => formatKopecks(interestKopecks)),
    '170.00 155.83 141.67 127.50 113.33 99.17 85.00 70.83 56.67 42.50 28.33 14.17'.split(' '),
  );
  const interest = sumBy(parts, ({ interestKopecks }) => interestKopecks);
  assert.equal(formatKopecks(interest), '1105.00');
  assert.deepEqual([parts[0]?.leftKopecks, parts[11]?.leftKopecks], [parseKopecks('11000.00'), 0n]);
});

test('indivisible kopecks go to the first months, one each', () => {
  const parts = scheduleOf({ amountKopecks: 100_01n, months: 3, interestE4: 0n });
  assert.deepEqual(
    parts.map(({ principalKopecks, interestKopecks }) => [principalKopecks, interestKopecks]),
    [
      [33_34n, 0n],
      [33_34n, 0n],
      [33_33n, 0n],
    ],
  );
});

test('the parts always sum to the total and differ by a kopeck at most, and the interest never rises', () => {
  const property = fc.property(
    fc.bigInt({ min: 1n, max: 999_999_999_99n }),
    fc.integer({ min: FEWEST_MONTHS, max: MOST_MONTHS }),
    fc.bigInt({ min: 0n, max: 100_0000n }),
    (amountKopecks, months, interestE4) => {
      const parts = scheduleOf({ amountKopecks, months, interestE4 });
      const principal = parts.map(({ principalKopecks }) => principalKopecks);
      assert.equal(sumOf(principal), amountKopecks);
      assert.ok(principal[0]! - principal.at(-1)! <= 1n);
      assert.equal(parts.at(-1)?.leftKopecks, 0n);
      for (const [nth, { interestKopecks }] of parts.entries())
        assert.ok(nth === 0 || interestKopecks <= parts[nth - 1]!.interestKopecks);
    },
  );
  fc.assert(property, { numRuns: 300 });
});
