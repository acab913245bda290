// Stores checked rows of houses, rooms and personal accounts, with an audit entry for each existing record that changes.
import { changeFound, insertFound, type Author } from '@kvartplata/platform/database/found-rows.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Trx } from '../../tables.ts';

export type Lines = { readonly after: number; readonly to: number };

/** Inserts the new houses, and updates those that differ. */
export async function storeHouses(trx: Trx, by: Author): Promise<void> {
  await insertFound(
    trx,
    sql`
    insert into houses (organization_id, id, address, fias_id, common_area, heating_months)
    select ${by.organizationId}, house_id, address, fias_id, common_area, coalesce(heating_months, '{}')
    from given_houses where is_new order by house_id
    `,
  );
  await changeFound(trx, 'house', by, {
    before: sql`
      select houses.* from houses
      where houses.organization_id = ${by.organizationId} and id in (select house_id from given_houses where not is_new)
    `,
    change: sql`
      update houses set
        address = case when known_houses.address_key = given_houses.address_key then houses.address
          else given_houses.address end,
        fias_id = coalesce(given_houses.fias_id, houses.fias_id),
        common_area = coalesce(given_houses.common_area, houses.common_area),
        heating_months = coalesce(given_houses.heating_months, houses.heating_months),
        version = houses.version + 1, updated_at = now()
      from given_houses
      join known_houses on known_houses.id = given_houses.house_id
      where houses.organization_id = ${by.organizationId} and houses.id = given_houses.house_id and (
        known_houses.address_key <> given_houses.address_key
        or coalesce(given_houses.fias_id, houses.fias_id) is distinct from houses.fias_id
        or coalesce(given_houses.common_area, houses.common_area) is distinct from houses.common_area
        or given_houses.heating_months <> houses.heating_months
      )
      returning houses.*
    `,
    recordOf: houseOf,
  });
}

export async function storeRooms(trx: Trx, by: Author): Promise<void> {
  await insertFound(
    trx,
    sql`
    insert into rooms (organization_id, house_id, id, number, area, kind)
    select ${by.organizationId}, house_id, room_id, room_number, min(area), coalesce(min(kind), 'residential')
    from given where is_new_room
    group by house_id, room_id, room_number order by house_id, room_id
    `,
  );
  await changeFound(trx, 'room', by, {
    before: sql`
      select rooms.* from rooms
      where rooms.organization_id = ${by.organizationId}
        and (house_id, id) in (select house_id, room_id from given where is_changed and not is_new_room)
    `,
    change: sql`
      update rooms set area = named.area, kind = coalesce(named.kind, rooms.kind), version = rooms.version + 1
      from (
        select house_id, room_id, min(area) as area, min(kind) as kind
        from given where is_changed and not is_new_room group by house_id, room_id
      ) as named
      where rooms.organization_id = ${by.organizationId} and rooms.house_id = named.house_id and rooms.id = named.room_id
        and (rooms.area, rooms.kind) <> (named.area, coalesce(named.kind, rooms.kind))
      returning rooms.*
    `,
    recordOf: roomOf,
  });
}

