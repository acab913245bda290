// Verifications of meters in SQL.
import { sql, type Insertable, type Selectable } from 'kysely';
import { isOfOne, type Organizations } from '@kvartplata/platform/database/of-organizations.ts';
import type { HousePlace } from '../../access/places.ts';
import type { Db, Trx } from '../../tables.ts';
import type { MeterVerificationsTable } from './meter-verifications.table.ts';

export type VerificationRow = Selectable<MeterVerificationsTable>;
type MeterKey = HousePlace & { readonly meterId: number };

/** The verifications of one meter, newest first. */
export async function listVerifications(
  db: Db,
  { organizationId, houseId, meterId }: MeterKey,
  { beforeDay, limit }: { readonly beforeDay: string | undefined; readonly limit: number },
): Promise<readonly VerificationRow[]> {
  let query = db
    .selectFrom('meterVerifications')
    .select(COLUMNS)
    .where('organizationId', '=', organizationId)
    .where('houseId', '=', houseId)
    .where('meterId', '=', meterId);
  if (beforeDay !== undefined) query = query.where('verifiedOn', '<', beforeDay);
  return query.orderBy('verifiedOn', 'desc').limit(limit).execute();
}

export async function findVerification(
  db: Db,
  verificationId: number,
  organizations: Organizations,
): Promise<VerificationRow | undefined> {
  return db
    .selectFrom('meterVerifications')
    .select(COLUMNS)
    .where('id', '=', verificationId)
    .where(isOfOne(organizations, 'organizationId'))
    .executeTakeFirst();
}

/** The last day of the meter's latest verification; undefined when there is none. */
export async function findVerifiedUntil(
  db: Db,
  { organizationId, houseId, meterId }: MeterKey,
): Promise<string | undefined> {
  const { rows } = await sql<{ verifiedUntil: string }>`
    select verified_until from meter_verifications
    where meter_verifications.organization_id = ${organizationId} and house_id = ${houseId} and meter_id = ${meterId}
    order by verified_on desc limit 1
  `.execute(db);
  return rows[0]?.verifiedUntil;
}

/** The verifications around one of a given day. */
export type Neighbours = {
  /** The last day of the previous verification; undefined when there is none. */
  readonly untilBefore: string | undefined;
  readonly nextOn: string | undefined;
};

export async function findNeighbours(
  trx: Trx,
  { organizationId, houseId, meterId }: MeterKey,
  verifiedOn: string,
): Promise<Neighbours> {
  const { rows } = await sql<{ untilBefore: string | null; nextOn: string | null }>`
    select
      (
        select verified_until from meter_verifications
        where meter_verifications.organization_id = ${organizationId} and house_id = ${houseId} and meter_id = ${meterId}
          and verified_on < ${verifiedOn}
        order by verified_on desc limit 1
      ) as until_before,
      (
        select verified_on from meter_verifications
        where meter_verifications.organization_id = ${organizationId} and house_id = ${houseId} and meter_id = ${meterId}
          and verified_on > ${verifiedOn}
        order by verified_on limit 1
      ) as next_on
  `.execute(trx);
  return { untilBefore: rows[0]?.untilBefore ?? undefined, nextOn: rows[0]?.nextOn ?? undefined };
}

export async function insertVerification(
  trx: Trx,
  verification: Insertable<MeterVerificationsTable>,
): Promise<VerificationRow> {
  return trx
    .insertInto('meterVerifications')
    .values(verification)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

/** Undefined when it no longer exists. */
export async function deleteVerification(
  trx: Trx,
  { organizationId, houseId }: HousePlace,
  verificationId: number,
): Promise<VerificationRow | undefined> {
  return trx
    .deleteFrom('meterVerifications')
    .where('organizationId', '=', organizationId)
    .where('houseId', '=', houseId)
    .where('id', '=', verificationId)
    .returning(COLUMNS)
    .executeTakeFirst();
}

const COLUMNS = [
  'meterVerifications.organizationId',
  'meterVerifications.houseId',
  'meterVerifications.id',
  'meterVerifications.meterId',
  'meterVerifications.verifiedOn',
  'meterVerifications.verifiedUntil',
  'meterVerifications.basis',
] as const;
