// The recalculation of a year: the published figures, successive owners, and an independent computation in random years.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { formatKopecks } from '../../money/kopecks.ts';
import { sumBy, sumOf } from '../../money/sums.ts';
import { calculateHouse } from '../calculate-house.ts';
import { stepsOf } from '../explanation/charge-steps.ts';
import type { AccountFacts, HouseFacts } from '../house-facts.ts';
import { replay } from '../replay.ts';
import type { Difference } from '../recalculation.ts';
import { account, day, house, norm, service, tariff } from '../testing/facts.ts';
import { randomOf, type Random } from '../testing/random.ts';
import { monthOfYear } from './month-of-year.ts';
import { yearLines, type ChargeOfYear } from './year-lines.ts';

const YEAR = 2025;
const CASES = Number(process.env.CHARGING_CASES ?? '2000') / 10;

const COMMON = service(2, 'cold-water-odn', 'odn', {
  tariffs: [tariff('50')],
  norms: [norm('0.02')],
});

/** By the norm each month, without a house-wide meter, so that no water services are needed. */
function yearOf(
  volume: bigint,
  accounts: readonly AccountFacts[],
  services: HouseFacts['services'] = [COMMON],
): readonly Difference[] {
  const all = Array.from({ length: 12 }, (_, index) => {
    const month = Temporal.PlainYearMonth.from({ year: YEAR, month: index + 1 });
    const facts = house(services, { month, roomsAreaE2: 10_000n, commonAreaE2: 30_000n });
    const open = accounts.filter(
      ({ openedOn, closedOn }) =>
        Temporal.PlainDate.compare(openedOn, month.toPlainDate({ day: month.daysInMonth })) <= 0 &&
        (closedOn === null ||
          Temporal.PlainDate.compare(closedOn, month.toPlainDate({ day: 1 })) >= 0),
    );
    const standing = calculateHouse(facts, open).lines.map(
      ({ basis: { unit }, ...line }): ChargeOfYear => {
        const period = month.toString();
        return Object.assign(line, { chargeId: index + 1, period, month: period, unit });
      },
    );
    return { months: monthOfYear(facts, open, (id) => id === 2), standing };
  });
  return yearLines({
    year: YEAR,
    rule: 'common-needs-year',
    reason: 'Перерасчёт за год',
    volume,
    basis: { drawn: { '2025-01': '120.000000' } },
    months: all.flatMap(({ months }) => months),
    standing: all.flatMap(({ standing }) => standing),
  });
}

const amountsOf = (lines: readonly Difference[]): readonly string[] =>
  lines.map(
    ({ personalAccountId, line, amountKopecks }) =>
      `${personalAccountId}/${line} ${formatKopecks(amountKopecks)}`,
  );
const LARGE = account(1, { areaE2: 6_000n });
const SMALL = account(2, { areaE2: 4_000n });

describe('a year of 72 m³ by norm', () => {
  test('of which the meter says 120 costs 1440.00 and 960.00 more', () => {
    assert.deepEqual(amountsOf(yearOf(120_000n, [LARGE, SMALL])), ['1/9 1440.00', '2/9 960.00']);
  });

  test('is refunded by 960.00 and 640.00 if the meter says 40', () => {
    assert.deepEqual(amountsOf(yearOf(40_000n, [LARGE, SMALL])), ['1/9 -960.00', '2/9 -640.00']);
  });

  test('stays unchanged if the meter says 72', () => {
    assert.deepEqual(yearOf(72_000n, [LARGE, SMALL]), []);
  });

  test('is shared by two owners by their months, whenever it was used', () => {
    const former = { ...LARGE, closedOn: day('2025-03-31') };
    const next = account(3, { areaE2: 6_000n, roomNumber: '1', openedOn: day('2025-04-01') });
    assert.deepEqual(amountsOf(yearOf(120_000n, [former, SMALL, next])), [
      '1/9 360.00',
      '2/9 960.00',
      '3/9 1080.00',
    ]);
  });

  test('is shared by days in the month in which the owner changes', () => {
    const former = { ...LARGE, closedOn: day('2025-04-15') };
    const next = account(3, { areaE2: 6_000n, roomNumber: '1', openedOn: day('2025-04-16') });
    assert.deepEqual(amountsOf(yearOf(120_000n, [former, SMALL, next])), [
      '1/9 420.00',
      '2/9 960.00',
      '3/9 1020.00',
    ]);
  });

  test('is charged at the tariffs of its months: half a year at 50, half at 60', () => {
    const tariffs = [tariff('50', '2020-01-01', '2025-06-30'), tariff('60', '2025-07-01')];
    const lines = yearOf(120_000n, [LARGE, SMALL], [{ ...COMMON, tariffs }]);
    // 48 m³ more: 24 at 50 and 24 at 60, shared by 60 and 40 m².
    assert.deepEqual(amountsOf(lines), ['1/9 1584.00', '2/9 1056.00']);
    const parts = lines[0]?.basis.correction?.now?.parts;
    assert.deepEqual(
      parts?.map(({ from, to, months, volume, amount }) => [from, to, months, volume, amount]),
      [
        ['2025-01-01', '2025-06-30', '6.000000', '36.000000', '1800.00'],
        ['2025-07-01', '2025-12-31', '6.000000', '36.000000', '2160.00'],
      ],
    );
  });

  test('is explained with its months, its article, and the standing charges', () => {
    const [line] = yearOf(120_000n, [LARGE, SMALL]);
    assert.ok(line);
    const steps = stepsOf(line.basis, { unit: 'м³', names: new Map() });
    const said = steps.map(({ en }) => en);
    assert.match(steps[0]?.article?.ru ?? '', /Правила № 491, п. 29\(2\), 29\(3\)/);
    assert.ok(said.includes('The year: 2025; grounds: Перерасчёт за год.'));
    assert.ok(
      said.includes(
        'For the whole house: 120 м³; by area 60 / 100 м² and months of ownership (12), for the account 72 м³.',
      ),
    );
    assert.ok(said.includes('For the whole year: 72 м³; × 50 ₽ (order 1) = 3600.00 ₽.'));
    assert.equal(said.at(-1), '3600.00 − 2160.00 = 1440.00 ₽.');
    assert.equal(replay(line.basis), line.amountKopecks);
  });
});

