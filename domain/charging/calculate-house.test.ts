// A house's month from facts to lines: the published figures, cuts by days, what is skipped, and that sums are preserved.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { parseKopecks } from '../money/kopecks.ts';
import { sumBy, sumOf } from '../money/sums.ts';
import { calculateHouse } from './calculate-house.ts';
import type { AccountFacts, HouseFacts } from './house-facts.ts';
import { account, amounts, day, house, meter, norm, service, tariff } from './testing/facts.ts';

describe('a month split by days', () => {
  test('an account that opens or closes in the month is charged for its days', () => {
    const facts = house([service(1, 'upkeep', 'area', { precision: 2, tariffs: [tariff('31')] })]);
    assert.deepEqual(amounts(facts, account(1, { openedOn: day('2026-07-17') })), ['750.00']); // 50 m² × 15/31 × 31
    assert.deepEqual(amounts(facts, account(1, { closedOn: day('2026-07-01') })), ['50.00']);
    assert.deepEqual(amounts(facts, account(1, { openedOn: day('2026-08-01') })), []);
  });

  test("a meter's volume is spread evenly over the days of two tariffs", () => {
    const facts = house([
      service(1, 'cold-water', 'meter', {
        tariffs: [tariff('10', '2020-01-01', '2026-07-15'), tariff('20', '2026-07-16')],
      }),
    ]);
    assert.deepEqual(amounts(facts, account(1, { meters: [meter(1, '10.000', '13.100')] })), [
      '15.00',
      '32.00',
    ]);
  });
});

describe('what cannot be computed is skipped with its reason, and the others go on', () => {
  const metered = service(1, 'cold-water', 'meter');
  const good = account(1, { meters: [meter(1, '1.000', '2.000')] });
  const cases: readonly (readonly [
    why: string,
    facts: HouseFacts,
    bad: AccountFacts,
    reason: string,
  ])[] = [
    [
      'a missing reading',
      house([metered]),
      account(2, { meters: [meter(1, '1.000', null)] }),
      'reading-missing',
    ],
    [
      'a reading below the last',
      house([metered]),
      account(2, { meters: [meter(1, '2.000', '1.000')] }),
      'reading-below-previous',
    ],
    [
      'a reading below the last even after a full turn of its five digits',
      house([metered]),
      account(2, { meters: [meter(1, '123456.000', '5.000', true)] }),
      'reading-below-previous',
    ],
    ['no meter at all', house([metered]), account(2), 'meter-missing'],
    [
      'a day without a tariff',
      house([{ ...metered, tariffs: [tariff('1', '2020-01-01', '2026-07-30')] }]),
      account(2, { meters: [meter(1, '1.000', '2.000')] }),
      'tariff-missing',
    ],
    [
      'a day without a norm',
      house([metered, service(2, 'hot-water', 'norm', { norms: [norm('1', '2026-07-02')] })]),
      account(2, { meters: [meter(1, '1.000', '2.000')] }),
      'norm-missing',
    ],
    [
      'nobody known to live there yet',
      house([metered, service(2, 'hot-water', 'norm', { norms: [norm('1')] })]),
      account(2, {
        meters: [meter(1, '1.000', '2.000')],
        registeredPersons: [{ count: 1, validFrom: day('2026-07-02') }],
      }),
      'persons-missing',
    ],
  ];
  for (const [why, facts, bad, reason] of cases) {
    test(why, () => {
      const { lines, skipped } = calculateHouse(facts, [good, bad]);
      assert.equal(
        skipped.find(({ personalAccountId }) => personalAccountId === 2)?.reason,
        reason,
      );
      assert.ok(!lines.some((line) => line.personalAccountId === 2));
      if (!['tariff-missing', 'norm-missing'].includes(reason))
        assert.ok(lines.some((line) => line.personalAccountId === 1));
    });
  }

  test("common-house needs are not shared out while a room's volume is unknown", () => {
    const facts = house([metered, service(2, 'cold-water-odn', 'odn')], {
      meters: [meter(2, '0.000', '100.000')],
    });
    const { lines, skipped } = calculateHouse(facts, [
      good,
      account(2, { meters: [meter(1, '1.000', null)] }),
    ]);
    assert.deepEqual(
      lines.map((line) => line.houseServiceId),
      [1],
    );
    assert.equal(
      skipped.find(({ personalAccountId }) => personalAccountId === 1)?.reason,
      'common-house-incomplete',
    );
  });

  test('a house meter without a reading does not stop the individual services', () => {
    const facts = house([metered, service(2, 'cold-water-odn', 'odn')], {
      meters: [meter(2, '0.000', null)],
    });
    const { lines, skipped } = calculateHouse(facts, [good]);
    assert.equal(lines.length, 1);
    assert.equal(skipped[0]?.reason, 'house-reading-missing');
  });
});

