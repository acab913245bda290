// What has no rule yet is refused service by service, and the other services of the house are charged as if nothing were missing.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { calculateHouse } from './calculate-house.ts';
import { parseScaled } from '../money/scaled.ts';
import type { AccountFacts, AccountServiceFacts, HouseFacts } from './house-facts.ts';
import { differencesOf } from './recalculation.ts';
import {
  account,
  accountService,
  amounts,
  house,
  lineAmounts,
  meter,
  norm,
  reasonOf,
  rulesOf,
  service,
  tariff,
} from './testing/facts.ts';

const priced = (price: string) => ({ tariffs: [tariff(price)] });
const water = service(1, 'cold-water', 'meter', { ...priced('50'), norms: [norm('4')] });

function reasonsOf(facts: HouseFacts, ...accounts: readonly AccountFacts[]): readonly string[] {
  return calculateHouse(facts, accounts).skipped.map(
    ({ personalAccountId, reason, facts: { services = [], account: of } }) =>
      `${personalAccountId} ${reason}: ${[...services, ...(of === undefined ? [] : [`account ${of}`])].join('; ')}`,
  );
}

describe('a non-residential room', () => {
  const shop = account(1, {
    roomKind: 'non-residential',
    areaE2: 10_000n,
    owners: 1,
    registeredPersons: [{ count: 0, validFrom: Temporal.PlainDate.from('2020-01-01') }],
  });
  const upkeep = service(8, 'upkeep', 'area', priced('30'));
  const repairs = service(9, 'major-repairs', 'area', priced('15'));
  const byPersons = [
    service(2, 'waste', 'norm', { norms: [norm('0.16')] }),
    service(3, 'hot-water', 'norm', { norms: [norm('3')], coefficientApplies: true }),
  ];

  test('pays by area, and nothing by a norm per person', () => {
    const facts = house([water, ...byPersons, upkeep, repairs]);
    assert.deepEqual(lineAmounts(facts, shop), ['8/0 3000.00', '9/0 1500.00']);
    assert.deepEqual(reasonsOf(facts, shop), [
      '1 contract-volume-missing: cold-water; waste; hot-water',
    ]);
  });

  test('pays what its meter counts, even a volume implausible for a resident', () => {
    const metered = { ...shop, meters: [meter(1, '0.000', '500.000')] };
    assert.deepEqual(lineAmounts(house([water]), metered), ['1/0 25000.00']);
    assert.deepEqual(reasonsOf(house([water]), metered), []);
  });

  const history = { months: 6, volumeE3: 60_000n };
  for (const [missedPeriods, expected] of [
    [2, ['1/0 500.00']],
    [3, []],
  ] as const) {
    test(`is charged by its average in two periods: in period ${missedPeriods} ${expected[0] ?? 'no longer'}`, () => {
      const unread = meter(1, '0.000', null, false, { missedPeriods, history });
      const metered = { ...shop, meters: [unread] };
      assert.deepEqual(lineAmounts(house([water]), metered), expected);
    });
  }

  test('with a meter for some days only needs a contract for the others', () => {
    const installedOn = Temporal.PlainDate.from('2026-07-10');
    const late = { ...shop, meters: [meter(1, '0.000', '5.000', false, { installedOn })] };
    assert.equal(reasonOf(house([water]), late), 'contract-volume-missing');
  });

  const odn = service(6, 'cold-water-odn', 'odn', priced('50'));
  const flat = account(2, { areaE2: 90_000n, meters: [meter(1, '0.000', '10.000')] });
  const common = house([water, odn], { meters: [meter(6, '0.000', '60.000')] });

  const contract = (id: number, m3: string, more: Partial<AccountServiceFacts> = {}) =>
    accountService(id, { contractVolumeE6: parseScaled(m3, 6), ...more });

  describe('with a volume by contract', () => {
    const contracted = { ...shop, services: [contract(1, '12'), contract(2, '1.5')] };

    test('pays by contract without a meter, ignoring persons and K: 12 × 50, 1.5 × 100', () => {
      const facts = house([{ ...water, coefficientApplies: true }, ...byPersons.slice(0, 1)]);
      assert.deepEqual(lineAmounts(facts, contracted), ['1/0 600.00', '2/0 150.00']);
      assert.deepEqual(rulesOf(facts, contracted), ['calculated-volume', 'calculated-volume']);
    });

    test('pays by its meter if there is one that counts', () => {
      const metered = { ...contracted, meters: [meter(1, '0.000', '5.000')] };
      assert.deepEqual(lineAmounts(house([water]), metered), ['1/0 250.00']);
    });

    test('pays by contract once its average no longer applies, and stores the volume as an estimate', () => {
      const unread = meter(1, '0.000', null, false, { missedPeriods: 3, history });
      const [line] = calculateHouse(house([water]), [{ ...contracted, meters: [unread] }]).lines;
      assert.equal(line?.amountKopecks, 60_000n);
      assert.equal(line?.basis.rule, 'calculated-volume');
      assert.equal(line?.basis.unread?.[0]?.estimate, '12.000000');
    });

    test('pays by meter on its days and by contract on the others: 5 × 50 + 12 × 9/31 × 50', () => {
      const installedOn = Temporal.PlainDate.from('2026-07-10');
      const late = { ...contracted, meters: [meter(1, '0.000', '5.000', false, { installedOn })] };
      assert.deepEqual(amounts(house([water]), late), ['174.19', '250.00']);
      assert.deepEqual(rulesOf(house([water]), late), ['meter-and-contract']);
    });

    test('pays by days if the contract changes: 12 × 15/31 × 50 + 24 × 16/31 × 50', () => {
      const validTo = Temporal.PlainDate.from('2026-07-15');
      const services = [
        contract(1, '12', { validTo }),
        contract(1, '24', { validFrom: validTo.add({ days: 1 }) }),
      ];
      assert.deepEqual(amounts(house([water]), { ...shop, services }), ['290.32', '619.35']);
    });

    test('is refused if the contract does not cover the whole month', () => {
      const validFrom = Temporal.PlainDate.from('2026-07-02');
      const late = { ...shop, services: [contract(1, '12', { validFrom })] };
      assert.deepEqual(reasonsOf(house([water]), late), ['1 contract-volume-missing: cold-water']);
    });

    test('pays for disposal of its water, or the contract volume for disposal', () => {
      const drain = service(4, 'water-disposal', 'water-disposal', {
        ...priced('10'),
        norms: [norm('5')],
      });
      assert.deepEqual(lineAmounts(house([water, drain]), contracted), [
        '1/0 600.00',
        '4/0 120.00',
      ]);
      const apart = { ...contracted, services: [contract(1, '12'), contract(4, '7')] };
      assert.deepEqual(lineAmounts(house([water, drain]), apart), ['1/0 600.00', '4/0 70.00']);
      assert.equal(reasonOf(house([drain]), shop), 'contract-volume-missing');
    });

    test('counts its contract volume in the common-house needs of the others', () => {
      // 60 − 10 − 12 = 38 m³, shared as one tenth and nine tenths of 1000 m²
      assert.deepEqual(lineAmounts(common, contracted, flat), [
        '1/0 600.00',
        '6/0 190.00',
        '1/0 500.00',
        '6/0 1710.00',
      ]);
    });
  });

  test('pays for disposal of its metered water, and nothing while one water volume is unknown', () => {
    const drain = service(4, 'water-disposal', 'water-disposal', priced('10'));
    const metered = { ...shop, meters: [meter(1, '0.000', '5.000')] };
    assert.deepEqual(lineAmounts(house([water, drain]), metered), ['1/0 250.00', '4/0 50.00']);
    const both = house([water, ...byPersons, drain]);
    assert.deepEqual(lineAmounts(both, metered), ['1/0 250.00']);
    assert.deepEqual(reasonsOf(both, metered), [
      '1 contract-volume-missing: waste; hot-water; water-disposal',
    ]);
  });

  const heating = (heatingMode: 'season' | 'house-meter') =>
    house(
      [
        service(5, 'heating', 'heating', {
          heatingMode,
          precision: 6,
          ...priced('2000'),
          norms: [norm('0.02')],
        }),
      ],
      { month: Temporal.PlainYearMonth.from('2026-01') },
    );

  test('pays for heating by its area', () => {
    assert.deepEqual(lineAmounts(heating('season'), shop), ['5/0 4000.00']); // 100 × 0.02 × 2000
    const metered = { ...heating('house-meter'), meters: [meter(5, '0.000', '10.000')] };
    assert.deepEqual(lineAmounts(metered, shop, account(2)), ['5/0 2000.00', '5/0 1000.00']);
  });

  test('counts its area and its metered volume in the common-house needs of the others', () => {
    const metered = { ...shop, meters: [meter(1, '0.000', '20.000')] };
    // 60 − 10 − 20 = 30 m³, shared as one tenth and nine tenths of 1000 m²
    assert.deepEqual(lineAmounts(common, metered, flat), [
      '1/0 1000.00',
      '6/0 150.00',
      '1/0 500.00',
      '6/0 1350.00',
    ]);
  });

  test('with an unknown volume leaves the common-house needs of the house unknown too', () => {
    assert.deepEqual(lineAmounts(common, shop, flat), ['1/0 500.00']);
    assert.deepEqual(reasonsOf(common, shop, flat), [
      '1 contract-volume-missing: cold-water',
      '1 common-house-incomplete: cold-water-odn; account LS1',
      '2 common-house-incomplete: cold-water-odn; account LS1',
    ]);
  });

  test('pays its part of common-house needs by norm', () => {
    const services = [water, { ...odn, norms: [norm('0.1')] }];
    const byNorm = house(services, { commonAreaE2: 30_000n });
    // 0.1 × 300 = 30 m³
    assert.deepEqual(lineAmounts(byNorm, shop, flat), ['6/0 150.00', '1/0 500.00', '6/0 1350.00']);
  });

  test('keeps its earlier charge for a refused service in a recalculation', () => {
    const account1 = { personalAccountId: 1, accountNumber: 'LS1', line: 0, period: '2026-07' };
    const figures = { consumptionE6: 4_000_000n, tariffE4: 500_000n, amountKopecks: 20_000n };
    const stood = { ...account1, ...figures };
    const standing = [
      { ...stood, chargeId: 1, houseServiceId: 1 },
      { ...stood, chargeId: 2, houseServiceId: 8 },
    ];
    const month = { period: '2026-07', reason: 'tariff', daysInMonth: 31 };
    const now = calculateHouse(house([water, upkeep]), [shop]);
    const differences = differencesOf(month, standing, now);
    assert.deepEqual(
      differences.map(({ houseServiceId, amountKopecks }) => [houseServiceId, amountKopecks]),
      [[8, 280_000n]],
    );
  });
});

