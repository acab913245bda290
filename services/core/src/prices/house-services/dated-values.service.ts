// Tariffs and norms of a house service: identical except for their table and terms.
import { isDeepStrictEqual } from 'node:util';
import type { Named } from '@kvartplata/platform/http/entity-tag.ts';
import type { AppliedMonths } from '@kvartplata/contracts/core/applied-months.ts';
import type { Norm } from '@kvartplata/contracts/core/norms.ts';
import type { Tariff } from '@kvartplata/contracts/core/tariffs.ts';
import { DEFAULT_PAGE_LIMIT, type PageOf } from '@kvartplata/contracts/page.ts';
import { dayBefore, differenceOf, hullOf } from '@kvartplata/domain/calendar/day-span.ts';
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import { decodeCursor, pageOf } from '@kvartplata/platform/http/cursor.ts';
import { notFound } from '@kvartplata/platform/http/refusal.ts';
import type { Caller } from '../../access/access.service.ts';
import type { HousePlace } from '../../access/places.ts';
import type { FactDays } from '../../access/applied-months/applied-months.service.ts';
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
import type { Trx } from '../../tables.ts';
import { brokenRules, type Body } from './dated-value-rules.ts';
import * as repository from './dated-values.repository.ts';
import type {
  DatedValueFields,
  DatedValueRow,
  DatedValuesTableName,
  ServiceOfValues,
} from './dated-values.repository.ts';
import { holdHouseService } from './house-services.repository.ts';
import { getOwnHouseService } from './house-services.service.ts';
import { toValidity } from '../validity.ts';

/** A tariff or a norm: each has some fields of its own besides the value. */
type DatedValue = Tariff & Norm;

/** What distinguishes the two: the name in the audit log and in refusals, the table, and the fields besides the value. */
export type DatedValueKind = {
  readonly word: 'tariff' | 'norm';
  readonly table: DatedValuesTableName;
  readonly steps: 'ranges' | 'byPersons';
};

/** The position before the first value of a list. */
const START = [-1, '1900-01-01', 0] as const;

/** @throws Refusal validation-failed for an invalid tariff or norm of the service */
export function refuseBrokenValue(body: Body, service: ServiceOfValues): void {
  refuseBrokenRules(brokenRules(body, service));
}

/** @throws Refusal not-found */
export async function listDatedValuesOfHouse(
  kind: DatedValueKind,
  caller: Caller,
  houseId: number,
  query: { readonly limit?: number | undefined; readonly cursor?: string | undefined },
): Promise<PageOf<DatedValue>> {
  const place = await getHousePlace(caller, houseId);
  const limit = query.limit ?? DEFAULT_PAGE_LIMIT;
  const [afterId = 0] = decodeCursor(query.cursor, ['id']) ?? [];
  const page = { afterId, limit: limit + 1 };
  return pageOf(
    await repository.listDatedValuesOfHouse(caller.db, kind.table, place, page),
    limit,
    ({ id }) => [id],
    (row) => toRecord(kind, place, row),
  );
}

/** @throws Refusal not-found */
export async function listDatedValues(
  kind: DatedValueKind,
  caller: Caller,
  houseServiceId: number,
  query: { readonly limit?: number | undefined; readonly cursor?: string | undefined },
): Promise<PageOf<DatedValue>> {
  const service = await getOwnHouseService(caller, houseServiceId);
  const limit = query.limit ?? DEFAULT_PAGE_LIMIT;
  const [componentRank, validFrom, id] =
    decodeCursor(query.cursor, ['number', 'day', 'id']) ?? START;
  const { houseId, organizationId } = service;
  const key = { houseId, organizationId, houseServiceId };
  const page = { after: { componentRank, validFrom, id }, limit: limit + 1 };
  return pageOf(
    await repository.listDatedValues(caller.db, kind.table, key, page),
    limit,
    (row) => [row.componentRank, row.validFrom, row.id],
    ({ componentRank: _componentRank, ...row }) => toRecord(kind, service, row),
  );
}

/** @throws Refusal not-found */
export async function getDatedValue(
  kind: DatedValueKind,
  caller: Caller,
  id: number,
): Promise<Versioned<DatedValue>> {
  const place = await findPlace(kind, caller, id);
  const row = await repository.findDatedValue(caller.db, kind.table, { ...place, id });
  if (row === undefined) throw notFound(named(kind));
  return toVersioned(kind, place, row);
}

/**
 * @param closesPrevious ends the value of the same component that has no last day, the day before this one begins
 * @throws Refusal not-found, forbidden below owner, validation-failed, period-overlap
 */
export async function createDatedValue(
  kind: DatedValueKind,
  editor: Editor,
  {
    houseServiceId,
    closesPrevious,
  }: {
    readonly houseServiceId: number;
    readonly closesPrevious: boolean;
  },
  body: Body,
): Promise<Changed<DatedValue>> {
  const { caller } = editor;
  const place = await getOwnHouseService(caller, houseServiceId);
  const { created, closed } = await inTransaction(caller.db, async (trx) => {
    const service = await holdHouseService(trx, place);
    if (service === undefined) throw notFound('The house service');
    refuseBrokenValue(body, service);
    const fields = fieldsOf(kind, body);
    const ended = closesPrevious
      ? await closePrevious(kind, trx, caller, service, fields)
      : undefined;
    const { houseId, organizationId } = service;
    const key = { houseId, organizationId, houseServiceId };
    const row = await repository.insertDatedValue(trx, kind.table, key, fields);
    const versioned = toVersioned(kind, service, row);
    await auditOf(kind)(trx, caller, place, { after: versioned.record });
    return { created: versioned, closed: ended };
  });
  // Without the new value, the closed one would have applied from here on.
  const instead = closed && {
    ...toRecord(kind, place, closed),
    validFrom: created.record.validFrom,
    validTo: null,
  };
  const days = instead ? changedDays(instead, created.record) : daysOf(created.record);
  return { ...created, appliedMonths: await appliedMonthsOf(editor, place, days) };
}

