// Benefits in SQL.
import type { Benefit } from '@kvartplata/contracts/core/benefits.ts';
import type { ChargingMethod } from '@kvartplata/domain/charging/charging-methods.ts';
import type { BenefitLimit } from '@kvartplata/domain/regulation/benefit/benefit.ts';
import type { BenefitCategory } from '@kvartplata/domain/regulation/benefit/categories.ts';
import { isOfOne, type Organizations } from '@kvartplata/platform/database/of-organizations.ts';
import { sql, type Insertable } from 'kysely';
import type { HousePlace } from '../../access/places.ts';
import type { Db, Trx } from '../../tables.ts';
import type { BenefitsTable } from './benefits.table.ts';

export type BenefitRow = {
  readonly organizationId: number;
  readonly houseId: number;
  readonly id: number;
  readonly personalAccountId: number;
  readonly category: BenefitCategory;
  readonly share: string;
  readonly persons: number;
  readonly limit: BenefitLimit;
  readonly socialNorm: Benefit['socialNorm'];
  /** Ordered by id. */
  readonly services: readonly number[];
  readonly validFrom: string;
  readonly validTo: string | null;
  readonly basis: string;
  readonly version: number;
};
export type BenefitFields = Omit<
  Insertable<BenefitsTable>,
  'organizationId' | 'houseId' | 'id' | 'personalAccountId' | 'version'
>;
export type AccountKey = HousePlace & { readonly personalAccountId: number };
export type BenefitKey = HousePlace & { readonly id: number };

/** The benefits of one account, ordered by id. */
export async function listBenefits(
  db: Db,
  { organizationId, houseId, personalAccountId }: AccountKey,
  page: { readonly afterId: number; readonly limit: number },
): Promise<readonly BenefitRow[]> {
  const { rows } = await sql<BenefitRow>`
    ${BENEFITS}
    where benefits.organization_id = ${organizationId} and benefits.house_id = ${houseId}
      and benefits.personal_account_id = ${personalAccountId} and benefits.id > ${page.afterId}
    order by benefits.id
    limit ${page.limit}
  `.execute(db);
  return rows;
}

/** By id alone, as in paths. */
export async function findBenefit(
  db: Db,
  id: number,
  organizations: Organizations,
): Promise<BenefitRow | undefined> {
  const { rows } = await sql<BenefitRow>`
    ${BENEFITS} where benefits.id = ${id} and ${isOfOne(organizations, 'benefits.organization_id')}
  `.execute(db);
  return rows[0];
}

