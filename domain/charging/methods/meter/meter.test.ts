// Meters: readings, and what is charged when a meter is not read, faulty, replaced or read late.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { calculateHouse } from '../../calculate-house.ts';
import type { AccountFacts, HouseFacts, MeterFacts, ServiceFacts } from '../../house-facts.ts';
import {
  account,
  amounts,
  day,
  house,
  lineAmounts,
  meter,
  norm,
  rulesOf,
  service,
  tariff,
} from '../../testing/facts.ts';

const water = (more: Partial<ServiceFacts> = {}) =>
  service(1, 'cold-water', 'meter', { norms: [norm('3.1')], ...more });
/** 24.000 m³ in six months: an average of 4.000. */
const history = { months: 6, volumeE3: 24_000n };
const withMeters = (...meters: readonly MeterFacts[]) => account(1, { meters });
const unread = (more: Partial<MeterFacts>) =>
  withMeters(meter(1, '100.000', null, false, { history, ...more }));

describe('a month without a reading', () => {
  const facts = house([water({ coefficientApplies: true })]);

  test('is charged by the average for three periods in a row', () => {
    for (const missedPeriods of [1, 2, 3]) {
      assert.deepEqual(lineAmounts(facts, unread({ missedPeriods })), ['1/0 400.00']);
      assert.deepEqual(rulesOf(facts, unread({ missedPeriods })), ['average-reading-missing']);
    }
    const [line] = calculateHouse(facts, [unread({ missedPeriods: 2 })]).lines;
    assert.deepEqual(line?.basis.unread, [
      {
        meterId: 1,
        serialNumber: 'M-1',
        because: 'reading-missing',
        period: 2,
        average: { months: 6, volume: '24.000', days: 31 },
        estimate: '4.000000',
      },
    ]);
  });

  test('is charged afterwards by the norm without K', () => {
    assert.deepEqual(lineAmounts(facts, unread({ missedPeriods: 4 })), ['1/0 620.00']);
    assert.deepEqual(rulesOf(facts, unread({ missedPeriods: 4 })), ['norm-reading-missing']);
  });

  test('is charged by the norm at once when the meter has worked for less than three months', () => {
    const young = unread({ history: { months: 2, volumeE3: 8_000n } });
    assert.deepEqual(lineAmounts(facts, young), ['1/0 620.00']);
    const older = unread({ history: { months: 3, volumeE3: 12_000n } });
    assert.deepEqual(lineAmounts(facts, older), ['1/0 400.00']);
  });

  test('is charged by the average for the days on which the account is open', () => {
    const late = { ...unread({}), openedOn: day('2026-07-17') };
    assert.deepEqual(lineAmounts(facts, late), ['1/0 193.55']); // 4 × 15/31 × 100
  });

  test('does not block the common-house needs of the house', () => {
    const shared = house([water(), service(2, 'cold-water-odn', 'odn')], {
      roomsAreaE2: 5_000n,
      meters: [meter(2, '0.000', '10.000')],
    });
    assert.deepEqual(lineAmounts(shared, unread({})), ['1/0 400.00', '2/0 600.00']);
  });
});

