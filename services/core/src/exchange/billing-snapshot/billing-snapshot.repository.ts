// The data for calculating a month of some houses, in set-based statements over houses and accounts. Decimals are returned as
// text in the scale of their columns. All functions read within the caller's database snapshot. Each table of a join is filtered
// by house itself, because the planner does not propagate a set from one table to the next.
import type {
  HouseVersions,
  SnapshotAccount,
  SnapshotAccountService,
  SnapshotHouse,
  SnapshotMeter,
  SnapshotService,
  SnapshotTariff,
} from '@kvartplata/contracts/core/billing-snapshot.ts';
import { isIn, type HousesOf } from '@kvartplata/platform/database/of-organizations.ts';
import { sql, type RawBuilder } from 'kysely';
import type { YearVolume, Steps } from '../../prices/house-services/house-services.table.ts';
import type { Db, Trx } from '../../tables.ts';

/** The first and last days of a month, each `YYYY-MM-DD`. */
export type MonthDays = {
  readonly first: string;
  readonly last: string;
  readonly firstOfPrevious: string;
};

export type HouseRow = Pick<
  SnapshotHouse,
  | 'houseId'
  | 'version'
  | 'organizationId'
  | 'address'
  | 'heatingMonths'
  | 'heatingSeasons'
  | 'roomsArea'
  | 'commonArea'
  | 'commonNeedsMethod'
  | 'accounts'
>;
export type AccountRow = Omit<
  SnapshotAccount,
  'line' | 'registeredPersons' | 'meters' | 'absences' | 'services' | 'roomKind'
> & { readonly roomKind: 'residential' | 'non-residential'; readonly roomId: number };
export type PersonsRow = SnapshotAccount['registeredPersons'][number] & {
  readonly houseId: number;
  readonly personalAccountId: number;
};
export type AccountServiceRow = SnapshotAccountService & { readonly personalAccountId: number };
export type MeterRow = Pick<
  SnapshotMeter,
  'meterId' | 'houseServiceId' | 'serialNumber' | 'digits'
> & {
  readonly houseId: number;
  readonly personalAccountId: number | null;
  readonly roomId: number | null;
  readonly previousValue: string | null;
  readonly previousOn: string | null;
  readonly currentValue: string | null;
  readonly currentOn: string | null;
  readonly rollover: boolean | null;
  /** Null for a meter that was read in the month and in the month before, and is installed and verified on all its days. */
  readonly rare: {
    readonly installedOn: string;
    readonly removedOn: string | null;
    readonly verifiedUntil: string | null;
    /** The first day of the first month without a reading; null when the month before has one. */
    readonly unreadSince: string | null;
  } | null;
};
export type ServiceRow = Omit<SnapshotService, 'tariffs' | 'norms' | 'yearVolumes'> & {
  readonly houseId: number;
  readonly stated: readonly YearVolume[];
};
export type DatedValueRow = Omit<SnapshotTariff, 'group' | 'ranges'> & {
  readonly houseId: number;
  readonly houseServiceId: number;
  readonly valueGroup: string | null;
  readonly steps: Steps;
};

/** Undefined for an unknown house. */
export async function findOrganization(db: Db, houseId: number): Promise<number | undefined> {
  const { rows } = await sql<{ organizationId: number }>`
    select houses.organization_id from houses where houses.id = ${houseId}
  `.execute(db);
  return rows[0]?.organizationId;
}

/** A client that stops reading must not hold a connection, and old row versions, indefinitely. */
export async function limitIdleTime(trx: Trx, idleMs: number): Promise<void> {
  await sql`set local idle_in_transaction_session_timeout = ${sql.lit(idleMs)}`.execute(trx);
}

