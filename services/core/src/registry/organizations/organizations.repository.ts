// Organizations in SQL.
import type { OrganizationBody } from '@kvartplata/contracts/core/organizations.ts';
import { sql, type Insertable, type Selectable } from 'kysely';
import type { Db, Trx } from '../../tables.ts';
import type { OrganizationsTable } from './organizations.table.ts';

export type OrganizationRow = Selectable<OrganizationsTable>;

export async function listOrganizations(
  db: Db,
  organizationIds: readonly number[] | 'all',
): Promise<OrganizationRow[]> {
  let query = db.selectFrom('organizations').select(COLUMNS).orderBy('id');
  if (organizationIds !== 'all')
    query = query.where('id', '=', sql<number>`any(${organizationIds}::bigint[])`);
  return query.execute();
}

export async function findOrganization(
  db: Db,
  organizationId: number,
): Promise<OrganizationRow | undefined> {
  return db
    .selectFrom('organizations')
    .modifyFront(sql`/* kept: find-organization */`)
    .select(COLUMNS)
    .where('id', '=', organizationId)
    .executeTakeFirst();
}

/** Locked until the transaction ends: no house can be added meanwhile. */
export async function lockOrganization(
  trx: Trx,
  organizationId: number,
): Promise<OrganizationRow | undefined> {
  return trx
    .selectFrom('organizations')
    .select(COLUMNS)
    .where('id', '=', organizationId)
    .forUpdate()
    .executeTakeFirst();
}

export async function drawOrganizationId(trx: Trx): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select nextval('organization_ids') as id
  `.execute(trx);
  return rows[0]?.id ?? 0;
}

export async function insertOrganization(
  trx: Trx,
  id: number,
  body: OrganizationBody,
): Promise<OrganizationRow> {
  return trx
    .insertInto('organizations')
    .values({ id, ...columnsOf(body) })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

export async function updateOrganization(
  trx: Trx,
  organizationId: number,
  body: OrganizationBody,
): Promise<OrganizationRow> {
  return trx
    .updateTable('organizations')
    .set((organization) => ({
      ...columnsOf(body),
      version: organization('version', '+', 1),
      updatedAt: sql<Date>`now()`,
    }))
    .where('id', '=', organizationId)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

export async function deleteOrganization(trx: Trx, organizationId: number): Promise<void> {
  await trx.deleteFrom('organizations').where('id', '=', organizationId).execute();
}

/** Whether it has added services of its own to the catalogue. */
export async function hasOwnServices(trx: Trx, organizationId: number): Promise<boolean> {
  const service = await trx
    .selectFrom('utilityServices')
    .select('id')
    .where('organizationId', '=', organizationId)
    .limit(1)
    .executeTakeFirst();
  return service !== undefined;
}

export async function hasHouses(trx: Trx, organizationId: number): Promise<boolean> {
  const house = await trx
    .selectFrom('houses')
    .select('id')
    .where('organizationId', '=', organizationId)
    .limit(1)
    .executeTakeFirst();
  return house !== undefined;
}

/** Whether a file is waiting to be imported or undone, or is being imported or undone. */
export async function hasUnfinishedImports(trx: Trx, organizationId: number): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`
    select exists (
      select from imports where imports.organization_id = ${organizationId} and imports.status in ('QUEUED', 'RUNNING')
    ) or exists (
      select from moves
      where moves.organization_id = ${organizationId} and moves.status in ('QUEUED', 'RUNNING', 'UNDOING')
    ) as exists
  `.execute(trx);
  return rows[0]?.exists ?? false;
}

const OF_IMPORTS = [
  'importRefusals',
  'importPieces',
  'importRecords',
  'imports',
  'moveRecords',
  'moves',
] as const;

/** Reports of ended imports and moves: their refused rows name residents. */
export async function deleteImports(trx: Trx, organizationId: number): Promise<void> {
  for (const table of OF_IMPORTS)
    await trx.deleteFrom(table).where('organizationId', '=', organizationId).execute();
}

const COLUMNS = [
  'organizations.id',
  'organizations.name',
  'organizations.shortName',
  'organizations.inn',
  'organizations.kpp',
  'organizations.ogrn',
  'organizations.legalAddress',
  'organizations.phone',
  'organizations.email',
  'organizations.website',
  'organizations.bankName',
  'organizations.bic',
  'organizations.settlementAccount',
  'organizations.correspondentAccount',
  'organizations.confirmAbove',
  'organizations.stepUpAbove',
  'organizations.version',
  'organizations.createdAt',
  'organizations.updatedAt',
] as const;

/** Fields that are left out become null: PUT replaces. */
function columnsOf(body: OrganizationBody): Insertable<OrganizationsTable> {
  return {
    name: body.name,
    shortName: body.shortName ?? null,
    inn: body.inn ?? null,
    kpp: body.kpp ?? null,
    ogrn: body.ogrn ?? null,
    legalAddress: body.legalAddress ?? null,
    phone: body.phone ?? null,
    email: body.email ?? null,
    website: body.website ?? null,
    bankName: body.bankDetails?.bankName ?? null,
    bic: body.bankDetails?.bic ?? null,
    settlementAccount: body.bankDetails?.settlementAccount ?? null,
    correspondentAccount: body.bankDetails?.correspondentAccount ?? null,
    confirmAbove: body.confirmAbove ?? null,
    stepUpAbove: body.stepUpAbove ?? null,
  };
}
