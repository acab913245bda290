// A recalculation charges the month's new amount less its standing charges, and after that nothing more.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { calculateHouse } from './calculate-house.ts';
import type { ChargeLine } from './charge-line.ts';
import { differencesOf, type Difference, type StandingCharge } from './recalculation.ts';
import { replay } from './replay.ts';
import { randomHouse } from './testing/random-house.ts';
import { randomOf } from './testing/random.ts';

const JULY = { period: '2026-07', reason: 'tariff of order 87', daysInMonth: 31 };
const CASES = 300;

const line = (
  personalAccountId: number,
  houseServiceId: number,
  place: number,
  amountKopecks: bigint,
): ChargeLine => ({
  personalAccountId,
  accountNumber: `LS${personalAccountId}`,
  houseServiceId,
  line: place,
  rateType: 'meter',
  consumptionE6: amountKopecks * 10n,
  tariffE4: 1_000n,
  amountKopecks,
  basis: { rule: 'area', daysInMonth: 31, parts: [] },
});
const replayed = (...lines: readonly ChargeLine[]) => ({ lines, skipped: [] });

let lastId = 0;
/** The line as a standing charge after it is stored. */
function stored({ basis: { unit }, ...one }: ChargeLine, period = '2026-07'): StandingCharge {
  lastId += 1;
  return { ...one, chargeId: lastId, period, unit };
}

const shown = ({ personalAccountId, houseServiceId, line: place, ...sums }: Difference) => [
  `${personalAccountId}/${houseServiceId}/${place}`,
  sums.bookedKopecks,
  sums.replayedKopecks,
  sums.amountKopecks,
  sums.consumptionE6,
];

describe('the differences of a month', () => {
  test('include increased, decreased, new and removed charges, in the order of accounts', () => {
    const standing = [
      stored(line(2, 1, 0, 500n)),
      stored(line(1, 1, 0, 100n)),
      stored(line(1, 1, 1, 50n)),
      stored(line(1, 2, 0, 7n)),
    ];
    const now = replayed(
      line(1, 1, 0, 130n),
      line(1, 2, 0, 7n),
      line(2, 1, 0, 400n),
      line(2, 3, 0, 9n),
    );
    assert.deepEqual(differencesOf(JULY, standing, now).map(shown), [
      ['1/1/0', 100n, 130n, 30n, 300n],
      ['1/1/1', 50n, 0n, -50n, -500n],
      ['2/1/0', 500n, 400n, -100n, -1_000n],
      ['2/3/0', 0n, 9n, 9n, 90n],
    ]);
  });

  test('name the standing charges, including earlier corrections', () => {
    const first = stored(line(1, 1, 0, 100n));
    const added = stored(line(1, 1, 0, 30n), '2026-09');
    const [difference] = differencesOf(JULY, [first, added], replayed(line(1, 1, 0, 150n)));
    assert.deepEqual(difference?.basis, {
      rule: 'correction',
      daysInMonth: 31,
      parts: [],
      correction: {
        period: '2026-07',
        reason: 'tariff of order 87',
        stood: [
          { chargeId: first.chargeId, period: '2026-07', amount: '1.00' },
          { chargeId: added.chargeId, period: '2026-09', amount: '0.30' },
        ],
        now: { rule: 'area', daysInMonth: 31, parts: [] },
      },
    });
  });

  test('leave out an account that the new calculation skipped', () => {
    const skipped = [{ personalAccountId: 1, reason: 'tariff-missing' as const, facts: {} }];
    assert.deepEqual(
      differencesOf(JULY, [stored(line(1, 1, 0, 100n))], { lines: [], skipped }),
      [],
    );
  });

  test('are empty once they have been charged', () => {
    const places = fc.uniqueArray(
      fc.tuple(fc.nat({ max: 3 }), fc.nat({ max: 2 }), fc.nat({ max: 6 }), fc.bigInt(-900n, 900n)),
      { maxLength: 20, selector: (one) => one.slice(0, 3).join('/') },
    );
    const lines = places.map((all) => all.map((one) => line(...one)));
    fc.assert(
      fc.property(lines, lines, (before, now) => {
        const standing = before.map((one) => stored(one));
        const differences = differencesOf(JULY, standing, replayed(...now));
        assert.ok(differences.every(({ amountKopecks }) => amountKopecks !== 0n));
        const all = [...standing, ...differences.map((one) => stored(one, '2026-09'))];
        assert.deepEqual(differencesOf(JULY, all, replayed(...now)), []);
      }),
    );
  });

  test('in random houses follow from their basis alone', () => {
    let compared = 0;
    for (let seed = 1; seed <= CASES; seed++) {
      const { house, accounts } = randomHouse(randomOf(seed));
      const other = randomHouse(randomOf(seed + CASES));
      const standing = calculateHouse(other.house, other.accounts).lines.map((one) => stored(one));
      const now = calculateHouse(house, accounts);
      for (const { basis, amountKopecks } of differencesOf(JULY, standing, now)) {
        const kept = JSON.parse(JSON.stringify(basis)) as typeof basis;
        assert.equal(replay(kept), amountKopecks, `seed ${seed}`);
        compared += 1;
      }
    }
    assert.ok(compared > CASES);
  });
});
