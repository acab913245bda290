// A snapshot is accepted only when it is complete: one that is cut off, out of order or of another house is rejected.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type {
  SnapshotAccount,
  SnapshotEnd,
  SnapshotHouse,
  SnapshotLine,
} from '@kvartplata/contracts/core/billing-snapshot.ts';
import type { Estimates } from '../charges/estimates.service.ts';
import { UPKEEP } from '../../testing/fake-houses.ts';
import { BrokenSnapshotError, readHouseFacts } from './read-house-facts.ts';

const HOUSE: SnapshotHouse = {
  line: 'house',
  houseId: 7,
  version: 4,
  organizationId: 3,
  address: 'г. Зареченск, ул. Садовая, д. 12',
  period: '2026-02',
  heatingMonths: [1, 2],
  heatingSeasons: [{ from: '2025-10-05', to: null }],
  roomsArea: '100.50',
  commonArea: null,
  commonNeedsMethod: 'capped' as const,
  accounts: 2,
  services: [
    {
      ...UPKEEP,
      validFrom: '2026-01-01',
      tariffs: [
        {
          value: '34.1800',
          basis: 'протокол',
          component: null,
          validFrom: '2026-01-01',
          validTo: '2026-12-31',
        },
      ],
      norms: [],
    },
  ],
  meters: [],
};
const account = (id: number): SnapshotAccount => ({
  line: 'account',
  houseId: 7,
  personalAccountId: id,
  accountNumber: `LS0${id}`,
  roomNumber: String(id),
  area: '50.25',
  share: '0.33333333',
  owners: 1,
  openedOn: '2026-02-16',
  closedOn: null,
  registeredPersons: [{ count: 2, validFrom: '2026-02-16' }],
  meters: [
    {
      meterId: 9,
      houseServiceId: 1,
      serialNumber: 'A',
      digits: 5,
      previous: { value: '1.500', takenOn: '2026-01-25' },
      current: null,
    },
  ],
});
const OTHER: SnapshotHouse = { ...HOUSE, houseId: 8, version: 0, accounts: 1 };
const END: SnapshotEnd = { line: 'end', accounts: 2, lateMeters: [] };

const commonNeeds = new Map();

function read(lines: readonly SnapshotLine[], houseIds = [7], estimates: Estimates = new Map()) {
  return new Map(
    [...readHouseFacts(lines, houseIds, '2026-02', { estimates, commonNeeds })].map((found) => [
      found.house.houseId,
      found,
    ]),
  );
}

function readOne(lines: readonly SnapshotLine[], estimates?: Estimates) {
  const found = read(lines, [7], estimates).get(7);
  assert.ok(found);
  return found;
}