test('two-component hot water is recalculated separately for water and heat', () => {
  const row = { validFrom: day('2020-01-01'), validTo: null, basis: 'order 1', group: null };
  const hot = service(2, 'hot-water-two-component-odn', 'odn', {
    tariffs: [
      { ...row, component: 'cold', valueE4: 500_000n, ranges: [] },
      { ...row, component: 'heat', valueE4: 20_000_000n, ranges: [] },
    ],
    norms: [
      { ...row, component: 'cold', valueE6: 20_000n, byPersons: [] },
      { ...row, component: 'heat', valueE6: 50_000n, byPersons: [] },
    ],
  });
  // 28.8 m³ more for 60 m² at 50, and 1.44 Gcal at 2000.
  assert.deepEqual(amountsOf(yearOf(120_000n, [LARGE, SMALL], [hot])), [
    '1/9 1440.00',
    '1/12 2880.00',
    '2/9 960.00',
    '2/12 1920.00',
  ]);
});

test("in random years every account's total equals an independent computation", () => {
  for (let seed = 1; seed <= CASES; seed++) {
    const random = randomOf(seed);
    const volume = BigInt(random.whole(0, 400_000));
    const accounts = randomAccounts(random);
    const lines = yearOf(volume, accounts);
    const expected = expectedOf(volume, accounts);
    for (const [id, amount] of expected) {
      const line = lines.find(({ personalAccountId }) => personalAccountId === id);
      assert.equal(line?.amountKopecks ?? 0n, amount, `seed ${seed}, account ${id}`);
      if (line !== undefined)
        assert.equal(replay(JSON.parse(JSON.stringify(line.basis))), line.amountKopecks);
    }
    assert.ok(lines.every(({ personalAccountId }) => expected.has(personalAccountId)));
  }
});

/** Two rooms; the first one may change hands on any day. */
function randomAccounts(random: Random): readonly AccountFacts[] {
  if (random.percent(30)) return [LARGE, SMALL];
  const month = random.whole(1, 12);
  const on = Temporal.PlainDate.from({ year: YEAR, month, day: random.whole(2, 28) });
  return [
    { ...LARGE, closedOn: on.subtract({ days: 1 }) },
    SMALL,
    account(3, { areaE2: 6_000n, roomNumber: '1', openedOn: on }),
  ];
}

/** Day by day, in whole numbers: the year's litres by metre-months, and each month's six cubic metres by metre-days. */
function expectedOf(volume: bigint, accounts: readonly AccountFacts[]): Map<number, bigint> {
  const spans = accounts.map((one) => ({
    id: one.personalAccountId,
    areaE2: one.areaE2,
    days: Array.from({ length: 12 }, (_, index) => daysThere(one, index + 1)),
  }));
  const lengths = Array.from({ length: 12 }, (_, index) =>
    BigInt(Temporal.PlainYearMonth.from({ year: YEAR, month: index + 1 }).daysInMonth),
  );
  // 26040 is a multiple of 28, 30 and 31.
  const weights = spans.map(({ areaE2, days }) =>
    days.reduce((sum, there, at) => sum + areaE2 * there * (26_040n / (lengths[at] ?? 1n)), 0n),
  );
  const parts = byRemainders(volume, weights, 10_000n * 12n * 26_040n);
  const charged = new Map(spans.map(({ id }) => [id, 0n]));
  for (const [at, length] of lengths.entries()) {
    const shares = byRemainders(
      6_000n,
      spans.map(({ areaE2, days }) => areaE2 * (days[at] ?? 0n)),
      10_000n * length,
    );
    for (const [index, { id }] of spans.entries())
      charged.set(id, (charged.get(id) ?? 0n) + toKopecks(shares[index] ?? 0n));
  }
  return new Map(
    spans.map(({ id }, index) => [id, toKopecks(parts[index] ?? 0n) - (charged.get(id) ?? 0n)]),
  );
}

function daysThere({ openedOn, closedOn }: AccountFacts, month: number): bigint {
  let days = 0n;
  const { daysInMonth } = Temporal.PlainYearMonth.from({ year: YEAR, month });
  for (let number = 1; number <= daysInMonth; number++) {
    const on = Temporal.PlainDate.from({ year: YEAR, month, day: number }).toString();
    if (on >= openedOn.toString() && (closedOn === null || on <= closedOn.toString())) days += 1n;
  }
  return days;
}

/** Litres at 50 roubles per cubic metre: 5 kopecks each. */
function toKopecks(litres: bigint): bigint {
  return litres * 5n;
}

function byRemainders(whole: bigint, weights: readonly bigint[], all: bigint): readonly bigint[] {
  const cut = [...weights, all - sumOf(weights)].map((weight) => ({
    units: (whole * weight) / all,
    lost: (whole * weight) % all,
  }));
  let left = whole - sumBy(cut, ({ units }) => units);
  while (left > 0n) {
    let most = 0;
    for (const [index, { lost }] of cut.entries()) if (lost > (cut[most]?.lost ?? 0n)) most = index;
    cut[most] = { units: (cut[most]?.units ?? 0n) + 1n, lost: -1n };
    left -= 1n;
  }
  return cut.map(({ units }) => units);
}