/** @throws Refusal not-found, forbidden below owner, validation-failed, version-stale, period-overlap */
export async function replaceDatedValue(
  kind: DatedValueKind,
  editor: Editor,
  { id, ifMatch }: Named,
  body: Body,
): Promise<Changed<DatedValue>> {
  const { caller } = editor;
  const place = await findPlace(kind, caller, id);
  refuseBrokenValue(body, place);
  const key = { ...place, id };
  const { before, after } = await inTransaction(caller.db, async (trx) => {
    await holdHouseService(trx, { ...place, id: place.houseServiceId });
    const replaced = toRecord(kind, place, await lock(kind, trx, key, ifMatch));
    const row = await repository.updateDatedValue(trx, kind.table, key, fieldsOf(kind, body));
    const replacing = toVersioned(kind, place, row);
    await auditOf(kind)(trx, caller, place, { before: replaced, after: replacing.record });
    return { before: replaced, after: replacing };
  });
  const days = changedDays(before, after.record);
  return { ...after, appliedMonths: await appliedMonthsOf(editor, place, days) };
}

/** @throws Refusal not-found, forbidden below owner, version-stale */
export async function deleteDatedValue(
  kind: DatedValueKind,
  editor: Editor,
  { id, ifMatch }: Named,
): Promise<AppliedMonths> {
  const { caller } = editor;
  const place = await findPlace(kind, caller, id);
  const key = { ...place, id };
  const deleted = await inTransaction(caller.db, async (trx) => {
    await holdHouseService(trx, { ...place, id: place.houseServiceId });
    const before = toRecord(kind, place, await lock(kind, trx, key, ifMatch));
    await repository.deleteDatedValue(trx, kind.table, key);
    await auditOf(kind)(trx, caller, place, { before });
    return before;
  });
  return appliedMonthsOf(editor, place, daysOf(deleted));
}

/** The closed value as it was before; undefined when none was open. */
async function closePrevious(
  kind: DatedValueKind,
  trx: Trx,
  caller: Caller,
  service: HousePlace & { readonly id: number },
  next: DatedValueFields,
): Promise<DatedValueRow | undefined> {
  const { houseId, organizationId } = service;
  const key = { houseId, organizationId, houseServiceId: service.id };
  const open = await repository.lockOpenDatedValue(trx, kind.table, key, next);
  if (open === undefined) return undefined;
  const validTo = dayBefore(next.validFrom);
  const place = { houseId, organizationId, id: open.id };
  const closed = await repository.updateDatedValue(trx, kind.table, place, { ...open, validTo });
  await auditOf(kind)(trx, caller, place, {
    before: toRecord(kind, service, open),
    after: toRecord(kind, service, closed),
  });
  return open;
}

async function findPlace(
  kind: DatedValueKind,
  caller: Caller,
  id: number,
): Promise<repository.DatedValuePlace> {
  return caller.getOwn(named(kind), async (organizations) =>
    repository.findDatedValuePlace(caller.db, kind.table, id, organizations),
  );
}

async function lock(
  kind: DatedValueKind,
  trx: Trx,
  key: repository.DatedValueKey,
  ifMatch: string | undefined,
): Promise<DatedValueRow> {
  return lockVersion(named(kind), ifMatch, async () =>
    repository.lockDatedValue(trx, kind.table, key),
  );
}

function auditOf({ word }: DatedValueKind) {
  return auditorOf<DatedValue>(word);
}

function fieldsOf({ steps }: DatedValueKind, body: Body): DatedValueFields {
  const { component = null, group = null, value, basis } = body;
  return { component, group, value, steps: body[steps] ?? [], basis, ...toValidity(body) };
}

function toVersioned(
  kind: DatedValueKind,
  place: HousePlace,
  row: DatedValueRow,
): Versioned<DatedValue> {
  return { record: toRecord(kind, place, row), version: row.version };
}

function toRecord(
  kind: DatedValueKind,
  { houseId, organizationId }: HousePlace,
  { version: _version, steps, ...value }: DatedValueRow,
): DatedValue {
  return { ...value, houseId, organizationId, ...(steps.length > 0 && { [kind.steps]: steps }) };
}

function daysOf({ validFrom, validTo }: DatedValue): FactDays {
  return { from: validFrom, to: validTo };
}

/** The days on which the change affects charges; null when none. */
function changedDays(a: DatedValue, b: DatedValue): FactDays | null {
  const isSame =
    (['value', 'component', 'group'] as const).every((name) => a[name] === b[name]) &&
    isDeepStrictEqual([a.ranges, a.byPersons], [b.ranges, b.byPersons]);
  const compare = isSame ? differenceOf : hullOf;
  return compare(daysOf(a), daysOf(b));
}

function named({ word }: DatedValueKind): string {
  return `The ${word}`;
}
