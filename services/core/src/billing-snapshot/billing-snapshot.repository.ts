// What the calculation of one house and month needs, in statements over sets of accounts. Decimals leave as the
// text of their columns. Every function reads inside the caller's one picture of the database.
import type {
  SnapshotAccount,
  SnapshotHouse,
  SnapshotMeter,
  SnapshotService,
  SnapshotTariff,
} from '@kvartplata/contracts/core/billing-snapshot.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Trx } from '../tables.ts';

/** A month by its days, each `YYYY-MM-DD`. */
export type MonthDays = {
  readonly first: string;
  readonly last: string;
  readonly firstOfPrevious: string;
};

export type HouseRow = Pick<
  SnapshotHouse,
  'houseId' | 'organizationId' | 'address' | 'heatingMonths' | 'roomsArea' | 'accounts'
>;
export type AccountRow = Omit<SnapshotAccount, 'line' | 'registeredPersons' | 'meters'>;
export type PersonsRow = SnapshotAccount['registeredPersons'][number] & {
  readonly personalAccountId: number;
};
export type MeterRow = Omit<SnapshotMeter, 'previous' | 'current'> & {
  readonly personalAccountId: number | null;
  readonly previousValue: string | null;
  readonly previousOn: string | null;
  readonly currentValue: string | null;
  readonly currentOn: string | null;
  readonly rollover: boolean | null;
};
export type ServiceRow = Omit<SnapshotService, 'tariffs' | 'norms'>;
export type DatedValueRow = SnapshotTariff & { readonly houseServiceId: number };

/** A reader that stops reading must not hold a connection, and old row versions, for ever. */
export async function limitIdleTime(trx: Trx, idleMs: number): Promise<void> {
  await sql`set local idle_in_transaction_session_timeout = ${sql.lit(idleMs)}`.execute(trx);
}

export async function findHouse(
  trx: Trx,
  houseId: number,
  month: MonthDays,
): Promise<HouseRow | undefined> {
  const { rows } = await sql<HouseRow>`
    select
      houses.id as "houseId", houses.organization_id as "organizationId", houses.address,
      houses.heating_months as "heatingMonths",
      (
        select coalesce(sum(rooms.area), 0)::numeric(12, 2)::text
        from rooms where rooms.house_id = houses.id
      ) as "roomsArea",
      (
        select count(*) from personal_accounts
        where personal_accounts.house_id = houses.id and ${isOpenIn(month)}
      ) as accounts
    from houses
    where houses.id = ${houseId}
  `.execute(trx);
  return rows[0];
}

export async function listServices(
  trx: Trx,
  houseId: number,
  month: MonthDays,
): Promise<readonly ServiceRow[]> {
  const { rows } = await sql<ServiceRow>`
    select
      house_services.id as "houseServiceId", utility_services.code, utility_services.name,
      utility_services.unit, utility_services.precision, house_services.method,
      house_services.heating_mode as "heatingMode",
      house_services.coefficient_applies as "coefficientApplies",
      house_services.valid_from as "validFrom", house_services.valid_to as "validTo"
    from house_services
    join utility_services on utility_services.id = house_services.utility_service_id
    where house_services.house_id = ${houseId} and ${holdsIn(month, 'house_services')}
    order by utility_services.id, house_services.valid_from
  `.execute(trx);
  return rows;
}

/** The tariffs, or the norms, that hold on some day of the month. */
export async function listDatedValues(
  trx: Trx,
  table: 'service_tariffs' | 'service_norms',
  houseId: number,
  month: MonthDays,
): Promise<readonly DatedValueRow[]> {
  const { rows } = await sql<DatedValueRow>`
    select
      house_service_id as "houseServiceId", value, basis, component,
      valid_from as "validFrom", valid_to as "validTo"
    from ${sql.table(table)}
    where house_id = ${houseId} and ${holdsIn(month, table)}
    order by house_service_id, component, valid_from
  `.execute(trx);
  return rows;
}

