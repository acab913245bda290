// Lookups for other services, in SQL: the house and organization that something belongs to.
import type {
  AccountCard,
  AccountSummaries,
  AccountSummary,
  CountedHouses,
  HouseServiceSummary,
  HouseSummary,
  Memberships,
  OrganizationHouses,
  OrganizationSummary,
  ServiceName,
} from '@kvartplata/contracts/core/internal.ts';
import { sql } from 'kysely';
import type { Db } from '../../tables.ts';

export async function listMemberships(db: Db, userId: number): Promise<Memberships['memberships']> {
  return db
    .selectFrom('organizationMembers')
    .innerJoin('organizations', 'organizations.id', 'organizationMembers.organizationId')
    .select(['organizationId', 'role', 'organizations.stepUpAbove'])
    .where('userId', '=', userId)
    .orderBy('organizationId')
    .execute();
}

/** Undefined for an unknown organization. Each house costs one index lookup, however many accounts it has. */
export async function findOrganization(
  db: Db,
  organizationId: number,
): Promise<OrganizationSummary | undefined> {
  const { rows } = await sql<OrganizationSummary>`
    select organizations.id as organization_id, organizations.name, organizations.inn, (
      select to_char(min(opened.first_on), 'YYYY-MM')
      from houses
      cross join lateral (
        select personal_accounts.opened_on as first_on from personal_accounts
        where personal_accounts.organization_id = ${organizationId} and personal_accounts.house_id = houses.id
        order by personal_accounts.opened_on
        limit 1
      ) as opened
      where houses.organization_id = ${organizationId}
    ) as first_month, organizations.confirm_above, organizations.step_up_above
    from organizations
    where organizations.id = ${organizationId}
  `.execute(db);
  return rows[0];
}

/** Undefined for an unknown organization. */
export async function findOrganizationHouses(
  db: Db,
  organizationId: number,
): Promise<OrganizationHouses | undefined> {
  const { rows } = await sql<OrganizationHouses>`
    select
      coalesce(json_agg(houses.id order by houses.id) filter (where houses.id is not null), '[]') as house_ids,
      coalesce(json_agg(houses.address order by houses.id) filter (where houses.id is not null), '[]') as addresses
    from organizations
    left join houses on houses.organization_id = ${organizationId}
    where organizations.id = ${organizationId}
    group by organizations.id
  `.execute(db);
  return rows[0];
}

/** Undefined for an unknown organization. */
export async function countHouseAccounts(
  db: Db,
  organizationId: number,
): Promise<CountedHouses | undefined> {
  const { rows } = await sql<CountedHouses>`
    select
      coalesce(
        json_agg(json_build_object('houseId', houses.id, 'address', houses.address, 'accounts', counted.accounts,
          'mailedAccounts', counted.mailed_accounts) order by houses.id) filter (where houses.id is not null), '[]'
      ) as houses
    from organizations
    left join houses on houses.organization_id = ${organizationId}
    left join lateral (
      select count(*) as accounts, count(personal_accounts.email) as mailed_accounts
      from personal_accounts
      where personal_accounts.organization_id = ${organizationId} and personal_accounts.house_id = houses.id
    ) as counted on true
    where organizations.id = ${organizationId}
    group by organizations.id
  `.execute(db);
  return rows[0];
}

/** `accounts` counts all accounts of the house, closed ones too. */
export async function findHouse(db: Db, houseId: number): Promise<HouseSummary | undefined> {
  const { rows } = await sql<HouseSummary>`
    select
      houses.id as house_id, houses.organization_id, houses.address,
      (select count(*) from personal_accounts where personal_accounts.organization_id = houses.organization_id
        and personal_accounts.house_id = houses.id) as accounts
    from houses
    where houses.id = ${houseId}
  `.execute(db);
  return rows[0];
}

export async function findHouseService(
  db: Db,
  houseId: number,
  houseServiceId: number,
): Promise<HouseServiceSummary | undefined> {
  const { rows } = await sql<HouseServiceSummary>`
    select house_services.id as house_service_id, house_services.house_id, utility_services.name, utility_services.kind
    from houses
    join house_services on house_services.organization_id = houses.organization_id
      and house_services.house_id = houses.id
    join utility_services on utility_services.id = house_services.utility_service_id
    where houses.id = ${houseId} and house_services.id = ${houseServiceId}
  `.execute(db);
  return rows[0];
}

/**
 * Not of a move that is being undone: such an account is about to be deleted, and nothing must be booked on it any more.
 */