describe('a faulty meter', () => {
  const facts = house([water()]);
  const read = (more: Partial<MeterFacts>) =>
    withMeters(meter(1, '100.000', '110.000', false, { history, ...more }));
  const cases: readonly (readonly [
    why: string,
    meter: Partial<MeterFacts>,
    lines: readonly string[],
  ])[] = [
    ['past its verification since July', { verifiedUntil: day('2026-06-30') }, ['1/0 400.00']],
    ['since May', { verifiedUntil: day('2026-04-30') }, ['1/0 400.00']],
    ['since April', { verifiedUntil: day('2026-04-29') }, ['1/0 620.00', '1/1 1240.00']],
    ['broken since May', { outOfOrderSince: day('2026-05-31') }, ['1/0 400.00']],
    ['broken since April', { outOfOrderSince: day('2026-04-01') }, ['1/0 620.00', '1/1 1240.00']],
    [
      'good until the day of its reading, and by its average for 6 days',
      { verifiedUntil: day('2026-07-25') },
      ['1/0 1077.42'], // 10 + 4 × 6/31 = 10.77419… × 100
    ],
    ['faulty on that day', { verifiedUntil: day('2026-07-24') }, ['1/0 400.00']],
    ['good for the whole month', { verifiedUntil: day('2026-07-31') }, ['1/0 1000.00']],
  ];
  for (const [why, more, lines] of cases) {
    test(`${why} makes ${lines.join(' and ')}`, () => {
      assert.deepEqual(lineAmounts(facts, read(more)), lines);
    });
  }

  test('of electricity stays in use past its verification', () => {
    const power = house([service(1, 'electricity', 'meter', { norms: [norm('3.1')] })]);
    assert.deepEqual(lineAmounts(power, read({ verifiedUntil: day('2020-01-01') })), [
      '1/0 1000.00',
    ]);
  });

  test('of gas falls back on the norm without K', () => {
    const gas = house([service(1, 'gas', 'meter', { norms: [norm('3.1')] })]);
    const broken = read({ outOfOrderSince: day('2026-01-01') });
    assert.deepEqual(lineAmounts(gas, broken), ['1/0 620.00']);
    assert.deepEqual(rulesOf(gas, broken), ['norm-meter-faulty']);
  });

  test('charged by the norm overrides a second, working meter of the same service', () => {
    const both = withMeters(
      meter(1, '100.000', '110.000', false, { outOfOrderSince: day('2026-01-01') }),
      meter(1, '0.000', '5.000'),
    );
    assert.deepEqual(lineAmounts(facts, both), ['1/0 620.00', '1/1 1240.00']);
  });

  test('adds its average to what a second one has counted', () => {
    const both = withMeters(
      meter(1, '100.000', null, false, { history }),
      meter(1, '0.000', '5.000'),
    );
    assert.deepEqual(lineAmounts(facts, both), ['1/0 900.00']);
  });
});

describe('a meter that is replaced in the month', () => {
  const facts = house([water({ coefficientApplies: true })]);
  const old = (current: string | null, more: Partial<MeterFacts> = {}) =>
    meter(1, '10.000', current, false, { removedOn: day('2026-07-10'), ...more });
  const next = (installed: string) =>
    meter(1, '0.000', '3.000', false, { installedOn: day(installed) });

  test('counts until its removal, and the new one from then on: 2 + 3', () => {
    const replaced = withMeters(old('12.000'), next('2026-07-10'));
    assert.deepEqual(lineAmounts(facts, replaced), ['1/0 500.00']);
    assert.deepEqual(rulesOf(facts, replaced), ['individual-meter']);
  });

  test('without a final reading counts by its average for 9 days', () => {
    const replaced = withMeters(old(null, { history }), next('2026-07-10'));
    assert.deepEqual(lineAmounts(facts, replaced), ['1/0 416.13']); // 4 × 9/31 + 3 = 4.16129… × 100
  });

  test('leaves days without any meter to the norm, with K where one could be installed', () => {
    // 5 m³ on 10 + 15 days; 2 × 3.1 × 6/31 = 1.2 m³ on 6 days; the excess twice that
    const replaced = withMeters(old('12.000'), next('2026-07-17'));
    assert.deepEqual(amounts(facts, replaced), ['200.00', '120.00', '300.00', '240.00']);
    assert.deepEqual(lineAmounts(facts, replaced), ['1/0 620.00', '1/1 240.00']);
    assert.deepEqual(rulesOf(facts, replaced), ['meter-some-days', 'excess']);
  });

  test('if it is the first one, leaves the days before it to the norm', () => {
    const first = withMeters(next('2026-07-16'));
    // 2 × 3.1 × 15/31 × 100, 3 × 100
    assert.deepEqual(amounts(house([water()]), first), ['300.00', '300.00']);
  });

  test('does not count before its installation', () => {
    const coming = withMeters({ ...next('2026-08-01'), previous: null, current: null });
    assert.deepEqual(rulesOf(facts, coming), ['norm-no-meter', 'excess']);
  });
});

