// Acts on meters: one that fails in the month, one whose check is refused, one with which somebody has interfered.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { calculateHouse } from '../../calculate-house.ts';
import { stepsOf } from '../../explanation/charge-steps.ts';
import { formulaOf } from '../../explanation/formula.ts';
import type { MeterFacts, ServiceFacts } from '../../house-facts.ts';
import { replay } from '../../replay.ts';
import {
  account,
  day,
  house,
  lineAmounts,
  meter,
  norm,
  rulesOf,
  service,
  tariff,
} from '../../testing/facts.ts';

/** 24.000 m³ in six months: an average of 4.000. */
const history = { months: 6, volumeE3: 24_000n };
const water = (more: Partial<ServiceFacts> = {}) =>
  service(1, 'cold-water', 'meter', { norms: [norm('4')], tariffs: [tariff('50')], ...more });
const facts = house([water()]);
const withMeters = (...meters: readonly MeterFacts[]) => account(1, { meters });

describe('a meter that fails on the 20th of July', () => {
  const failed = (takenOn: string | null, more: Partial<MeterFacts> = {}) =>
    withMeters(
      meter(1, '100.000', null, false, {
        history,
        outOfOrderSince: day('2026-07-20'),
        ...(takenOn !== null && {
          current: { valueE3: 106_000n, takenOn, rollover: false },
          missedPeriods: 0,
        }),
        ...more,
      }),
    );

  test('is charged by its reading until then, and by its average for 12 of 31 days', () => {
    // (6 + 4 × 12/31) × 50 = 377.419…
    assert.deepEqual(lineAmounts(facts, failed('2026-07-15')), ['1/0 377.42']);
    assert.deepEqual(rulesOf(facts, failed('2026-07-15')), ['reading-then-average']);
    const [line] = calculateHouse(facts, [failed('2026-07-15')]).lines;
    assert.deepEqual(line?.basis.unread, [
      {
        meterId: 1,
        serialNumber: 'M-1',
        because: 'meter-faulty',
        period: 1,
        average: { months: 6, volume: '24.000', days: 12 },
        estimate: '1.548387',
      },
    ]);
    assert.equal(line?.basis.meters?.[0]?.current, '106.000');
    assert.equal(replay(line.basis), 377_42n);
  });

  test('is charged by its average for the whole month without an earlier reading', () => {
    assert.deepEqual(lineAmounts(facts, failed(null)), ['1/0 200.00']);
    assert.deepEqual(lineAmounts(facts, failed('2026-07-20')), ['1/0 200.00']);
  });

  test('is charged by its reading alone when it has worked too short for an average', () => {
    const young = failed('2026-07-15', { history: { months: 2, volumeE3: 8_000n } });
    assert.deepEqual(lineAmounts(facts, young), ['1/0 300.00']);
  });

  test('is charged until its removal if it is replaced later', () => {
    const replaced = withMeters(
      ...failed('2026-07-15', { removedOn: day('2026-07-25') }).meters,
      meter(1, '0.000', '1.000', false, { installedOn: day('2026-07-25') }),
    );
    // 6 + 4 × 5/31 until the 24th, and 1 by the new one: × 50 = 382.258…
    assert.deepEqual(lineAmounts(facts, replaced), ['1/0 382.26']);
  });

  test('counts alike in a non-residential room', () => {
    const shop = { ...failed('2026-07-15'), roomKind: 'non-residential' as const };
    assert.deepEqual(lineAmounts(facts, shop), ['1/0 377.42']);
    assert.deepEqual(rulesOf(facts, shop), ['reading-then-average']);
  });
});

describe('a meter whose check was refused', () => {
  const refused = (on: string, more: Partial<MeterFacts> = {}) =>
    withMeters(
      meter(1, '100.000', '110.000', false, { history, accessRefusedSince: day(on), ...more }),
    );

  test('is charged by its average for three periods, ignoring its readings', () => {
    for (const on of ['2026-07-01', '2026-06-30', '2026-05-01'])
      assert.deepEqual(lineAmounts(facts, refused(on)), ['1/0 200.00']);
    assert.deepEqual(rulesOf(facts, refused('2026-05-01')), ['average-access-refused']);
  });

  test('is charged afterwards by the norm with K, which is 3 for cold water', () => {
    // 2 × 4 × 50, and twice that
    assert.deepEqual(lineAmounts(facts, refused('2026-04-30')), ['1/0 400.00', '1/1 800.00']);
    assert.deepEqual(rulesOf(facts, refused('2026-04-30')), ['norm-access-refused', 'excess']);
  });

  test('is charged by a reading taken before the refusal', () => {
    // (10 + 4 × 5/31) × 50
    assert.deepEqual(lineAmounts(facts, refused('2026-07-27')), ['1/0 532.26']);
  });
});