const IS_STANDING = sql<boolean>`not exists (
  select from moves
  join move_records on move_records.organization_id = moves.organization_id and move_records.move_id = moves.id
  where moves.organization_id = personal_accounts.organization_id and moves.status = 'UNDOING'
    and move_records.kind = 'personal-account' and move_records.house_id = personal_accounts.house_id
    and move_records.id = personal_accounts.id
)`;

export async function listAccounts(
  db: Db,
  personalAccountIds: readonly number[],
): Promise<AccountSummary[]> {
  return db
    .selectFrom('personalAccounts')
    .select(['id as personalAccountId', 'houseId', 'organizationId', 'accountNumber'])
    .where('id', '=', sql<number>`any(${personalAccountIds}::bigint[])`)
    .where(IS_STANDING)
    .execute();
}

/** The accounts that have one of the numbers; undefined for an unknown organization. */
export async function findAccounts(
  db: Db,
  organizationId: number,
  accountNumbers: readonly string[],
): Promise<AccountSummaries | undefined> {
  const { rows } = await sql<AccountSummaries>`
    select coalesce(
      (
        select json_agg(json_build_object('personalAccountId', personal_accounts.id,
          'houseId', personal_accounts.house_id, 'organizationId', account_numbers.organization_id,
          'accountNumber', personal_accounts.account_number))
        from account_numbers
        join personal_accounts on personal_accounts.organization_id = account_numbers.organization_id
          and personal_accounts.house_id = account_numbers.house_id
          and personal_accounts.account_number = account_numbers.account_number
        where account_numbers.organization_id = ${organizationId}
          and account_numbers.account_number = any(${accountNumbers}::text[]) and ${IS_STANDING}
      ),
      '[]'
    ) as accounts
    from organizations
    where organizations.id = ${organizationId}
  `.execute(db);
  return rows[0];
}

/** The latest house service of each utility service of the houses. */
export async function listServiceNames(
  db: Db,
  organizationId: number,
  houseIds: readonly number[],
): Promise<ServiceName[]> {
  const { rows } = await sql<ServiceName>`
    select distinct on (house_services.house_id, house_services.utility_service_id) house_services.house_id,
      house_services.id as house_service_id, utility_services.code, utility_services.name, utility_services.kind
    from house_services
    join utility_services on utility_services.id = house_services.utility_service_id
    where house_services.organization_id = ${organizationId} and house_services.house_id = any(${houseIds}::bigint[])
    order by house_services.house_id, house_services.utility_service_id, house_services.valid_from desc
  `.execute(db);
  return rows;
}

/** The first few, including those that have ended. */
export async function listServicesOfPayee(
  db: Db,
  organizationId: number,
  payeeId: number,
): Promise<number[]> {
  const rows = await db
    .selectFrom('houseServices')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('payeeId', '=', payeeId)
    .orderBy('id')
    .limit(100)
    .execute();
  return rows.map(({ id }) => id);
}

export async function listAccountCards(
  db: Db,
  personalAccountIds: readonly number[],
): Promise<AccountCard[]> {
  return db
    .selectFrom('personalAccounts')
    .innerJoin('houses', (join) =>
      join
        .onRef('houses.organizationId', '=', 'personalAccounts.organizationId')
        .onRef('houses.id', '=', 'personalAccounts.houseId'),
    )
    .innerJoin('organizations', 'organizations.id', 'personalAccounts.organizationId')
    .innerJoin('rooms', (join) =>
      join
        .onRef('rooms.organizationId', '=', 'personalAccounts.organizationId')
        .onRef('rooms.houseId', '=', 'personalAccounts.houseId')
        .onRef('rooms.id', '=', 'personalAccounts.roomId'),
    )
    .select([
      'personalAccounts.id as personalAccountId',
      'personalAccounts.houseId',
      'organizations.name as organizationName',
      'personalAccounts.accountNumber',
      'personalAccounts.gisAccountNumber',
      'personalAccounts.gisServiceId',
      'personalAccounts.payer',
      'personalAccounts.payerInn',
      'personalAccounts.payerAddress',
      'houses.address',
      'rooms.number as roomNumber',
      'rooms.kind as roomKind',
      'rooms.area',
      'personalAccounts.openedOn',
      'personalAccounts.closedOn',
    ])
    .where('personalAccounts.id', '=', sql<number>`any(${personalAccountIds}::bigint[])`)
    .execute();
}
