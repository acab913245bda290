// Statements that add what a house lacks of the golden house, and change nothing that exists. A distributed engine runs `insert …
// select` as COPY, which row-level security refuses, unless it has `returning` or `on conflict`.
import { sql } from 'kysely';
import type { HousePlace } from '../../access/places.ts';
import type { Db, Trx } from '../../tables.ts';
import type {
  GoldenAccount,
  GoldenDatedValue,
  GoldenHouse,
  GoldenMeter,
  GoldenPersons,
  GoldenReading,
  GoldenService,
} from './golden-types.ts';

/** Locks the organization until the transaction ends, so that two seeds of it run one after the other. */
export async function lockOrganization(trx: Trx, organizationId: number): Promise<boolean> {
  const { rows } = await sql`
    select id from organizations where id = ${organizationId} for no key update
  `.execute(trx);
  return rows.length === 1;
}

export async function houseExists(
  db: Db,
  { organizationId, houseId }: HousePlace,
): Promise<boolean> {
  const house = await db
    .selectFrom('houses')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('id', '=', houseId)
    .executeTakeFirst();
  return house !== undefined;
}

export async function insertHouse(
  trx: Trx,
  organizationId: number,
  house: GoldenHouse,
): Promise<number> {
  const { id } = await trx
    .insertInto('houses')
    .values({
      organizationId: organizationId,
      address: house.address,
      commonArea: house.commonArea,
      heatingMonths: house.heatingMonths,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The common area, and the heating season, without which nobody is charged for heating. */
export async function fillHouse(
  trx: Trx,
  { organizationId, houseId }: HousePlace,
  { commonArea, heatingMonths }: GoldenHouse,
): Promise<void> {
  const hasNoSeason = sql`cardinality(heating_months) = 0 and heating_seasons = '[]'::jsonb`;
  await sql`
    update houses set version = version + 1, updated_at = now(), common_area = coalesce(common_area, ${commonArea}),
      heating_months = case when ${hasNoSeason} then ${heatingMonths}::smallint[] else heating_months end
    where houses.organization_id = ${organizationId} and houses.id = ${houseId}
      and (common_area is null or ${hasNoSeason})
  `.execute(trx);
}

/** The first of the numbers that is taken by another house of the organization. */
export async function findNumberElsewhere(
  db: Db,
  organizationId: number,
  houseId: number | null,
  accountNumbers: readonly string[],
): Promise<{ readonly accountNumber: string; readonly houseId: number } | undefined> {
  return db
    .selectFrom('accountNumbers')
    .select(['accountNumber', 'houseId'])
    .where('organizationId', '=', organizationId)
    .where('accountNumber', 'in', accountNumbers)
    .where('houseId', 'is distinct from', houseId)
    .orderBy('accountNumber')
    .executeTakeFirst();
}

/** The earliest installation day of the meters. */
export async function findFirstInstallation(
  db: Db,
  { organizationId, houseId }: HousePlace,
  serialNumbers: readonly string[],
): Promise<string | undefined> {
  const meter = await db
    .selectFrom('meters')
    .select('installedOn')
    .where('organizationId', '=', organizationId)
    .where('houseId', '=', houseId)
    .where('serialNumber', 'in', serialNumbers)
    .orderBy('installedOn')
    .executeTakeFirst();
  return meter?.installedOn;
}

export async function insertMissingRooms(
  trx: Trx,
  { organizationId, houseId }: HousePlace,
  rooms: GoldenHouse['rooms'],
): Promise<void> {
  await sql`
    insert into rooms (organization_id, house_id, number, area)
    select ${organizationId}, ${houseId}, given.number, given.area
    from jsonb_to_recordset(${JSON.stringify(rooms)}) as given (number text, area numeric)
    on conflict on constraint rooms_number_unique do nothing
  `.execute(trx);
}

export async function insertMissingAccountNumbers(
  trx: Trx,
  { organizationId, houseId }: HousePlace,
  accountNumbers: readonly string[],
): Promise<void> {
  await sql`
    insert into account_numbers (organization_id, account_number, house_id)
    select ${organizationId}, given.account_number, ${houseId}
    from unnest(${accountNumbers}::text[]) as given (account_number)
    on conflict on constraint account_numbers_house_unique do nothing
  `.execute(trx);
}

export async function insertMissingAccounts(
  trx: Trx,
  { organizationId, houseId }: HousePlace,
  accounts: readonly GoldenAccount[],
): Promise<void> {
  await sql`
    insert into personal_accounts (organization_id, house_id, room_id, account_number, payer, owners, opened_on)
    select ${organizationId}, ${houseId}, rooms.id, given."accountNumber", given.payer, given.owners, given."openedOn"
    from jsonb_to_recordset(${JSON.stringify(accounts)})
      as given ("accountNumber" text, "roomNumber" text, payer text, owners smallint, "openedOn" date)
    join rooms on rooms.organization_id = ${organizationId} and rooms.house_id = ${houseId}
      and rooms.number = given."roomNumber"
    order by given."accountNumber"
    on conflict on constraint personal_accounts_number_unique do nothing
  `.execute(trx);
}

/** Only for accounts that have no history of registered persons at all. */
export async function insertMissingPersons(
  trx: Trx,
  { organizationId, houseId }: HousePlace,
  persons: readonly GoldenPersons[],
): Promise<void> {
  await sql`
    insert into registered_persons (organization_id, house_id, personal_account_id, valid_from, person_count)
    select ${organizationId}, ${houseId}, personal_accounts.id, given."validFrom", given."personCount"
    from jsonb_to_recordset(${JSON.stringify(persons)})
      as given ("accountNumber" text, "validFrom" date, "personCount" smallint)
    join personal_accounts
      on personal_accounts.organization_id = ${organizationId} and personal_accounts.house_id = ${houseId}
      and personal_accounts.account_number = given."accountNumber"
    where personal_accounts.id not in (
      select registered_persons.personal_account_id from registered_persons
      where registered_persons.organization_id = ${organizationId} and registered_persons.house_id = ${houseId}
    )
    returning valid_from
  `.execute(trx);
}

/** Only for utility services that the house has never had. */
export async function insertMissingServices(
  trx: Trx,
  { organizationId, houseId }: HousePlace,
  services: readonly GoldenService[],
  validFrom: string,
): Promise<void> {
  const had = await trx
    .selectFrom('houseServices')
    .select('utilityServiceId')
    .distinct()
    .where('organizationId', '=', organizationId)
    .where('houseId', '=', houseId)
    .execute();
  await sql`
    insert into house_services (organization_id, house_id, utility_service_id, method, heating_mode, valid_from)
    select ${organizationId}, ${houseId}, utility_services.id, given.method, given."heatingMode", ${validFrom}::date
    from jsonb_to_recordset(${JSON.stringify(services)})
      as given (code text, method text, "heatingMode" text)
    join utility_services on utility_services.code = given.code
    where utility_services.id <> all(${had.map(({ utilityServiceId }) => utilityServiceId)}::bigint[])
    order by utility_services.id
    returning id
  `.execute(trx);
}

/** Only for services that have no tariff, or no norm, at all. */
export async function insertMissingValues(
  trx: Trx,
  table: 'serviceTariffs' | 'serviceNorms',
  place: HousePlace,
  values: readonly GoldenDatedValue[],
): Promise<void> {
  const { organizationId, houseId } = place;
  const services = await listNewestServices(trx, place);
  const present = await trx
    .selectFrom(table)
    .select('houseServiceId')
    .distinct()
    .where('organizationId', '=', organizationId)
    .where('houseId', '=', houseId)
    .execute();
  const had = new Set(present.map(({ houseServiceId }) => houseServiceId));
  const missing = values.flatMap(({ code, value, basis, validFrom, validTo }) => {
    const houseServiceId = services.get(code);
    return houseServiceId === undefined || had.has(houseServiceId)
      ? []
      : [{ organizationId, houseId, houseServiceId, value, basis, validFrom, validTo }];
  });
  const inOrder = missing.toSorted(
    (a, b) => a.houseServiceId - b.houseServiceId || (a.validFrom < b.validFrom ? -1 : 1),
  );
  if (inOrder.length > 0) await trx.insertInto(table).values(inOrder).execute();
}

/** A golden meter is identified by its serial number. */
export async function insertMissingMeters(
  trx: Trx,
  place: HousePlace,
  meters: readonly GoldenMeter[],
): Promise<void> {
  const { organizationId, houseId } = place;
  const [services, types, accounts, present] = [
    await listNewestServices(trx, place),
    await trx.selectFrom('meterTypes').select(['id', 'code']).execute(),
    await trx
      .selectFrom('personalAccounts')
      .select(['id', 'accountNumber'])
      .where('organizationId', '=', organizationId)
      .where('houseId', '=', houseId)
      .execute(),
    await trx
      .selectFrom('meters')
      .select('serialNumber')
      .where('organizationId', '=', organizationId)
      .where('houseId', '=', houseId)
      .execute(),
  ];
  const inOrder = meters.toSorted((a, b) => (a.serialNumber < b.serialNumber ? -1 : 1));
  const missing = inOrder.flatMap((meter) => {
    const houseServiceId = services.get(meter.serviceCode);
    const type = types.find(({ code }) => code === meter.typeCode);
    const account = accounts.find(({ accountNumber }) => accountNumber === meter.accountNumber);
    if (houseServiceId === undefined || type === undefined) return [];
    if (present.some(({ serialNumber }) => serialNumber === meter.serialNumber)) return [];
    return [
      {
        organizationId,
        houseId,
        houseServiceId,
        ownerType: account === undefined ? ('house' as const) : ('account' as const),
        personalAccountId: account?.id ?? null,
        meterTypeId: type.id,
        serialNumber: meter.serialNumber,
        digits: meter.digits,
        initialReading: meter.initialReading,
        installedOn: meter.installedOn,
        verifiedUntil: meter.verifiedUntil,
      },
    ];
  });
  if (missing.length > 0) await trx.insertInto('meters').values(missing).execute();
}

/** Skips removed meters. */
export async function insertMissingReadings(
  trx: Trx,
  { organizationId, houseId }: HousePlace,
  readings: readonly GoldenReading[],
): Promise<void> {
  await sql`
    insert into meter_readings (organization_id, house_id, period, meter_id, value, taken_on, rollover, source)
    select
      ${organizationId}, ${houseId}, given.period, meters.id, given.value, given."takenOn", given.rollover,
      case meters.owner_type when 'house' then 'operator' else 'resident' end
    from jsonb_to_recordset(${JSON.stringify(readings)})
      as given ("serialNumber" text, period date, value numeric, "takenOn" date, rollover boolean)
    join meters on meters.organization_id = ${organizationId} and meters.house_id = ${houseId}
      and meters.serial_number = given."serialNumber"
      and (meters.removed_on is null or meters.removed_on >= given."takenOn")
    on conflict on constraint meter_readings_pkey do nothing
  `.execute(trx);
}

export type GoldenCounts = {
  readonly rooms: number;
  readonly meters: number;
  readonly houseMeters: number;
  readonly readings: number;
  readonly houseReadings: number;
};

/** How much of the golden house the house now has: rooms, meters, and readings of the months. */
export async function countGolden(
  db: Db,
  { organizationId, houseId }: HousePlace,
  golden: GoldenHouse,
  periods: readonly string[],
): Promise<GoldenCounts> {
  const roomNumbers = golden.rooms.map((room) => room.number);
  const serialNumbers = golden.meters.map((meter) => meter.serialNumber);
  const { rows } = await sql<GoldenCounts>`
    with golden_meters as (
      select id, owner_type from meters
      where meters.organization_id = ${organizationId} and house_id = ${houseId}
        and serial_number = any(${serialNumbers}::text[])
    ),
    golden_readings as (
      select golden_meters.owner_type
      from meter_readings
      join golden_meters on golden_meters.id = meter_readings.meter_id
      where meter_readings.organization_id = ${organizationId} and meter_readings.house_id = ${houseId}
        and meter_readings.period = any(${periods}::date[])
    )
    select
      (select count(*) from rooms
        where rooms.organization_id = ${organizationId} and house_id = ${houseId}
          and number = any(${roomNumbers}::text[])) as rooms,
      (select count(*) from golden_meters where owner_type = 'account') as meters,
      (select count(*) from golden_meters where owner_type = 'house') as house_meters,
      (select count(*) from golden_readings where owner_type = 'account') as readings,
      (select count(*) from golden_readings where owner_type = 'house') as house_readings
  `.execute(db);
  const [counts] = rows;
  if (counts === undefined) throw new Error('a count without a row');
  return counts;
}

/** The house's services by code; the later one of a service that ended and began again. */
async function listNewestServices(
  trx: Trx,
  { organizationId, houseId }: HousePlace,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ code: string; id: number }>`
    select distinct on (utility_services.code) utility_services.code, house_services.id
    from house_services
    join utility_services on utility_services.id = house_services.utility_service_id
    where house_services.organization_id = ${organizationId} and house_services.house_id = ${houseId}
    order by utility_services.code, house_services.valid_from desc
  `.execute(trx);
  return new Map(rows.map(({ code, id }) => [code, id]));
}
