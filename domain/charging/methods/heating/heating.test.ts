// Heating by norm, in the season or over the year, and by the house-wide meter.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { calculateHouse } from '../../calculate-house.ts';
import type { MeterFacts } from '../../house-facts.ts';
import {
  account,
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

  test('is the share of its area: 120 Gcal × 50/1000 × 2280.50 = 13683.00', () => {
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

  test('out of season is what the meter shows, and nothing when it shows nothing or is not read', () => {
    const history = { months: 6, volumeE3: 600_000n };
    assert.deepEqual(lineAmounts(heating('2026-07', [counted('120.000')]), account(1)), [
      '1/0 13683.00',
    ]);
    assert.deepEqual(lineAmounts(heating('2026-07', [counted('0.000')]), account(1)), []);
    assert.deepEqual(lineAmounts(heating('2026-07', [counted(null, { history })]), account(1)), []);
    assert.equal(reasonOf(heating('2026-07', [counted(null)]), account(1)), 'not skipped');
  });

  test('falls back on the norm in the season: 50 × 0.02 × 2280.50', () => {
    assert.deepEqual(lineAmounts(heating('2026-01', [counted(null)], ['0.02']), account(1)), [
      '1/0 2280.50',
    ]);
    assert.deepEqual(lineAmounts(heating('2026-01', [], ['0.02']), account(1)), ['1/0 2280.50']);
    assert.equal(reasonOf(heating('2026-01', []), account(1)), 'house-reading-missing');
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
    test(`is refused, never 0.00, and the rest is charged: ${mode ?? 'no mode'}`, () => {
      const { lines, skipped, idle } = calculateHouse(heating(mode), [account(1)]);
      assert.deepEqual(
        lines.map(({ houseServiceId }) => houseServiceId),
        [2],
      );
      assert.equal(skipped[0]?.reason, 'heating-season-missing');
      assert.deepEqual(idle, [1]);
    });
  }

  test('is what the house-wide meter counts', () => {
    const facts = { ...heating('house-meter'), meters: [meter(1, '0.000', '10.000')] };
    assert.deepEqual(lineAmounts(facts, account(1)), ['1/0 50.00', '2/0 1500.00']);
    const unread = { ...facts, meters: [meter(1, '0.000', null)] };
    assert.equal(reasonOf(unread, account(1)), 'heating-season-missing');
  });
});
