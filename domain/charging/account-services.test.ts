// What differs from the house for an account: worked figures, and that a change within the month applies from its day.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { calculateHouse } from './calculate-house.ts';
import type { AccountFacts, AccountServiceFacts, HouseFacts } from './house-facts.ts';
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
} from './testing/facts.ts';

const direct = (id: number, more: Partial<AccountServiceFacts> = {}): AccountServiceFacts =>
  differing(id, { charged: false, reason: 'direct-contract', ...more });

const byPerson = (id: number, code = 'cold-water') =>
  service(id, code, 'norm', { norms: [norm('4')], tariffs: [tariff('50')] });

describe('an act that no meter can be installed', () => {
  const water = service(1, 'cold-water', 'meter', {
    coefficientApplies: true,
    norms: [norm('4')],
    tariffs: [tariff('50')],
  });
  const act = (more: Partial<AccountServiceFacts> = {}) =>
    differing(1, { coefficientApplies: false, ...more });
  const away = { from: day('2026-07-02'), to: day('2026-07-31'), persons: 1 };

  test('2 persons, norm 4, tariff 50: 400.00; the neighbour without it 400.00 and 800.00 at K 3', () => {
    const [spared, neighbour] = [account(1, { services: [act()] }), account(2)];
    assert.deepEqual(lineAmounts(house([water]), spared, neighbour), [
      '1/0 400.00',
      '1/0 400.00',
      '1/1 800.00',
    ]);
  });

  test('makes an absence count, which would not count with K', () => {
    const spared = account(1, { services: [act()], absences: [away] });
    const raised = account(2, { absences: [away] });
    assert.deepEqual(lineAmounts(house([water]), spared, raised), [
      '1/0 400.00',
      '1/5 -193.55', // 4 × 30/31 × 50
      '1/0 400.00',
      '1/1 800.00',
    ]);
  });

  test('counts from its day', () => {
    const spared = account(1, {
      services: [act({ validFrom: day('2026-07-16') })],
      absences: [away],
    });
    assert.deepEqual(lineAmounts(house([water]), spared), [
      '1/0 400.00',
      '1/1 387.10', // 800 × 15/31
      '1/5 -103.23', // 4 × 16/31 × 50
    ]);
  });

  test('does not exempt an account with a long-faulty meter, where one can be installed', () => {
    const faulty = account(1, {
      services: [act()],
      meters: [meter(1, '1.000', null, false, { outOfOrderSince: day('2026-03-01') })],
    });
    assert.deepEqual(lineAmounts(house([water]), faulty), ['1/0 400.00', '1/1 800.00']);
  });
});

describe('a service that is not charged', () => {
  test('has no line, whatever the reason', () => {
    const reasons = ['direct-contract', 'not-used', 'other', 'own-boiler'] as const;
    for (const reason of reasons) {
      const services = [differing(1, { charged: false, reason })];
      assert.deepEqual(lineAmounts(house([byPerson(1)]), account(1, { services })), []);
    }
  });

  test('is charged for the days before the change', () => {
    const services = [direct(1, { validFrom: day('2026-07-16') })];
    const metered = service(2, 'hot-water', 'meter', { tariffs: [tariff('100')] });
    const facts = house([byPerson(1), metered]);
    const one = account(1, {
      services: [...services, direct(2, { validFrom: day('2026-07-16') })],
      meters: [meter(2, '0.000', '6.200')],
    });
    // 8 × 15/31 × 50, and 6.2 × 15/31 × 100
    assert.deepEqual(lineAmounts(facts, one), ['1/0 193.55', '2/0 300.00']);
  });

  test('if not used on some days, has all its metered volume on the others', () => {
    const metered = service(2, 'hot-water', 'meter', { tariffs: [tariff('100')] });
    const notUsed = differing(2, {
      charged: false,
      reason: 'not-used',
      validFrom: day('2026-07-10'),
      validTo: day('2026-07-20'),
    });
    const one = account(1, { services: [notUsed], meters: [meter(2, '0.000', '6.200')] });
    assert.deepEqual(lineAmounts(house([metered]), one), ['2/0 620.00']);
  });

  test("leaves that account's share of the house's volume uncharged", () => {
    const facts = house([byPerson(1), service(2, 'cold-water-odn', 'odn')], {
      meters: [meter(2, '0.000', '26.000')],
      roomsAreaE2: 10_000n,
    });
    const free = account(1, { services: [differing(2, { charged: false, reason: 'other' })] });
    // (26 − 8 − 8) × 50/100 × 100
    assert.deepEqual(lineAmounts(facts, free, account(2)), [
      '1/0 400.00',
      '1/0 400.00',
      '2/0 500.00',
    ]);
  });
});