/** The existing ones, ordered by id. */
export async function listHouses(
  trx: Trx,
  asked: HousesOf,
  month: MonthDays,
): Promise<readonly HouseRow[]> {
  const { rows } = await sql<HouseRow>`
    select
      houses.id as "houseId", houses.organization_id, houses.address,
      houses.heating_months, houses.heating_seasons, houses.common_area, houses.common_needs_method,
      (
        select coalesce(sum(rooms.area), 0)::numeric(12, 2)::text
        from rooms
        where rooms.organization_id = ${asked.organizationId} and rooms.house_id = houses.id
      ) as rooms_area,
      (
        select count(*) from personal_accounts
        where personal_accounts.organization_id = ${asked.organizationId} and personal_accounts.house_id = houses.id
          and ${isOpenIn(month)}
      ) as accounts,
      ${versionOf(asked, month)} as version
    from houses
    where houses.organization_id = ${asked.organizationId} and houses.id = any(${asked.houseIds}::bigint[])
    order by houses.id
  `.execute(trx);
  return rows;
}

/** The version of each existing house's month: how often its data has changed. */
export async function listVersions(
  db: Db,
  asked: HousesOf,
  month: MonthDays,
): Promise<HouseVersions['versions']> {
  const { rows } = await sql<HouseVersions['versions'][number]>`
    select houses.id as "houseId", ${versionOf(asked, month)} as version
    from houses
    where houses.organization_id = ${asked.organizationId} and houses.id = any(${asked.houseIds}::bigint[])
    order by houses.id
  `.execute(db);
  return rows;
}

export async function listServices(
  trx: Trx,
  houses: HousesOf,
  month: MonthDays,
): Promise<readonly ServiceRow[]> {
  const { rows } = await sql<ServiceRow>`
    select
      house_services.house_id as "houseId", house_services.id as house_service_id, utility_services.code, utility_services.name,
      utility_services.unit, utility_services.precision, utility_services.kind,
      case when utility_services.everyday_name_ru is not null then json_build_object(
        'ru', utility_services.everyday_name_ru, 'en', utility_services.everyday_name_en) end as everyday_name,
      utility_services.drains_into, utility_services.common_needs_of,
      utility_services.hours_of, utility_services.follows_absence,
      utility_services.counts_unverified, utility_services.quality_standard, ${coefficientsIn(month)} as coefficients,
      house_services.method, house_services.heating_mode, house_services.year_volumes as stated,
      house_services.coefficient_applies, house_services.shared_meter_by, house_services.payee_id,
      house_services.valid_from as "validFrom", house_services.valid_to
    from house_services
    join utility_services on utility_services.id = house_services.utility_service_id
    where ${isIn('houseServices', houses)} and ${holdsIn(month, 'houseServices')}
    order by house_services.house_id, utility_services.id, house_services.valid_from
  `.execute(trx);
  return rows;
}

/** The tariffs, or the norms, that are in force on any day of the month. */
export async function listDatedValues(
  trx: Trx,
  table: 'serviceTariffs' | 'serviceNorms',
  houses: HousesOf,
  month: MonthDays,
): Promise<readonly DatedValueRow[]> {
  const { rows } = await sql<DatedValueRow>`
    select
      house_id as "houseId", house_service_id, value, basis, component, value_group, steps,
      valid_from as "validFrom", valid_to
    from ${sql.table(table)}
    where ${isIn(table, houses)} and ${holdsIn(month, table)}
    order by house_id, house_service_id, component, value_group nulls first, valid_from
  `.execute(trx);
  return rows;
}

/** A position in the order of houses and their accounts. */
export type AccountKey = { readonly houseId: number; readonly personalAccountId: number };
export type AccountRange = {
  readonly houses: HousesOf;
  readonly first: AccountKey;
  readonly last: AccountKey;
};

