// Houses: read by members of their organization, changed by its owners.
import type { Named } from '@kvartplata/platform/http/entity-tag.ts';
import type { House, ListedHouse } from '@kvartplata/contracts/core/houses.ts';
import type { AppliedMonths } from '@kvartplata/contracts/core/applied-months.ts';
import { DEFAULT_PAGE_LIMIT, type PageOf } from '@kvartplata/contracts/page.ts';
import { formatDay } from '@kvartplata/domain/calendar/day.ts';
import { naturalOrder } from '@kvartplata/domain/text/natural-order.ts';
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import { decodeCursor, encodeCursor } from '@kvartplata/platform/http/cursor.ts';
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
import { searchPatterns } from '../search-patterns.ts';
import { brokenSeasons, daysOfChange, seasonsOf } from './heating-season-days.ts';
import * as repository from './houses.repository.ts';
import {
  isCapped,
  isContradiction,
  settledMethod,
  type AskedMethod,
} from './common-needs-method.ts';
import type { HouseAddress, HouseBody, HouseColumns, HouseRow } from './houses.repository.ts';

type AskedHouse = HouseBody & AskedMethod;

/**
 * In natural order of addresses. A page begins after the house in the cursor or, when that house is deleted, at its former place.
 * @param today the day for which accounts are counted
 * @throws Refusal not-found for an organization that the caller may not see
 */
export async function listHouses(
  caller: Caller,
  query: {
    readonly organizationId?: number | undefined;
    readonly search?: string | undefined;
    readonly limit?: number | undefined;
    readonly cursor?: string | undefined;
  },
  today: Temporal.PlainDate,
): Promise<PageOf<ListedHouse>> {
  const { limit = DEFAULT_PAGE_LIMIT } = query;
  const patterns = searchPatterns(query.search ?? '');
  const [place = 1, afterId] = decodeCursor(query.cursor, ['number', 'id']) ?? [];
  const organizationIds = caller.organizationsOf(query.organizationId);
  const named = await repository.listAddresses(caller.db, { organizationIds, patterns });
  const ids = named.toSorted(byAddress).map(({ id }) => id);
  const found = afterId === undefined ? -1 : ids.indexOf(afterId);
  const from = found === -1 ? Math.max(place - 1, 0) : found + 1;
  const shown = ids.slice(from, from + limit);
  const rows = await repository.listHouses(caller.db, shown, organizationIds, formatDay(today));
  const houses = new Map(rows.map((row) => [row.id, row]));
  const [end, lastId] = [from + shown.length, shown.at(-1)];
  return {
    items: shown.flatMap((id) => {
      const row = houses.get(id);
      return row === undefined ? [] : [{ ...toVersioned(row).record, accounts: row.accounts }];
    }),
    nextCursor: end < ids.length && lastId !== undefined ? encodeCursor([end, lastId]) : null,
  };
}

function byAddress(one: HouseAddress, other: HouseAddress): number {
  return naturalOrder(one.address, other.address) || one.id - other.id;
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
 * Identifies the house for what belongs to it.
 * @throws Refusal not-found, forbidden for too small a role
 */
export async function getHousePlace(caller: Caller, houseId: number): Promise<HousePlace> {
  return caller.getOwn('The house', async (organizations) =>
    repository.findHousePlace(caller.db, houseId, organizations),
  );
}

/**
 * @param named an organization that has to be the house's
 * @throws Refusal not-found, forbidden below owner, validation-failed for another organization or for seasons that are invalid
 *   together
 */
export async function createHouse(
  { caller }: Editor,
  named: number | undefined,
  { organizationId, ...asked }: AskedHouse & { readonly organizationId: number },
): Promise<Changed<House>> {
  caller.requireRole(organizationId);
  if (named !== undefined) caller.requireRole(named);
  if (named !== undefined && named !== organizationId)
    throw invalidField('/organizationId', 'is not that of the body', { code: 'contradicts' });
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

/** The days on which the change affects charges; null when none. */
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

/** @param before the present method of common-house needs; null for a new house */
function columnsOf(body: AskedHouse, before: HouseRow['commonNeedsMethod']): HouseColumns {
  return {
    address: body.address,
    fiasId: body.fiasId?.toLowerCase() ?? null,
    commonArea: body.commonArea ?? null,
    heatingMonths: (body.heatingMonths ?? []).toSorted((a, b) => a - b),
    heatingSeasons: seasonsOf(body.heatingSeasons ?? []),
    commonNeedsMethod: settledMethod(body, before),
    readingFromDay: body.readingWindow?.fromDay ?? null,
    readingToDay: body.readingWindow?.toDay ?? null,
  };
}

function readingWindowOf({ readingFromDay, readingToDay }: HouseRow): House['readingWindow'] {
  return readingFromDay === null || readingToDay === null
    ? null
    : { fromDay: readingFromDay, toDay: readingToDay };
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
    readingWindow: readingWindowOf(row),
    firstMonth: row.firstMonth,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
  return { record, version: row.version };
}