describe('a direct contract', () => {
  const facts = house([byPerson(1), service(2, 'cold-water-odn', 'odn')], {
    meters: [meter(2, '0.000', '26.000')],
    roomsAreaE2: 10_000n,
  });
  const share = '2/0 500.00'; // (26 − 8 − 8) × 50/100 × 100

  test('has no line, but its volume still counts for the common-house needs', () => {
    const own = account(1, { services: [direct(1)] });
    assert.deepEqual(lineAmounts(facts, own, account(2)), [share, '1/0 400.00', share]);
  });

  test('has a volume, while a service that is not used has none', () => {
    const unused = account(1, { services: [direct(1, { reason: 'not-used' })] });
    assert.deepEqual(lineAmounts(facts, unused, account(2)), [
      '2/0 900.00', // (26 − 8) × 50/100 × 100
      '1/0 400.00',
      '2/0 900.00',
    ]);
  });

  test('with an unknown volume blocks the common-house needs and nothing else', () => {
    const metered = service(1, 'cold-water', 'meter');
    const unknown = {
      ...facts,
      services: [metered, ...facts.services.slice(1), byPerson(3, 'gas')],
    };
    const own = account(1, { services: [direct(1)] });
    assert.deepEqual(lineAmounts(unknown, own), ['3/0 400.00']);
    assert.equal(reasonOf(unknown, own), 'common-house-incomplete');
    const { skipped } = calculateHouse({ ...unknown, services: [metered] }, [own]);
    assert.deepEqual(skipped, []);
  });
});

describe('a room that heats itself', () => {
  const heating = service(1, 'heating', 'heating', {
    heatingMode: 'house-meter',
    precision: 6,
    tariffs: [tariff('2500')],
  });
  const facts: HouseFacts = house([heating], {
    month: Temporal.PlainYearMonth.from('2026-01'),
    roomsAreaE2: 100_000n,
    commonAreaE2: 20_000n,
    meters: [meter(1, '0.000', '110.000')],
  });
  const boiler = (more: Partial<AccountServiceFacts> = {}) => [
    differing(1, { charged: false, reason: 'own-boiler', ...more }),
  ];
  /** One account of 50 m², another that brings the area with boilers to 100 m², and the rest. */
  const rest: readonly AccountFacts[] = [
    account(3, { areaE2: 5_000n, services: boiler() }),
    account(4, { areaE2: 85_000n }),
  ];

  test('V 110, heated 900 of 1000 m², common rooms 200, T 2500: 50 m² 15000.00, with a boiler 2500.00', () => {
    const accounts = [account(1), account(2, { services: boiler() }), ...rest.slice(1)];
    const { lines } = calculateHouse(facts, [...accounts, account(5, { services: boiler() })]);
    assert.deepEqual(
      lines.map(({ amountKopecks }) => amountKopecks),
      [15_000_00n, 2_500_00n, 255_000_00n, 2_500_00n],
    );
    assert.deepEqual(rulesOf(facts, account(1), ...rest), [
      'heating-beside-boilers',
      'heating-own-boiler',
      'heating-beside-boilers',
    ]);
  });

  test('from a certain day pays for its full heat before that day', () => {
    const late = boiler({ validFrom: day('2026-01-17') });
    const [line] = calculateHouse(facts, [account(1, { services: late })]).lines;
    assert.deepEqual(
      line?.basis.parts.map(({ from, ownHeat }) => [from, ownHeat]),
      [
        ['2026-01-01', undefined],
        ['2026-01-17', true],
      ],
    );
  });

  test('is refused without a common area, which a house without boilers does not need', () => {
    const unknown = { ...facts, commonAreaE2: null };
    assert.deepEqual(lineAmounts(unknown, account(1)), ['1/0 13750.00']); // 110 × 50/1000 × 2500
    const own = account(1, { services: boiler() });
    assert.equal(reasonOf(unknown, own), 'common-area-missing');
  });

  test('pays by norm for its part of the common rooms: 0.02 × 200 × 50/1000 × 2500', () => {
    const byNorm = { ...heating, heatingMode: 'season' as const, norms: [norm('0.02')] };
    const own = account(1, { services: boiler() });
    assert.deepEqual(lineAmounts({ ...facts, services: [byNorm] }, own, account(2)), [
      '1/0 500.00',
      '1/0 2500.00', // 0.02 × 50 × 2500
    ]);
    assert.deepEqual(rulesOf({ ...facts, services: [byNorm] }, own), ['heating-own-boiler-norm']);
  });
});

