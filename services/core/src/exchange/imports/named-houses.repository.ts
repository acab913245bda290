// The houses of rows of meters and readings: the file's own or, in a file about many, the one that a row names.
import { sql, type RawBuilder } from 'kysely';
import type { Trx } from '../../tables.ts';

/** Finds the houses that rows name by address, otherwise by account. */
export async function nameHouses(trx: Trx, organizationId: number): Promise<void> {
  await sql`
    create temp table named_houses on commit drop as
    select min(id) as id, count(*) as matches, app.address_key(address) as address_key
    from houses where houses.organization_id = ${organizationId} group by 3
  `.execute(trx);
  await sql`
    create temp table named_accounts on commit drop as
    select house_id, account_number from account_numbers
    where account_numbers.organization_id = ${organizationId}
      and account_number in (select given.account_number from given)
  `.execute(trx);
  await sql`
    update given set house_id = named_houses.id from named_houses
    where given.house_id is null and named_houses.address_key = given.address_key and named_houses.matches = 1
  `.execute(trx);
  await sql`
    update given set house_id = named_accounts.house_id from named_accounts
    where given.house_id is null and given.address_key is null and named_accounts.account_number = given.account_number
  `.execute(trx);
}

/** The houses of the rows, ordered by id. */
export async function listHouses(trx: Trx): Promise<readonly number[]> {
  const { rows } = await sql<{ houseId: number }>`
    select distinct house_id from given where house_id is not null order by house_id
  `.execute(trx);
  return rows.map(({ houseId }) => houseId);
}

/** Rows whose address is of no house of the organization. */
export function unknownHouses(): RawBuilder<unknown> {
  return sql`
    select line, null as param from given
    left join named_houses using (address_key)
    where given.address_key is not null and named_houses.matches is null
  `;
}

/** Rows whose address is of another house than the file. */
export function otherHouses(): RawBuilder<unknown> {
  return sql`
    select line, null as param from given
    join named_houses using (address_key)
    where named_houses.matches = 1 and named_houses.id <> given.house_id
  `;
}

/** Rows whose address matches several houses. */
export function ambiguousHouses(): RawBuilder<unknown> {
  return sql`
    select line, null as param from given join named_houses using (address_key) where named_houses.matches > 1
  `;
}
