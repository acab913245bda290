// Rows of houses, rooms and personal accounts: laid out, matched with what is stored, and checked, each in one statement for all
// rows. Stored rows of the houses are first copied to temporary tables and analyzed: the planner has no statistics of rows that
// were just inserted, and a distributed database cannot join stored rows with temporary ones.
import { sql, type RawBuilder } from 'kysely';
import type { Trx } from '../../tables.ts';
import type { Touched } from './import-worker.ts';
import type { ImportRow } from './imports.repository.ts';

/** Lays out the waiting rows, and groups those of one house and of one room. */
export async function layOutHouses(trx: Trx, { id, organizationId }: ImportRow): Promise<void> {
  await sql`
    create temp table given (
      line integer primary key, address text, address_key text, fias_id uuid, common_area numeric(10, 2), heating_months text,
      room_number text, area numeric(8, 2), kind text, account_number text, payer text, persons smallint,
      owners smallint, share numeric(9, 8), opened_on date, closed_on date, gis_account_number text, gis_service_id text,
      payer_inn text, payer_address text, email text, wants_paper boolean,
      house_id bigint, room_id bigint, account_id bigint, persons_before smallint, persons_from date,
      is_new_room boolean, is_new_account boolean, is_account_changed boolean, is_changed boolean not null default true,
      counts_from date
    ) on commit drop
  `.execute(trx);
  await sql`
    insert into given (line, address, address_key, fias_id, common_area, heating_months, room_number, area, kind, account_number, payer,
      persons, owners, share, opened_on, closed_on, gis_account_number, gis_service_id, payer_inn, payer_address,
      email, wants_paper)
    select waiting.line, waiting.address, app.address_key(waiting.address), waiting."fiasId", waiting."commonArea", waiting."heatingMonths",
      waiting."roomNumber", waiting.area, waiting.kind, waiting."accountNumber", waiting.payer,
      waiting."registeredPersons", waiting.owners, waiting.share, waiting."openedOn", waiting."closedOn",
      waiting."gisAccountNumber", waiting."gisServiceId", waiting."payerInn", waiting."payerAddress",
      waiting.email, waiting."wantsPaper"
    from import_pieces
    cross join lateral jsonb_to_recordset(import_pieces.rows) as waiting (
      line integer, address text, "fiasId" uuid, "commonArea" numeric, "heatingMonths" text, "roomNumber" text, area numeric, kind text,
      "accountNumber" text, payer text, "registeredPersons" smallint, owners smallint, share numeric,
      "openedOn" date, "closedOn" date, "gisAccountNumber" text, "gisServiceId" text, "payerInn" text, "payerAddress" text,
      email text, "wantsPaper" boolean
    )
    where import_pieces.organization_id = ${organizationId} and import_pieces.import_id = ${id}
  `.execute(trx);
  await sql`
    create temp table given_houses on commit drop as
    select address_key, min(line) as line, (array_agg(address order by line))[1] as address,
      (array_agg(fias_id order by line) filter (where fias_id is not null))[1] as fias_id,
      (array_agg(common_area order by line) filter (where common_area is not null))[1] as common_area,
      string_to_array((array_agg(heating_months order by line) filter (where heating_months is not null))[1], ',')::smallint[]
        as heating_months,
      null::bigint as house_id, 0 as matches, false as is_new
    from given group by address_key
  `.execute(trx);
  await sql`create index on given (address_key, room_number)`.execute(trx);
  await sql`create index on given (account_number)`.execute(trx);
  await sql`analyze given`.execute(trx);
}

/** Finds the organization's houses named by code, otherwise by address, and locks them. */
export async function matchHouses(trx: Trx, organizationId: number): Promise<void> {
  await sql`
    create temp table known_houses on commit drop as
    select id, fias_id, address, app.address_key(address) as address_key, common_area, heating_months
    from houses where houses.organization_id = ${organizationId}
  `.execute(trx);
  await sql`analyze known_houses`.execute(trx);
  for (const column of ['fiasId', 'address_key'].map((name) => sql.ref(name)))
    await sql`
      update given_houses set house_id = known.id, matches = known.matches
      from (
        select ${column} as same, min(id) as id, count(*)::integer as matches from known_houses
        where ${column} is not null group by ${column}
      ) as known
      where given_houses.${column} = known.same and given_houses.house_id is null
    `.execute(trx);
  await sql`
    select id from houses
    where houses.organization_id = ${organizationId}
      and id in (select house_id from given_houses where house_id is not null)
    order by id for no key update
  `.execute(trx);
}

