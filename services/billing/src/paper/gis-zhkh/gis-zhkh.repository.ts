// What payment documents for ГИС ЖКХ need besides their receipts, and what was exported, in SQL.
import type { GisService } from '@kvartplata/contracts/billing/gis-zhkh.ts';
import { codeOf } from '@kvartplata/domain/receipts/receipt.ts';
import type { GisService as ChargedService } from '@kvartplata/domain/receipts/gis-document.ts';
import { LINE } from '@kvartplata/domain/charging/charge-line.ts';
import { sql } from 'kysely';
import type { Db, Trx } from '../../tables.ts';

export type HouseMonth = {
  readonly organizationId: number;
  readonly houseId: number;
  /** The first day of the month. */
  readonly period: string;
};

/** The services that the house has ever been charged for, by line code. */
export async function listServices(
  db: Db,
  { organizationId, houseId }: HouseMonth,
): Promise<ReadonlyMap<string, ChargedService>> {
  const rows = await db
    .selectFrom('chargedServices')
    .select(['houseServiceId', 'code', 'name', 'kind'])
    .where('organizationId', '=', organizationId)
    .where('houseId', '=', houseId)
    .execute();
  return new Map(
    rows.flatMap(({ houseServiceId, ...service }) =>
      [LINE.service, LINE.heat].map((line) => [codeOf({ houseServiceId, line }), service] as const),
    ),
  );
}

/** Null when it concerns no service. */
export function lineOf(houseServiceId: number | null, line: number): string | null {
  return houseServiceId === null ? null : codeOf({ houseServiceId, line });
}

/** In the order of subjects. */
export async function listGisServices(
  db: Db | Trx,
  organizationId: number,
): Promise<readonly GisService[]> {
  return db
    .selectFrom('gisServices')
    .select(['subject', 'list', 'code', 'guid'])
    .where('organizationId', '=', organizationId)
    .orderBy('subject')
    .execute();
}

export async function deleteGisServices(trx: Trx, organizationId: number): Promise<void> {
  await trx.deleteFrom('gisServices').where('organizationId', '=', organizationId).execute();
}

export async function insertGisServices(
  trx: Trx,
  organizationId: number,
  services: readonly GisService[],
): Promise<void> {
  if (services.length === 0) return;
  await trx
    .insertInto('gisServices')
    .values(
      services.map(({ subject, list, code, guid }) => ({
        organizationId,
        subject,
        list,
        code,
        guid,
      })),
    )
    .execute();
}

/** Serializes replacements of an organization's entries until the transaction ends. */
export async function lockGisServices(trx: Trx, organizationId: number): Promise<void> {
  const key = `gis services of ${organizationId}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(trx);
}

export async function upsertExport(
  db: Db,
  { organizationId, houseId, period }: HouseMonth,
  made: { readonly documents: number; readonly exportedAt: Date; readonly exportedBy: number },
): Promise<void> {
  await db
    .insertInto('gisExports')
    .values({ organizationId, houseId, period, ...made })
    .onConflict((conflict) => conflict.constraint('gis_exports_pkey').doUpdateSet(made))
    .execute();
}

export type PlacementRow = {
  readonly houseId: number;
  readonly exportedAt: Date | null;
  readonly documents: number | null;
  readonly accepted: number;
  readonly refused: number;
};

/** The houses whose month is applied. */
export async function listPlacements(
  db: Db,
  organizationId: number,
  period: string,
): Promise<readonly PlacementRow[]> {
  const { rows } = await sql<PlacementRow>`
    select house_months.house_id, gis_exports.exported_at, gis_exports.documents,
      coalesce(jsonb_array_length(jsonb_path_query_array(gis_exports.answers, '$[*] ? (@.errors.size() == 0)')), 0) as accepted,
      coalesce(jsonb_array_length(jsonb_path_query_array(gis_exports.answers, '$[*] ? (@.errors.size() > 0)')), 0) as refused
    from house_months
    left join gis_exports on gis_exports.organization_id = ${organizationId}
      and gis_exports.house_id = house_months.house_id and gis_exports.period = ${period}::date
    where house_months.organization_id = ${organizationId} and house_months.period = ${period}::date
      and house_months.applied_at is not null
    order by house_months.house_id
  `.execute(db);
  return rows;
}
