// Heating by norm, in the season or over the whole year, and by the house-wide meter.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { calculateHouse } from '../../calculate-house.ts';
import type { YearVolume, HouseFacts, MeterFacts } from '../../house-facts.ts';
import {
  account,
  day,
  differing,
  house,
  lineAmounts,
  meter,
  norm,
  reasonOf,
  rulesOf,
  service,
  tariff,
} from '../../testing/facts.ts';

describe('heating by the house meter', () => {
  const heating = (month: string, meters: readonly MeterFacts[], norms: readonly string[] = []) =>
    house(
      [
        service(1, 'heating', 'heating', {
          heatingMode: 'house-meter',
          precision: 6,
          tariffs: [tariff('2280.50')],
          norms: norms.map((value) => norm(value)),
        }),
      ],
      { month: Temporal.PlainYearMonth.from(month), meters },
    );
  const counted = (volume: string | null, more: Partial<MeterFacts> = {}) =>
    meter(1, '0.000', volume, false, more);

  test('is shared by area: 120 Gcal × 50/1000 × 2280.50 = 13683.00', () => {
    const facts = heating('2026-01', [counted('120.000')]);
    assert.deepEqual(lineAmounts(facts, account(1)), ['1/0 13683.00']);
    assert.deepEqual(rulesOf(facts, account(1)), ['heating-house-meter']);
  });

  test('is charged to the others when one account cannot be computed', () => {
    const facts = heating('2026-01', [counted('120.000')]);
    const gas = { ...facts, services: [...facts.services, service(2, 'gas', 'meter')] };
    const metered = account(1, { meters: [meter(2, '0.000', '1.000')] });
    assert.deepEqual(lineAmounts(gas, metered, account(2)), ['1/0 13683.00', '2/0 100.00']);
  });

  test('out of season is what the meter shows, and nothing if it shows zero or is unread', () => {
    const history = { months: 6, volumeE3: 600_000n };
    assert.deepEqual(lineAmounts(heating('2026-07', [counted('120.000')]), account(1)), [
      '1/0 13683.00',
    ]);
    assert.deepEqual(lineAmounts(heating('2026-07', [counted('0.000')]), account(1)), []);
    assert.deepEqual(lineAmounts(heating('2026-07', [counted(null, { history })]), account(1)), []);
    assert.equal(reasonOf(heating('2026-07', [counted(null)]), account(1)), 'not skipped');
  });

  test('a late reading below the averages charged refunds the difference: 60 − 90 = −30 Gcal', () => {
    const late = counted('60.000', { estimatedE6: 90_000_000n });
    const lines = ['1/0 0.00', '1/3 -3420.75'];
    assert.deepEqual(lineAmounts(heating('2026-01', [late]), account(1)), lines);
    assert.deepEqual(rulesOf(heating('2026-01', [late]), account(1)), [
      'heating-house-meter',
      'heating-late-reading',
    ]);
    assert.deepEqual(lineAmounts(heating('2026-07', [late]), account(1)), ['1/3 -3420.75']);
    const room = account(1, { meters: [meter(1, '0.000', '1.000')] });
    assert.equal(reasonOf(heating('2026-01', [late]), room), 'heat-meters-inconsistent');
  });

  test('a late reading of one meter lowers the estimate for another: 40 − 30 = 10 Gcal', () => {
    const history = { months: 6, volumeE3: 240_000n };
    const late = counted('60.000', { estimatedE6: 90_000_000n });
    const unread = counted(null, { meterId: 2, serialNumber: 'M-2', history });
    assert.deepEqual(lineAmounts(heating('2026-01', [late, unread]), account(1)), ['1/0 1140.25']);
  });

  test('falls back on the norm in the season: 50 × 0.02 × 2280.50', () => {
    assert.deepEqual(lineAmounts(heating('2026-01', [counted(null)], ['0.02']), account(1)), [
      '1/0 2280.50',
    ]);
    assert.deepEqual(lineAmounts(heating('2026-01', [], ['0.02']), account(1)), ['1/0 2280.50']);
    assert.equal(
      reasonOf(heating('2026-01', [counted(null)]), account(1)),
      'house-reading-missing',
    );
    assert.equal(reasonOf(heating('2026-01', []), account(1)), 'norm-missing');
  });
});