describe('a complete snapshot', () => {
  test('becomes scaled figures and calendar days', () => {
    const { version, house, accounts } = readOne([HOUSE, account(1), account(2), END]);
    assert.equal(version, 4);
    assert.deepEqual(
      [house.roomsAreaE2, house.month.toString(), house.services[0]?.tariffs[0]?.valueE4],
      [10_050n, '2026-02', 341_800n],
    );
    const [first] = accounts;
    assert.deepEqual(
      [
        accounts.length,
        first?.areaE2,
        first?.shareE8,
        first?.openedOn.toString(),
        first?.meters[0]?.previous?.valueE3,
      ],
      [2, 5_025n, 33_333_333n, '2026-02-16', 1_500n],
    );
  });

  test('keeps components and the coefficient, which charges depend on', () => {
    const [service] = HOUSE.services;
    const [tariff] = service?.tariffs ?? [];
    assert.ok(service && tariff);
    const twoComponents = {
      ...service,
      coefficientApplies: true,
      tariffs: [{ ...tariff, component: 'cold' as const }],
      norms: [{ ...tariff, component: 'heat' as const }],
    };
    const { house } = readOne([
      { ...HOUSE, services: [twoComponents] },
      account(1),
      account(2),
      END,
    ]);
    const [kept] = house.services;
    assert.deepEqual(
      [kept?.coefficientApplies, kept?.tariffs[0]?.component, kept?.norms[0]?.component],
      [true, 'cold', 'heat'],
    );
  });

  test('includes what few meters, accounts and houses have', () => {
    const rare = {
      installedOn: '2026-02-10',
      removedOn: '2026-02-20',
      verifiedUntil: '2026-02-11',
      outOfOrderSince: '2026-02-12',
      accessRefusedSince: '2026-02-13',
      tampered: [{ on: '2026-02-14', lastCheckOn: '2025-12-01', capacityPerDay: '1.500' }],
      missedPeriods: 2,
      history: { months: 4, volume: '12.345' },
    };
    const [meter] = account(1).meters;
    assert.ok(meter);
    const { house, accounts } = readOne(
      [
        {
          ...HOUSE,
          commonArea: '86.40',
          commonNeedsMethod: 'actual',
          meters: [{ ...meter, meterId: 8 }],
        },
        {
          ...account(1),
          meters: [{ ...meter, ...rare }],
          absences: [{ from: '2026-01-30', to: '2026-02-08', persons: 2 }],
        },
        account(2),
        END,
      ],
      new Map([
        [9, 6_000_000n],
        [8, 7n],
      ]),
    );
    assert.deepEqual([house.commonAreaE2, house.commonNeedsMethod], [8_640n, 'actual']);
    const day = (text: string) => Temporal.PlainDate.from(text);
    const [first, second] = accounts;
    assert.deepEqual(first?.absences, [
      { from: day('2026-01-30'), to: day('2026-02-08'), persons: 2 },
    ]);
    const told = { ...first?.meters[0] };
    assert.deepEqual(told, {
      meterId: 9,
      houseServiceId: 1,
      serialNumber: 'A',
      digits: 5,
      previous: { value: '1.500', valueE3: 1_500n, takenOn: '2026-01-25' },
      current: null,
      installedOn: day('2026-02-10'),
      removedOn: day('2026-02-20'),
      verifiedUntil: day('2026-02-11'),
      outOfOrderSince: day('2026-02-12'),
      accessRefusedSince: day('2026-02-13'),
      history: { months: 4, volumeE3: 12_345n },
      missedPeriods: 2,
      estimatedE6: 6_000_000n,
      ofRoom: false,
      tampered: [
        { on: day('2026-02-14'), lastCheckOn: day('2025-12-01'), capacityPerDayE3: 1_500n },
      ],
    });
    assert.equal(house.meters[0]?.estimatedE6, 7n);
    const { installedOn, removedOn, verifiedUntil, outOfOrderSince, history, missedPeriods } =
      second?.meters[0] ?? {};
    assert.deepEqual(
      [installedOn, removedOn, verifiedUntil, outOfOrderSince, history, missedPeriods],
      [null, null, null, null, null, 0],
    );
    assert.deepEqual(second?.absences, []);
  });

  test('may have a house without accounts', () => {
    const none = readOne([
      { ...HOUSE, accounts: 0 },
      { line: 'end', accounts: 0, lateMeters: [] },
    ]);
    assert.deepEqual(none.accounts, []);
  });

  test('of several houses gives each its own accounts, and leaves out those core does not know', () => {
    const found = read(
      [
        HOUSE,
        OTHER,
        account(1),
        account(2),
        { ...account(3), houseId: 8 },
        { ...END, accounts: 3 },
      ],
      [7, 8, 9],
    );
    assert.deepEqual(
      [...found].map(([id, { accounts }]) => [id, accounts.map((of) => of.personalAccountId)]),
      [
        [7, [1, 2]],
        [8, [3]],
      ],
    );
  });
});

describe('a snapshot is refused', () => {
  const broken: readonly (readonly [string, readonly SnapshotLine[]])[] = [
    ['when it is empty', []],
    [
      'when a house has too few accounts',
      [HOUSE, OTHER, account(1), { ...account(3), houseId: 8 }, END],
    ],
    [
      'when a house’s accounts lie apart',
      [
        HOUSE,
        OTHER,
        account(1),
        { ...account(3), houseId: 8 },
        account(2),
        { ...END, accounts: 3 },
      ],
    ],
    ['when an account is of no house', [HOUSE, account(1), { ...account(2), houseId: 9 }, END]],
    ['without its end', [HOUSE, account(1), account(2)]],
    ['when an account is missing', [HOUSE, account(1), END]],
    ['when it begins with an account', [account(1), HOUSE, account(2), END]],
    ['when a house comes twice', [HOUSE, HOUSE, account(1), account(2), END]],
    ['when something follows its end', [HOUSE, account(1), account(2), END, account(3)]],
    ['of another house', [{ ...HOUSE, houseId: 8 }, account(1), account(2), END]],
    ['of another month', [{ ...HOUSE, period: '2026-03' }, account(1), account(2), END]],
  ];
  for (const [why, lines] of broken) {
    test(why, () => {
      assert.throws(() => read(lines), BrokenSnapshotError);
    });
  }
});
