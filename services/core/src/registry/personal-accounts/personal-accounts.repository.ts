// Personal accounts and their claimed numbers in SQL.
import type {
  PersonalAccount,
  PersonalAccountBody,
} from '@kvartplata/contracts/core/personal-accounts.ts';
import { formatDay } from '@kvartplata/domain/calendar/day.ts';
import { sql, type Insertable, type RawBuilder } from 'kysely';
import type { StaticDecode } from 'typebox';
import { isOfOne, type Organizations } from '@kvartplata/platform/database/of-organizations.ts';
import type { HousePlace } from '../../access/places.ts';
import type { Db, Trx } from '../../tables.ts';
import type { PersonalAccountsTable } from './personal-accounts.table.ts';

export type AccountRow = PersonalAccount & { readonly version: number };
export type AccountFields = Omit<StaticDecode<typeof PersonalAccountBody>, 'registeredPersons'>;
/** Identifies an account with its house and organization. */
export type AccountPlace = HousePlace & { readonly id: number };

export type AccountFilter = {
  readonly organizationIds: readonly number[] | 'all';
  readonly houseId: number | undefined;
  /** Only these, in which case there are no patterns. */
  readonly ids: readonly number[] | undefined;
  /** Each must match, see `app.find_accounts`. */
  readonly patterns: readonly string[];
  readonly after: { readonly houseId: number; readonly id: number };
  readonly limit: number;
  /** The day for which registered persons are shown. */
  readonly today: Temporal.PlainDate;
};

/** Ordered by house, and by id within a house. */
export async function listAccounts(db: Db, filter: AccountFilter): Promise<readonly AccountRow[]> {
  const { limit, today } = filter;
  const { rows } = await sql<AccountRow>`
    select ${columns(today)}
    from (
      select found.organization_id, found.house_id, found.id
      from ${filter.ids === undefined ? found(filter) : named(filter.ids, filter)} as found
      order by found.house_id, found.id
      limit ${limit}
    ) as page
    join personal_accounts on personal_accounts.organization_id = page.organization_id
      and personal_accounts.house_id = page.house_id and personal_accounts.id = page.id
    ${JOINED}
    order by personal_accounts.house_id, personal_accounts.id
  `.execute(db);
  return rows;
}

function found({
  organizationIds,
  houseId,
  patterns,
  after,
  limit,
}: AccountFilter): RawBuilder<unknown> {
  return sql`app.find_accounts(
    ${organizationIds === 'all' ? null : organizationIds}::bigint[], ${houseId ?? null}::bigint,
    ${patterns}::text[], ${after.houseId}::bigint, ${after.id}::bigint, ${limit}::integer
  )`;
}

function named(
  ids: readonly number[],
  { organizationIds, houseId, after }: AccountFilter,
): RawBuilder<unknown> {
  return sql`(
    select personal_accounts.organization_id, personal_accounts.house_id, personal_accounts.id
    from personal_accounts
    where personal_accounts.id = any(${ids}::bigint[])
      and ${isOfOne(organizationIds, 'personalAccounts.organizationId')}
      and (${houseId ?? null}::bigint is null or personal_accounts.house_id = ${houseId ?? null}::bigint)
      and (personal_accounts.house_id, personal_accounts.id) > (${after.houseId}::bigint, ${after.id}::bigint)
  )`;
}

export async function findAccount(
  db: Db,
  { organizationId, houseId, id }: AccountPlace,
  today: Temporal.PlainDate,
): Promise<AccountRow | undefined> {
  const { rows } = await sql<AccountRow>`/* kept: find-account */
    select ${columns(today)}
    from personal_accounts
    ${JOINED}
    where personal_accounts.organization_id = ${organizationId} and personal_accounts.house_id = ${houseId}
      and personal_accounts.id = ${id}
  `.execute(db);
  return rows[0];
}

export async function findAccountPlace(
  db: Db,
  id: number,
  organizations: Organizations,
): Promise<AccountPlace | undefined> {
  return db
    .selectFrom('personalAccounts')
    .modifyFront(sql`/* kept: find-account-place */`)
    .select(['id', 'houseId', 'organizationId'])
    .where('id', '=', id)
    .where(isOfOne(organizations, 'organizationId'))
    .executeTakeFirst();
}