describe('heating beside heat meters of rooms', () => {
  const facts = house(
    [
      service(1, 'heating', 'heating', {
        heatingMode: 'house-meter',
        precision: 6,
        tariffs: [tariff('2000')],
      }),
    ],
    { month: Temporal.PlainYearMonth.from('2026-01'), meters: [meter(1, '0.000', '100.000')] },
  );
  const counting = (id: number, volume: string | null, more: Partial<MeterFacts> = {}) =>
    account(id, { areaE2: 10_000n, meters: [meter(1, '0.000', volume, false, more)] });

  test('A 100 m² 6 and B 100 m² 10 Gcal: 16000.00 and 24000.00, 50 m² without one 10000.00', () => {
    const accounts = [counting(1, '6.000'), counting(2, '10.000'), account(3)];
    const rest = account(4, { areaE2: 75_000n });
    const { lines } = calculateHouse(facts, [...accounts, rest]);
    assert.deepEqual(
      lines.map(({ amountKopecks }) => amountKopecks),
      [16_000_00n, 24_000_00n, 10_000_00n, 150_000_00n],
    );
    assert.deepEqual(
      lines.map(({ basis }) => [basis.rule, basis.ownVolume, basis.commonVolume]),
      [
        ['heating-room-meter', '6.000000', '2.000000'],
        ['heating-room-meter', '10.000000', '2.000000'],
        ['heating-without-room-meter', '4.000000', '1.000000'],
        ['heating-without-room-meter', '60.000000', '15.000000'],
      ],
    );
    // The part of rooms without an account is charged to nobody.
    assert.deepEqual(lineAmounts(facts, ...accounts), [
      '1/0 16000.00',
      '1/0 24000.00',
      '1/0 10000.00',
    ]);
  });

  test('an unread meter counts by the average of its season, later like no meter', () => {
    const history = { months: 7, volumeE3: 70_000n };
    const unread = counting(2, null, { meterId: 2, history });
    assert.deepEqual(lineAmounts(facts, counting(1, '6.000'), unread).slice(0, 2), [
      '1/0 16000.00',
      '1/0 24000.00',
    ]);
    const late = counting(2, null, { meterId: 2, history, missedPeriods: 4 });
    const { lines } = calculateHouse(facts, [counting(1, '6.000'), late]);
    assert.deepEqual(lines[1]?.basis.rule, 'heating-without-room-meter');
    const [told] = lines[1]?.basis.unread ?? [];
    assert.deepEqual([told?.estimate, told?.ofRoom], [lines[1]?.basis.ownVolume, true]);
  });

  test('a late reading below the averages charged refunds the difference', () => {
    const late = counting(1, '6.000', { estimatedE6: 8_000_000n });
    assert.deepEqual(lineAmounts(facts, late, counting(2, '10.000')).slice(0, 2), [
      '1/0 10000.00',
      '1/3 -4000.00',
    ]);
  });

  test("two accounts share their room's meter, but a meter of one of them alone is refused", () => {
    const half = { roomNumber: '1', areaE2: 10_000n, shareE8: 50_000_000n };
    const shared = { ...half, meters: [meter(1, '0.000', '6.000', false, { ofRoom: true })] };
    const together = [account(1, shared), account(3, shared), counting(2, '10.000')];
    assert.deepEqual(lineAmounts(facts, ...together), [
      '1/0 8000.00',
      '1/0 24000.00',
      '1/0 8000.00',
    ]);
    const own = [account(1, { ...half, meters: [meter(1, '0.000', '6.000')] }), account(3, half)];
    assert.equal(reasonOf(facts, ...own), 'shared-meter-not-supported');
  });

  test('a direct contract has no line, but its meter counts', () => {
    const direct = {
      ...counting(1, '6.000'),
      services: [differing(1, { charged: false, reason: 'direct-contract' })],
    };
    assert.deepEqual(lineAmounts(facts, direct, counting(2, '10.000')), ['1/0 24000.00']);
  });

  test('a room that heats itself pays only for its part of the rest', () => {
    const boiler = account(3, {
      services: [differing(1, { charged: false, reason: 'own-boiler' })],
    });
    // 800 − 50 m² without a meter use 60, so 24 are left.
    assert.deepEqual(lineAmounts(facts, counting(1, '6.000'), counting(2, '10.000'), boiler), [
      '1/0 16800.00',
      '1/0 24800.00',
      '1/0 2400.00',
    ]);
  });

  test("room meters that show far more than the house's are refused with a reason", () => {
    const accounts = [counting(1, '0.000'), counting(2, '90.000')];
    assert.equal(reasonOf(facts, ...accounts), 'heat-meters-inconsistent');
  });

  test('without a house-wide meter the norm applies, even to rooms with meters', () => {
    const [heating] = facts.services;
    assert.ok(heating);
    const byNorm = { ...facts, meters: [], services: [{ ...heating, norms: [norm('0.02')] }] };
    assert.deepEqual(lineAmounts(byNorm, counting(1, '6.000')), ['1/0 4000.00']);
  });
});

