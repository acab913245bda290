// Absences in SQL.
import { sql, type Insertable, type Selectable } from 'kysely';
import { isOfOne, type Organizations } from '@kvartplata/platform/database/of-organizations.ts';
import type { HousePlace } from '../../access/places.ts';
import type { Db, Trx } from '../../tables.ts';
import type { AbsencesTable } from './absences.table.ts';

export type AbsenceRow = Selectable<AbsencesTable>;
/** Days are strings. */
export type AbsenceFields = Omit<
  Insertable<AbsencesTable>,
  'organizationId' | 'houseId' | 'id' | 'personalAccountId' | 'version'
>;
type AccountKey = HousePlace & { readonly personalAccountId: number };
type AbsenceKey = HousePlace & { readonly id: number };

/** The absences of one account, latest first. */
export async function listAbsences(
  db: Db,
  { organizationId, houseId, personalAccountId }: AccountKey,
  page: {
    /** The first day and the id of the last row of the previous page. */
    readonly after: readonly [string, number] | undefined;
    readonly limit: number;
  },
): Promise<readonly AbsenceRow[]> {
  let query = db
    .selectFrom('absences')
    .select(COLUMNS)
    .where('organizationId', '=', organizationId)
    .where('houseId', '=', houseId)
    .where('personalAccountId', '=', personalAccountId);
  if (page.after !== undefined)
    query = query.where(
      sql<boolean>`(absences.begins_on, absences.id) < (${page.after[0]}, ${page.after[1]})`,
    );
  return query.orderBy('beginsOn', 'desc').orderBy('id', 'desc').limit(page.limit).execute();
}

export async function findAbsence(
  db: Db,
  absenceId: number,
  organizations: Organizations,
): Promise<AbsenceRow | undefined> {
  return db
    .selectFrom('absences')
    .select(COLUMNS)
    .where('id', '=', absenceId)
    .where(isOfOne(organizations, 'organizationId'))
    .executeTakeFirst();
}

/** Blocks other changes of the account's absences until the transaction ends. */
export async function lockAbsences(trx: Trx, { personalAccountId }: AccountKey): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('absences', ${personalAccountId}))`.execute(
    trx,
  );
}

export async function lockAbsence(
  trx: Trx,
  { organizationId, houseId, id }: AbsenceKey,
): Promise<AbsenceRow | undefined> {
  return trx
    .selectFrom('absences')
    .select(COLUMNS)
    .where('organizationId', '=', organizationId)
    .where('houseId', '=', houseId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** The account's absences that overlap `from` to `to`. */
export async function listOverlapping(
  trx: Trx,
  { organizationId, houseId, personalAccountId }: AccountKey,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<readonly AbsenceRow[]> {
  return trx
    .selectFrom('absences')
    .select(COLUMNS)
    .where('organizationId', '=', organizationId)
    .where('houseId', '=', houseId)
    .where('personalAccountId', '=', personalAccountId)
    .where('beginsOn', '<=', to)
    .where('endsOn', '>=', from)
    .execute();
}

export async function insertAbsence(
  trx: Trx,
  { organizationId, houseId, personalAccountId }: AccountKey,
  absence: AbsenceFields,
): Promise<AbsenceRow> {
  return trx
    .insertInto('absences')
    .values({ organizationId, houseId, personalAccountId: personalAccountId, ...absence })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

export async function updateAbsence(
  trx: Trx,
  { organizationId, houseId, id }: AbsenceKey,
  absence: AbsenceFields,
): Promise<AbsenceRow> {
  return trx
    .updateTable('absences')
    .set((row) => ({ ...absence, version: row('version', '+', 1) }))
    .where('organizationId', '=', organizationId)
    .where('houseId', '=', houseId)
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

export async function deleteAbsence(
  trx: Trx,
  { organizationId, houseId, id }: AbsenceKey,
): Promise<void> {
  await trx
    .deleteFrom('absences')
    .where('organizationId', '=', organizationId)
    .where('houseId', '=', houseId)
    .where('id', '=', id)
    .execute();
}

const COLUMNS = [
  'absences.organizationId',
  'absences.houseId',
  'absences.id',
  'absences.personalAccountId',
  'absences.beginsOn',
  'absences.endsOn',
  'absences.personCount',
  'absences.basis',
  'absences.version',
] as const;