/** Blocks other changes of the account's benefits until the transaction ends. */
export async function lockBenefits(
  trx: Trx,
  { personalAccountId }: Pick<AccountKey, 'personalAccountId'>,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('benefits', ${personalAccountId}))`.execute(
    trx,
  );
}

/** Locked until the transaction ends; undefined for a caller who may not change it. */
export async function lockBenefit(
  trx: Trx,
  { organizationId, houseId, id }: BenefitKey,
): Promise<BenefitRow | undefined> {
  const isThis = sql`benefits.organization_id = ${organizationId} and benefits.house_id = ${houseId}
    and benefits.id = ${id}`;
  // A statement of its own: a distributed engine cannot lock a row in a statement that reads another table.
  const held = await sql`select from benefits where ${isThis} for update`.execute(trx);
  if (held.rows.length === 0) return undefined;
  const { rows } = await sql<BenefitRow>`${BENEFITS} where ${isThis}`.execute(trx);
  return rows[0];
}

/** The account's benefits that overlap this one in a day and a service. */
export async function listOverlapping(
  trx: Trx,
  { organizationId, houseId, personalAccountId }: AccountKey,
  { validFrom, validTo = null }: Pick<BenefitFields, 'validFrom' | 'validTo'>,
  services: readonly number[],
): Promise<readonly BenefitRow[]> {
  const { rows } = await sql<BenefitRow>`
    ${BENEFITS}
    where benefits.organization_id = ${organizationId} and benefits.house_id = ${houseId}
      and benefits.personal_account_id = ${personalAccountId}
      and (benefits.valid_to is null or benefits.valid_to >= ${validFrom})
      and (${validTo}::date is null or benefits.valid_from <= ${validTo}::date)
      and exists (
        select from benefit_services as same
        where same.organization_id = ${organizationId} and same.house_id = ${houseId}
          and same.benefit_id = benefits.id and same.house_service_id = any(${services}::bigint[])
      )
    order by benefits.valid_from, benefits.id
  `.execute(trx);
  return rows;
}

export type LoweredService = {
  readonly id: number;
  readonly houseId: number;
  readonly method: ChargingMethod;
  readonly hasNorm: boolean;
};

/** Those of the services that belong to the organization. */
export async function findServices(
  db: Db,
  { organizationId }: Pick<HousePlace, 'organizationId'>,
  services: readonly number[],
): Promise<readonly LoweredService[]> {
  const { rows } = await sql<LoweredService>`
    select house_services.id, house_services.house_id as "houseId", house_services.method,
      exists (
        select from service_norms
        where service_norms.organization_id = ${organizationId} and service_norms.house_id = house_services.house_id
          and service_norms.house_service_id = house_services.id
          and service_norms.component is distinct from 'heat'
      ) as has_norm
    from house_services
    where house_services.organization_id = ${organizationId}
      and house_services.id = any(${services}::bigint[])
  `.execute(db);
  return rows;
}

/** Returns the new id. */
export async function insertBenefit(
  trx: Trx,
  { organizationId, houseId, personalAccountId }: AccountKey,
  fields: BenefitFields,
): Promise<number> {
  const { id } = await trx
    .insertInto('benefits')
    .values({ organizationId, houseId, personalAccountId, ...fields })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function insertServices(
  trx: Trx,
  { organizationId, houseId, id }: BenefitKey,
  services: readonly number[],
): Promise<void> {
  await trx
    .insertInto('benefitServices')
    .values(
      services.map((houseServiceId) => ({
        organizationId,
        houseId,
        benefitId: id,
        houseServiceId,
      })),
    )
    .execute();
}

export async function deleteServices(
  trx: Trx,
  { organizationId, houseId, id }: BenefitKey,
): Promise<void> {
  await trx
    .deleteFrom('benefitServices')
    .where('organizationId', '=', organizationId)
    .where('houseId', '=', houseId)
    .where('benefitId', '=', id)
    .execute();
}

export async function updateBenefit(
  trx: Trx,
  { organizationId, houseId, id }: BenefitKey,
  fields: BenefitFields,
): Promise<void> {
  await trx
    .updateTable('benefits')
    .set((row) => ({ ...fields, version: row('version', '+', 1) }))
    .where('organizationId', '=', organizationId)
    .where('houseId', '=', houseId)
    .where('id', '=', id)
    .execute();
}

export async function deleteBenefit(
  trx: Trx,
  { organizationId, houseId, id }: BenefitKey,
): Promise<void> {
  await trx
    .deleteFrom('benefits')
    .where('organizationId', '=', organizationId)
    .where('houseId', '=', houseId)
    .where('id', '=', id)
    .execute();
}

const BENEFITS = sql`
  select benefits.organization_id, benefits.house_id as "houseId", benefits.id, benefits.personal_account_id,
    benefits.category, benefits.share, benefits.person_count as persons, benefits.limited_by as "limit",
    case when benefits.social_norm_one is not null then json_build_object(
      'one', benefits.social_norm_one::text, 'two', benefits.social_norm_two::text, 'each', benefits.social_norm_each::text
    ) end as social_norm,
    (
      select coalesce(json_agg(benefit_services.house_service_id order by benefit_services.house_service_id), '[]')
      from benefit_services
      where benefit_services.organization_id = benefits.organization_id
        and benefit_services.house_id = benefits.house_id and benefit_services.benefit_id = benefits.id
    ) as services,
    benefits.valid_from as "validFrom", benefits.valid_to, benefits.basis, benefits.version
  from benefits`;