describe('heating that is charged evenly', () => {
  const facts = (month: string, volumes: readonly YearVolume[], more: Partial<HouseFacts> = {}) =>
    house(
      [
        service(1, 'heating', 'heating', {
          heatingMode: 'even-by-meter',
          yearVolumes: volumes,
          precision: 6,
          tariffs: [tariff('2000')],
        }),
      ],
      { month: Temporal.PlainYearMonth.from(month), roomsAreaE2: 1_000_000n, ...more },
    );
  const of2025: YearVolume = { year: 2025, volumeE3: 1_140_000n, by: 'meters' };

  test('is a twelfth of last year, in summer too: 1140 / 12 × 50/10000 × 2000 = 950.00', () => {
    for (const month of ['2026-01', '2026-07']) {
      assert.deepEqual(lineAmounts(facts(month, [of2025]), account(1)), ['1/0 950.00']);
      assert.deepEqual(rulesOf(facts(month, [of2025]), account(1)), ['heating-even']);
    }
  });

  test('is refused without the volume of the year before, and where rooms have heat meters', () => {
    const none = calculateHouse(facts('2025-07', [of2025]), [account(1)]);
    assert.deepEqual(
      [none.skipped.map(({ reason }) => reason), none.idle],
      [['heat-volume-missing'], [1]],
    );
    const metered = account(2, { meters: [meter(1, '0.000', '1.000')] });
    assert.equal(reasonOf(facts('2026-07', [of2025]), metered), 'heat-meters-in-even-mode');
  });

  test('charges a room that heats itself its part of the common rooms', () => {
    const boiler = account(2, {
      services: [differing(1, { charged: false, reason: 'own-boiler' })],
    });
    const house50 = facts('2026-07', [of2025], { commonAreaE2: 5_000n });
    // 95 Gcal on 9950 + 50 m²; the common rooms' 0.475 is shared by the area of all.
    assert.deepEqual(lineAmounts(house50, account(1), boiler), ['1/0 954.75', '1/0 4.75']);
  });
});

describe('heating by norm', () => {
  test('over the whole year is charged in July too: 55.44 × 0.0195 × 7/12 × 2371.72 = 1495.68', () => {
    const of = (heatingMode: 'season' | 'whole-year') =>
      house([
        service(1, 'heating', 'heating', {
          heatingMode,
          precision: 6,
          tariffs: [tariff('2371.72')],
          norms: [norm('0.0195')],
        }),
      ]);
    const room = account(1, { areaE2: 5_544n });
    assert.deepEqual(lineAmounts(of('whole-year'), room), ['1/0 1495.68']);
    assert.deepEqual(lineAmounts(of('season'), room), []);
  });
});