/** Assigns ids to the new houses. */
export async function numberNewHouses(trx: Trx): Promise<void> {
  await sql`
    update given_houses set house_id = nextval('house_ids'), is_new = true where house_id is null
  `.execute(trx);
}

/** Assigns ids to the new rooms and accounts, in file order. */
export async function numberNewAccounts(trx: Trx): Promise<void> {
  await sql`
    with new_rooms as (
      select house_id, room_number, nextval('room_ids') as id from (
        select house_id, room_number from given where room_id is null
        group by house_id, room_number order by house_id, min(line)
      ) as numbered
    ),
    new_accounts as (
      select line, nextval('personal_account_ids') as id from (
        select line from given where account_id is null order by line
      ) as numbered
    )
    update given set
      is_new_room = given.room_id is null, room_id = coalesce(given.room_id, new_rooms.id),
      is_new_account = given.account_id is null, account_id = coalesce(given.account_id, new_accounts.id)
    from given as same
    left join new_rooms using (house_id, room_number)
    left join new_accounts using (line)
    where given.line = same.line and given.is_changed
  `.execute(trx);
}

/** Locks the stored rooms and accounts of the rows, in the order used everywhere: rooms first. */
export async function lockAccounts(trx: Trx, organizationId: number): Promise<void> {
  await sql`
    select id from rooms
    where rooms.organization_id = ${organizationId} and (house_id, number) in (
      select given_houses.house_id, given.room_number from given join given_houses using (address_key)
    )
    order by house_id, id for no key update
  `.execute(trx);
  await sql`
    select id from personal_accounts
    where personal_accounts.organization_id = ${organizationId} and (house_id, account_number) in (
      select given_houses.house_id, given.account_number from given join given_houses using (address_key)
    )
    order by house_id, id for no key update
  `.execute(trx);
}

/** Copies the rooms, accounts and registered persons of the houses. */
export async function copyStored(trx: Trx, organizationId: number): Promise<void> {
  const isMeant = sql`house_id in (select given_houses.house_id from given_houses where not given_houses.is_new)`;
  await sql`
    create temp table known_rooms on commit drop as
    select house_id, id, number, area, kind from rooms
    where rooms.organization_id = ${organizationId} and ${isMeant}
  `.execute(trx);
  await sql`
    create temp table known_accounts on commit drop as
    select house_id, id, room_id, account_number, payer, owners, share, opened_on, closed_on, gis_account_number,
      gis_service_id, payer_inn, payer_address, email, wants_paper
    from personal_accounts
    where personal_accounts.organization_id = ${organizationId} and ${isMeant}
  `.execute(trx);
  await sql`
    create temp table known_persons on commit drop as
    select house_id, personal_account_id, valid_from::date as valid_from, person_count from registered_persons
    where registered_persons.organization_id = ${organizationId} and ${isMeant}
  `.execute(trx);
  await sql`create index on known_accounts (house_id, room_id)`.execute(trx);
  await sql`create index on known_persons (personal_account_id, valid_from)`.execute(trx);
  for (const table of ['known_rooms', 'known_accounts', 'known_persons'])
    await sql`analyze ${sql.ref(table)}`.execute(trx);
}

/** Rows whose house could be one of several stored ones. */
export function ambiguousHouses(): RawBuilder<unknown> {
  return sql`
    select given.line, null as param from given
    join given_houses using (address_key) where given_houses.matches > 1
  `;
}

/** Rows that give a house, identified by its code, the address of another stored house. */
export function addressesOfOthers(): RawBuilder<unknown> {
  return sql`
    select given.line, null as param from given
    join given_houses using (address_key)
    join known_houses using (address_key)
    where known_houses.id <> given_houses.house_id and given_houses.matches = 1
  `;
}

