// A room with several accounts and one meter: how its volume is shared among them, day by day.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { calculateHouse } from '../../calculate-house.ts';
import { stepsOf } from '../../explanation/charge-steps.ts';
import { formulaOf } from '../../explanation/formula.ts';
import type { AccountFacts, MeterFacts, ServiceFacts } from '../../house-facts.ts';
import { replay } from '../../replay.ts';
import {
  account,
  accountService,
  day,
  house,
  lineAmounts,
  meter,
  norm,
  reasonOf,
  rulesOf,
  service,
  tariff,
} from '../../testing/facts.ts';

const HALF = 50_000_000n;
const THIRD = 33_333_333n;

const water = (more: Partial<ServiceFacts> = {}): ServiceFacts =>
  service(1, 'cold-water', 'meter', { tariffs: [tariff('50')], coefficientApplies: true, ...more });

const ofRoom = (previous: string, current: string | null, more: Partial<MeterFacts> = {}) =>
  meter(1, previous, current, false, { ofRoom: true, ...more });

/** Accounts of room 1, each listing the room's meter. */
function roommates(
  shared: MeterFacts,
  ...accounts: readonly Partial<AccountFacts>[]
): readonly AccountFacts[] {
  return accounts.map((more, index) =>
    account(index + 1, { roomNumber: '1', shareE8: HALF, meters: [shared], ...more }),
  );
}

const read = ofRoom('100', '110');

test('two accounts with half a flat each pay half of its meter: 10 × 50 = 250.00 and 250.00, and no norm × K', () => {
  const facts = house([water({ norms: [norm('4')] })]);
  assert.deepEqual(lineAmounts(facts, ...roommates(read, {}, {})), ['1/0 250.00', '1/0 250.00']);
  assert.deepEqual(rulesOf(facts, ...roommates(read, {}, {})), ['room-meter', 'room-meter']);
});

describe('a volume of the room is shared', () => {
  const cases: readonly {
    why: string;
    by?: 'persons';
    accounts: readonly Partial<AccountFacts>[];
    shared?: MeterFacts;
    expected: readonly string[];
  }[] = [
    {
      why: 'by persons: 1 of 4 and 3 of 4',
      by: 'persons',
      accounts: [
        { registeredPersons: [{ count: 1, validFrom: day('2020-01-01') }] },
        { registeredPersons: [{ count: 3, validFrom: day('2020-01-01') }] },
      ],
      expected: ['1/0 125.00', '1/0 375.00'],
    },
    {
      why: 'by persons, the owners counting where nobody is registered',
      by: 'persons',
      accounts: [
        { registeredPersons: [{ count: 0, validFrom: day('2020-01-01') }], owners: 2 },
        { registeredPersons: [{ count: 3, validFrom: day('2020-01-01') }] },
      ],
      expected: ['1/0 200.00', '1/0 300.00'],
    },
    {
      why: 'to the last digit: of 10.000 m³ three thirds are 3.334, 3.333 and 3.333',
      accounts: [{ shareE8: THIRD }, { shareE8: THIRD }, { shareE8: THIRD }],
      expected: ['1/0 166.70', '1/0 166.65', '1/0 166.65'],
    },
    {
      why: 'by days: 31 m³ are 1 a day; alone for 10 days, then together for 21',
      accounts: [
        { shareE8: HALF * 2n, closedOn: day('2026-07-10') },
        { openedOn: day('2026-07-11') },
        { openedOn: day('2026-07-11') },
      ],
      shared: ofRoom('100', '131'),
      expected: ['1/0 500.00', '1/0 525.00', '1/0 525.00'],
    },
    {
      why: 'by days: nobody is there from the 11th to the 20th, and the volume falls on the other 21 days',
      accounts: [
        { shareE8: HALF * 2n, closedOn: day('2026-07-10') },
        { shareE8: HALF * 2n, openedOn: day('2026-07-21') },
      ],
      shared: ofRoom('100', '121'),
      expected: ['1/0 500.00', '1/0 550.00'],
    },
  ];
  for (const { why, by = 'share', accounts, shared = read, expected } of cases)
    test(why, () => {
      const facts = house([water({ sharedMeterBy: by })]);
      assert.deepEqual(lineAmounts(facts, ...roommates(shared, ...accounts)), expected);
    });
});

test('an unread room meter is shared by its average, and each account stores its part of the estimate', () => {
  const unread = ofRoom('100', null, { history: { months: 6, volumeE3: 60_001n } });
  const { lines } = calculateHouse(house([water()]), roommates(unread, {}, {}));
  assert.deepEqual(
    lines.map(({ basis, amountKopecks }) => [
      basis.rule,
      basis.unread?.[0]?.estimate,
      amountKopecks,
    ]),
    [
      ['room-average', '5.000000', 250_00n],
      ['room-average', '5.000000', 250_00n],
    ],
  );
});

test('a late reading below what was charged is refunded to all accounts, to the last digit', () => {
  const late = ofRoom('100', '104', { estimatedE6: 11_001_000n });
  const { lines } = calculateHouse(house([water()]), roommates(late, {}, {}));
  assert.deepEqual(
    lines.map(({ line, consumptionE6, amountKopecks }) => [line, consumptionE6, amountKopecks]),
    [
      [0, 0n, 0n],
      [3, -3_501_000n, -175_05n],
      [0, 0n, 0n],
      [3, -3_500_000n, -175_00n],
    ],
  );
  for (const line of lines) assert.equal(replay(line.basis), line.amountKopecks);
});

