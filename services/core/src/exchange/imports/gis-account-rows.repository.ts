// Rows of account numbers assigned by ГИС ЖКХ: laid out, matched with the organization's accounts, and stored.
import { changeFound, type Author } from '@kvartplata/platform/database/found-rows.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Trx } from '../../tables.ts';
import type { ImportRow } from './imports.repository.ts';

/** The identifiers of an account in ГИС ЖКХ, each unique. */
export const NUMBERS = [
  { field: 'gisAccountNumber', column: 'gis_account_number' },
  { field: 'gisServiceId', column: 'gis_service_id' },
  { field: 'gisAccountGuid', column: 'gis_account_guid' },
] as const;
type RecordOf = (row: RawBuilder<unknown>) => RawBuilder<unknown>;
type NumberColumn = (typeof NUMBERS)[number]['column'];

export async function layOutNumbers(trx: Trx, { id, organizationId }: ImportRow): Promise<void> {
  await sql`
    create temp table given (
      line integer primary key, account_number text, gis_account_number text, gis_service_id text, gis_account_guid uuid,
      house_id bigint, account_id bigint, is_changed boolean not null default false
    ) on commit drop
  `.execute(trx);
  await sql`
    insert into given (line, account_number, gis_account_number, gis_service_id, gis_account_guid)
    select waiting.line, waiting."accountNumber", waiting."gisAccountNumber", waiting."gisServiceId", waiting."gisAccountGuid"
    from import_pieces
    cross join lateral jsonb_to_recordset(import_pieces.rows) as waiting (
      line integer, "accountNumber" text, "gisAccountNumber" text, "gisServiceId" text, "gisAccountGuid" uuid
    )
    where import_pieces.organization_id = ${organizationId} and import_pieces.import_id = ${id}
  `.execute(trx);
  await sql`create index on given (account_number)`.execute(trx);
  await sql`analyze given`.execute(trx);
}

/** Locks the accounts until the transaction ends, because their numbers are compared before they are stored. */
export async function lockAccounts(trx: Trx, organizationId: number): Promise<void> {
  await sql`
    select id from personal_accounts
    where personal_accounts.organization_id = ${organizationId}
      and account_number in (select given.account_number from given)
    order by house_id, id for no key update
  `.execute(trx);
}

/** Finds the account of each row, and which rows equal what is stored. */
export async function matchAccounts(trx: Trx, organizationId: number): Promise<void> {
  await sql`
    create temp table known_accounts on commit drop as
    select house_id, id, account_number, gis_account_number, gis_service_id, gis_account_guid from personal_accounts
    where personal_accounts.organization_id = ${organizationId}
  `.execute(trx);
  await sql`create index on known_accounts (account_number)`.execute(trx);
  await sql`analyze known_accounts`.execute(trx);
  await sql`
    update given set house_id = accounts.house_id, account_id = accounts.id,
      is_changed = (accounts.gis_account_number, accounts.gis_service_id, accounts.gis_account_guid) is distinct from (
        coalesce(given.gis_account_number, accounts.gis_account_number),
        coalesce(given.gis_service_id, accounts.gis_service_id),
        coalesce(given.gis_account_guid, accounts.gis_account_guid)
      )
    from known_accounts as accounts
    where accounts.account_number = given.account_number
  `.execute(trx);
}

export function unknownAccounts(): RawBuilder<unknown> {
  return sql`select line, null as param from given where account_id is null`;
}

/** Rows with a number that another account has and keeps, because the file does not change it. */
export function numbersOfOthers(column: NumberColumn): RawBuilder<unknown> {
  const own = sql.ref(`given.${column}`);
  return sql`
    select given.line, min(others.account_number) as param from given
    join known_accounts as others on ${sql.ref(`others.${column}`)} = ${own}
      and (others.house_id, others.id) is distinct from (given.house_id, given.account_id)
    where not exists (
      select from given as moved
      where moved.account_number = others.account_number and ${sql.ref(`moved.${column}`)} is not null
    )
    group by given.line
  `;
}

export async function storeNumbers(trx: Trx, by: Author, accountOf: RecordOf): Promise<void> {
  await changeFound(trx, 'personal-account', by, {
    before: sql`
      select accounts.*, null::smallint as persons from given
      join personal_accounts as accounts on accounts.organization_id = ${by.organizationId}
        and accounts.house_id = given.house_id and accounts.id = given.account_id
      where given.is_changed
    `,
    change: sql`
      update personal_accounts as accounts set
        gis_account_number = coalesce(given.gis_account_number, accounts.gis_account_number),
        gis_service_id = coalesce(given.gis_service_id, accounts.gis_service_id),
        gis_account_guid = coalesce(given.gis_account_guid, accounts.gis_account_guid),
        version = accounts.version + 1
      from given
      where given.is_changed and accounts.organization_id = ${by.organizationId} and accounts.house_id = given.house_id
        and accounts.id = given.account_id
      returning accounts.*, null::smallint as persons
    `,
    recordOf: accountOf,
  });
}
