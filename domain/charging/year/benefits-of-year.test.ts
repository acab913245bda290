// What benefits deduct from a recalculated year: 12000.00 are due, 950.00 a month were charged, one of two persons pays half.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { formatKopecks } from '../../money/kopecks.ts';
import { calculateHouse } from '../calculate-house.ts';
import { stepsOf } from '../explanation/charge-steps.ts';
import type { AccountFacts, ActFacts, BenefitFacts } from '../house-facts.ts';
import { replay } from '../replay.ts';
import type { Difference } from '../recalculation.ts';
import { account, day, house, service, tariff } from '../testing/facts.ts';
import { UncomputableError } from '../uncomputable.ts';
import { monthOfYear } from './month-of-year.ts';
import { yearLines, type ChargeOfYear } from './year-lines.ts';

const HEATING = service(1, 'heating', 'heating', {
  heatingMode: 'even-by-meter',
  yearVolumes: [{ year: 2024, volumeE3: 1_140_000n, by: 'meters' }],
  precision: 6,
  tariffs: [tariff('2000')],
});
const OF_NEW_YEAR = { validFrom: day('2025-01-01'), validTo: null };

function benefit(more: Partial<BenefitFacts> = {}): BenefitFacts {
  return {
    category: 'labour-veteran',
    shareE4: 5_000n,
    persons: 1,
    limit: 'none',
    socialNorm: null,
    houseServiceIds: [1],
    basis: 'Удостоверение 17',
    ...OF_NEW_YEAR,
    ...more,
  };
}

/** A break of two days in March: 32 hours above the 16 allowed at once. */
const ACT: ActFacts = {
  houseServiceId: 1,
  kind: 'interruption',
  from: '2025-03-05T00:00:00',
  to: '2025-03-07T00:00:00',
  measuredE4: null,
  requiredE4: null,
  allowedHours: null,
  roomNumbers: null,
};

type Charged = { readonly account: AccountFacts; readonly now?: AccountFacts };

/** 1200 Gcal in a house of 10000 m², of which the account has 50 m². */
function linesOf(
  { account: charged, now = charged }: Charged,
  acts: readonly ActFacts[] = [],
): readonly Difference[] {
  const all = Array.from({ length: 12 }, (_, index) => {
    const month = Temporal.PlainYearMonth.from({ year: 2025, month: index + 1 });
    const facts = house([HEATING], { month, roomsAreaE2: 1_000_000n, acts });
    const period = month.toString();
    const standing = calculateHouse(facts, [charged]).lines.map(
      ({ basis: { unit }, ...line }): ChargeOfYear =>
        Object.assign(line, { chargeId: index + 1, period, month: period, unit }),
    );
    return { months: monthOfYear(facts, [now], () => true), standing };
  });
  return yearLines({
    year: 2025,
    rule: 'heating-year',
    reason: 'Корректировка за год',
    volume: 1_200_000_000n,
    basis: {},
    months: all.flatMap(({ months }) => months),
    standing: all.flatMap(({ standing }) => standing),
  });
}

const amounts = (lines: readonly Difference[]): readonly string[] =>
  lines.map(({ line, amountKopecks }) => `${line} ${formatKopecks(amountKopecks)}`);
const entitled = (...benefits: readonly BenefitFacts[]): Charged => ({
  account: account(1, { benefits }),
});

describe('a benefit follows the recalculated year', () => {
  test('600.00 more, of which a quarter is deducted', () => {
    assert.deepEqual(amounts(linesOf(entitled(benefit()))), ['9 600.00', '15 -150.00']);
  });

  test('by its months: half as much for half of them', () => {
    const late = benefit({ validFrom: day('2025-07-01') });
    assert.deepEqual(amounts(linesOf(entitled(late))), ['9 600.00', '15 -75.00']);
  });

  test('by the residents of each day: one of two for half of the year, one of four for the other', () => {
    const registeredPersons = [
      { count: 2, validFrom: day('2020-01-01') },
      { count: 4, validFrom: day('2025-07-01') },
    ];
    const one = account(1, { registeredPersons, benefits: [benefit()] });
    // 300.00 × 1/2 × 0.5 + 300.00 × 1/4 × 0.5
    assert.deepEqual(amounts(linesOf({ account: one })), ['9 600.00', '15 -112.50']);
  });

  test('within the social norm, of each household: 42 of 50 m² for half of the year, 33 for the other', () => {
    const registeredPersons = [
      { count: 2, validFrom: day('2020-01-01') },
      { count: 1, validFrom: day('2025-07-01') },
    ];
    const socialNorm = { oneE2: 33_00n, twoE2: 42_00n, eachE2: 18_00n };
    const within = benefit({ limit: 'social-norm', socialNorm });
    const one = account(1, { registeredPersons, benefits: [within] });
    // 300.00 × 1/2 × 42/50 × 0.5 + 300.00 × 33/50 × 0.5
    const lines = linesOf({ account: one });
    assert.deepEqual(amounts(lines), ['9 600.00', '15 -162.00']);
    const basis = lines.at(-1)?.basis;
    assert.equal(basis && replay(structuredClone(basis)), -162_00n);
  });

  test('the basis names the amount of each of two categories', () => {
    const [line] = linesOf(
      entitled(benefit(), benefit({ category: 'disabled', shareE4: 2_500n, persons: 1 })),
    ).slice(1);
    assert.equal(line?.amountKopecks, -22_500n);
    assert.deepEqual(
      line.basis.correction?.now?.benefits?.benefits.map(({ category, amount }) => [
        category,
        amount,
      ]),
      [
        ['labour-veteran', '3000.00'],
        ['disabled', '1500.00'],
      ],
    );
  });

  test("a service act in a month lowers the benefit of the year as it did the month's", () => {
    const standing = linesOf(entitled(benefit()), [ACT]);
    assert.deepEqual(amounts(standing), ['9 600.00', '15 -150.00']);
    const of = standing[1]?.basis.correction?.now?.benefits;
    // 12000.00 less 950.00 × 0.15 % × 32
    assert.equal(of?.charge, '11954.40');
  });

  test('one granted late is deducted for the whole year, one withdrawn is charged again', () => {
    const [without, having] = [account(1), account(1, { benefits: [benefit()] })];
    assert.deepEqual(amounts(linesOf({ account: without, now: having })), [
      '9 600.00',
      '15 -3000.00',
    ]);
    assert.deepEqual(amounts(linesOf({ account: having, now: without })), [
      '9 600.00',
      '15 2850.00',
    ]);
  });
});

test('its line replays to its amount from the stored basis, and explains it', () => {
  const line = linesOf(entitled(benefit())).at(-1);
  assert.ok(line);
  assert.equal(replay(structuredClone(line.basis)), -15_000n);
  const told = stepsOf(line.basis, { unit: 'Гкал', names: new Map() }).map(({ ru }) => ru);
  assert.ok(
    told.some((step) => step.includes('За весь год: 12000,00 ₽ × 1/2 проживающих × 0,5')),
    told.join('\n'),
  );
});

test('a year with more entitled than registered persons is refused as its months are', () => {
  const one = account(1, { benefits: [benefit({ persons: 3 })] });
  const facts = house([HEATING], {
    month: Temporal.PlainYearMonth.from('2025-01'),
    roomsAreaE2: 1_000_000n,
  });
  assert.throws(
    () => monthOfYear(facts, [one], () => true),
    (error) => error instanceof UncomputableError && error.reason === 'benefit-exceeds-persons',
  );
});