/** Locks the account until the transaction ends. False when it no longer exists. */
export async function lockAccount(
  trx: Trx,
  { organizationId, houseId, id }: AccountPlace,
): Promise<boolean> {
  const row = await trx
    .selectFrom('personalAccounts')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('houseId', '=', houseId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** @throws a violation of `account_numbers_pkey` or `account_numbers_house_unique` */
export async function insertAccountNumber(
  trx: Trx,
  { organizationId, houseId }: HousePlace,
  accountNumber: string,
): Promise<void> {
  await trx
    .insertInto('accountNumbers')
    .values({ organizationId: organizationId, accountNumber: accountNumber, houseId: houseId })
    .execute();
}

/** Those of the numbers that are taken in the organization. */
export async function listTakenNumbers(
  trx: Trx,
  organizationId: number,
  numbers: readonly string[],
): Promise<readonly string[]> {
  const rows = await trx
    .selectFrom('accountNumbers')
    .select('accountNumber')
    .where('organizationId', '=', organizationId)
    .where('accountNumber', 'in', numbers)
    .execute();
  return rows.map(({ accountNumber }) => accountNumber);
}

export async function deleteAccountNumber(
  trx: Trx,
  { houseId, organizationId }: AccountPlace,
  accountNumber: string,
): Promise<void> {
  await trx
    .deleteFrom('accountNumbers')
    .where('organizationId', '=', organizationId)
    .where('houseId', '=', houseId)
    .where('accountNumber', '=', accountNumber)
    .execute();
}

/** Its number must have been claimed. @returns the id */
export async function insertAccount(
  trx: Trx,
  { organizationId, houseId }: HousePlace,
  account: AccountFields,
): Promise<number> {
  const { id } = await trx
    .insertInto('personalAccounts')
    .values({ organizationId, houseId, ...columnsOf(account) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateAccount(
  trx: Trx,
  { organizationId, houseId, id }: AccountPlace,
  account: AccountFields,
): Promise<void> {
  await trx
    .updateTable('personalAccounts')
    .set((row) => ({ ...columnsOf(account), version: row('version', '+', 1) }))
    .where('organizationId', '=', organizationId)
    .where('houseId', '=', houseId)
    .where('id', '=', id)
    .execute();
}

/** For changes of what belongs to the account. @returns the new version */
export async function updateVersion(
  trx: Trx,
  { organizationId, houseId, id }: AccountPlace,
): Promise<number> {
  const { version } = await trx
    .updateTable('personalAccounts')
    .set((row) => ({ version: row('version', '+', 1) }))
    .where('organizationId', '=', organizationId)
    .where('houseId', '=', houseId)
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow();
  return version;
}

export async function deleteAccount(
  trx: Trx,
  { organizationId, houseId, id }: AccountPlace,
): Promise<void> {
  await trx
    .deleteFrom('personalAccounts')
    .where('organizationId', '=', organizationId)
    .where('houseId', '=', houseId)
    .where('id', '=', id)
    .execute();
}

/** Whether the account has meters, absences, account services or benefits. */
export async function hasChildren(
  trx: Trx,
  { organizationId, houseId, id }: AccountPlace,
): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`
    select exists (
      select from meters where meters.organization_id = ${organizationId} and meters.house_id = ${houseId}
        and meters.personal_account_id = ${id}
    ) or exists (
      select from absences where absences.organization_id = ${organizationId} and absences.house_id = ${houseId}
        and absences.personal_account_id = ${id}
    ) or exists (
      select from account_services
      where account_services.organization_id = ${organizationId} and account_services.house_id = ${houseId}
        and account_services.personal_account_id = ${id}
    ) or exists (
      select from benefits where benefits.organization_id = ${organizationId} and benefits.house_id = ${houseId}
        and benefits.personal_account_id = ${id}
    ) as exists
  `.execute(trx);
  return rows[0]?.exists ?? false;
}

/**
 * The first day of the account's life on which the shares of its room's accounts exceed the whole, and their sum. The sum rises
 * only on days on which one of them opens.
 */
export async function findExceededDay(
  trx: Trx,
  { organizationId, houseId, id }: AccountPlace,
): Promise<{ readonly day: string; readonly shares: string } | undefined> {
  const { rows } = await sql<{ day: string; shares: string }>`
    select opening.day, sum(roommate.share) as shares
    from personal_accounts as account
    join lateral (
      select distinct other.opened_on::date as day
      from personal_accounts as other
      where other.organization_id = account.organization_id and other.house_id = account.house_id
        and other.room_id = account.room_id
        and other.opened_on >= account.opened_on
        and (account.closed_on is null or other.opened_on <= account.closed_on)
    ) as opening on true
    join personal_accounts as roommate
      on roommate.organization_id = account.organization_id and roommate.house_id = account.house_id
      and roommate.room_id = account.room_id
      and roommate.opened_on <= opening.day
      and (roommate.closed_on is null or roommate.closed_on >= opening.day)
    where account.organization_id = ${organizationId} and account.house_id = ${houseId} and account.id = ${id}
    group by opening.day
    having sum(roommate.share) > 1
    order by opening.day
    limit 1
  `.execute(trx);
  return rows[0];
}

function columnsOf(
  account: AccountFields,
): Omit<Insertable<PersonalAccountsTable>, 'organizationId' | 'houseId'> {
  return {
    roomId: account.roomId,
    accountNumber: account.accountNumber,
    payer: account.payer,
    owners: account.owners ?? 1,
    share: account.share ?? '1',
    openedOn: formatDay(account.openedOn),
    closedOn:
      account.closedOn === undefined || account.closedOn === null
        ? null
        : formatDay(account.closedOn),
    gisAccountNumber: account.gisAccountNumber ?? null,
    gisServiceId: account.gisServiceId ?? null,
    gisAccountGuid: account.gisAccountGuid?.toLowerCase() ?? null,
    payerInn: account.payerInn ?? null,
    payerAddress: account.payerAddress ?? null,
    email: account.email ?? null,
    wantsPaper: account.wantsPaper ?? true,
  };
}

/** Columns of an account with what JOINED joins to it. */
function columns(today: Temporal.PlainDate): RawBuilder<unknown> {
  return sql`
    personal_accounts.id, personal_accounts.organization_id, personal_accounts.house_id,
    houses.address, personal_accounts.room_id, rooms.number as room_number,
    personal_accounts.account_number, personal_accounts.payer,
    coalesce((
      select registered_persons.person_count
      from registered_persons
      where registered_persons.organization_id = personal_accounts.organization_id
        and registered_persons.house_id = personal_accounts.house_id
        and registered_persons.personal_account_id = personal_accounts.id
        and registered_persons.valid_from
          <= greatest(least(${formatDay(today)}::date, personal_accounts.closed_on), personal_accounts.opened_on)
      order by registered_persons.valid_from desc
      limit 1
    ), 0) as registered_persons,
    personal_accounts.owners, personal_accounts.share, personal_accounts.opened_on,
    personal_accounts.closed_on, personal_accounts.gis_account_number, personal_accounts.gis_service_id,
    personal_accounts.gis_account_guid, personal_accounts.payer_inn, personal_accounts.payer_address, personal_accounts.email,
    personal_accounts.wants_paper, personal_accounts.version
  `;
}

/**
 * `offset 0` forces a lookup per account: for a house that was just created the planner has no statistics, and would join all its
 * rooms with all its accounts.
 */
const JOINED = sql`
  cross join lateral (
    select houses.address from houses
    where houses.organization_id = personal_accounts.organization_id and houses.id = personal_accounts.house_id
    offset 0
  ) as houses
  cross join lateral (
    select rooms.number from rooms
    where rooms.organization_id = personal_accounts.organization_id
      and rooms.house_id = personal_accounts.house_id and rooms.id = personal_accounts.room_id
    offset 0
  ) as rooms
`;