test('the refund is shared even if another meter of the room leaves its accounts to their norms', () => {
  const late = ofRoom('100', '104', { estimatedE6: 11_001_000n });
  const unread = ofRoom('50', null, { meterId: 2, serialNumber: 'M-2', missedPeriods: 4 });
  const meters = [late, unread];
  const facts = house([water({ norms: [norm('4')] })]);
  assert.deepEqual(lineAmounts(facts, ...roommates(late, { meters }, { meters })), [
    '1/0 400.00',
    '1/3 -175.05',
    '1/0 400.00',
    '1/3 -175.00',
  ]);
});

test('once the average no longer applies, each account is charged by its own persons, which is its estimate', () => {
  const gone = ofRoom('100', null, { missedPeriods: 4 });
  const { lines } = calculateHouse(
    house([water({ norms: [norm('4')] })]),
    roommates(gone, {}, { registeredPersons: [{ count: 1, validFrom: day('2020-01-01') }] }),
  );
  assert.deepEqual(
    lines.map(({ basis, amountKopecks }) => [
      basis.rule,
      basis.unread?.[0]?.estimate,
      amountKopecks,
    ]),
    [
      ['norm-reading-missing', '8.000000', 400_00n],
      ['norm-reading-missing', '4.000000', 200_00n],
    ],
  );
});

test('a meter installed in the month counts from that day, the norm before', () => {
  const facts = house([water({ norms: [norm('3.1')], coefficientApplies: false })]);
  const since = ofRoom('0', '10', { installedOn: day('2026-07-12') });
  // 2 × 3.1 × 11/31 = 2.2 m³ by the norm, and 5 m³ by the meter.
  assert.deepEqual(lineAmounts(facts, ...roommates(since, {}, {})), ['1/0 360.00', '1/0 360.00']);
});

describe('a room meter is refused with a reason', () => {
  test('when the accounts hold less than the whole room on some day', () => {
    const { skipped } = calculateHouse(
      house([water()]),
      roommates(read, { closedOn: day('2026-07-10') }, {}),
    );
    assert.deepEqual(
      skipped.map(({ reason, facts }) => [reason, facts.day, facts.figure]),
      Array.from({ length: 2 }, () => ['shares-incomplete', '2026-07-11', '0.50000000']),
    );
  });
  test('when an account of the room also has a meter of its own', () => {
    const own = meter(1, '0', '3', false, { meterId: 2 });
    const accounts = roommates(read, { meters: [read, own] }, {});
    assert.equal(reasonOf(house([water()]), ...accounts), 'shared-meter-not-supported');
    assert.deepEqual(lineAmounts(house([water()]), ...accounts), []);
  });
});

describe('in a non-residential room', () => {
  const kind = { roomKind: 'non-residential' } as const;

  test('the volume is shared by shares even if the house shares by persons', () => {
    const facts = house([water({ sharedMeterBy: 'persons' })]);
    const accounts = roommates(read, kind, kind);
    assert.deepEqual(lineAmounts(facts, ...accounts), ['1/0 250.00', '1/0 250.00']);
  });

  test('the average counts for two periods, then the contract of each account', () => {
    const history = { months: 6, volumeE3: 60_000n };
    const unread = (missedPeriods: number) =>
      meter(1, '0', null, false, { ofRoom: true, missedPeriods, history });
    const facts = house([water()]);
    const services = [accountService(1, { contractVolumeE6: 12_000_000n })];
    const twoPeriods = roommates(unread(2), kind, { ...kind, services });
    assert.deepEqual(lineAmounts(facts, ...twoPeriods), ['1/0 250.00', '1/0 250.00']);
    const three = roommates(unread(3), kind, { ...kind, services });
    assert.deepEqual(lineAmounts(facts, ...three), ['1/0 600.00']);
    assert.equal(reasonOf(facts, ...three), 'contract-volume-missing');
  });
});

test('common-house needs count the whole volume of the room exactly once', () => {
  const odn = service(2, 'cold-water-odn', 'odn', { tariffs: [tariff('50')] });
  const facts = house([water(), odn], {
    roomsAreaE2: 5_000n,
    meters: [meter(2, '1000', '1030', false, { meterId: 9 })],
  });
  const accounts = roommates(read, {}, {});
  assert.deepEqual(lineAmounts(facts, ...accounts), [
    '1/0 250.00',
    '2/0 500.00',
    '1/0 250.00',
    '2/0 500.00',
  ]);
});

test('the steps name the volume of the room, how it is shared, and the article', () => {
  const [line] = calculateHouse(house([water()]), roommates(read, {}, {})).lines;
  assert.ok(line);
  const steps = stepsOf(line.basis, { unit: 'м³', names: new Map() });
  assert.ok(
    steps.some(({ ru }) =>
      ru.startsWith('На всё помещение: 10 м³, делится между его счетами по долям в помещении'),
    ),
  );
  assert.match(
    steps[0]?.article?.en ?? '',
    /Decree 354, p\. 42.*Civil Code, art\. 249.*p\. 50, formula 7/,
  );
  assert.match(
    formulaOf(line.basis, 'м³'),
    /^110 − 100 = 10 of the room, by share 0\.5: 5; 5 м³ × 50 = 250\.00$/,
  );
  assert.equal(replay(line.basis), 250_00n);
});
