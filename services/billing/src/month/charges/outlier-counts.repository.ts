// How many outliers each house's month has, as it was counted last, and of which charges: in SQL.
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../tables.ts';
import type { OutlierCount, TwoMonths } from './standing-charges.repository.ts';

export type MonthsOf = TwoMonths & { readonly organizationId: number };

/** `outliers` is null where it has never been counted, or of charges that are others by now; `basis` tells which they are. */
export type CountedHouse = {
  readonly houseId: number;
  readonly outliers: number | null;
  readonly basis: Buffer;
};

/** The houses that have the month, in ascending order. */
export async function listCountedHouses(
  db: Db,
  months: MonthsOf,
): Promise<readonly CountedHouse[]> {
  const { rows } = await sql<CountedHouse>`
    select houses.house_id, houses.basis, outlier_counts.outliers
    from (${basesOf(months)}) as houses
    left join outlier_counts on outlier_counts.organization_id = ${months.organizationId}
      and outlier_counts.house_id = houses.house_id and outlier_counts.period = ${months.month}
      and outlier_counts.basis = houses.basis
    order by houses.house_id
  `.execute(db);
  return rows;
}

export type NewCount = OutlierCount & Pick<CountedHouse, 'basis'>;

export async function upsertOutlierCounts(
  db: Db,
  { organizationId, month }: MonthsOf,
  counts: readonly NewCount[],
): Promise<void> {
  await sql`
    insert into outlier_counts (organization_id, house_id, period, outliers, basis)
    select ${organizationId}, counted.house_id, ${month}::date, counted.outliers, decode(counted.basis, 'hex')
    from unnest(
      ${counts.map(({ houseId }) => houseId)}::bigint[],
      ${counts.map(({ outliers }) => outliers)}::integer[],
      ${counts.map(({ basis }) => basis.toString('hex'))}::text[]
    ) as counted (house_id, outliers, basis)
    order by counted.house_id
    on conflict on constraint outlier_counts_pkey do update set outliers = excluded.outliers, basis = excluded.basis
  `.execute(db);
}

/** What the outliers of a house's month follow from: the charges of both months, corrections, and what was taken back. */
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
