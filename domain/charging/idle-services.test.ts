// Which services are reported to charge nothing to anybody, and which zeros are correct.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calculateHouse } from './calculate-house.ts';
import type { AccountFacts, HouseFacts } from './house-facts.ts';
import { account, day, house, meter, norm, service, tariff } from './testing/facts.ts';

const metered = service(1, 'cold-water', 'meter');
const odn = service(2, 'cold-water-odn', 'odn');
const heating = (mode: 'season' | 'whole-year' | 'house-meter') =>
  service(1, 'heating', 'heating', { heatingMode: mode, precision: 6, norms: [norm('0.02')] });
const stands = meter(1, '5.000', '5.000');

const cases: readonly (readonly [
  why: string,
  facts: HouseFacts,
  accounts: readonly AccountFacts[],
  idle: readonly number[],
])[] = [
  [
    'a meter that has counted something',
    house([metered]),
    [account(1, { meters: [meter(1, '5.000', '6.000')] })],
    [],
  ],
  [
    'meters that have all counted nothing',
    house([metered]),
    [account(1, { meters: [stands] })],
    [],
  ],
  [
    'a volume too small for a kopeck',
    house([{ ...metered, tariffs: [tariff('0.0001')] }]),
    [account(1, { meters: [meter(1, '5.000', '6.000')] })],
    [],
  ],
  [
    'a tariff of nothing',
    house([{ ...metered, tariffs: [tariff('0')] }]),
    [account(1, { meters: [meter(1, '5.000', '6.000')] })],
    [1],
  ],
  [
    'a norm of nothing',
    house([service(1, 'waste', 'norm', { norms: [norm('0')] })]),
    [account(1)],
    [1],
  ],
  ['heating out of season', house([heating('season')]), [account(1)], []],
  [
    'heating of the house meter out of season',
    house([heating('house-meter')], { meters: [stands] }),
    [account(1)],
    [],
  ],
  [
    'heating without a season',
    house([heating('season')], { heatingMonths: [] }),
    [account(1)],
    [1],
  ],
  [
    'heating over the year without a season',
    house([heating('whole-year')], { heatingMonths: [] }),
    [account(1)],
    [1],
  ],
  [
    'a drain without water and without a norm',
    house([service(1, 'water-disposal', 'water-disposal')]),
    [account(1)],
    [1],
  ],
  [
    'a drain of no water',
    house([metered, service(3, 'water-disposal', 'water-disposal')]),
    [account(1, { meters: [stands] })],
    [],
  ],
  [
    'a house that has drawn nothing in common',
    house([metered, odn], { meters: [meter(2, '0.000', '1.000')] }),
    [account(1, { meters: [meter(1, '5.000', '6.000')] })],
    [],
  ],
  [
    'common-house needs without a tariff',
    house([metered, { ...odn, tariffs: [] }], { meters: [meter(2, '0.000', '9.000')] }),
    [account(1, { meters: [meter(1, '5.000', '6.000')] })],
    [2],
  ],
  [
    'common-house needs whose meter nobody has read',
    house([metered, odn], { meters: [meter(2, '0.000', null)] }),
    [account(1, { meters: [meter(1, '5.000', '6.000')] })],
    [],
  ],
  [
    'common-house needs with neither a norm nor a house-wide meter',
    house([metered, odn]),
    [account(1, { meters: [meter(1, '5.000', '6.000')] })],
    [2],
  ],
  [
    'heating of the house meter with neither a norm nor that meter',
    house([{ ...heating('house-meter'), norms: [] }], {
      month: Temporal.PlainYearMonth.from('2026-01'),
    }),
    [account(1)],
    [1],
  ],
  [
    'a service of other days than its accounts',
    house([{ ...metered, validTo: day('2026-07-10') }]),
    [account(1, { openedOn: day('2026-07-11') })],
    [],
  ],
  [
    'a service whose days do not touch the month',
    house([{ ...metered, validTo: day('2026-06-30') }]),
    [account(1)],
    [],
  ],
  ['nobody who could be computed', house([metered]), [account(1)], []],
  [
    'rooms that have no rule yet',
    house([{ ...metered, norms: [norm('4')] }]),
    [account(1, { roomKind: 'non-residential' })],
    [],
  ],
  ['a house without accounts', house([metered]), [], []],
];
for (const [why, facts, accounts, idle] of cases) {
  test(`${why}: ${idle.length === 0 ? 'nothing to tell' : 'told'}`, () => {
    assert.deepEqual(calculateHouse(facts, accounts).idle, idle);
  });
}
