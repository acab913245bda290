// Checks and stores readings of one house and month together; used for a single reading, a sheet, a replaced meter and an import.
import type { Reading, ReadingSource } from '@kvartplata/contracts/core/readings.ts';
import { firstDayOf, type BillingMonth } from '@kvartplata/domain/calendar/billing-month.ts';
import { formatDay } from '@kvartplata/domain/calendar/day.ts';
import { parseScaled } from '@kvartplata/domain/money/scaled.ts';
import { notFound, Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { Caller } from '../../access/access.service.ts';
import type { HousePlace } from '../../access/places.ts';
import type { FactDays } from '../../access/applied-months/applied-months.service.ts';
import { lockHouseMeters } from '../meters/meters.service.ts';
import { auditRecords, type Versioned } from '../../access/records/records.service.ts';
import type { Trx } from '../../tables.ts';
import {
  findReadingProblem,
  type ReadingProblem,
  type ReadingProblemCode,
} from './reading-rules.ts';
import { auditSheet } from './audit-sheet.service.ts';
import { neighboursOf, toPlainReading, toReading } from './reading-shape.ts';
import * as repository from './readings.repository.ts';
import type {
  GivenColumns,
  NextReading,
  PresentReading,
  ReadingRow,
} from './readings.repository.ts';

export type HouseMonth = HousePlace & {
  readonly period: BillingMonth;
  /** No reading may have been taken after it. */
  readonly today: Temporal.PlainDate;
  /** What to do if the meter already has a reading for the month. */
  readonly onExisting: 'replace' | 'refuse';
  /** The granularity of audit entries, when something changes: one per reading, or one for all. */
  readonly audited: 'reading' | 'sheet';
};

export type GivenReading = {
  readonly meterId: number;
  /** A decimal with 3 places. */
  readonly value: string;
  readonly takenOn: Temporal.PlainDate;
  readonly rollover: boolean;
  /** Undefined: `operator`, unless an identical reading is already stored, which then keeps its source. */
  readonly source: ReadingSource | undefined;
};

/** Why the reading at `index` is not stored; `not-found` when the meter does not belong to the house. */
export type RefusedReading = ReadingProblem<ReadingProblemCode | 'reading-exists' | 'not-found'> & {
  readonly index: number;
};

export type StoredReadings = {
  /** If there are any, nothing was stored. */
  readonly refused: readonly RefusedReading[];
  /** As stored, in the order given. */
  readonly readings: readonly Versioned<Reading>[];
  /** How many of them are new or changed. */
  readonly changed: number;
  /** The days that the changes affect; null when nothing changed. */
  readonly days: FactDays | null;
};

type Judged = ReadingRow & NextReading;

/**
 * Stores all of the readings or none, in four statements whatever their number, and audits the changes. Blocks other writers of
 * the house's readings until the transaction ends. The caller's role must have been checked; a meter may be named only once.
 */
export async function storeReadings(
  trx: Trx,
  caller: Pick<Caller, 'actor'>,
  month: HouseMonth,
  given: readonly GivenReading[],
): Promise<StoredReadings> {
  const { houseId } = month;
  const period = formatDay(firstDayOf(month.period));
  await lockHouseMeters(trx, houseId);
  const meterIds = given.map(({ meterId }) => meterId);
  const judged = new Map(
    (await repository.listJudged(trx, month, period, meterIds)).map((row) => [row.meterId, row]),
  );
  const refused = given.flatMap((reading, index) => {
    const problem = findProblem(reading, judged.get(reading.meterId), month, period);
    return problem === undefined ? [] : [{ index, ...problem }];
  });
  if (refused.length > 0) return { refused, readings: [], changed: 0, days: null };

  const changes = given
    .map((reading) => toColumns(reading, judged.get(reading.meterId)?.present ?? null))
    .filter((columns) => !stands(columns, judged.get(columns.meterId)?.present ?? null));
  const stored = await putReadings(trx, month, period, changes);
  const after = (row: Judged): Judged => ({
    ...row,
    present: stored.get(row.meterId) ?? row.present,
  });
  const rows = meterIds.map((meterId) => judged.get(meterId)).filter((row) => row !== undefined);
  await auditChanges(
    trx,
    caller,
    month,
    rows.filter((row) => stored.has(row.meterId)),
    after,
  );
  return {
    refused,
    readings: rows.map((row) => toVersioned(after(row))),
    changed: changes.length,
    days: daysOf(
      period,
      changes.map(({ meterId }) => judged.get(meterId)?.nextPeriod ?? period),
    ),
  };
}

/** The refusal of a single reading. */
export function refusalOf({ code, field, message }: RefusedReading): Refusal {
  if (code === 'not-found') return notFound('The meter');
  return new Refusal(code, `${field} ${message}`, { errors: [{ path: `/${field}`, message }] });
}

/** A reading affects its own month, and the month of the next reading, whose consumption starts from it. */
export function daysOf(period: string, nextPeriods: readonly string[]): FactDays | null {
  if (nextPeriods.length === 0) return null;
  return { from: period, to: nextPeriods.reduce((last, next) => (next > last ? next : last)) };
}

function findProblem(
  reading: GivenReading,
  row: Judged | undefined,
  month: HouseMonth,
  period: string,
): Omit<RefusedReading, 'index'> | undefined {
  if (row === undefined)
    return { code: 'not-found', field: 'meterId', message: 'is no meter of the house' };
  if (row.present !== null && month.onExisting === 'refuse')
    return { code: 'reading-exists', field: 'period', message: 'has a reading already' };
  const judged = {
    period,
    valueE3: parseScaled(reading.value, 3),
    takenOn: formatDay(reading.takenOn),
    rollover: reading.rollover,
  };
  return findReadingProblem(judged, row, neighboursOf(row), formatDay(month.today));
}

function toColumns(reading: GivenReading, present: PresentReading | null): GivenColumns {
  const { meterId, value, rollover } = reading;
  const columns = { meterId, value, rollover, takenOn: formatDay(reading.takenOn) };
  const kept = present !== null && isSame(columns, present) ? present.source : 'operator';
  return { ...columns, source: reading.source ?? kept };
}

function stands(columns: GivenColumns, present: PresentReading | null): boolean {
  return present !== null && isSame(columns, present) && columns.source === present.source;
}

function isSame(
  columns: Omit<GivenColumns, 'source'>,
  { value, takenOn, rollover }: PresentReading,
): boolean {
  return columns.value === value && columns.takenOn === takenOn && columns.rollover === rollover;
}

async function putReadings(
  trx: Trx,
  house: HousePlace,
  period: string,
  changes: readonly GivenColumns[],
): Promise<ReadonlyMap<number, PresentReading>> {
  if (changes.length === 0) return new Map();
  const rows = await repository.putReadings(trx, house, period, changes);
  return new Map(rows.map(({ meterId, ...present }) => [meterId, present]));
}

async function auditChanges(
  trx: Trx,
  caller: Pick<Caller, 'actor'>,
  { organizationId, houseId, period, audited }: HouseMonth,
  changed: readonly Judged[],
  after: (row: Judged) => Judged,
): Promise<void> {
  if (changed.length === 0) return;
  const changes = changed.map((row) => ({
    before: row.present === null ? undefined : toPlainReading(withPresent(row)),
    after: toPlainReading(withPresent(after(row))),
  }));
  if (audited === 'sheet')
    return auditSheet(trx, caller, { organizationId, houseId, period }, changes);
  await auditRecords(
    trx,
    caller,
    changes.map((change) => ({
      type: 'reading',
      id: change.after.id,
      organizationId,
      before: change.before,
      after: change.after,
    })),
  );
}

function toVersioned(row: Judged): Versioned<Reading> {
  const stored = withPresent(row);
  return { record: toReading(stored), version: stored.present.version };
}

function withPresent(row: Judged): Judged & { readonly present: PresentReading } {
  const { present } = row;
  if (present === null) throw new Error(`meter ${row.meterId} has no reading after it was stored`);
  return { ...row, present };
}
