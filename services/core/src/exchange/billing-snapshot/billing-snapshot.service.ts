// The billing snapshot as NDJSON, read in pages inside one repeatable-read transaction: the lines are consistent however long the
// client takes to read them, and only one page is in memory at a time.
import type {
  HouseVersions,
  SnapshotAccount,
  SnapshotHouse,
  SnapshotLine,
  SnapshotNorm,
  SnapshotService,
  SnapshotTariff,
} from '@kvartplata/contracts/core/billing-snapshot.ts';
import {
  firstDayOf,
  formatBillingMonth,
  lastDayOf,
  previousMonth,
  type BillingMonth,
} from '@kvartplata/domain/calendar/billing-month.ts';
import { formatDay } from '@kvartplata/domain/calendar/day.ts';
import { becomeOwner } from '@kvartplata/platform/database/as-owner.ts';
import type { HousesOf } from '@kvartplata/platform/database/of-organizations.ts';
import type { Db, Trx } from '../../tables.ts';
import * as repository from './billing-snapshot.repository.ts';
import { readYearVolumes, type YearVolumes } from './year-volumes.service.ts';
import type { AccountRow, MonthDays } from './billing-snapshot.repository.ts';
import type { AbsenceRow, BenefitRow, ServiceActRow } from './rare-facts.repository.ts';
import {
  readRareFacts,
  readMeters,
  type RareFacts,
  type PlacedMeter,
} from './rare-facts.service.ts';

const ACCOUNTS_PER_PAGE = 1_000;
const IDLE_READER_MS = 60_000;

/**
 * The lines of the houses that the organization has, page by page. A caller that starts reading must read to the end or call
 * `return`, which releases the connection.
 */
export async function* readBillingSnapshot(
  db: Db,
  asked: HousesOf,
  period: BillingMonth,
  accountsPerPage = ACCOUNTS_PER_PAGE,
): AsyncGenerator<readonly SnapshotLine[], void> {
  const trx = await db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute();
  try {
    // The caller may see all rows, and checking row-level security for each row costs as much as reading it.
    await becomeOwner(trx);
    await repository.limitIdleTime(trx, IDLE_READER_MS);
    const month = daysOf(period);
    const services = await repository.listServices(trx, asked, month);
    const rooms = await readRoomMeters(trx, asked, month);
    const rare = await readRareFacts(trx, asked, month, services, rooms.roommates);
    const ofRooms = await readMeters(trx, rooms.meters, month, rare);
    const metersOfRoom = Map.groupBy(ofRooms, ({ roomId }) => roomId);
    const yearVolumes = await readYearVolumes(trx, asked.organizationId, services, period.year);
    const told = services.map((service) => unpriced(service, yearVolumes));
    const houses = await readHouses(trx, asked, period, month, told, rare);
    yield houses;
    let sent = 0;
    for await (const accounts of readAccounts(
      trx,
      houses,
      month,
      { ...rare, metersOfRoom },
      accountsPerPage,
    )) {
      sent += accounts.length;
      yield accounts;
    }
    yield [{ line: 'end', accounts: sent, lateMeters: rare.lateMeters }];
  } finally {
    // Nothing to commit; if the connection is broken, the failed rollback removes it from the pool.
    await trx
      .rollback()
      .execute()
      .catch(() => undefined);
  }
}

/** The version of the month of each house that the organization has. */
export async function listHouseVersions(
  db: Db,
  asked: HousesOf,
  period: BillingMonth,
): Promise<HouseVersions> {
  return { versions: [...(await repository.listVersions(db, asked, daysOf(period)))] };
}

/** What accounts depend on besides their own rows; meters by the room whose accounts share them. */
type AccountsFacts = RareFacts & {
  readonly metersOfRoom: ReadonlyMap<number | null, readonly PlacedMeter[]>;
};

async function readRoomMeters(
  trx: Trx,
  asked: HousesOf,
  month: MonthDays,
): Promise<{
  readonly meters: readonly repository.MeterRow[];
  readonly roommates: readonly repository.RoommateRow[];
}> {
  const meters = await repository.listRoomMeters(trx, asked, month);
  const roomIds = meters.flatMap(({ roomId }) => roomId ?? []);
  if (roomIds.length === 0) return { meters, roommates: [] };
  return { meters, roommates: await repository.listRoommates(trx, asked, roomIds) };
}

async function readHouses(
  trx: Trx,
  asked: HousesOf,
  period: BillingMonth,
  month: MonthDays,
  services: readonly UnpricedService[],
  rare: RareFacts,
): Promise<readonly SnapshotHouse[]> {
  const houses = await repository.listHouses(trx, asked, month);
  const tariffs = await repository.listDatedValues(trx, 'serviceTariffs', asked, month);
  const norms = await repository.listDatedValues(trx, 'serviceNorms', asked, month);
  const meterRows = await repository.listHouseMeters(trx, asked, month);
  const meters = await readMeters(trx, meterRows, month, rare);
  const servicesOf = Map.groupBy(services, (service) => service.houseId);
  // The ids of services and accounts are unique in the whole registry.
  const tariffsOf = Map.groupBy(tariffs, (tariff) => tariff.houseServiceId);
  const normsOf = Map.groupBy(norms, (norm) => norm.houseServiceId);
  const metersOf = Map.groupBy(meters, (meter) => meter.houseId);
  const toHouse = (house: repository.HouseRow): SnapshotHouse => ({
    line: 'house',
    ...house,
    period: formatBillingMonth(period),
    services: (servicesOf.get(house.houseId) ?? []).map((service) =>
      toService(service, tariffsOf, normsOf),
    ),
    meters: (metersOf.get(house.houseId) ?? []).map(({ meter }) => meter),
    ...actsIn(rare.serviceActsOf.get(house.houseId)),
  });
  return houses.map(toHouse);
}