describe('a meter with interference', () => {
  const tampered = (
    more: Partial<MeterFacts['tampered'][number]> = {},
    ofMeter: Partial<MeterFacts> = {},
  ) =>
    meter(1, '100.000', '110.000', false, {
      tampered: [
        {
          on: day('2026-07-28'),
          lastCheckOn: day('2024-01-01'),
          capacityPerDayE3: null,
          ...more,
        },
      ],
      ...ofMeter,
    });

  test('costs ten times the norm of three months: 3 × 2 × 4 × 10 × 50', () => {
    const { lines } = calculateHouse(facts, [withMeters(tampered())]);
    const [, line] = lines;
    assert.deepEqual(
      lines.map((one) => [one.line, one.rateType, one.amountKopecks]),
      [
        [0, 'meter', 500_00n],
        [10, 'recalculation', 12_000_00n],
      ],
    );
    assert.ok(line);
    assert.equal(replay(line.basis), 12_000_00n);
    assert.match(formulaOf(line.basis, 'м³'), /2 persons × 4 × 10 × 3 months; 240 м³ × 50/);
    const steps = stepsOf(line.basis, { unit: 'м³', names: new Map() });
    assert.match(steps[0]?.article?.ru ?? '', /п\. 62, 81\(11\)/);
    assert.deepEqual(
      steps.slice(1, 3).map(({ ru }) => ru),
      [
        'Прибор M-1: вмешательство в работу, с предыдущей проверки, но не более трёх месяцев: с 28.04.2026 по 27.07.2026, 91 дн.',
        'По акту от 28.07.2026: 2 чел. × 4 (order 2) × 10 × 3 мес. = 240 м³; × 50 ₽ (order 1) = 12000,00 ₽.',
      ],
    );
    assert.match(steps[2]?.en ?? '', /^By the act of 2026-07-28: 2 persons × 4 \(order 2\) × 10/);
  });

  test('costs what the pipe could have let through since the last check', () => {
    const since = { lastCheckOn: day('2026-07-18'), capacityPerDayE3: 1_500n };
    // 1.5 × 10 days × 50
    assert.deepEqual(lineAmounts(facts, withMeters(tampered(since))), [
      '1/0 500.00',
      '1/10 750.00',
    ]);
    const [, line] = calculateHouse(facts, [withMeters(tampered(since))]).lines;
    assert.ok(line);
    assert.match(formulaOf(line.basis, 'м³'), /^1\.5 a day × 10 days; 15 м³/);
  });

  test('costs the norm once when two meters are found on one day', () => {
    const both = withMeters(tampered(), tampered({ lastCheckOn: day('2026-07-01') }));
    assert.deepEqual(lineAmounts(facts, both).at(-1), '1/10 12000.00');
  });

  test('counts the owners where nobody is registered', () => {
    const nobody = {
      ...withMeters(tampered()),
      registeredPersons: [{ count: 0, validFrom: day('2020-01-01') }],
      owners: 1,
    };
    assert.deepEqual(lineAmounts(facts, nobody).at(-1), '1/10 6000.00');
  });

  test('is charged for water disposal as well', () => {
    const drained = house([
      water(),
      service(2, 'water-disposal', 'water-disposal', { tariffs: [tariff('40')] }),
    ]);
    assert.deepEqual(lineAmounts(drained, withMeters(tampered())), [
      '1/0 500.00',
      '1/10 12000.00',
      '2/0 400.00',
      '2/10 9600.00',
    ]);
  });

  test('of a room costs each account its share of what the pipe could have let through', () => {
    const ofRoom = tampered(
      { lastCheckOn: day('2026-07-18'), capacityPerDayE3: 1_500n },
      { ofRoom: true },
    );
    const half = { shareE8: 50_000_000n, roomNumber: '1', meters: [ofRoom] };
    const lines = lineAmounts(facts, account(1, half), account(2, half));
    assert.deepEqual(lines, ['1/0 250.00', '1/10 375.00', '1/0 250.00', '1/10 375.00']);
  });

  test('without a norm or a capacity is refused with a reason, and other services are charged', () => {
    const others = house([water({ norms: [] }), service(2, 'upkeep', 'area')]);
    const { lines, skipped } = calculateHouse(others, [withMeters(tampered())]);
    assert.deepEqual(
      lines.map(({ houseServiceId }) => houseServiceId),
      [2],
    );
    assert.deepEqual(skipped, [
      {
        personalAccountId: 1,
        reason: 'tampering-volume-missing',
        facts: { services: ['cold-water'], day: '2026-07-28', meter: 'M-1' },
        houseServiceIds: [1],
      },
    ]);
  });

  test('in a non-residential room needs a capacity', () => {
    const shop = { ...withMeters(tampered()), roomKind: 'non-residential' as const };
    const { skipped } = calculateHouse(facts, [shop]);
    assert.equal(skipped[0]?.reason, 'tampering-volume-missing');
  });

  test('costs nothing if found on the day of its last check', () => {
    const atOnce = withMeters(tampered({ lastCheckOn: day('2026-07-28') }));
    assert.deepEqual(lineAmounts(facts, atOnce), ['1/0 500.00']);
  });
});
