// The stored outliers of each house's month, with the charges they were found in, in SQL.
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../tables.ts';
import type { TwoMonths } from './standing-charges.repository.ts';

export type MonthsOf = TwoMonths & { readonly organizationId: number };

/** Parallel arrays: the service at an index belongs to the account at the same index; ascending. */
export type OutliersOfHouse = {
  readonly accountIds: readonly number[];
  readonly serviceIds: readonly number[];
};

/** `found` is null where nothing was stored yet, or where the charges have changed since; `basis` identifies the charges. */
export type FoundHouse = {
  readonly houseId: number;
  readonly found: OutliersOfHouse | null;
  readonly basis: Buffer;
};

/** The houses that have the month, ascending. */
export async function listFoundHouses(db: Db, months: MonthsOf): Promise<readonly FoundHouse[]> {
  const { rows } = await sql<Pick<FoundHouse, 'houseId' | 'basis'> & Partial<OutliersOfHouse>>`
    select houses.house_id, houses.basis, found_outliers.account_ids, found_outliers.service_ids
    from (${basesOf(months)}) as houses
    left join found_outliers on found_outliers.organization_id = ${months.organizationId}
      and found_outliers.house_id = houses.house_id and found_outliers.period = ${months.month}
      and found_outliers.basis = houses.basis
    order by houses.house_id
  `.execute(db);
  return rows.map(({ houseId, basis, accountIds, serviceIds }) => ({
    houseId,
    basis,
    found: accountIds && serviceIds ? { accountIds, serviceIds } : null,
  }));
}

export type NewlyFound = Pick<FoundHouse, 'houseId' | 'basis'> & {
  readonly outliers: OutliersOfHouse;
};

export async function upsertFoundOutliers(
  db: Db,
  { organizationId, month }: MonthsOf,
  houses: readonly NewlyFound[],
): Promise<void> {
  await sql`
    insert into found_outliers (organization_id, house_id, period, account_ids, service_ids, basis)
    values ${sql.join(
      houses.map(
        ({ houseId, outliers: { accountIds, serviceIds }, basis }) => sql`(
          ${organizationId}, ${houseId}, ${month}, ${accountIds}::bigint[], ${serviceIds}::bigint[], ${basis}::bytea
        )`,
      ),
    )}
    on conflict on constraint found_outliers_pkey do update set account_ids = excluded.account_ids,
      service_ids = excluded.service_ids, basis = excluded.basis
  `.execute(db);
}

/** What the outliers of a house's month follow from: the charges of both months, corrections, and stornos. */
function basesOf({ organizationId, month, monthBefore }: MonthsOf): RawBuilder<unknown> {
  return sql`
    select house_months.house_id, sha256(convert_to(format('%s|%s|%s|%s', encode(house_months.charges_hash, 'hex'),
      encode(former.charges_hash, 'hex'), corrected.last, taken_back.stornos), 'UTF8')) as basis
    from house_months
    left join house_months as former on former.organization_id = ${organizationId}
      and former.house_id = house_months.house_id and former.period = ${monthBefore}
    left join (
      select corrections.house_id, max(corrections.id) as last from corrections
      where corrections.organization_id = ${organizationId}
      group by corrections.house_id
    ) as corrected on corrected.house_id = house_months.house_id
    left join (
      select stornos.house_id, count(*) as stornos from stornos
      where stornos.organization_id = ${organizationId} and stornos.transaction_type = 'CHARGE'
      group by stornos.house_id
    ) as taken_back on taken_back.house_id = house_months.house_id
    where house_months.organization_id = ${organizationId} and house_months.period = ${month}`;
}