describe('a reading that arrives late', () => {
  const facts = house([water()]);
  const late = (current: string, estimatedE6: bigint) =>
    withMeters(meter(1, '100.000', current, false, { estimatedE6 }));

  test('charges what earlier estimates did not: 10 − 6', () => {
    assert.deepEqual(lineAmounts(facts, late('110.000', 6_000_000n)), ['1/0 400.00']);
    const [line] = calculateHouse(facts, [late('110.000', 6_000_000n)]).lines;
    assert.equal(line?.basis.meters?.[0]?.estimated, '6.000000');
  });

  test('refunds what they overcharged in a line of its own: 3 − 6', () => {
    const { lines } = calculateHouse(facts, [late('103.000', 6_000_000n)]);
    assert.deepEqual(
      lines.map((one) => [one.line, one.rateType, one.basis.rule, one.amountKopecks]),
      [
        [0, 'meter', 'individual-meter', 0n],
        [3, 'recalculation', 'late-reading', -30_000n],
      ],
    );
    assert.deepEqual(
      lines.map(({ consumptionE6 }) => consumptionE6),
      [0n, -3_000_000n],
    );
  });

  test('refunds water disposal for the same volume, less other water used', () => {
    const drained = house([
      water(),
      service(2, 'hot-water', 'norm', { norms: [norm('1')] }),
      service(3, 'water-disposal', 'water-disposal', { tariffs: [tariff('10')] }),
    ]);
    assert.deepEqual(lineAmounts(drained, late('103.000', 6_000_000n)), [
      '1/0 0.00',
      '1/3 -300.00',
      '2/0 200.00',
      '3/0 0.00',
      '3/3 -10.00', // −3 + 2
    ]);
  });

  describe('beside a meter that leaves the service to the norm', () => {
    const bath = meter(1, '50.000', null, false, {
      meterId: 2,
      serialNumber: 'M-2',
      missedPeriods: 4,
    });
    const kitchen = (current: string) =>
      withMeters(meter(1, '100.000', current, false, { estimatedE6: 9_000_000n }), bath);

    test('still refunds what earlier months overcharged: 2 × 3.1, and 3 − 9', () => {
      assert.deepEqual(lineAmounts(facts, kitchen('103.000')), ['1/0 620.00', '1/3 -600.00']);
      assert.deepEqual(rulesOf(facts, kitchen('103.000')), [
        'norm-reading-missing',
        'late-reading',
      ]);
    });

    test('charges nothing besides if it shows more, since a part of it is of this month', () => {
      assert.deepEqual(lineAmounts(facts, kitchen('140.000')), ['1/0 620.00']);
    });

    test('lowers water disposal, which follows the water although it has a norm: 2 × 3.1 + 3 − 9', () => {
      const drained = house([
        water(),
        service(3, 'water-disposal', 'water-disposal', {
          tariffs: [tariff('40')],
          norms: [norm('5')],
        }),
      ]);
      assert.deepEqual(lineAmounts(drained, kitchen('103.000')).slice(2), ['3/0 8.00']);
    });
  });

  test('does not raise the common-house needs of the neighbours', () => {
    const shared = house([water(), service(2, 'cold-water-odn', 'odn')], {
      roomsAreaE2: 5_000n,
      meters: [meter(2, '0.000', '10.000')],
    });
    assert.deepEqual(lineAmounts(shared, late('103.000', 6_000_000n)).at(-1), '2/0 1000.00');
  });
});