/** The next accounts that are open on any day of the month, ordered by house and id. */
export async function listAccounts(
  trx: Trx,
  houses: HousesOf,
  month: MonthDays,
  page: { readonly after: AccountKey; readonly limit: number },
): Promise<readonly AccountRow[]> {
  const { houseId, personalAccountId } = page.after;
  const { rows } = await sql<AccountRow>`
    select
      personal_accounts.house_id as "houseId", personal_accounts.id as "personalAccountId",
      personal_accounts.account_number, personal_accounts.room_id,
      rooms.number as room_number, rooms.kind as room_kind, rooms.area, personal_accounts.share, personal_accounts.owners,
      personal_accounts.opened_on, personal_accounts.closed_on
    from personal_accounts
    join rooms on ${isIn('rooms', houses)} and rooms.house_id = personal_accounts.house_id
      and rooms.id = personal_accounts.room_id
    where ${isIn('personalAccounts', houses)}
      and (personal_accounts.house_id, personal_accounts.id) > (${houseId}::bigint, ${personalAccountId}::bigint)
      and ${isOpenIn(month)}
    order by personal_accounts.house_id, personal_accounts.id
    limit ${page.limit}
  `.execute(trx);
  return rows;
}

/** The entries in force on any day of the month, of the accounts in the range, in chronological order. */
export async function listRegisteredPersons(
  trx: Trx,
  accounts: AccountRange,
  month: MonthDays,
): Promise<readonly PersonsRow[]> {
  const { rows } = await sql<PersonsRow>`
    select "houseId", "personalAccountId", count, "validFrom"
    from (
      select
        house_id as "houseId", personal_account_id as "personalAccountId", person_count as count,
        valid_from as "validFrom",
        lead(valid_from) over (partition by house_id, personal_account_id order by valid_from) as next_from
      from registered_persons
      where ${isIn('registeredPersons', accounts.houses)} and valid_from <= ${month.last}
        and ${isWithin(accounts, sql`registered_persons`)}
    ) as history
    where next_from is null or next_from > ${month.first}
    order by "houseId", "personalAccountId", "validFrom"
  `.execute(trx);
  return rows;
}

/** Those in force on any day of the month, of the accounts in the range, for each service in chronological order. */
export async function listAccountServices(
  trx: Trx,
  accounts: AccountRange,
  month: MonthDays,
): Promise<readonly AccountServiceRow[]> {
  const { rows } = await sql<AccountServiceRow>`
    select
      personal_account_id, house_service_id, charged, reason, coefficient_applies,
      tariff_group, norm_group, contract_volume, allocator_units, valid_from as "validFrom", valid_to
    from account_services
    where ${isIn('accountServices', accounts.houses)} and ${holdsIn(month, 'accountServices')}
      and ${isWithin(accounts, sql`account_services`)}
    order by house_id, personal_account_id, house_service_id, valid_from
  `.execute(trx);
  return rows;
}

/** The meters of the accounts in the range. */
export async function listAccountMeters(
  trx: Trx,
  accounts: AccountRange,
  month: MonthDays,
): Promise<readonly MeterRow[]> {
  const isOfOwner = sql`meters.personal_account_id is not null and ${isWithin(accounts, sql`meters`)}`;
  return listMeters(trx, accounts.houses, month, isOfOwner);
}

export async function listHouseMeters(
  trx: Trx,
  houses: HousesOf,
  month: MonthDays,
): Promise<readonly MeterRow[]> {
  return listMeters(trx, houses, month, sql`meters.owner_type = 'house'`);
}

/** Meters of rooms, whose volumes the accounts of a room share. */
export async function listRoomMeters(
  trx: Trx,
  houses: HousesOf,
  month: MonthDays,
): Promise<readonly MeterRow[]> {
  return listMeters(trx, houses, month, sql`meters.owner_type = 'room'`);
}

export type RoommateRow = {
  readonly roomId: number;
  readonly personalAccountId: number;
  readonly closedOn: string | null;
};

