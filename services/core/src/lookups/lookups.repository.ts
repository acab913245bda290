// Which house and organization a thing belongs to, in SQL.
import type {
  AccountSummary,
  HouseSummary,
  Memberships,
  OrganizationHouses,
} from '@kvartplata/contracts/core/internal.ts';
import { sql } from 'kysely';
import type { Db } from '../tables.ts';

export async function listMemberships(db: Db, userId: number): Promise<Memberships['memberships']> {
  return db
    .selectFrom('organization_members')
    .select(['organization_id as organizationId', 'role'])
    .where('user_id', '=', userId)
    .orderBy('organization_id')
    .execute();
}

/** undefined when there is no such organization */
export async function findOrganizationHouses(
  db: Db,
  organizationId: number,
): Promise<OrganizationHouses | undefined> {
  const { rows } = await sql<OrganizationHouses>`
    select
      coalesce(json_agg(counted.id order by counted.id) filter (where counted.id is not null), '[]') as "houseIds",
      coalesce(json_agg(counted.accounts order by counted.id) filter (where counted.id is not null), '[]')
        as "houseAccounts",
      coalesce(sum(counted.accounts), 0)::bigint as accounts
    from organizations
    left join lateral (
      select houses.id,
        (select count(*) from personal_accounts where personal_accounts.house_id = houses.id) as accounts
      from houses where houses.organization_id = organizations.id
    ) as counted on true
    where organizations.id = ${organizationId}
    group by organizations.id
  `.execute(db);
  return rows[0];
}

/** `accounts` counts all of the house's accounts, closed ones too. */
export async function findHouse(db: Db, houseId: number): Promise<HouseSummary | undefined> {
  const { rows } = await sql<HouseSummary>`
    select
      houses.id as "houseId", houses.organization_id as "organizationId", houses.address,
      (select count(*) from personal_accounts where personal_accounts.house_id = houses.id) as accounts
    from houses
    where houses.id = ${houseId}
  `.execute(db);
  return rows[0];
}

export async function findAccount(
  db: Db,
  personalAccountId: number,
): Promise<AccountSummary | undefined> {
  return db
    .selectFrom('personal_accounts')
    .innerJoin('houses', 'houses.id', 'personal_accounts.house_id')
    .select([
      'personal_accounts.id as personalAccountId',
      'personal_accounts.house_id as houseId',
      'houses.organization_id as organizationId',
      'personal_accounts.account_number as accountNumber',
    ])
    .where('personal_accounts.id', '=', personalAccountId)
    .executeTakeFirst();
}