describe('the basis of a line has the estimate for each unread meter', () => {
  const estimates = (facts: HouseFacts, ...accounts: readonly AccountFacts[]) =>
    Object.fromEntries(
      calculateHouse(facts, accounts).lines.flatMap(({ houseServiceId, line, basis }) =>
        (basis.unread ?? []).map(({ meterId, estimate }) => [
          `service ${houseServiceId}, line ${line}, meter ${meterId}`,
          estimate,
        ]),
      ),
    );
  const other = (id: number, current: string | null, more: Partial<MeterFacts> = {}) =>
    meter(1, '0.000', current, false, { meterId: id, ...more });
  const norms: readonly (readonly [
    why: string,
    meters: readonly MeterFacts[],
    estimates: Readonly<Record<string, string | undefined>>,
  ])[] = [
    [
      'an average of the days on which it stands: 4 × 9/31',
      [
        other(1, null, { history, removedOn: day('2026-07-10') }),
        other(2, '3.000', { installedOn: day('2026-07-10') }),
      ],
      { 'service 1, line 0, meter 1': '1.161290' },
    ],
    [
      'the norm less what another one has counted: 2 × 3.1 − 3',
      [other(1, null), other(2, '3.000')],
      { 'service 1, line 0, meter 1': '3.200000' },
    ],
    [
      'nothing, where another one has counted more than the norm',
      [other(1, null), other(2, '7.000')],
      { 'service 1, line 0, meter 1': '0.000000' },
    ],
    [
      'a part of it, where it stands in for several',
      [other(1, null), other(2, null)],
      { 'service 1, line 0, meter 1': '3.100000', 'service 1, line 0, meter 2': '3.100000' },
    ],
    [
      'nothing, where the norm stands in for another one',
      [other(1, null), other(2, null, { history })],
      { 'service 1, line 0, meter 1': '6.200000', 'service 1, line 0, meter 2': undefined },
    ],
  ];
  for (const [why, meters, expected] of norms) {
    test(why, () => {
      assert.deepEqual(estimates(house([water()]), withMeters(...meters)), expected);
    });
  }

  const odn = (norm_ = true): ServiceFacts =>
    service(2, 'cold-water-odn', 'odn', norm_ ? { norms: [norm('0.01')] } : {});
  const houseMeter = (more: Partial<MeterFacts>) =>
    meter(2, '0.000', null, false, { meterId: 9, ...more });

  test('for a house-wide meter, its average', () => {
    const meters = [houseMeter({ history: { months: 4, volumeE3: 80_000n } })];
    const facts = house([water(), odn(false)], { roomsAreaE2: 5_000n, meters });
    assert.equal(
      estimates(facts, withMeters(other(1, '7.000')))['service 2, line 0, meter 9'],
      '20.000000',
    );
  });

  test('for a house-wide meter, the norm and the volume of the rooms: 0.01 × 200 + 7', () => {
    const meters = [houseMeter({})];
    const facts = house([water(), odn()], { roomsAreaE2: 5_000n, commonAreaE2: 20_000n, meters });
    assert.equal(
      estimates(facts, withMeters(other(1, '7.000')))['service 2, line 0, meter 9'],
      '9.000000',
    );
  });

  test('for a heat meter, the norm of all accounts: 0.02 × 100', () => {
    const heating = service(2, 'heating', 'heating', {
      heatingMode: 'house-meter',
      norms: [norm('0.02')],
    });
    const facts = house([heating], {
      month: Temporal.PlainYearMonth.from('2026-01'),
      meters: [houseMeter({})],
    });
    assert.deepEqual(estimates(facts, account(1), account(2)), {
      'service 2, line 0, meter 9': '2.000000',
    });
  });
});

describe('a meter that was replaced', () => {
  const metered = service(1, 'cold-water', 'meter');
  const old = meter(1, '150.000', '154.320');
  const successor = { ...meter(1, '0.015', '2.000'), meterId: 2 };
  const notYet = { ...successor, previous: null, current: null };
  const calculate = (meters: readonly (typeof old)[]) =>
    calculateHouse(house([metered]), [account(1, { meters })]);

  test('counts up to its final reading, and its successor from the initial one', () => {
    const [line] = calculate([old, successor]).lines;
    assert.equal(line?.consumptionE6, 6_305_000n); // 4.320 + 1.985
    const told = line?.basis.meters?.map(({ current }) => current);
    assert.deepEqual(told, ['154.320', '2.000']);
    const services = [
      service(2, 'cold-water', 'norm', { norms: [norm('0')] }),
      service(1, 'cold-water-odn', 'odn'),
    ];
    const common = house(services, { meters: [old, successor] });
    const share = calculateHouse(common, [account(1)]).lines[0]?.consumptionE6;
    assert.equal(share, 315_000n); // 6.305 × 50 / 1000, of the house's meters alike
  });

  test('is not charged in part if either has no reading for the month', () => {
    for (const meters of [
      [{ ...old, current: null }, successor],
      [old, { ...successor, current: null }],
    ])
      assert.equal(calculate(meters).skipped[0]?.reason, 'reading-missing');
  });

  test('counts alone in the months before', () => {
    assert.equal(calculate([old, notYet]).lines[0]?.consumptionE6, 4_320_000n);
    assert.equal(calculate([notYet]).skipped[0]?.reason, 'meter-missing');
  });
});