describe('groups of tariffs and norms', () => {
  const stove = { group: 'плита' };
  const light = service(1, 'electricity', 'norm', {
    tariffs: [tariff('6'), { ...tariff('4.2'), ...stove }],
    norms: [norm('80'), { ...norm('120'), ...stove }],
  });
  const ofGroup = (more: Partial<AccountServiceFacts>) =>
    account(1, { registeredPersons: ONE, services: [differing(1, more)] });
  const ONE = [{ count: 1, validFrom: day('2020-01-01') }];
  const cases: readonly (readonly [
    why: string,
    differs: Partial<AccountServiceFacts>,
    amount: string,
  ])[] = [
    ['none is the default group', {}, '480.00'],
    ['a group has its own', { tariffGroup: 'плита', normGroup: 'плита' }, '504.00'],
    ['of norms alone', { normGroup: 'плита' }, '720.00'],
    ['a group without rows is as the default one', { tariffGroup: 'магазин' }, '480.00'],
    [
      'from a day on', // 480 × 15/31 + 80 × 16/31 × 4.2
      { tariffGroup: 'плита', validFrom: day('2026-07-16') },
      '405.68',
    ],
  ];
  for (const [why, differs, amount] of cases) {
    test(`groups: ${why}`, () => {
      assert.deepEqual(lineAmounts(house([light]), ofGroup(differs)), [`1/0 ${amount}`]);
    });
  }

  test("a group with a value on some days uses the default group's on the others", () => {
    const tariffs = [tariff('6'), { ...tariff('4', '2026-07-17'), ...stove }];
    const [line] = calculateHouse(house([{ ...light, tariffs }]), [
      ofGroup({ tariffGroup: 'плита' }),
    ]).lines;
    assert.deepEqual(
      line?.basis.parts.map((part) => [part.days, part.tariff]),
      [
        [16, '6.0000'],
        [15, '4.0000'],
      ],
    );
  });
});

describe('a norm by persons', () => {
  const value = (persons: number, text: string) => ({ persons, valueE6: norm(text).valueE6 });
  const light = service(1, 'electricity', 'norm', {
    tariffs: [tariff('1')],
    norms: [{ ...norm('129'), byPersons: [value(2, '80'), value(4, '60')] }],
  });
  for (const [persons, amount] of [
    [1, '129.00'],
    [2, '160.00'],
    [3, '240.00'],
    [5, '300.00'],
  ] as const)
    test(`one room, ${persons}: ${amount} kWh`, () => {
      const registeredPersons = [{ count: persons, validFrom: day('2020-01-01') }];
      const one = account(1, { registeredPersons });
      assert.deepEqual(lineAmounts(house([light]), one), [`1/0 ${amount}`]);
    });
});

describe('electricity in ranges', () => {
  const ranges = [{ aboveE3: 3_900_000n, valueE4: 70_000n }];
  const light = service(1, 'electricity', 'meter', {
    tariffs: [{ ...tariff('5'), ranges }],
    norms: [norm('3000')],
  });

  test('4500 kWh at 5.00, above 3900 at 7.00 = 23700.00', () => {
    const one = account(1, { meters: [meter(1, '0.000', '4500.000')] });
    const [line] = calculateHouse(house([light]), [one]).lines;
    assert.equal(line?.amountKopecks, 23_700_00n);
    assert.deepEqual(line?.basis.parts[0]?.ranges, [
      { above: '3900.000', tariff: '7.0000', volume: '600.000000' },
    ]);
  });

  test('an excess starts at the volume of the norm, and an absence deducts from the top range', () => {
    const raised = { ...light, coefficientApplies: true };
    // 2 × 3000: 3900 × 5 + 2100 × 7; half of it again, all above the bound
    assert.deepEqual(lineAmounts(house([raised]), account(1)), ['1/0 34200.00', '1/1 21000.00']);
    const absences = [{ from: day('2026-07-01'), to: day('2026-07-31'), persons: 1 }];
    // back to 3000: 2100 × 7 and 900 × 5
    assert.deepEqual(lineAmounts(house([light]), account(1, { absences })), [
      '1/0 34200.00',
      '1/5 -19200.00',
    ]);
  });

  test('the parts of a month share its ranges in proportion to volume', () => {
    const later = { ...tariff('6', '2026-07-16'), ranges };
    const tariffs = [{ ...tariff('5', '2020-01-01', '2026-07-15'), ranges }, later];
    const one = account(1, { meters: [meter(1, '0.000', '4650.000')] });
    const [line] = calculateHouse(house([{ ...light, tariffs }]), [one]).lines;
    // 2250 and 2400 kWh, 750/4650 of each above the bound
    assert.deepEqual(
      line?.basis.parts.map(({ amount }) => amount),
      ['11975.81', '14787.10'],
    );
  });
});