/** The next accounts open on some day of the month, in the order of their ids. */
export async function listAccounts(
  trx: Trx,
  houseId: number,
  month: MonthDays,
  page: { readonly afterId: number; readonly limit: number },
): Promise<readonly AccountRow[]> {
  const { rows } = await sql<AccountRow>`
    select
      personal_accounts.id as "personalAccountId", personal_accounts.account_number as "accountNumber",
      rooms.number as "roomNumber", rooms.area, personal_accounts.share, personal_accounts.owners,
      personal_accounts.opened_on as "openedOn", personal_accounts.closed_on as "closedOn"
    from personal_accounts
    join rooms on rooms.house_id = personal_accounts.house_id and rooms.id = personal_accounts.room_id
    where personal_accounts.house_id = ${houseId} and personal_accounts.id > ${page.afterId}
      and ${isOpenIn(month)}
    order by personal_accounts.id
    limit ${page.limit}
  `.execute(trx);
  return rows;
}

/** The counts that hold on some day of the month, of the accounts between two ids, in the order of days. */
export async function listRegisteredPersons(
  trx: Trx,
  houseId: number,
  month: MonthDays,
  accounts: AccountRange,
): Promise<readonly PersonsRow[]> {
  const { rows } = await sql<PersonsRow>`
    select "personalAccountId", count, "validFrom"
    from (
      select
        personal_account_id as "personalAccountId", person_count as count, valid_from as "validFrom",
        lead(valid_from) over (partition by personal_account_id order by valid_from) as next_from
      from registered_persons
      where house_id = ${houseId} and personal_account_id between ${accounts.firstId} and ${accounts.lastId}
        and valid_from <= ${month.last}
    ) as history
    where next_from is null or next_from > ${month.first}
    order by "personalAccountId", "validFrom"
  `.execute(trx);
  return rows;
}

export type AccountRange = { readonly firstId: number; readonly lastId: number };

/** The meters of the accounts between two ids. */
export async function listAccountMeters(
  trx: Trx,
  houseId: number,
  month: MonthDays,
  accounts: AccountRange,
): Promise<readonly MeterRow[]> {
  return listMeters(
    trx,
    houseId,
    month,
    sql`meters.personal_account_id between ${accounts.firstId} and ${accounts.lastId}`,
  );
}

export async function listHouseMeters(
  trx: Trx,
  houseId: number,
  month: MonthDays,
): Promise<readonly MeterRow[]> {
  return listMeters(trx, houseId, month, sql`meters.personal_account_id is null`);
}

/**
 * Meters not removed before the month, each with its reading of the month and the last one before it. Almost
 * every meter was read in the month before, so that month is joined whole; only a meter that was not is looked
 * up in its own history.
 */
async function listMeters(
  trx: Trx,
  houseId: number,
  month: MonthDays,
  ofOwner: RawBuilder<unknown>,
): Promise<readonly MeterRow[]> {
  const { rows } = await sql<MeterRow>`
    select
      meters.personal_account_id as "personalAccountId", meters.id as "meterId",
      meters.house_service_id as "houseServiceId", meters.serial_number as "serialNumber", meters.digits,
      case when meters.installed_on <= ${month.last}
        then coalesce(previous.value, older.value, meters.initial_reading) end as "previousValue",
      case when meters.installed_on <= ${month.last}
        then coalesce(previous.taken_on, older.taken_on, meters.installed_on) end as "previousOn",
      present.value as "currentValue", present.taken_on as "currentOn", present.rollover
    from meters
    left join meter_readings as present
      on present.house_id = meters.house_id and present.period = ${month.first}
      and present.meter_id = meters.id
    left join meter_readings as previous
      on previous.house_id = meters.house_id and previous.period = ${month.firstOfPrevious}
      and previous.meter_id = meters.id
    left join lateral (
      select history.value, history.taken_on
      from meter_readings as history
      where previous.meter_id is null and history.house_id = meters.house_id
        and history.meter_id = meters.id and history.period < ${month.first}
      order by history.period desc
      limit 1
    ) as older on true
    where meters.house_id = ${houseId} and ${ofOwner}
      and (meters.removed_on is null or meters.removed_on >= ${month.first})
    order by meters.personal_account_id, meters.id
  `.execute(trx);
  return rows;
}

function isOpenIn(month: MonthDays) {
  return sql<boolean>`personal_accounts.opened_on <= ${month.last}
    and (personal_accounts.closed_on is null or personal_accounts.closed_on >= ${month.first})`;
}

function holdsIn(month: MonthDays, table: string) {
  return sql<boolean>`${sql.ref(`${table}.valid_from`)} <= ${month.last}
    and (${sql.ref(`${table}.valid_to`)} is null or ${sql.ref(`${table}.valid_to`)} >= ${month.first})`;
}