describe('in random houses', () => {
  const room = fc.record({
    area: fc.bigInt(1_000n, 20_000n),
    drawn: fc.bigInt(0n, 50_000n),
    opened: fc.integer({ min: 1, max: 31 }),
  });

  test('the common-house shares of whole months sum to the house total, and each line is the sum of its parts', () => {
    fc.assert(
      fc.property(
        fc.array(room, { minLength: 1, maxLength: 40 }),
        fc.bigInt(-5_000n, 100_000n),
        (rooms, common) => {
          const drawn = sumBy(rooms, ({ drawn: own }) => own);
          const total = drawn + common < 0n ? 0n : drawn + common;
          const facts = house(
            [
              service(1, 'cold-water', 'meter', {
                tariffs: [
                  tariff('49.19', '2020-01-01', '2026-07-09'),
                  tariff('53.61', '2026-07-10'),
                ],
              }),
              service(2, 'cold-water-odn', 'odn', { tariffs: [tariff('53.61')] }),
            ],
            {
              roomsAreaE2: sumBy(rooms, ({ area }) => area),
              meters: [
                {
                  ...meter(2, '0.000', '0.000'),
                  current: { valueE3: total, takenOn: '2026-07-25', rollover: false },
                },
              ],
            },
          );
          const accounts = rooms.map(({ area, drawn: own }, index) =>
            account(index + 1, {
              areaE2: area,
              meters: [
                {
                  ...meter(1, '0.000', '0.000'),
                  current: { valueE3: own, takenOn: '2026-07-25', rollover: false },
                },
              ],
            }),
          );
          const { lines, skipped } = calculateHouse(facts, accounts);
          assert.deepEqual(skipped, []);
          const shared = sumBy(
            lines.filter((line) => line.houseServiceId === 2),
            (line) => line.consumptionE6,
          );
          assert.equal(shared, (total > drawn ? total - drawn : 0n) * 1000n);
          for (const line of lines)
            assert.equal(
              sumBy(line.basis.parts, (part) => parseKopecks(part.amount)),
              line.amountKopecks,
            );
        },
      ),
      { numRuns: 300 },
    );
  });

  test('an account open for part of a month never bears more common-house needs than one open for all of it', () => {
    fc.assert(
      fc.property(fc.array(room, { minLength: 2, maxLength: 20 }), (rooms) => {
        const facts = house(
          [
            service(1, 'cold-water', 'norm', { norms: [norm('0')] }),
            service(2, 'cold-water-odn', 'odn'),
          ],
          {
            roomsAreaE2: 5_000n * BigInt(rooms.length),
            meters: [meter(2, '0.000', '500.000')],
          },
        );
        const accounts = rooms.map(({ opened }, index) =>
          account(index + 1, {
            openedOn: Temporal.PlainDate.from({ year: 2026, month: 7, day: opened }),
          }),
        );
        const volumes = calculateHouse(facts, accounts)
          .lines.filter((line) => line.houseServiceId === 2)
          .map((line) => line.consumptionE6);
        const whole = (500_000_000n + BigInt(rooms.length) - 1n) / BigInt(rooms.length) + 1_000n;
        assert.ok(volumes.every((volume) => volume <= whole));
        assert.ok(sumOf(volumes) <= 500_000_000n);
      }),
      { numRuns: 200 },
    );
  });
});
