// One house and month as lines of JSON: read in pages inside one repeatable-read transaction, so that the lines
// are one picture of the house however long the reader takes, and memory holds a page at a time.
import type {
  SnapshotAccount,
  SnapshotHouse,
  SnapshotLine,
  SnapshotMeter,
  SnapshotService,
} from '@kvartplata/contracts/core/billing-snapshot.ts';
import {
  firstDayOf,
  formatBillingMonth,
  lastDayOf,
  previousMonth,
  type BillingMonth,
} from '@kvartplata/domain/calendar/billing-month.ts';
import { formatDay } from '@kvartplata/domain/calendar/day.ts';
import type { Db, Trx } from '../tables.ts';
import * as repository from './billing-snapshot.repository.ts';
import type { AccountRow, MeterRow, MonthDays } from './billing-snapshot.repository.ts';

const ACCOUNTS_PER_PAGE = 500;
const IDLE_READER_MS = 60_000;

/**
 * The lines of the house, page by page; nothing at all for a house that does not exist. Whoever starts it must
 * read to the end or call `return`, which gives the connection back.
 */
export async function* readBillingSnapshot(
  db: Db,
  houseId: number,
  period: BillingMonth,
  accountsPerPage = ACCOUNTS_PER_PAGE,
): AsyncGenerator<readonly SnapshotLine[], void> {
  const trx = await db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute();
  try {
    await repository.limitIdleTime(trx, IDLE_READER_MS);
    const month = daysOf(period);
    const house = await readHouse(trx, houseId, period, month);
    if (house === undefined) return;
    yield [house];
    let sent = 0;
    for await (const accounts of readAccounts(trx, houseId, month, accountsPerPage)) {
      sent += accounts.length;
      yield accounts;
    }
    yield [{ line: 'end', accounts: sent }];
  } finally {
    // There is nothing to keep; a connection that broke is dropped from the pool by this very failure.
    await trx
      .rollback()
      .execute()
      .catch(() => undefined);
  }
}

async function readHouse(
  trx: Trx,
  houseId: number,
  period: BillingMonth,
  month: MonthDays,
): Promise<SnapshotHouse | undefined> {
  const house = await repository.findHouse(trx, houseId, month);
  if (house === undefined) return undefined;
  const meters = await repository.listHouseMeters(trx, houseId, month);
  return {
    line: 'house',
    ...house,
    period: formatBillingMonth(period),
    services: await readServices(trx, houseId, month),
    meters: meters.map(toMeter),
  };
}

async function readServices(
  trx: Trx,
  houseId: number,
  month: MonthDays,
): Promise<SnapshotService[]> {
  const services = await repository.listServices(trx, houseId, month);
  const tariffs = await repository.listDatedValues(trx, 'service_tariffs', houseId, month);
  const norms = await repository.listDatedValues(trx, 'service_norms', houseId, month);
  const tariffsOf = Map.groupBy(tariffs, (tariff) => tariff.houseServiceId);
  const normsOf = Map.groupBy(norms, (norm) => norm.houseServiceId);
  return services.map((service) =>
    Object.assign(service, {
      tariffs: (tariffsOf.get(service.houseServiceId) ?? []).map(toDatedValue),
      norms: (normsOf.get(service.houseServiceId) ?? []).map(toDatedValue),
    }),
  );
}

async function* readAccounts(
  trx: Trx,
  houseId: number,
  month: MonthDays,
  limit: number,
): AsyncGenerator<readonly SnapshotAccount[], void> {
  let afterId = 0;
  for (;;) {
    const accounts = await repository.listAccounts(trx, houseId, month, { afterId, limit });
    const [first, last] = [accounts.at(0), accounts.at(-1)];
    if (first === undefined || last === undefined) return;
    const range = { firstId: first.personalAccountId, lastId: last.personalAccountId };
    const persons = await repository.listRegisteredPersons(trx, houseId, month, range);
    const meters = await repository.listAccountMeters(trx, houseId, month, range);
    yield joinAccounts(accounts, persons, meters);
    if (accounts.length < limit) return;
    afterId = range.lastId;
  }
}

function joinAccounts(
  accounts: readonly AccountRow[],
  persons: readonly repository.PersonsRow[],
  meters: readonly MeterRow[],
): SnapshotAccount[] {
  const personsOf = Map.groupBy(persons, (row) => row.personalAccountId);
  const metersOf = Map.groupBy(meters, (row) => row.personalAccountId);
  return accounts.map((account) => ({
    line: 'account',
    ...account,
    registeredPersons: (personsOf.get(account.personalAccountId) ?? []).map(
      ({ count, validFrom }) => ({ count, validFrom }),
    ),
    meters: (metersOf.get(account.personalAccountId) ?? []).map(toMeter),
  }));
}

function toDatedValue(row: repository.DatedValueRow): SnapshotService['tariffs'][number] {
  return {
    validFrom: row.validFrom,
    validTo: row.validTo,
    value: row.value,
    basis: row.basis,
    component: row.component,
  };
}

function toMeter(row: MeterRow): SnapshotMeter {
  return {
    meterId: row.meterId,
    houseServiceId: row.houseServiceId,
    serialNumber: row.serialNumber,
    digits: row.digits,
    previous:
      row.previousValue === null || row.previousOn === null
        ? null
        : { value: row.previousValue, takenOn: row.previousOn },
    current:
      row.currentValue === null || row.currentOn === null
        ? null
        : { value: row.currentValue, takenOn: row.currentOn, rollover: row.rollover ?? false },
  };
}

function daysOf(month: BillingMonth): MonthDays {
  return {
    first: formatDay(firstDayOf(month)),
    last: formatDay(lastDayOf(month)),
    firstOfPrevious: formatDay(firstDayOf(previousMonth(month))),
  };
}