/** Left out for a house without acts. */
function actsIn(rows: readonly ServiceActRow[] | undefined): Pick<SnapshotHouse, 'acts'> {
  return rows === undefined ? {} : { acts: rows.map(({ houseId: _houseId, ...act }) => act) };
}

async function* readAccounts(
  trx: Trx,
  houses: readonly SnapshotHouse[],
  month: MonthDays,
  rare: AccountsFacts,
  limit: number,
): AsyncGenerator<readonly SnapshotAccount[], void> {
  const these = (some: readonly SnapshotHouse[]): HousesOf => ({
    organizationId: rare.organizationId,
    houseIds: some.map(({ houseId }) => houseId),
  });
  let after = { houseId: 0, personalAccountId: 0 };
  let left = houses.reduce((sum, house) => sum + house.accounts, 0);
  while (left > 0) {
    const ahead = these(houses.filter(({ houseId }) => houseId >= after.houseId));
    const accounts = await repository.listAccounts(trx, ahead, month, { after, limit });
    const [first, last] = [accounts.at(0), accounts.at(-1)];
    if (first === undefined || last === undefined) return;
    const seen = new Set(accounts.map(({ houseId }) => houseId));
    const range = {
      houses: these(houses.filter(({ houseId }) => seen.has(houseId))),
      first,
      last,
    };
    const persons = await repository.listRegisteredPersons(trx, range, month);
    const meterRows = await repository.listAccountMeters(trx, range, month);
    const meters = await readMeters(trx, meterRows, month, rare);
    const differing = await repository.listAccountServices(trx, range, month);
    yield joinAccounts(accounts, { persons, meters, differing }, rare);
    left -= accounts.length;
    after = last;
  }
}

/** The facts for a page of accounts. */
type OfAccounts = {
  readonly persons: readonly repository.PersonsRow[];
  readonly meters: readonly PlacedMeter[];
  readonly differing: readonly repository.AccountServiceRow[];
};

function joinAccounts(
  accounts: readonly AccountRow[],
  { persons, meters, differing }: OfAccounts,
  { absencesOf, benefitsOf, metersOfRoom }: AccountsFacts,
): SnapshotAccount[] {
  const personsOf = Map.groupBy(persons, (row) => row.personalAccountId);
  const metersOf = Map.groupBy(meters, (row) => row.personalAccountId);
  const servicesOf = Map.groupBy(differing, (row) => row.personalAccountId);
  return accounts.map(({ roomKind, roomId, ...account }) => ({
    line: 'account',
    ...account,
    ...(roomKind === 'residential' ? {} : { roomKind }),
    registeredPersons: (personsOf.get(account.personalAccountId) ?? []).map(
      ({ count, validFrom }) => ({ count, validFrom }),
    ),
    meters: [
      ...(metersOf.get(account.personalAccountId) ?? []),
      ...(metersOfRoom.get(roomId) ?? []),
    ].map(({ meter }) => meter),
    ...toAbsences(absencesOf.get(account.personalAccountId)),
    ...toServices(servicesOf.get(account.personalAccountId)),
    ...toBenefits(benefitsOf.get(account.personalAccountId)),
  }));
}

function toAbsences(rows: readonly AbsenceRow[] | undefined): Pick<SnapshotAccount, 'absences'> {
  if (rows === undefined) return {};
  return { absences: rows.map(({ from, to, persons }) => ({ from, to, persons })) };
}

function toServices(
  rows: readonly repository.AccountServiceRow[] | undefined,
): Pick<SnapshotAccount, 'services'> {
  if (rows === undefined) return {};
  return { services: rows.map(({ personalAccountId: _account, ...service }) => service) };
}

function toBenefits(rows: readonly BenefitRow[] | undefined): Pick<SnapshotAccount, 'benefits'> {
  if (rows === undefined) return {};
  return { benefits: rows.map(({ personalAccountId: _account, ...benefit }) => benefit) };
}

type DatedValuesOf = ReadonlyMap<number, readonly repository.DatedValueRow[]>;

/** A service's facts besides its tariffs and norms. */
type UnpricedService = Omit<repository.ServiceRow, 'stated'> & Pick<SnapshotService, 'yearVolumes'>;

function unpriced(
  { stated: _stated, ...service }: repository.ServiceRow,
  volumes: ReadonlyMap<number, YearVolumes>,
): UnpricedService {
  const yearVolumes = volumes.get(service.houseServiceId);
  return { ...service, ...(yearVolumes && { yearVolumes }) };
}

function toService(
  { houseId: _houseId, ...service }: UnpricedService,
  tariffsOf: DatedValuesOf,
  normsOf: DatedValuesOf,
): SnapshotService {
  return {
    ...service,
    tariffs: (tariffsOf.get(service.houseServiceId) ?? []).map((row) =>
      toDatedValue(row, 'ranges'),
    ),
    norms: (normsOf.get(service.houseServiceId) ?? []).map((row) => toDatedValue(row, 'byPersons')),
  };
}

function toDatedValue(
  row: repository.DatedValueRow,
  steps: 'ranges' | 'byPersons',
): SnapshotTariff & SnapshotNorm {
  return {
    validFrom: row.validFrom,
    validTo: row.validTo,
    value: row.value,
    basis: row.basis,
    component: row.component,
    ...(row.valueGroup !== null && { group: row.valueGroup }),
    ...(row.steps.length > 0 && { [steps]: row.steps }),
  };
}

function daysOf(month: BillingMonth): MonthDays {
  return {
    first: formatDay(firstDayOf(month)),
    last: formatDay(lastDayOf(month)),
    firstOfPrevious: formatDay(firstDayOf(previousMonth(month))),
  };
}
