// Common-house needs by Rules 491, p. 29(2): by the meter with negative months carried over, by the norm, by the mean month.
// The figures: rooms of 60 and 40 m², a common area of 300 m², a norm of 0.02, a tariff of 50.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { calculateHouse } from '../../calculate-house.ts';
import type { CommonNeedsBefore, CommonNeedsMethod, HouseFacts } from '../../house-facts.ts';
import { stepsOf } from '../../explanation/charge-steps.ts';
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

const T = { tariffs: [tariff('50')] };
const WATER = service(1, 'cold-water', 'meter', T);
const COMMON = service(2, 'cold-water-odn', 'odn', { ...T, norms: [norm('0.02')] });
/** The rooms have used 100 m³ together. */
const ROOMS = [
  account(1, { areaE2: 6_000n, meters: [meter(1, '0.000', '60.000')] }),
  account(2, { areaE2: 4_000n, meters: [meter(1, '0.000', '40.000')] }),
];

function charged(
  commonNeedsMethod: CommonNeedsMethod,
  houseMeter: string | null,
  before: Partial<CommonNeedsBefore> = {},
): HouseFacts {
  return house([WATER, COMMON], {
    roomsAreaE2: 10_000n,
    commonAreaE2: 30_000n,
    commonNeedsMethod,
    commonNeedsBefore: [{ houseServiceId: 2, carriedE6: 0n, yearBeforeE6: null, ...before }],
    meters: [meter(2, '0.000', houseMeter)],
  });
}

const needs = (facts: HouseFacts): readonly string[] =>
  lineAmounts(facts, ...ROOMS).filter((line) => line.startsWith('2/'));
const found = (facts: HouseFacts) => calculateHouse(facts, ROOMS).commonNeeds[0];

describe('common-house needs by the meter', () => {
  test('a month of −10 costs nothing and carries 10 to the next one, which is charged 20 of its 30', () => {
    const first = charged('actual', '90.000');
    assert.deepEqual(needs(first), ['2/0 0.00', '2/0 0.00']);
    assert.equal(found(first)?.drawnE6, -10_000_000n);
    const { carriedE6 = 0n } = found(first) ?? {};
    assert.equal(carriedE6, -10_000_000n);
    const next = charged('actual', '130.000', { carriedE6 });
    assert.deepEqual(needs(next), ['2/0 600.00', '2/0 400.00']);
    assert.equal(found(next)?.carriedE6, 0n);
  });

  test('a month never falls below zero, and the remaining volume is carried to the next', () => {
    const facts = charged('actual', '104.000', { carriedE6: -10_000_000n });
    assert.deepEqual(needs(facts), ['2/0 0.00', '2/0 0.00']);
    assert.equal(found(facts)?.carriedE6, -6_000_000n);
  });

  test('a late reading below the averages charged lowers the months after it: 150 − 200 − 100 = −150', () => {
    const facts = charged('actual', null);
    const late = meter(2, '0.000', '150.000', false, { estimatedE6: 200_000_000n });
    assert.deepEqual(needs({ ...facts, meters: [late] }), ['2/0 0.00', '2/0 0.00']);
    const { carriedE6, drawnE6 } = found({ ...facts, meters: [late] }) ?? {};
    assert.deepEqual([carriedE6, drawnE6], [-150_000_000n, -150_000_000n]);
    const byNorm = { ...charged('norm-yearly', null), meters: [late] };
    assert.deepEqual(needs(byNorm), ['2/0 180.00', '2/0 120.00']);
    assert.equal(found(byNorm)?.drawnE6, -150_000_000n);
  });

  test('the steps of a line name the volumes carried in and out', () => {
    const [, line] = calculateHouse(
      charged('actual', '130.000', { carriedE6: -10_000_000n }),
      ROOMS,
    ).lines;
    assert.ok(line);
    const steps = stepsOf(line.basis, { unit: 'м³', names: new Map() });
    const carried = steps.find(({ en }) => en.startsWith('Carried in'));
    assert.deepEqual(
      [carried?.ru, carried?.en],
      [
        'Перенесено с прошлых месяцев: -10 м³; переносится на следующие: 0 м³.',
        'Carried in from earlier months: -10 м³; carried out to later ones: 0 м³.',
      ],
    );
    assert.match(carried?.article?.ru ?? '', /Правила № 491, п. 29\(2\)/);
  });

  test('a month by norm, and the capped method, pass on the carried volume unchanged', () => {
    const unread = charged('actual', null, { carriedE6: -10_000_000n });
    assert.deepEqual(needs(unread), ['2/0 180.00', '2/0 120.00']);
    assert.equal(found(unread)?.carriedE6, -10_000_000n);
    const capped = charged('capped', '90.000', { carriedE6: -10_000_000n });
    assert.deepEqual(needs(capped), ['2/0 0.00', '2/0 0.00']);
    assert.equal(found(capped)?.carriedE6, -10_000_000n);
  });
});

