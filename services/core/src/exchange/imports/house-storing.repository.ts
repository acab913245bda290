// Rows of houses, rooms and personal accounts that were judged: stored, with an entry in the audit log for each record
// that was there before and changes.
import { sql, type RawBuilder } from 'kysely';
import type { Trx } from '../../tables.ts';

/** Whose import it is, and in which request it came: what the audit log tells. */
export type ImportAuthor = {
  readonly organizationId: number;
  readonly userId: number;
  readonly requestId: string;
};
export type Lines = { readonly after: number; readonly to: number };

/** Makes the houses that are new, and changes those that differ. */
export async function storeHouses(trx: Trx, by: ImportAuthor): Promise<void> {
  await sql`
    insert into houses (organization_id, id, address, fias_id, common_area, heating_months)
    select ${by.organizationId}, house_id, address, fias_id, common_area, coalesce(heating_months, '{}')
    from given_houses where is_new order by house_id
  `.execute(trx);
  await sql`
    with before as (
      select id, ${HOUSE} as record from houses
      where houses.organization_id = ${by.organizationId} and id in (select house_id from given_houses where not is_new)
    ),
    changed as (
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
      returning houses.id, ${HOUSE} as record
    )
    ${auditChanged('house', by)}
  `.execute(trx);
}

export async function storeRooms(trx: Trx, by: ImportAuthor): Promise<void> {
  await sql`
    insert into rooms (organization_id, house_id, number, area, kind)
    select ${by.organizationId}, house_id, room_number, min(area), coalesce(min(kind), 'residential')
    from given where room_id is null
    group by house_id, room_number order by house_id, min(line)
  `.execute(trx);
  await sql`
    with before as (
      select id, ${ROOM} as record from rooms
      where rooms.organization_id = ${by.organizationId}
        and (house_id, id) in (select house_id, room_id from given where is_changed)
    ),
    changed as (
      update rooms set area = named.area, kind = coalesce(named.kind, rooms.kind), version = rooms.version + 1
      from (
        select house_id, room_id, min(area) as area, min(kind) as kind
        from given where room_id is not null and is_changed group by house_id, room_id
      ) as named
      where rooms.organization_id = ${by.organizationId} and rooms.house_id = named.house_id and rooms.id = named.room_id
        and (rooms.area, rooms.kind) <> (named.area, coalesce(named.kind, rooms.kind))
      returning rooms.id, ${ROOM} as record
    )
    ${auditChanged('room', by)}
  `.execute(trx);
}

/** The accounts of a piece of the file, with their numbers and their persons. */
export async function storeAccounts(
  trx: Trx,
  by: ImportAuthor,
  { after, to }: Lines,
): Promise<void> {
  const inPiece = sql`given.line > ${after} and given.line <= ${to} and given.is_changed`;
  await sql`
    insert into account_numbers (organization_id, account_number, house_id)
    select ${by.organizationId}, account_number, house_id from given where ${inPiece} and account_id is null
    order by account_number
  `.execute(trx);
  await sql`
    insert into personal_accounts (organization_id, house_id, room_id, account_number, payer, owners, share, opened_on, closed_on)
    select ${by.organizationId}, given.house_id, rooms.id, given.account_number, given.payer, coalesce(given.owners, 1),
      coalesce(given.share, 1), given.opened_on, given.closed_on
    from given
    cross join lateral (
      select id from rooms
      where rooms.organization_id = ${by.organizationId} and rooms.house_id = given.house_id
        and rooms.number = given.room_number offset 0
    ) as rooms
    where ${inPiece} and given.account_id is null
    order by given.line
  `.execute(trx);
  await sql`
    with before as (
      select accounts.id, ${accountWith('persons_before')} as record from given
      join personal_accounts as accounts on accounts.organization_id = ${by.organizationId}
        and accounts.house_id = given.house_id and accounts.id = given.account_id
      where ${inPiece}
    ),
    changed as (
      update personal_accounts as accounts set room_id = rooms.id, payer = given.payer,
        owners = coalesce(given.owners, accounts.owners), share = coalesce(given.share, accounts.share),
        opened_on = given.opened_on, closed_on = coalesce(given.closed_on, accounts.closed_on),
        version = accounts.version + 1
      from given
      join rooms on rooms.organization_id = ${by.organizationId} and rooms.house_id = given.house_id
        and rooms.number = given.room_number
      where ${inPiece} and accounts.organization_id = ${by.organizationId} and accounts.house_id = given.house_id
        and accounts.id = given.account_id and given.is_account_changed
      returning accounts.id, ${accountWith('persons')} as record
    )
    ${auditChanged('personal-account', by)}
  `.execute(trx);
  await storePersons(trx, by, inPiece);
}

/** A history begins on the first day of its account, also when that is moved to an earlier one. */
async function storePersons(
  trx: Trx,
  by: ImportAuthor,
  inPiece: RawBuilder<unknown>,
): Promise<void> {
  await sql`
    update registered_persons set valid_from = given.opened_on
    from given
    where ${inPiece} and registered_persons.organization_id = ${by.organizationId}
      and registered_persons.house_id = given.house_id
      and registered_persons.personal_account_id = given.account_id
      and registered_persons.valid_from > given.opened_on
      and registered_persons.valid_from = (
        select min(first.valid_from::date) from registered_persons as first
        where first.organization_id = ${by.organizationId} and first.house_id = given.house_id
          and first.personal_account_id = given.account_id
      )
  `.execute(trx);
  await sql`
    insert into registered_persons (organization_id, house_id, personal_account_id, valid_from, person_count)
    select ${by.organizationId}, given.house_id, accounts.id, given.persons_from, given.persons
    from given
    cross join lateral (
      select id from personal_accounts
      where personal_accounts.organization_id = ${by.organizationId} and personal_accounts.house_id = given.house_id
        and personal_accounts.account_number = given.account_number offset 0
    ) as accounts
    where ${inPiece} and given.persons_from is not null
    on conflict on constraint registered_persons_pkey do update set person_count = excluded.person_count
  `.execute(trx);
}

/** Counts what is stored so far for the planner, and keeps others from counting it as nothing until the end. */
export async function analyzeRegistry(trx: Trx): Promise<void> {
  await sql`select app.analyze_registry()`.execute(trx);
}

/** Of what an import may change, as the interface names it. */
const HOUSE = sql`jsonb_build_object(
  'address', houses.address, 'fiasId', houses.fias_id, 'commonArea', houses.common_area::text,
  'heatingMonths', houses.heating_months
)`;
const ROOM = sql`jsonb_build_object('number', rooms.number, 'area', rooms.area::text, 'kind', rooms.kind)`;

function accountWith(persons: 'persons' | 'persons_before'): RawBuilder<unknown> {
  return sql`jsonb_build_object(
    'accountNumber', accounts.account_number, 'roomId', accounts.room_id, 'payer', accounts.payer,
    'registeredPersons', ${sql.ref(`given.${persons}`)}, 'owners', accounts.owners, 'share', accounts.share::text,
    'openedOn', accounts.opened_on, 'closedOn', accounts.closed_on
  )`;
}

/** The end of a statement with the records \`before\` and those \`changed\`: an entry in the audit log for each of these. */
function auditChanged(
  type: 'house' | 'room' | 'personal-account',
  { organizationId, userId, requestId }: ImportAuthor,
): RawBuilder<unknown> {
  return sql`
    insert into audit_log (organization_id, user_id, action, object_type, object_id, before, after, request_id)
    select ${organizationId}, ${userId}, ${`${type}.changed`}, ${type}, changed.id::text, before.record, changed.record,
      ${requestId}
    from changed join before on before.id = changed.id
  `;
}
