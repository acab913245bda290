// House services: read by members of the organization, changed by its owners.
import { isDeepStrictEqual } from 'node:util';
import type { Named } from '@kvartplata/platform/http/entity-tag.ts';
import type { AppliedMonths } from '@kvartplata/contracts/core/applied-months.ts';
import type {
  HouseService,
  HouseServiceBody,
  HouseServiceMeter,
} from '@kvartplata/contracts/core/house-services.ts';
import { DEFAULT_PAGE_LIMIT, type PageOf } from '@kvartplata/contracts/page.ts';
import { differenceOf, hullOf } from '@kvartplata/domain/calendar/day-span.ts';
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import { decodeCursor, pageOf } from '@kvartplata/platform/http/cursor.ts';
import { notFound, Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { StaticDecode } from 'typebox';
import type { Caller } from '../../access/access.service.ts';
import type { HousePlace } from '../../access/places.ts';
import {
  requireConfirmedLoss,
  requireNoCharges,
  type Confirmable,
  type FactDays,
} from '../../access/applied-months/applied-months.service.ts';
import { getHousePlace } from '../../registry/houses/houses.service.ts';
import {
  appliedMonthsOf,
  auditorOf,
  lockVersion,
  refuseBrokenRules,
  type Changed,
  type Editor,
  type Versioned,
} from '../../access/records/records.service.ts';
import type { Db, Trx } from '../../tables.ts';
import { getUtilityService } from '../utility-services/utility-services.service.ts';
import { brokenRules } from './house-service-rules.ts';
import * as repository from './house-services.repository.ts';
import type { HouseServiceColumns, HouseServiceRow } from './house-services.repository.ts';
import { toValidity } from '../validity.ts';

type Body = StaticDecode<typeof HouseServiceBody>;
/** Meters are audited as records of their own, not with the service. */
type Audited = Omit<HouseService, 'meters' | 'individualMeterCount'>;

const audit = auditorOf<Audited>('house-service');

/** @throws Refusal not-found */
export async function listHouseServices(
  caller: Caller,
  houseId: number,
  query: { readonly limit?: number | undefined; readonly cursor?: string | undefined },
): Promise<PageOf<HouseService>> {
  const house = await getHousePlace(caller, houseId);
  const limit = query.limit ?? DEFAULT_PAGE_LIMIT;
  const [afterId = 0] = decodeCursor(query.cursor, ['id']) ?? [];
  const page = { afterId, limit: limit + 1 };
  const rows = await repository.listHouseServices(caller.db, house, page);
  const ids = rows.map(({ id }) => id);
  const meters = await repository.listMeters(caller.db, house, ids, ['house']);
  const metersOf = Map.groupBy(meters, ({ houseServiceId }) => houseServiceId);
  const counts = await repository.countIndividualMeters(caller.db, house, ids);
  const countOf = new Map(counts.map(({ houseServiceId, count }) => [houseServiceId, count]));
  return pageOf(
    rows,
    limit,
    ({ id }) => [id],
    (row) => ({
      ...toAudited(row),
      meters: (metersOf.get(row.id) ?? []).map(toMeter),
      individualMeterCount: countOf.get(row.id) ?? 0,
    }),
  );
}

/** @throws Refusal not-found */
export async function getHouseService(
  caller: Caller,
  id: number,
): Promise<Versioned<HouseService>> {
  return withMeters(caller.db, await getOwnHouseService(caller, id));
}

/**
 * Identifies the service for what belongs to it.
 * @throws Refusal not-found, forbidden for too small a role
 */
export async function getOwnHouseService(caller: Caller, id: number): Promise<HouseServiceRow> {
  return caller.getOwn('The house service', async (organizations) =>
    repository.findHouseService(caller.db, id, organizations),
  );
}

/**
 * Serializes changes of what belongs to the service until the transaction ends: two that exclude each other could deadlock.
 * @throws Refusal not-found
 */
export async function holdService(trx: Trx, key: repository.HouseServiceKey): Promise<void> {
  if ((await repository.holdHouseService(trx, key)) === undefined)
    throw notFound('The house service');
}

/** @throws Refusal not-found, forbidden below owner, validation-failed, dependency-unavailable, period-overlap */
export async function createHouseService(
  editor: Editor,
  houseId: number,
  body: Body,
): Promise<Changed<HouseService>> {
  const { caller } = editor;
  const house = await getHousePlace(caller, houseId);
  const columns = await columnsOf(caller.db, house, body);
  await requireOwnPayee(editor, house, columns.payeeId);
  const created = await inTransaction(caller.db, async (trx) => {
    await holdHouse(trx, house);
    const id = await repository.insertHouseService(trx, house, columns);
    const row = await repository.getHouseService(trx, { ...house, id });
    await audit(trx, caller, house, { after: toAudited(row) });
    return withMeters(trx, row);
  });
  const months = await appliedMonthsOf(editor, house, daysOf(created.record));
  return { ...created, appliedMonths: months };
}

/**
 * The catalogue service can be changed only while nothing belongs to the house service.
 * @throws Refusal not-found, forbidden below owner, validation-failed, has-charges, months-charged,
 *   dependency-unavailable, version-stale, has-children, period-overlap
 */
export async function replaceHouseService(
  editor: Editor,
  { id, ifMatch, isConfirmed }: Named & Confirmable,
  body: Body,
): Promise<Changed<HouseService>> {
  const { caller, books } = editor;
  const { requestId } = caller.actor;
  const standing = await getOwnHouseService(caller, id);
  const { organizationId, houseId } = standing;
  const columns = await columnsOf(caller.db, standing, body);
  const question = { organizationId, houseId, houseServiceId: id };
  if (body.utilityServiceId !== standing.utilityServiceId)
    await requireNoCharges(books, question, requestId);
  await requireConfirmedLoss(books, requestId, {
    question,
    before: daysOf(standing),
    after: { from: columns.validFrom, to: columns.validTo ?? null },
    isConfirmed,
  });
  if (columns.payeeId !== standing.payeeId)
    await requireOwnPayee(editor, standing, columns.payeeId);
  const { before, after } = await inTransaction(caller.db, async (trx) => {
    await holdHouse(trx, standing);
    const replaced = await lock(trx, standing, ifMatch);
    if (body.utilityServiceId !== replaced.utilityServiceId) await refuseChildren(trx, replaced);
    await repository.updateHouseService(trx, standing, columns);
    const replacing = await repository.getHouseService(trx, standing);
    await audit(trx, caller, replaced, {
      before: toAudited(replaced),
      after: toAudited(replacing),
    });
    return { before: toAudited(replaced), after: await withMeters(trx, replacing) };
  });
  const days = changedDays(before, after.record);
  return { ...after, appliedMonths: await appliedMonthsOf(editor, standing, days) };
}

/** @throws Refusal not-found, forbidden below owner, has-charges, dependency-unavailable, version-stale, has-children */
export async function deleteHouseService(
  { caller, books }: Editor,
  { id, ifMatch }: Named,
): Promise<AppliedMonths> {
  const standing = await getOwnHouseService(caller, id);
  const { organizationId, houseId } = standing;
  await requireNoCharges(
    books,
    { organizationId, houseId, houseServiceId: id },
    caller.actor.requestId,
  );
  await inTransaction(caller.db, async (trx) => {
    const row = await lock(trx, standing, ifMatch);
    await refuseChildren(trx, row);
    await repository.deleteHouseService(trx, row);
    await audit(trx, caller, row, { before: toAudited(row) });
  });
  return [];
}

/** @throws Refusal validation-failed, not-found for a service that is neither in the catalogue nor the organization's own */
async function columnsOf(
  db: Db,
  { organizationId }: HousePlace,
  body: Body,
): Promise<HouseServiceColumns> {
  const service = await getUtilityService(db, organizationId, body.utilityServiceId);
  refuseBrokenRules(brokenRules(body, service));
  const { validFrom, validTo } = toValidity(body);
  return {
    utilityServiceId: body.utilityServiceId,
    method: body.method,
    heatingMode: body.method === 'heating' ? (body.heatingMode ?? 'season') : null,
    yearVolumes: (body.yearVolumes ?? []).toSorted((a, b) => a.year - b.year),
    coefficientApplies: body.coefficientApplies ?? false,
    sharedMeterBy: body.sharedMeterBy ?? 'share',
    payeeId: body.payeeId ?? null,
    validFrom: validFrom,
    validTo: validTo,
  };
}

/** @throws Refusal not-found, dependency-unavailable */
async function requireOwnPayee(
  { caller, books }: Editor,
  { organizationId }: HousePlace,
  payeeId: number | null | undefined,
): Promise<void> {
  if (payeeId === null || payeeId === undefined) return;
  if (!(await books.hasPayee(organizationId, payeeId, caller.actor.requestId)))
    throw notFound(`payee ${payeeId}`);
}

async function holdHouse(trx: Trx, house: HousePlace): Promise<void> {
  if (!(await repository.holdHouse(trx, house))) throw notFound('The house');
}

async function lock(
  trx: Trx,
  key: repository.HouseServiceKey,
  ifMatch: string | undefined,
): Promise<HouseServiceRow> {
  return lockVersion('The house service', ifMatch, async () =>
    repository.lockHouseService(trx, key),
  );
}

async function refuseChildren(trx: Trx, row: HouseServiceRow): Promise<void> {
  if (await repository.hasChildren(trx, row))
    throw new Refusal(
      'has-children',
      'The service still has tariffs, norms, meters, acts or benefits, or differs for accounts',
    );
}

async function withMeters(db: Db, row: HouseServiceRow): Promise<Versioned<HouseService>> {
  const meters = await repository.listMeters(db, row, [row.id], ['house', 'room', 'account']);
  const record = {
    ...toAudited(row),
    meters: meters.map(toMeter),
    individualMeterCount: meters.filter(({ ownerType }) => ownerType !== 'house').length,
  };
  return { record, version: row.version };
}

function toMeter({
  houseServiceId: _houseServiceId,
  ...meter
}: repository.MeterOfService): HouseServiceMeter {
  return meter;
}

function toAudited({
  version: _version,
  methods: _methods,
  hoursOf: _hoursOf,
  ...audited
}: HouseServiceRow): Audited {
  return { ...audited, yearVolumes: [...audited.yearVolumes] };
}

function daysOf({ validFrom, validTo }: Pick<Audited, 'validFrom' | 'validTo'>): FactDays {
  return { from: validFrom, to: validTo };
}

/** The days on which the change affects charges; null when none. */
function changedDays(a: Audited, b: Audited): FactDays | null {
  const isSame = (
    [
      'utilityServiceId',
      'method',
      'heatingMode',
      'yearVolumes',
      'coefficientApplies',
      'sharedMeterBy',
    ] as const
  ).every((name) => isDeepStrictEqual(a[name], b[name]));
  const compare = isSame ? differenceOf : hullOf;
  return compare(daysOf(a), daysOf(b));
}
