// The receipt facts of a house and month, in statements over a page of its accounts.
import type {
  Contractor,
  HouseNorm,
  ReceiptAccount,
  ReceiptFacts,
} from '@kvartplata/contracts/core/receipt-facts.ts';
import { sql } from 'kysely';
import type { HousePlace } from '../../access/places.ts';
import type { Db } from '../../tables.ts';

type HouseRow = {
  readonly organizationId: number;
  readonly contractor: Contractor;
  readonly house: ReceiptFacts['house'];
};

/** Undefined for an unknown house. */
export async function findHouse(db: Db, houseId: number): Promise<HouseRow | undefined> {
  const { rows } = await sql<HouseRow>`
    select houses.organization_id,
      json_build_object('name', organizations.name, 'inn', organizations.inn, 'kpp', organizations.kpp,
        'legalAddress', organizations.legal_address, 'phone', organizations.phone, 'email', organizations.email,
        'website', organizations.website,
        'bankDetails', json_build_object('bankName', organizations.bank_name, 'bic', organizations.bic,
          'settlementAccount', organizations.settlement_account,
          'correspondentAccount', organizations.correspondent_account)) as contractor,
      json_build_object('address', houses.address, 'commonArea', houses.common_area::text, 'roomsArea', (
        select coalesce(sum(rooms.area), 0)::numeric(12, 2)::text from rooms
        where rooms.organization_id = houses.organization_id and rooms.house_id = houses.id
      )) as house
    from houses
    join organizations on organizations.id = houses.organization_id
    where houses.id = ${houseId}
  `.execute(db);
  return rows[0];
}

/** The norms on the month's last day that are the same for all accounts of the house, ordered by service. */
export async function listNorms(
  db: Db,
  { organizationId, houseId }: HousePlace,
  month: { readonly last: string },
): Promise<readonly HouseNorm[]> {
  const { rows } = await sql<HouseNorm>`
    select service_norms.house_service_id, utility_services.name as service_name, utility_services.unit,
      house_services.method, service_norms.component, service_norms.value
    from service_norms
    join house_services on house_services.organization_id = ${organizationId}
      and house_services.house_id = ${houseId} and house_services.id = service_norms.house_service_id
    join utility_services on utility_services.id = house_services.utility_service_id
    where service_norms.organization_id = ${organizationId} and service_norms.house_id = ${houseId}
      and service_norms.valid_from <= ${month.last}
      and (service_norms.valid_to is null or service_norms.valid_to >= ${month.last})
      and service_norms.value_group is null and service_norms.steps = '[]'
      and not exists (
        select from service_norms as other
        where other.organization_id = ${organizationId} and other.house_id = ${houseId}
          and other.house_service_id = service_norms.house_service_id and other.value_group is not null
          and other.valid_from <= ${month.last} and (other.valid_to is null or other.valid_to >= ${month.last})
      )
    order by service_norms.house_service_id, service_norms.component nulls first
  `.execute(db);
  return rows;
}

export type AccountPlaceRow = {
  readonly id: number;
  readonly roomNumber: string;
  readonly accountNumber: string;
};

/** All accounts of the house, closed ones too, unordered. */
export async function listAccountPlaces(
  db: Db,
  { organizationId, houseId }: HousePlace,
): Promise<readonly AccountPlaceRow[]> {
  return db
    .selectFrom('personalAccounts')
    .innerJoin('rooms', (join) =>
      join
        .onRef('rooms.organizationId', '=', 'personalAccounts.organizationId')
        .onRef('rooms.houseId', '=', 'personalAccounts.houseId')
        .onRef('rooms.id', '=', 'personalAccounts.roomId'),
    )
    .select(['personalAccounts.id', 'rooms.number as roomNumber', 'personalAccounts.accountNumber'])
    .where('personalAccounts.organizationId', '=', organizationId)
    .where('personalAccounts.houseId', '=', houseId)
    .execute();
}

/** Those of the accounts that belong to the house, in the given order. */
export async function listAccounts(
  db: Db,
  { organizationId, houseId }: HousePlace,
  personalAccountIds: readonly number[],
  month: { readonly first: string; readonly last: string },
): Promise<readonly ReceiptAccount[]> {
  const { rows } = await sql<ReceiptAccount>`
    select
      personal_accounts.id as personal_account_id, personal_accounts.account_number,
      personal_accounts.payer, personal_accounts.email, personal_accounts.payer_inn, personal_accounts.payer_address,
      personal_accounts.gis_account_number, personal_accounts.gis_service_id, personal_accounts.gis_account_guid, rooms.number as room_number, rooms.kind as room_kind, rooms.area,
      personal_accounts.share,
      coalesce(
        (
          select registered_persons.person_count
          from registered_persons
          where registered_persons.organization_id = ${organizationId} and registered_persons.house_id = ${houseId}
            and registered_persons.personal_account_id = personal_accounts.id
            and registered_persons.valid_from <= ${month.last}
            and (personal_accounts.closed_on is null or personal_accounts.closed_on >= ${month.last})
          order by registered_persons.valid_from desc
          limit 1
        ),
        0
      ) as registered_persons,
      coalesce(
        (
          select json_agg(
            json_build_object('meterId', meters.id, 'serviceName', utility_services.name, 'unit', utility_services.unit,
              'serialNumber', meters.serial_number, 'verifiedUntil', meters.verified_until,
              'current', readings.latest_first -> 0, 'previous', readings.latest_first -> 1)
            order by utility_services.id, meters.id
          )
          from meters
          join house_services on house_services.organization_id = ${organizationId}
            and house_services.house_id = ${houseId} and house_services.id = meters.house_service_id
          join utility_services on utility_services.id = house_services.utility_service_id
          cross join lateral (
            select json_agg(
              json_build_object('value', shown.value::text, 'takenOn', shown.taken_on) order by shown.period desc nulls last
            ) as latest_first
            from (
              select meter_readings.period, meter_readings.value, meter_readings.taken_on
              from meter_readings
              where meter_readings.organization_id = ${organizationId} and meter_readings.house_id = ${houseId}
                and meter_readings.meter_id = meters.id and meter_readings.period <= ${month.first}
                and (personal_accounts.closed_on is null or meter_readings.taken_on <= personal_accounts.closed_on)
              union all
              select null, meters.initial_reading, meters.installed_on
              order by period desc nulls last
              limit 2
            ) as shown
          ) as readings
          where meters.organization_id = ${organizationId} and meters.house_id = ${houseId}
            and (meters.personal_account_id = personal_accounts.id or meters.room_id = personal_accounts.room_id)
            -- What the room's meters show after a transfer is another person's.
            and (personal_accounts.closed_on is null or personal_accounts.closed_on >= ${month.first})
            and meters.installed_on <= ${month.last} and (meters.removed_on is null or meters.removed_on >= ${month.first})
        ),
        '[]'
      ) as meters
    from unnest(${personalAccountIds}::bigint[]) with ordinality as named (id, nth)
    join personal_accounts on personal_accounts.organization_id = ${organizationId}
      and personal_accounts.house_id = ${houseId} and personal_accounts.id = named.id
    join rooms on rooms.organization_id = ${organizationId} and rooms.house_id = ${houseId}
      and rooms.id = personal_accounts.room_id
    order by named.nth
  `.execute(db);
  return rows;
}