/** Rows with a second address for a house for which an earlier row has another. */
export function secondAddresses(): RawBuilder<unknown> {
  return sql`
    select given.line, alike.first_line as param from given
    join (
      select address_key, line, min(line) over (partition by coalesce(house_id::text, fias_id::text)) as first_line
      from given_houses where coalesce(house_id::text, fias_id::text) is not null
    ) as alike using (address_key)
    where alike.first_line <> alike.line
  `;
}

/** Rows whose account number belongs to another house of the organization. */
export function accountsElsewhere(organizationId: number): RawBuilder<unknown> {
  return sql`
    select given.line, null as param from given
    join given_houses using (address_key)
    cross join lateral (
      select house_id from account_numbers
      where account_numbers.organization_id = ${organizationId}
        and account_numbers.account_number = given.account_number offset 0
    ) as claimed
    where claimed.house_id is distinct from given_houses.house_id
  `;
}

/**
 * Finds the rooms and accounts of the rows, and which rows differ from what is stored. The number of persons is in force from the
 * opening of a new account; for any other account from today, or from the day of its life that is nearest to today.
 * @param today `YYYY-MM-DD`
 */
export async function matchAccounts(trx: Trx, today: string): Promise<void> {
  await sql`
    update given set house_id = found.house_id, room_id = found.room_id, account_id = found.account_id,
      persons_before = found.persons_before, persons_from = found.persons_from,
      is_account_changed = found.is_account_changed, is_changed = found.is_changed, counts_from = found.counts_from
    from (
      select given.line, given_houses.house_id, rooms.id as room_id, accounts.id as account_id,
        persons.person_count as persons_before,
        case when persons.person_count is distinct from given.persons then counted.since end as persons_from,
        compared.is_account_changed,
        compared.is_account_changed or houses.id is null or rooms.id is null
          or given.address_key is distinct from houses.address_key
          or coalesce(given.fias_id, houses.fias_id) is distinct from houses.fias_id
          or coalesce(given.common_area, houses.common_area) is distinct from houses.common_area
          or ${isOfOtherSeason()}
          or (given.area, coalesce(given.kind, rooms.kind)) is distinct from (rooms.area, rooms.kind) as is_changed,
        case when houses.id is not null then ${countsFrom()} end as counts_from
      from given
      join given_houses using (address_key)
      left join known_houses as houses on houses.id = given_houses.house_id
      left join known_rooms as rooms on rooms.house_id = given_houses.house_id and rooms.number = given.room_number
      left join known_accounts as accounts on accounts.house_id = given_houses.house_id
        and accounts.account_number = given.account_number
      cross join lateral (
        select case when accounts.id is null then given.opened_on else greatest(
          given.opened_on, least(${today}::date, coalesce(given.closed_on, accounts.closed_on, ${today}::date))
        ) end as since
      ) as counted
      left join lateral (
        select known_persons.person_count from known_persons
        where known_persons.personal_account_id = accounts.id and known_persons.valid_from <= counted.since
        order by known_persons.valid_from desc limit 1
      ) as persons on true
      cross join lateral (
        select (
          accounts.room_id, accounts.payer, accounts.owners, accounts.share, accounts.opened_on, accounts.closed_on,
          persons.person_count, accounts.gis_account_number, accounts.gis_service_id, accounts.payer_inn,
          accounts.payer_address, accounts.email, accounts.wants_paper
        ) is distinct from (
          rooms.id, given.payer, coalesce(given.owners, accounts.owners), coalesce(given.share, accounts.share),
          given.opened_on, coalesce(given.closed_on, accounts.closed_on), given.persons,
          coalesce(given.gis_account_number, accounts.gis_account_number),
          coalesce(given.gis_service_id, accounts.gis_service_id), coalesce(given.payer_inn, accounts.payer_inn),
          coalesce(given.payer_address, accounts.payer_address), coalesce(given.email, accounts.email),
          coalesce(given.wants_paper, accounts.wants_paper)
        ) as is_account_changed
      ) as compared
    ) as found
    where found.line = given.line
  `.execute(trx);
  await sql`create index on given (house_id, account_id)`.execute(trx);
  await sql`create index on given (house_id, room_number)`.execute(trx);
  await sql`analyze given`.execute(trx);
}

