// Single readings: read by members of an organization, changed by its accountants.
import type { Named } from '@kvartplata/platform/http/entity-tag.ts';
import type { AppliedMonths } from '@kvartplata/contracts/core/applied-months.ts';
import type { ChangedReading, NewReading, Reading } from '@kvartplata/contracts/core/readings.ts';
import { DEFAULT_PAGE_LIMIT, type PageOf } from '@kvartplata/contracts/page.ts';
import { formatBillingMonth, monthOf } from '@kvartplata/domain/calendar/billing-month.ts';
import { parseDay } from '@kvartplata/domain/calendar/day.ts';
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import { decodeCursor, pageOf } from '@kvartplata/platform/http/cursor.ts';
import { invalidField, notFound, Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { StaticDecode } from 'typebox';
import type { Caller } from '../../access/access.service.ts';
import type { HousePlace } from '../../access/places.ts';
import { getMeterPlace, lockHouseMeters } from '../meters/meters.service.ts';
import {
  appliedMonthsOf,
  auditRecord,
  lockVersion,
  type Changed,
  type Editor,
  type Versioned,
} from '../../access/records/records.service.ts';
import type { Trx } from '../../tables.ts';
import { findNextProblem } from './reading-rules.ts';
import { neighboursOf, toPlainReading, toReading } from './reading-shape.ts';
import * as repository from './readings.repository.ts';
import {
  daysOf,
  refusalOf,
  storeReadings,
  type GivenReading,
  type HouseMonth,
} from './store-readings.service.ts';

type ReadingBody = StaticDecode<typeof NewReading>;

/** @throws Refusal not-found */
export async function listReadings(
  caller: Caller,
  meterId: number,
  query: { readonly limit?: number | undefined; readonly cursor?: string | undefined },
): Promise<PageOf<Reading>> {
  const place = await getMeterPlace(caller, meterId);
  const limit = query.limit ?? DEFAULT_PAGE_LIMIT;
  const [beforePeriod] = decodeCursor(query.cursor, ['day']) ?? [];
  const page = { beforePeriod, limit: limit + 1 };
  const rows = await repository.listReadings(caller.db, place, meterId, page);
  return pageOf(rows, limit, (row) => [row.present.period], toReading);
}

/** @throws Refusal not-found */
export async function getReading(caller: Caller, readingId: number): Promise<Versioned<Reading>> {
  const row = await getRow(caller, readingId);
  return { record: toReading(row), version: row.present.version };
}

/**
 * @throws Refusal not-found, forbidden below accountant, reading-exists, and one for each rule of readings
 */
export async function createReading(
  editor: Editor,
  meterId: number,
  body: ReadingBody,
  today: Temporal.PlainDate,
): Promise<Changed<Reading>> {
  const { caller } = editor;
  const { houseId, organizationId } = await getMeterPlace(caller, meterId);
  const month = {
    houseId,
    organizationId,
    period: body.period,
    today,
    onExisting: 'refuse',
    audited: 'reading',
  } as const;
  return storeOne(editor, month, givenBy(meterId, body), async () => {});
}

/**
 * @throws Refusal not-found, forbidden below accountant, validation-failed for another month, version-stale, and one
 *   for each rule of readings
 */
export async function replaceReading(
  editor: Editor,
  { id, ifMatch }: Named,
  { period, ...body }: StaticDecode<typeof ChangedReading>,
  today: Temporal.PlainDate,
): Promise<Changed<Reading>> {
  const { caller } = editor;
  const { houseId, organizationId, meterId, present } = await getRow(caller, id);
  const own = monthOf(parseDay(present.period));
  if (period !== undefined && !period.equals(own))
    throw invalidField('/period', `cannot be changed from ${formatBillingMonth(own)}`, {
      code: 'unchangeable',
    });
  const month = {
    houseId,
    organizationId,
    period: own,
    today,
    onExisting: 'replace',
    audited: 'reading',
  } as const;
  return storeOne(editor, month, givenBy(meterId, body), async (trx) => {
    await lockReading(trx, { houseId, organizationId }, { id, ifMatch });
  });
}

/** @throws Refusal not-found, forbidden below accountant, version-stale, reading-breaks-next */
export async function deleteReading(
  editor: Editor,
  { id, ifMatch }: Named,
): Promise<AppliedMonths> {
  const { caller } = editor;
  const { houseId, organizationId } = await getRow(caller, id);
  const deleted = await inTransaction(caller.db, async (trx) => {
    await lockReading(trx, { houseId, organizationId }, { id, ifMatch });
    const row = await repository.findReading(trx, id, { organizationId, houseId });
    if (row === undefined) throw notFound('The reading');
    const { previous, next } = neighboursOf(row);
    const problem = next === null ? undefined : findNextProblem(previous, next);
    if (problem !== undefined)
      throw new Refusal(
        problem.code,
        'Without it the reading after it would not fit: delete that one first',
      );
    await repository.deleteReading(trx, { houseId, organizationId }, id);
    await auditRecord(trx, caller, {
      type: 'reading',
      id,
      organizationId,
      before: toPlainReading(row),
    });
    return row;
  });
  const { period } = deleted.present;
  return appliedMonthsOf(
    editor,
    { organizationId, houseId },
    daysOf(period, [deleted.nextPeriod ?? period]),
  );
}

/** @param lock locks and checks anything else before the reading is checked */
async function storeOne(
  editor: Editor,
  month: HouseMonth,
  given: GivenReading,
  lock: (trx: Trx) => Promise<void>,
): Promise<Changed<Reading>> {
  const { readings, days } = await inTransaction(editor.caller.db, async (trx) => {
    await lock(trx);
    const stored = await storeReadings(trx, editor.caller, month, [given]);
    const [refused] = stored.refused;
    if (refused !== undefined) throw refusalOf(refused);
    return stored;
  });
  const [reading] = readings;
  if (reading === undefined) throw new Error('a reading was stored and is not there');
  return { ...reading, appliedMonths: await appliedMonthsOf(editor, month, days) };
}

/** Locks the house's meters first, as every writer of readings does, to avoid a deadlock. */
async function lockReading(trx: Trx, house: HousePlace, { id, ifMatch }: Named): Promise<void> {
  await lockHouseMeters(trx, house.houseId);
  await lockVersion('The reading', ifMatch, async () => repository.lockReading(trx, house, id));
}

async function getRow(caller: Caller, readingId: number) {
  return caller.getOwn('The reading', async (organizations) => {
    const place = await repository.findReadingPlace(caller.db, readingId, organizations);
    return place && repository.findReading(caller.db, readingId, place);
  });
}

function givenBy(meterId: number, body: Omit<ReadingBody, 'period'>): GivenReading {
  const { value, takenOn, rollover = false, source = 'operator' } = body;
  return { meterId, value, takenOn, rollover, source };
}
