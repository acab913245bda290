// Temporary absence: a recalculation line for the volume of absent persons.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { calculateHouse } from './calculate-house.ts';
import type { AccountFacts, ServiceFacts } from './house-facts.ts';
import { account, day, house, lineAmounts, meter, norm, service, tariff } from './testing/facts.ts';

const water = (more: Partial<ServiceFacts> = {}) =>
  service(1, 'cold-water', 'norm', { norms: [norm('3.1')], ...more });
const away = (from: string, to: string, persons = 1, more: Partial<AccountFacts> = {}) =>
  account(1, { absences: [{ from: day(from), to: day(to), persons }], ...more });

describe('an absence', () => {
  test('of one of two persons for 10 full days takes back 620.00 × 10 / (31 × 2)', () => {
    const { lines } = calculateHouse(house([water()]), [away('2026-07-05', '2026-07-14')]);
    assert.deepEqual(
      lines.map((one) => [one.line, one.rateType, one.basis.rule, one.amountKopecks]),
      [
        [0, 'norm', 'norm-per-person', 62_000n],
        [5, 'recalculation', 'absence', -10_000n],
      ],
    );
    assert.equal(lines[1]?.basis.parts[0]?.absentPersonDays, 10);
  });

  const cases: readonly (readonly [
    why: string,
    account: AccountFacts,
    lines: readonly string[],
  ])[] = [
    ['of 5 full days changes nothing', away('2026-07-05', '2026-07-09'), ['1/0 620.00']],
    ['of 6 does', away('2026-07-05', '2026-07-10'), ['1/0 620.00', '1/5 -60.00']],
    [
      'that began in June counts its days in July, however few',
      away('2026-06-20', '2026-07-02'),
      ['1/0 620.00', '1/5 -20.00'],
    ],
    [
      'of more persons than live there takes back no more than they are charged',
      away('2026-06-20', '2026-08-02', 9),
      ['1/0 620.00', '1/5 -620.00'],
    ],
    [
      'of the owners counts where nobody is registered',
      away('2026-07-01', '2026-07-10', 1, {
        registeredPersons: [{ count: 0, validFrom: day('2020-01-01') }],
      }),
      ['1/0 310.00', '1/5 -100.00'],
    ],
  ];
  for (const [why, one, lines] of cases) {
    test(why, () => {
      assert.deepEqual(lineAmounts(house([water()]), one), lines);
    });
  }

  test('follows the tariff of its days: 5 days at 100 and 5 at 200', () => {
    const facts = house([
      water({
        tariffs: [tariff('100', '2020-01-01', '2026-07-15'), tariff('200', '2026-07-16')],
      }),
    ]);
    assert.deepEqual(lineAmounts(facts, away('2026-07-11', '2026-07-20')), [
      '1/0 940.00', // 6.2 × 15/31 × 100 + 6.2 × 16/31 × 200
      '1/5 -150.00',
    ]);
  });

  test('also lowers water disposal and the heat of hot water', () => {
    const hot = service(1, 'hot-water-two-component', 'norm', {
      tariffs: [
        { ...tariff('100'), component: 'cold' },
        { ...tariff('1000'), component: 'heat' },
      ],
      norms: [
        { ...norm('3.1'), component: 'cold' },
        { ...norm('0.06'), component: 'heat' },
      ],
    });
    const facts = house([
      hot,
      service(2, 'water-disposal', 'water-disposal', { tariffs: [tariff('10')] }),
    ]);
    assert.deepEqual(lineAmounts(facts, away('2026-07-05', '2026-07-14')), [
      '1/0 620.00',
      '1/2 372.00',
      '1/5 -100.00',
      '1/6 -60.00',
      '2/0 62.00',
      '2/5 -10.00',
    ]);
  });

  test('changes nothing with a meter, read or not, nor for heating and charges by area', () => {
    const facts = house(
      [
        water({ method: 'meter' }),
        service(2, 'upkeep', 'area', { precision: 2 }),
        service(3, 'heating', 'heating', { norms: [norm('0.02')] }),
      ],
      { month: Temporal.PlainYearMonth.from('2026-01') },
    );
    const one = (current: string | null) =>
      away('2026-01-01', '2026-01-31', 2, {
        meters: [meter(1, '0.000', current, false, { missedPeriods: 5 })],
      });
    assert.deepEqual(lineAmounts(facts, one('1.000')), ['1/0 100.00', '2/0 5000.00', '3/0 100.00']);
    assert.deepEqual(lineAmounts(facts, one(null)), ['1/0 620.00', '2/0 5000.00', '3/0 100.00']);
  });

  test('changes nothing where a meter could be installed and K is charged (p. 86)', () => {
    const facts = house([water({ coefficientApplies: true })]);
    assert.deepEqual(lineAmounts(facts, away('2026-07-05', '2026-07-14')), [
      '1/0 620.00',
      '1/1 1240.00',
    ]);
  });

  test('counts where a service is charged by meter and none can be installed', () => {
    const facts = house([water({ method: 'meter' })]);
    assert.deepEqual(lineAmounts(facts, away('2026-07-05', '2026-07-14')), [
      '1/0 620.00',
      '1/5 -100.00',
    ]);
  });
});