/**
 * The first day on which a row affects charges; null when none, as after the last day of the calendar. A room's area affects all
 * accounts of the room.
 */
function countsFrom(): RawBuilder<unknown> {
  return sql`least(
    case when rooms.id is null or (given.area, coalesce(given.kind, rooms.kind)) <> (rooms.area, rooms.kind)
      or coalesce(given.common_area, houses.common_area) is distinct from houses.common_area or ${isOfOtherSeason()}
      then date '1900-01-01' end,
    case when accounts.id is null or accounts.opened_on <> given.opened_on
      or (accounts.room_id, coalesce(given.owners, accounts.owners), coalesce(given.share, accounts.share))
        <> (rooms.id, accounts.owners, accounts.share) then least(given.opened_on, accounts.opened_on) end,
    case when given.closed_on <> accounts.closed_on or accounts.closed_on is null
      then nullif(least(given.closed_on, accounts.closed_on), date '2999-12-31') + 1 end,
    case when persons.person_count is distinct from given.persons then counted.since end
  )`;
}

function isOfOtherSeason(): RawBuilder<unknown> {
  return sql`coalesce(string_to_array(given.heating_months, ',')::smallint[], houses.heating_months)
    is distinct from houses.heating_months`;
}

/** Houses that existed before, with the first day that an accepted row affects. */
export async function listTouched(trx: Trx, limit: number): Promise<readonly Touched[]> {
  const { rows } = await sql<Touched>`
    select house_id, min(counts_from) as "from", null as "to" from given
    where counts_from is not null and not exists (select from refused where refused.line = given.line)
    group by house_id order by house_id limit ${limit}
  `.execute(trx);
  return rows;
}

/** Rows with an opening day after the stored closing day of their account. */
export function openedAfterClosing(): RawBuilder<unknown> {
  return sql`
    select given.line, accounts.closed_on as param from given
    join known_accounts as accounts on accounts.id = given.account_id
    where given.closed_on is null and accounts.closed_on < given.opened_on
  `;
}

/** Rows whose accounts' shares would exceed the whole room, and the first day on which they would. */
export function exceededShares(): RawBuilder<unknown> {
  return sql`
    with changed as (
      select distinct house_id, room_id, address_key, room_number from given where is_changed
    ),
    shares as (
      select given.address_key, given.room_number, given.line, coalesce(given.share, accounts.share, 1) as share,
        given.opened_on, coalesce(given.closed_on, accounts.closed_on, 'infinity') as closed_on
      from given
      join changed using (address_key, room_number)
      left join known_accounts as accounts on accounts.id = given.account_id
      union all
      select changed.address_key, changed.room_number, null, accounts.share, accounts.opened_on,
        coalesce(accounts.closed_on, 'infinity')
      from changed
      join known_accounts as accounts
        on accounts.house_id = changed.house_id and accounts.room_id = changed.room_id
      where not exists (
        select from given where given.house_id = accounts.house_id and given.account_id = accounts.id
      )
    ),
    crowded as (
      select distinct address_key, room_number, opened_on as day from shares
      join (
        select address_key, room_number from shares group by address_key, room_number having sum(share) > 1
      ) as rooms using (address_key, room_number)
    ),
    exceeded as (
      select crowded.address_key, crowded.room_number, crowded.day from crowded
      join shares using (address_key, room_number)
      where crowded.day between shares.opened_on and shares.closed_on
      group by crowded.address_key, crowded.room_number, crowded.day having sum(shares.share) > 1
    )
    select shares.line, min(exceeded.day) as param from exceeded
    join shares using (address_key, room_number)
    where shares.line is not null and exceeded.day between shares.opened_on and shares.closed_on
    group by shares.line
  `;
}
