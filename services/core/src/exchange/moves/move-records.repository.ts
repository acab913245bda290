// What a part of a move creates, by the temporary tables of its import: refused where it would change stored records, recorded,
// and deleted when the move is undone.
import { insertFound } from '@kvartplata/platform/database/found-rows.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Trx } from '../../tables.ts';
import type { ImportKind } from '../imports/imports.table.ts';
import type { MoveKey } from './moves.repository.ts';
import type { MoveRecordKind } from './moves.table.ts';

/** Rows that would change a stored record, by kind of import. */
export function changing(kind: ImportKind): RawBuilder<unknown> | undefined {
  switch (kind) {
    case 'houses':
      return sql`
        select given.line, null as param from given
        join given_houses using (address_key)
        left join known_houses on known_houses.id = given_houses.house_id
        left join known_rooms on known_rooms.house_id = given_houses.house_id and known_rooms.number = given.room_number
        where given.is_changed and (
          given.account_id is not null
          or coalesce(given.fias_id, known_houses.fias_id) is distinct from known_houses.fias_id and known_houses.id is not null
          or given.common_area <> known_houses.common_area
          or string_to_array(given.heating_months, ',')::smallint[] <> known_houses.heating_months
          or (given.area, coalesce(given.kind, known_rooms.kind)) <> (known_rooms.area, known_rooms.kind)
        )
      `;
    case 'services':
      return sql`
        select distinct given_values.line, null as param from given_values
        where given_values.is_changed and (given_values.known_id is not null or exists (
          select from known_values
          where known_values.kind = given_values.kind and known_values.house_service_id = given_values.house_service_id
            and known_values.component is not distinct from given_values.component
            and known_values.value_group is not distinct from given_values.value_group
            and known_values.valid_from < given_values.valid_from
            and coalesce(known_values.valid_to, 'infinity') >= given_values.valid_from
        ))
        union
        select line, null from payee_changes
      `;
    case 'meters':
      return sql`select line, null as param from given where is_changed and meter_id is not null`;
    case 'readings':
    case 'balances':
    case 'gis-accounts':
    case 'gis-meters':
      return undefined;
  }
}

/** Records what a part has just created. */
export async function rememberMade(
  trx: Trx,
  { organizationId, id }: MoveKey,
  kind: ImportKind,
): Promise<void> {
  for (const [record, found] of madeBy(kind))
    await insertFound(
      trx,
      sql`
      insert into move_records (organization_id, move_id, kind, house_id, id)
      select ${organizationId}, ${id}, ${record}, made.house_id, made.id from (${found}) as made
      `,
    );
}

function madeBy(kind: ImportKind): readonly (readonly [MoveRecordKind, RawBuilder<unknown>])[] {
  switch (kind) {
    case 'houses':
      return [
        ['house', sql`select house_id, house_id as id from given_houses where is_new`],
        ['room', sql`select distinct house_id, room_id as id from given where is_new_room`],
        [
          'personal-account',
          sql`select house_id, account_id as id from given where is_new_account`,
        ],
      ];
    case 'services':
      return [
        ['house-service', sql`select house_id, id from new_services`],
        [
          'tariff',
          sql`select house_id, id from given_values where kind = 'tariff' and id is not null`,
        ],
        ['norm', sql`select house_id, id from given_values where kind = 'norm' and id is not null`],
      ];
    case 'meters':
      return [
        [
          'meter',
          sql`select house_id, new_meter_id as id from given where new_meter_id is not null`,
        ],
      ];
    case 'readings':
    case 'balances':
    case 'gis-accounts':
    case 'gis-meters':
      return [];
  }
}

/** The tables in which a move creates records, in an order in which they can be deleted. */
const TABLES = [
  ['meter', 'meters'],
  ['norm', 'service_norms'],
  ['tariff', 'service_tariffs'],
  ['house-service', 'house_services'],
  ['personal-account', 'personal_accounts'],
  ['room', 'rooms'],
  ['house', 'houses'],
] as const satisfies readonly (readonly [MoveRecordKind, string])[];

/**
 * Deletes everything that the move has created. The database rejects this if other records now depend on it. The count of persons
 * on the day of opening came with its account; a later one did not.
 */
export async function deleteMade(trx: Trx, { organizationId, id }: MoveKey): Promise<void> {
  for (const [kind, name] of TABLES) {
    const table = sql.table(name);
    const isMade = sql`(${table}.house_id, ${table}.id) in (${ofKind(kind)})`;
    if (kind === 'personal-account') await deleteWithNumbers(trx, { organizationId, id });
    else if (kind === 'house')
      await sql`
        delete from ${table} where ${table}.organization_id = ${organizationId} and ${table}.id in (
          select move_records.id from move_records
          where move_records.organization_id = ${organizationId} and move_records.move_id = ${id} and kind = 'house'
        )
      `.execute(trx);
    else
      await sql`
        delete from ${table} where ${table}.organization_id = ${organizationId} and ${isMade}
      `.execute(trx);
  }

  function ofKind(kind: MoveRecordKind): RawBuilder<unknown> {
    return sql`
      select move_records.house_id, move_records.id from move_records
      where move_records.organization_id = ${organizationId} and move_records.move_id = ${id} and kind = ${kind}
    `;
  }
}

/** Forgets what a move has created, when it fails before it is completed. */
export async function forgetMade(trx: Trx, { organizationId, id }: MoveKey): Promise<void> {
  await sql`
    delete from move_records
    where move_records.organization_id = ${organizationId} and move_records.move_id = ${id}
  `.execute(trx);
}

async function deleteWithNumbers(trx: Trx, { organizationId, id }: MoveKey): Promise<void> {
  const made = sql`
    select move_records.house_id, move_records.id from move_records
    where move_records.organization_id = ${organizationId} and move_records.move_id = ${id} and kind = 'personal-account'
  `;
  await sql`
    delete from registered_persons
    where registered_persons.organization_id = ${organizationId}
      and (house_id, personal_account_id, valid_from) in (
        select personal_accounts.house_id, personal_accounts.id, personal_accounts.opened_on from personal_accounts
        where personal_accounts.organization_id = ${organizationId} and (house_id, id) in (${made})
      )
  `.execute(trx);
  await sql`
    create temp table freed_numbers on commit drop as
    select personal_accounts.house_id, account_number from personal_accounts
    where personal_accounts.organization_id = ${organizationId} and (house_id, id) in (${made})
  `.execute(trx);
  await sql`
    delete from personal_accounts
    where personal_accounts.organization_id = ${organizationId} and (house_id, id) in (${made})
  `.execute(trx);
  await sql`
    delete from account_numbers
    where account_numbers.organization_id = ${organizationId}
      and account_number in (select freed_numbers.account_number from freed_numbers)
  `.execute(trx);
}
