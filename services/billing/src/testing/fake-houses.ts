// A fake core-service with houses defined by the test: one service charged by area, some accounts of ten square metres.
import type {
  SnapshotAccount,
  SnapshotHouse,
  SnapshotLine,
  SnapshotService,
} from '@kvartplata/contracts/core/billing-snapshot.ts';
import type { CoreClient } from '../access/core-client.ts';

export const ORGANIZATION = 3;

/** What core knows of a house. */
export type FakeHouse = {
  readonly houseId: number;
  /** The prefix of its accounts' numbers. */
  readonly series?: string;
  readonly version: number;
  /** The number of accounts; their ids begin at a thousand times the house's id. */
  readonly accounts: number;
  /** Roubles per square metre; when null, the tariff is missing and no account can be charged. */
  readonly tariff: string | null;
  readonly organizationId?: number;
};

export type FakeCore = {
  readonly client: CoreClient;
  /** Core's current houses; one that is missing has been deleted. */
  readonly houses: Map<number, FakeHouse>;
  /** Called after each snapshot was sent and before versions are requested. */
  afterSnapshot: () => void;
  /** How often each house was sent. */
  readonly told: Map<number, number>;
  /** Where each snapshot is cut off; undefined for complete ones. */
  cutAt: number | undefined;
};

export function fakeHouses(...houses: readonly FakeHouse[]): FakeCore {
  const unasked = async (): Promise<never> => {
    throw new Error('nobody asks this');
  };
  const core: FakeCore = {
    houses: new Map(houses.map((house) => [house.houseId, house])),
    told: new Map(),
    cutAt: undefined,
    afterSnapshot: () => undefined,
    client: {
      listMemberships: unasked,
      findHouse: unasked,
      findHouseService: unasked,
      findAccount: unasked,
      findOrganization: unasked,
      findHouses: unasked,
      countHouseAccounts: unasked,
      listOpenHouses: unasked,
      listOddReadings: unasked,
      listUnverifiedMeters: unasked,
      listTariffGaps: unasked,
      findAccountsByNumber: unasked,
      listServiceNames: unasked,
      listServicesOfPayee: unasked,
      listAccountCards: unasked,
      listAccountsInOrder: unasked,
      readReceiptFacts: unasked,
      readGisReadings: unasked,
      findResidentAccount: unasked,
      storeResidentReadings: unasked,
      storeResidentPreferences: unasked,
      readLetterFacts: unasked,
      readSnapshot: async ({ houseIds }, period) => {
        const known = houseIds.flatMap((houseId) => core.houses.get(houseId) ?? []);
        for (const { houseId } of known) core.told.set(houseId, (core.told.get(houseId) ?? 0) + 1);
        const bytes = new TextEncoder().encode(textOf(known, period));
        core.afterSnapshot();
        return bytes.slice(0, core.cutAt);
      },
      listHouseVersions: async ({ houseIds }) =>
        new Map(
          houseIds
            .flatMap((houseId) => core.houses.get(houseId) ?? [])
            .map(({ houseId, version }) => [houseId, version]),
        ),
    },
  };
  return core;
}

function textOf(houses: readonly FakeHouse[], period: string): string {
  const accounts = houses.flatMap(accountsOf);
  const lines: readonly SnapshotLine[] = [
    ...houses.map((house) => houseLine(house, period)),
    ...accounts,
    { line: 'end', accounts: accounts.length, lateMeters: [] },
  ];
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

/** Charged since 2020, without a tariff yet. */
export const UPKEEP: SnapshotService = {
  houseServiceId: 1,
  code: 'upkeep',
  name: 'Содержание',
  unit: 'м²',
  precision: 2,
  kind: 'housing',
  everydayName: null,
  drainsInto: null,
  commonNeedsOf: [],
  hoursOf: null,
  followsAbsence: false,
  countsUnverified: false,
  qualityStandard: null,
  coefficients: [],
  method: 'area',
  heatingMode: null,
  coefficientApplies: false,
  sharedMeterBy: 'share',
  payeeId: null,
  validFrom: '2020-01-01',
  validTo: null,
  tariffs: [],
  norms: [],
};

function houseLine(house: FakeHouse, period: string): SnapshotHouse {
  const always = { validFrom: '2020-01-01', validTo: null };
  return {
    line: 'house',
    houseId: house.houseId,
    version: house.version,
    organizationId: house.organizationId ?? ORGANIZATION,
    address: `г. Зареченск, ул. Садовая, д. ${house.houseId}`,
    period,
    heatingMonths: [],
    heatingSeasons: [],
    roomsArea: `${house.accounts * 10}.00`,
    commonArea: null,
    commonNeedsMethod: 'capped',
    accounts: house.accounts,
    services: [
      {
        ...UPKEEP,
        houseServiceId: house.houseId,
        tariffs:
          house.tariff === null
            ? []
            : [{ ...always, value: house.tariff, basis: 'протокол', component: null }],
      },
    ],
    meters: [],
  };
}

function accountsOf({ houseId, accounts, series = 'LS' }: FakeHouse): readonly SnapshotAccount[] {
  return Array.from({ length: accounts }, (_, index) => ({
    line: 'account',
    houseId,
    personalAccountId: houseId * 1_000 + index,
    accountNumber: `${series}${houseId}-${index}`,
    roomNumber: String(index),
    area: '10.00',
    share: '1.00000000',
    owners: 1,
    openedOn: '2020-01-01',
    closedOn: null,
    registeredPersons: [],
    meters: [],
  }));
}