/** All accounts of the rooms, closed ones too. */
export async function listRoommates(
  trx: Trx,
  houses: HousesOf,
  roomIds: readonly number[],
): Promise<readonly RoommateRow[]> {
  const { rows } = await sql<RoommateRow>`
    select personal_accounts.room_id, personal_accounts.id as personal_account_id, personal_accounts.closed_on
    from personal_accounts
    where ${isIn('personalAccounts', houses)} and personal_accounts.room_id = any(${roomIds}::bigint[])
    order by personal_accounts.id
  `.execute(trx);
  return rows;
}

/**
 * Meters not removed before the month, each with its reading of the month and the last one before it. Almost every meter has a
 * reading for the previous month, so that month is joined as a whole; only for the others are earlier readings looked up.
 */
async function listMeters(
  trx: Trx,
  houses: HousesOf,
  month: MonthDays,
  isOfOwner: RawBuilder<unknown>,
): Promise<readonly MeterRow[]> {
  const { rows } = await sql<MeterRow>`
    select
      meters.house_id as "houseId", meters.personal_account_id as "personalAccountId",
      meters.room_id, meters.id as meter_id,
      meters.house_service_id, meters.serial_number, meters.digits,
      case when meters.installed_on <= ${month.last}
        then coalesce(previous.value, older.value, meters.initial_reading) end as previous_value,
      case when meters.installed_on <= ${month.last}
        then coalesce(previous.taken_on, older.taken_on, meters.installed_on) end as previous_on,
      present.value as current_value, present.taken_on as current_on, present.rollover,
      case when present.meter_id is null or previous.meter_id is null or meters.installed_on > ${month.first}
          or meters.removed_on <= ${month.last} or meters.verified_until < ${month.last}
        then json_build_object('installedOn', meters.installed_on, 'removedOn', meters.removed_on,
          'verifiedUntil', meters.verified_until,
          'unreadSince', case when previous.meter_id is null
            then coalesce(older.period + interval '1 month', date_trunc('month', meters.installed_on))::date end)
        end as rare
    from meters
    left join meter_readings as present
      on ${isIn('present', houses)} and present.house_id = meters.house_id
      and present.period = ${month.first} and present.meter_id = meters.id
    left join meter_readings as previous
      on ${isIn('previous', houses)} and previous.house_id = meters.house_id
      and previous.period = ${month.firstOfPrevious} and previous.meter_id = meters.id
    left join lateral (
      select history.value, history.taken_on, history.period
      from meter_readings as history
      where previous.meter_id is null and history.organization_id = ${houses.organizationId}
        and history.house_id = meters.house_id
        and history.meter_id = meters.id and history.period < ${month.first}
      order by history.period desc
      limit 1
    ) as older on true
    where ${isIn('meters', houses)} and ${isOfOwner}
      and (meters.removed_on is null or meters.removed_on >= ${month.first})
    order by meters.house_id, meters.personal_account_id, meters.id
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

function isWithin({ first, last }: AccountRange, table: RawBuilder<unknown>) {
  return sql<boolean>`(${table}.house_id, ${table}.personal_account_id)
    between (${first.houseId}::bigint, ${first.personalAccountId}::bigint)
    and (${last.houseId}::bigint, ${last.personalAccountId}::bigint)`;
}

function coefficientsIn(month: MonthDays) {
  return sql<SnapshotService['coefficients']>`(
    select coalesce(json_agg(json_build_object(
      'value', utility_service_coefficients.value::text, 'validFrom', utility_service_coefficients.valid_from,
      'validTo', utility_service_coefficients.valid_to) order by utility_service_coefficients.valid_from), '[]')
    from utility_service_coefficients
    where utility_service_coefficients.utility_service_id = utility_services.id
      and ${holdsIn(month, 'utilityServiceCoefficients')}
  )`;
}

function versionOf(asked: HousesOf, month: MonthDays) {
  return sql<number>`(
    select coalesce(sum(house_versions.version), 0)::bigint from house_versions
    where house_versions.organization_id = ${asked.organizationId} and house_versions.house_id = houses.id
      and house_versions.counts_from <= ${month.first}
  )`;
}
