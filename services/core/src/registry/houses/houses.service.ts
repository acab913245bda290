// Houses as the members of their organization see them and its owners change them.
import type { Named } from '@kvartplata/platform/http/entity-tag.ts';
import type { House } from '@kvartplata/contracts/core/houses.ts';
import type { AppliedMonths } from '@kvartplata/contracts/core/applied-months.ts';
import { DEFAULT_PAGE_LIMIT, type PageOf } from '@kvartplata/contracts/page.ts';
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import { decodeCursor, pageOf } from '@kvartplata/platform/http/cursor.ts';
import { invalidField, Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { Caller } from '../../access/access.service.ts';
import type { HousePlace } from '../../access/places.ts';
import {
  ALL_DAYS,
  requireNoCharges,
  type FactDays,
} from '../../access/applied-months/applied-months.service.ts';
import {
  appliedMonthsOf,
  auditRecord,
  lockVersion,
  refuseBrokenRules,
  type Changed,
  type Editor,
  type Versioned,
} from '../../access/records/records.service.ts';
import { brokenSeasons, daysOfChange, seasonsOf } from './heating-season-days.ts';
import * as repository from './houses.repository.ts';
import {
  isCapped,
  isContradiction,
  settledMethod,
  type AskedMethod,
} from './common-needs-method.ts';
import type { HouseBody, HouseColumns, HouseRow } from './houses.repository.ts';

type AskedHouse = HouseBody & AskedMethod;

/** @throws Refusal not-found for another's organization */
export async function listHouses(
  caller: Caller,
  query: {
    readonly organizationId?: number | undefined;
    readonly search?: string | undefined;
    readonly limit?: number | undefined;
    readonly cursor?: string | undefined;
  },
): Promise<PageOf<House>> {
  const limit = query.limit ?? DEFAULT_PAGE_LIMIT;
  const [afterId = 0] = decodeCursor(query.cursor, ['number']) ?? [];
  const rows = await repository.listHouses(caller.db, {
    organizationIds: caller.organizationsOf(query.organizationId),
    search: query.search,
    afterId,
    limit: limit + 1,
  });
  return pageOf(
    rows,
    limit,
    (row) => [row.id],
    (row) => toVersioned(row).record,
  );
}

/** @throws Refusal not-found */
export async function getHouse(caller: Caller, houseId: number): Promise<Versioned<House>> {
  const { row } = await caller.getOwn('The house', async (organizations) => {
    const found = await repository.findHouse(caller.db, houseId, organizations);
    return found && { row: found, organizationId: found.organizationId };
  });
  return toVersioned(row);
}

/**
 * The house as a place for what belongs to it.
 * @throws Refusal not-found, forbidden for too small a role
 */
export async function getHousePlace(caller: Caller, houseId: number): Promise<HousePlace> {
  return caller.getOwn('The house', async (organizations) =>
    repository.findHousePlace(caller.db, houseId, organizations),
  );
}

/** @throws Refusal not-found, forbidden below owner, validation-failed for seasons that cannot stand together */
export async function createHouse(
  { caller }: Editor,
  { organizationId, ...asked }: AskedHouse & { readonly organizationId: number },
): Promise<Changed<House>> {
  caller.requireRole(organizationId);
  refuseBroken(asked);
  const columns = columnsOf(asked, null);
  const created = await inTransaction(caller.db, async (trx) => {
    const house = toVersioned(await repository.insertHouse(trx, organizationId, columns));
    await auditRecord(trx, caller, {
      type: 'house',
      id: house.record.id,
      organizationId,
      after: house.record,
    });
    return house;
  });
  return { ...created, appliedMonths: [] };
}

/** @throws Refusal not-found, forbidden below owner, validation-failed for another organization, version-stale */
export async function replaceHouse(
  editor: Editor,
  { id, ifMatch }: Named,
  { organizationId: named, ...asked }: AskedHouse & { readonly organizationId?: number },
): Promise<Changed<House>> {
  const { caller } = editor;
  const house = await getHousePlace(caller, id);
  const { organizationId } = house;
  if (named !== undefined) caller.requireRole(named);
  if (named !== undefined && named !== organizationId)
    throw invalidField('/organizationId', 'cannot be changed', { code: 'unchangeable' });
  refuseBroken(asked);
  const { before, after } = await inTransaction(caller.db, async (trx) => {
    const row = await lockVersion('The house', ifMatch, async () =>
      repository.lockHouse(trx, house),
    );
    const replaced = toVersioned(row);
    const columns = columnsOf(asked, row.commonNeedsMethod);
    const replacing = toVersioned(await repository.updateHouse(trx, row, columns));
    await auditRecord(trx, caller, {
      type: 'house',
      id,
      organizationId,
      before: replaced.record,
      after: replacing.record,
    });
    return { before: replaced, after: replacing };
  });
  const days = changedDays(before.record, after.record);
  return { ...after, appliedMonths: await appliedMonthsOf(editor, house, days) };
}

/** @throws Refusal not-found, forbidden below owner, version-stale, has-children, has-charges, dependency-unavailable */
export async function deleteHouse(
  { caller, books }: Editor,
  { id, ifMatch }: Named,
): Promise<AppliedMonths> {
  const house = await getHousePlace(caller, id);
  const { organizationId } = house;
  await requireNoCharges(books, house, caller.actor.requestId);
  await inTransaction(caller.db, async (trx) => {
    const row = await lockVersion('The house', ifMatch, async () =>
      repository.lockHouse(trx, house),
    );
    if (await repository.hasChildren(trx, house))
      throw new Refusal('has-children', 'The house still has rooms, accounts or services');
    await repository.deleteHouse(trx, house);
    const before = toVersioned(row).record;
    await auditRecord(trx, caller, { type: 'house', id, organizationId, before });
  });
  return [];
}

/** Null when no charge can tell the two apart. */
function changedDays(a: House, b: House): FactDays | null {
  const isAlike =
    a.commonArea === b.commonArea &&
    a.commonNeedsMethod === b.commonNeedsMethod &&
    a.heatingMonths.join() === b.heatingMonths.join();
  return isAlike ? daysOfChange(a.heatingSeasons, b.heatingSeasons) : ALL_DAYS;
}

/** @throws Refusal validation-failed */
function refuseBroken(body: AskedHouse): void {
  if (isContradiction(body))
    throw invalidField('/odnCapped', 'contradicts commonNeedsMethod', { code: 'contradicts' });
  refuseBrokenRules(brokenSeasons(body.heatingSeasons ?? []));
}

/** @param before how common-house needs were found until now; null of a new house */
function columnsOf(body: AskedHouse, before: HouseRow['commonNeedsMethod']): HouseColumns {
  return {
    address: body.address,
    fiasId: body.fiasId?.toLowerCase() ?? null,
    commonArea: body.commonArea ?? null,
    heatingMonths: (body.heatingMonths ?? []).toSorted((a, b) => a - b),
    heatingSeasons: seasonsOf(body.heatingSeasons ?? []),
    commonNeedsMethod: settledMethod(body, before),
  };
}

function toVersioned(row: HouseRow): Versioned<House> {
  const record = {
    id: row.id,
    organizationId: row.organizationId,
    address: row.address,
    fiasId: row.fiasId,
    commonArea: row.commonArea,
    heatingMonths: [...row.heatingMonths],
    heatingSeasons: [...row.heatingSeasons],
    odnCapped: isCapped(row.commonNeedsMethod),
    commonNeedsMethod: row.commonNeedsMethod,
    firstMonth: row.firstMonth,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
  return { record, version: row.version };
}