describe('a meter that several accounts of a room share', () => {
  const half = { roomNumber: '7', shareE8: 50_000_000n };
  const owner = account(1, { ...half, meters: [meter(1, '100.000', '110.000')] });
  const other = account(2, half);
  const drain = service(4, 'water-disposal', 'water-disposal', priced('10'));

  test('does not lead to a second charge by norm for the other account', () => {
    const facts = house([{ ...water, coefficientApplies: true }, drain]);
    assert.deepEqual(lineAmounts(facts, owner, other), ['1/0 500.00', '4/0 100.00']);
    assert.deepEqual(reasonsOf(facts, owner, other), [
      '2 shared-meter-not-supported: cold-water; water-disposal; account LS1',
    ]);
  });

  const alone: readonly (readonly [why: string, AccountFacts, AccountFacts])[] = [
    ['in another room', owner, { ...other, roomNumber: '8' }],
    [
      'whose owner was there on other days',
      { ...owner, closedOn: Temporal.PlainDate.from('2026-07-10') },
      { ...other, openedOn: Temporal.PlainDate.from('2026-07-11') },
    ],
    ['of another service', { ...owner, meters: [meter(3, '0.000', '1.000')] }, other],
    ['beside its own', owner, { ...other, meters: [meter(1, '0.000', '1.000')] }],
  ];
  for (const [why, first, second] of alone) {
    test(`does not block other charges: ${why}`, () => {
      assert.deepEqual(reasonsOf(house([water]), first, second), []);
    });
  }

  const odn = service(6, 'cold-water-odn', 'odn', priced('50'));
  const rest = account(3, { areaE2: 95_000n, meters: [meter(1, '0.000', '20.000')] });
  const common = house([water, odn], { meters: [meter(6, '0.000', '60.000')] });

  test('counts for the whole room in the common-house needs', () => {
    // 60 − 10 − 20 = 30 m³, shared as 25, 25 and 950 of 1000 m²
    assert.deepEqual(lineAmounts(common, owner, other, rest), [
      '1/0 500.00',
      '6/0 37.50',
      '6/0 37.50',
      '1/0 1000.00',
      '6/0 1425.00',
    ]);
  });

  test('leaves the common-house needs unknown if it does not count or its account is not open on all days', () => {
    const broken = meter(1, '100.000', null, false, { missedPeriods: 4 });
    const late = { ...owner, openedOn: Temporal.PlainDate.from('2026-07-05') };
    for (const first of [{ ...owner, meters: [broken] }, late])
      assert.ok(
        reasonsOf(common, first, other, rest).some((reason) =>
          reason.startsWith('3 common-house-incomplete'),
        ),
      );
  });
});