/** Stores the accounts of a piece of the file, with their numbers and their persons. */
export async function storeAccounts(trx: Trx, by: Author, { after, to }: Lines): Promise<void> {
  const inPiece = sql`given.line > ${after} and given.line <= ${to} and given.is_changed`;
  await insertFound(
    trx,
    sql`
    insert into account_numbers (organization_id, account_number, house_id)
    select ${by.organizationId}, account_number, house_id from given where ${inPiece} and is_new_account
    order by account_number
    `,
  );
  await insertFound(
    trx,
    sql`
    insert into personal_accounts (
      organization_id, house_id, id, room_id, account_number, payer, owners, share, opened_on, closed_on,
      gis_account_number, gis_service_id, payer_inn, payer_address, email, wants_paper
    )
    select ${by.organizationId}, house_id, account_id, room_id, account_number, payer, coalesce(owners, 1), coalesce(share, 1),
      opened_on, closed_on, gis_account_number, gis_service_id, payer_inn, payer_address, email,
      coalesce(wants_paper, true)
    from given where ${inPiece} and is_new_account
    order by account_id
    `,
  );
  await changeFound(trx, 'personal-account', by, {
    before: sql`
      select accounts.*, given.persons_before as persons from given
      join personal_accounts as accounts on accounts.organization_id = ${by.organizationId}
        and accounts.house_id = given.house_id and accounts.id = given.account_id
      where ${inPiece} and not given.is_new_account
    `,
    change: sql`
      update personal_accounts as accounts set room_id = given.room_id, payer = given.payer,
        owners = coalesce(given.owners, accounts.owners), share = coalesce(given.share, accounts.share),
        opened_on = given.opened_on, closed_on = coalesce(given.closed_on, accounts.closed_on),
        gis_account_number = coalesce(given.gis_account_number, accounts.gis_account_number),
        gis_service_id = coalesce(given.gis_service_id, accounts.gis_service_id),
        payer_inn = coalesce(given.payer_inn, accounts.payer_inn),
        payer_address = coalesce(given.payer_address, accounts.payer_address), email = coalesce(given.email, accounts.email),
        wants_paper = coalesce(given.wants_paper, accounts.wants_paper),
        version = accounts.version + 1
      from given
      where ${inPiece} and accounts.organization_id = ${by.organizationId} and accounts.house_id = given.house_id
        and accounts.id = given.account_id and not given.is_new_account and given.is_account_changed
      returning accounts.*, given.persons
    `,
    recordOf: accountOf,
  });
  await storePersons(trx, by, inPiece);
}

/** A history begins on the first day of its account, even when that is moved to an earlier day. */
async function storePersons(trx: Trx, by: Author, inPiece: RawBuilder<unknown>): Promise<void> {
  await sql`
    update registered_persons set valid_from = given.opened_on
    from given
    where ${inPiece} and not given.is_new_account and registered_persons.organization_id = ${by.organizationId}
      and registered_persons.house_id = given.house_id
      and registered_persons.personal_account_id = given.account_id
      and registered_persons.valid_from > given.opened_on
      and registered_persons.valid_from = (
        select min(first.valid_from::date) from registered_persons as first
        where first.organization_id = ${by.organizationId} and first.house_id = given.house_id
          and first.personal_account_id = given.account_id
      )
  `.execute(trx);
  await insertFound(
    trx,
    sql`
    insert into registered_persons (organization_id, house_id, personal_account_id, valid_from, person_count)
    select ${by.organizationId}, house_id, account_id, persons_from, persons
    from given where ${inPiece} and persons_from is not null
    on conflict on constraint registered_persons_pkey do update set person_count = excluded.person_count
    `,
  );
}

/** Analyzes the tables for the planner, and keeps autovacuum from analyzing them as empty until the end. */
export async function analyzeRegistry(trx: Trx): Promise<void> {
  await sql`select app.analyze_registry()`.execute(trx);
}

/** A record as JSON with the API's field names. */
type RecordOf = (row: RawBuilder<unknown>) => RawBuilder<unknown>;

const houseOf: RecordOf = (row) => sql`jsonb_build_object(
  'address', ${row}.address, 'fiasId', ${row}.fias_id, 'commonArea', ${row}.common_area::text,
  'heatingMonths', ${row}.heating_months
)`;
const roomOf: RecordOf = (row) =>
  sql`jsonb_build_object('number', ${row}.number, 'area', ${row}.area::text, 'kind', ${row}.kind)`;
export const accountOf: RecordOf = (row) => sql`jsonb_build_object(
  'accountNumber', ${row}.account_number, 'roomId', ${row}.room_id, 'payer', ${row}.payer,
  'registeredPersons', ${row}.persons, 'owners', ${row}.owners, 'share', ${row}.share::text,
  'openedOn', ${row}.opened_on, 'closedOn', ${row}.closed_on, 'gisAccountNumber', ${row}.gis_account_number,
  'gisServiceId', ${row}.gis_service_id, 'gisAccountGuid', ${row}.gis_account_guid, 'payerInn', ${row}.payer_inn,
  'payerAddress', ${row}.payer_address, 'email', ${row}.email, 'wantsPaper', ${row}.wants_paper
)`;