describe('heating by the days of a season', () => {
  const from5October = { from: day('2025-10-05'), to: null };
  const heating = (
    month: string,
    heatingMode: 'season' | 'whole-year' | 'house-meter' = 'season',
  ) =>
    house(
      [
        service(1, 'heating', 'heating', {
          heatingMode,
          precision: 6,
          tariffs: [tariff('2000')],
          norms: [norm('0.02')],
        }),
      ],
      { month: Temporal.PlainYearMonth.from(month), heatingSeasons: [from5October] },
    );

  test('from 5 October: 50 × 0.02 × 27/31 × 2000 = 1741.94', () => {
    assert.deepEqual(lineAmounts(heating('2025-10'), account(1)), ['1/0 1741.94']);
    const [line] = calculateHouse(heating('2025-10'), [account(1)]).lines;
    assert.deepEqual(
      line?.basis.parts.map(({ from, to, days }) => [from, to, days]),
      [['2025-10-05', '2025-10-31', 27]],
    );
    assert.deepEqual(lineAmounts(heating('2026-01'), account(1)), ['1/0 2000.00']);
  });

  test('costs nothing before the season, and the service is not reported as idle', () => {
    const early = account(1, { closedOn: day('2025-10-03') });
    assert.deepEqual(calculateHouse(heating('2025-10'), [early]), {
      lines: [],
      skipped: [],
      idle: [],
      commonNeeds: [],
    });
    assert.deepEqual(calculateHouse(heating('2025-09'), [account(1)]).idle, []);
  });

  test('the heating months count in the year before, and always if charged over the whole year', () => {
    assert.deepEqual(lineAmounts(heating('2025-04'), account(1)), ['1/0 2000.00']);
    assert.deepEqual(lineAmounts(heating('2025-10', 'whole-year'), account(1)), ['1/0 1166.67']);
  });

  test('counts for the norm used in place of the house-wide meter, but not for its readings', () => {
    assert.deepEqual(lineAmounts(heating('2025-10', 'house-meter'), account(1)), ['1/0 1741.94']);
    const read = { ...heating('2025-10', 'house-meter'), meters: [meter(1, '0.000', '20.000')] };
    assert.deepEqual(lineAmounts(read, account(1)), ['1/0 2000.00']);
  });
});

describe('heating of a house without a season', () => {
  const heating = (heatingMode: 'season' | 'whole-year' | 'house-meter' | null) =>
    house(
      [
        service(1, 'heating', 'heating', { heatingMode, precision: 6, norms: [norm('0.02')] }),
        service(2, 'upkeep', 'area', { tariffs: [tariff('30')] }),
      ],
      { month: Temporal.PlainYearMonth.from('2026-01'), heatingMonths: [] },
    );

  for (const mode of ['season', 'whole-year', 'house-meter', null] as const) {
    test(`is refused, never 0.00, and other services are charged: ${mode ?? 'no mode'}`, () => {
      const { lines, skipped, idle } = calculateHouse(heating(mode), [account(1)]);
      assert.deepEqual(
        lines.map(({ houseServiceId }) => houseServiceId),
        [2],
      );
      assert.equal(skipped[0]?.reason, 'heating-season-missing');
      assert.deepEqual(idle, [1]);
    });
  }

  test('is charged by the house-wide meter if it has a reading', () => {
    const facts = { ...heating('house-meter'), meters: [meter(1, '0.000', '10.000')] };
    assert.deepEqual(lineAmounts(facts, account(1)), ['1/0 50.00', '2/0 1500.00']);
    const unread = { ...facts, meters: [meter(1, '0.000', null)] };
    assert.equal(reasonOf(unread, account(1)), 'heating-season-missing');
  });
});