describe('common-house needs by the norm, recalculated once a year', () => {
  test('are 6 m³ whatever the meter says: 180.00 and 120.00', () => {
    for (const houseMeter of ['90.000', '100.000', '900.000', null])
      assert.deepEqual(needs(charged('norm-yearly', houseMeter)), ['2/0 180.00', '2/0 120.00']);
    assert.equal(rulesOf(charged('norm-yearly', '900.000'), ...ROOMS)[1], 'odn-norm-yearly');
    assert.equal(rulesOf(charged('norm-yearly', null), ...ROOMS)[1], 'odn-norm');
  });

  test("store the metered volume, which is unknown while a room's is", () => {
    assert.equal(found(charged('norm-yearly', '110.000'))?.drawnE6, 10_000_000n);
    const unknown = account(3, { areaE2: 1n, roomNumber: '1', meters: [meter(1, '5', null)] });
    const { commonNeeds, lines } = calculateHouse(charged('norm-yearly', '110.000'), [
      ...ROOMS.slice(1),
      unknown,
    ]);
    assert.deepEqual([commonNeeds[0]?.isMetered, commonNeeds[0]?.drawnE6], [true, null]);
    assert.ok(lines.some(({ houseServiceId }) => houseServiceId === 2));
  });

  test('need a norm', () => {
    const facts = charged('norm-yearly', '110.000');
    const services = [WATER, { ...COMMON, norms: [] }];
    assert.equal(reasonOf({ ...facts, services }, ...ROOMS), 'norm-missing');
  });
});

describe('common-house needs by the mean month of the year before', () => {
  test('are a twelfth of that year: 72 m³ make 6', () => {
    const facts = charged('average-yearly', '900.000', { yearBeforeE6: 72_000_000n });
    assert.deepEqual(needs(facts), ['2/0 180.00', '2/0 120.00']);
    assert.equal(rulesOf(facts, ...ROOMS)[1], 'odn-average-yearly');
    const [, line] = calculateHouse(facts, ROOMS).lines;
    assert.deepEqual(line?.basis.house?.yearBefore, { year: 2025, volume: '72.000000' });
  });

  test('do not need a reading of the meter, but follow the norm without a meter', () => {
    const unread = charged('average-yearly', null, { yearBeforeE6: 120_000_000n });
    assert.deepEqual(needs(unread), ['2/0 300.00', '2/0 200.00']);
    assert.deepEqual(needs({ ...unread, meters: [] }), ['2/0 180.00', '2/0 120.00']);
  });

  test('are zero when the rooms used more than the house in that year', () => {
    const facts = charged('average-yearly', '900.000', { yearBeforeE6: -5_000_000n });
    assert.deepEqual(needs(facts), ['2/0 0.00', '2/0 0.00']);
    assert.deepEqual(calculateHouse(facts, ROOMS).idle, []);
  });

  test('follow a stated year rather than the months charged here', () => {
    const facts = charged('average-yearly', '900.000', { yearBeforeE6: 120_000_000n });
    const yearVolumes = [
      { year: 2024, volumeE3: 240_000n, by: 'stated' },
      { year: 2025, volumeE3: 72_000n, by: 'stated' },
    ] as const;
    const stated = { ...facts, services: [WATER, { ...COMMON, yearVolumes }] };
    assert.deepEqual(needs(stated), ['2/0 180.00', '2/0 120.00']);
    const [, line] = calculateHouse(stated, ROOMS).lines;
    assert.deepEqual(line?.basis.house?.yearBefore, { year: 2025, volume: '72.000000' });
  });

  test('are refused if that year is unknown', () => {
    const facts = charged('average-yearly', '900.000');
    const { skipped, idle } = calculateHouse(facts, ROOMS);
    assert.deepEqual(skipped[0]?.facts, { services: ['cold-water-odn'], year: 2025 });
    assert.equal(reasonOf(facts, ...ROOMS), 'year-before-missing');
    assert.deepEqual(idle, [2]);
  });
});
