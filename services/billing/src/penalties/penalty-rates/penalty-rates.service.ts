// The reference of penalty rates: everybody may read it; admins and the import of key rates change it.
import type { PenaltyRate, PenaltyRateBody } from '@kvartplata/contracts/billing/penalty-rates.ts';
import { compareDays, formatDay, parseDay } from '@kvartplata/domain/calendar/day.ts';
import { formatScaled, parseScaled } from '@kvartplata/domain/money/scaled.ts';
import {
  asLawIsKnown,
  describeRate,
} from '@kvartplata/domain/regulation/penalty/effective-rate.ts';
import type { RateRecord } from '@kvartplata/domain/regulation/penalty/penalty-rate.ts';
import { recordChange, type Actor } from '@kvartplata/platform/audit/audit.repository.ts';
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import { requireVersion, type Named } from '@kvartplata/platform/http/entity-tag.ts';
import { invalidField, notFound, Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { StaticDecode } from 'typebox';
import type { Caller } from '../../access/access.service.ts';
import type { Db, Trx } from '../../tables.ts';
import * as repository from './penalty-rates.repository.ts';
import type { PenaltyRateFields, PenaltyRateRow } from './penalty-rates.repository.ts';

type Body = StaticDecode<typeof PenaltyRateBody>;

/** A rate and the version that its entity tag names. */
export type VersionedRate = { readonly rate: PenaltyRate; readonly version: number };

/** Earlier days are not kept: the refinancing rate itself began in this year. */
const FIRST_DAY = parseDay('1992-01-01');

/** Newest first. */
export async function listPenaltyRates(db: Db): Promise<PenaltyRate[]> {
  return [...(await repository.listPenaltyRates(db))];
}

/** The same in the form that the rules of penalties use; imported open rates are extended as far as the law is known. */
export async function listRateHistory(db: Db): Promise<RateRecord[]> {
  return (await repository.listPenaltyRates(db)).flatMap(ratesOf);
}

function ratesOf(rate: PenaltyRate): readonly RateRecord[] {
  const record = toRecord(rate);
  if (rate.source === 'manual') return [record];
  return asLawIsKnown({ ...record, baseRateE4: parseScaled(rate.baseCbrRate, 4) });
}

/** The same for bookings: nobody can change the reference until the transaction ends. */
export async function holdRateHistory(trx: Trx): Promise<RateRecord[]> {
  await repository.holdPenaltyRates(trx);
  return listRateHistory(trx);
}

/** The reference's key rate for a day, per cent × 10^4, whatever rate applies to utilities. */
export async function findKeyRate(db: Db, day: Temporal.PlainDate): Promise<bigint | undefined> {
  const on = formatDay(day);
  const row = (await repository.listPenaltyRates(db)).find(
    ({ validFrom, validTo }) => validFrom <= on && (validTo === null || on <= validTo),
  );
  return row === undefined ? undefined : parseScaled(row.baseCbrRate, 4);
}

/** @throws Refusal not-found */
export async function getPenaltyRate(db: Db, id: number): Promise<VersionedRate> {
  const row = await repository.findPenaltyRate(db, id);
  if (row === undefined) throw notFound(`penalty rate ${id}`);
  return toVersioned(row);
}

/**
 * @param closesPrevious ends the open rate that began earlier, on the day before this one begins
 * @throws Refusal validation-failed, period-overlap
 */
export async function createPenaltyRate(
  { db, actor }: Caller,
  body: Body,
  closesPrevious: boolean,
): Promise<VersionedRate> {
  const fields = fieldsOf(body);
  return inTransaction(db, async (trx) => {
    await repository.lockPenaltyRates(trx);
    if (closesPrevious) await closeOpenRate(trx, actor, body.validFrom);
    return addRate(trx, actor, fields);
  });
}

/**
 * Replaces the rate, which from then on counts as entered by a person. A request that changes nothing leaves even an imported
 * rate as it is.
 * @throws Refusal not-found, validation-failed, version-stale, period-overlap
 */
export async function replacePenaltyRate(
  { db, actor }: Caller,
  { id, ifMatch }: Named,
  body: Body,
): Promise<VersionedRate> {
  const fields = fieldsOf(body);
  return inTransaction(db, async (trx) => {
    const before = await lockVersion(trx, id, ifMatch);
    if (isSame(before, fields)) return toVersioned(before);
    return changeRate(trx, actor, before, fields);
  });
}

/** @throws Refusal not-found, version-stale, rate-in-use */
export async function deletePenaltyRate(
  { db, actor }: Caller,
  { id, ifMatch }: Named,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const before = await lockVersion(trx, id, ifMatch);
    if (await repository.hasAccruals(trx, id)) throw new Refusal('rate-in-use');
    await repository.deletePenaltyRate(trx, id);
    await audit(trx, actor, 'deleted', { before: toVersioned(before).rate });
  });
}

/** A rate that the import of key rates adds. */
export type ImportedRate = {
  readonly validFrom: Temporal.PlainDate;
  readonly baseRateE4: bigint;
  readonly effectiveRateE4: bigint;
  readonly description: string;
};

/**
 * The open rate, or the one with the latest days when none is open; undefined when the reference is empty. Nobody else can change
 * the reference until the transaction ends.
 */
export async function lockStandingRate(trx: Trx): Promise<PenaltyRate | undefined> {
  await repository.lockPenaltyRates(trx);
  return (
    (await repository.findOpenPenaltyRate(trx)) ?? (await repository.findLatestPenaltyRate(trx))
  );
}

/** The current open rate. */
export async function findOpenRate(db: Db): Promise<PenaltyRate | undefined> {
  return repository.findOpenPenaltyRate(db);
}

/** Adds an open rate; the currently open imported one ends on the day before. The caller has locked the reference. */
export async function addImportedRate(
  trx: Trx,
  actor: Actor,
  { validFrom, baseRateE4, effectiveRateE4, description }: ImportedRate,
): Promise<PenaltyRate> {
  const open = await repository.findOpenPenaltyRate(trx);
  if (open?.source === 'manual') throw new Error('the import never ends a manual rate');
  if (open !== undefined) await endRate(trx, actor, open, validFrom, 'import');
  const added = await addRate(trx, actor, {
    validFrom: formatDay(validFrom),
    validTo: null,
    baseCbrRate: formatScaled(baseRateE4, 4),
    effectiveRate: formatScaled(effectiveRateE4, 4),
    description,
    source: 'import',
  });
  return added.rate;
}

/** @throws Refusal not-found, version-stale */
async function lockVersion(
  trx: Trx,
  id: number,
  ifMatch: string | undefined,
): Promise<PenaltyRateRow> {
  await repository.lockPenaltyRates(trx);
  const row = await repository.findPenaltyRate(trx, id);
  if (row === undefined) throw notFound(`penalty rate ${id}`);
  requireVersion(ifMatch, row.version);
  return row;
}

/**
 * A rate ended by a person counts as entered by a person, and manual rates count as they are: an imported one is first cut where
 * its days were counted by another rate, so that no penalty changes.
 */
async function closeOpenRate(trx: Trx, actor: Actor, nextFrom: Temporal.PlainDate): Promise<void> {
  const open = await repository.findOpenPenaltyRate(trx);
  if (open === undefined || compareDays(parseDay(open.validFrom), nextFrom) >= 0) return;
  const [, ...later] = ratesOf(open).filter(
    ({ validFrom }) => compareDays(validFrom, nextFrom) < 0,
  );
  const nextDays = [...later.map(({ validFrom }) => validFrom), nextFrom];
  await endRate(trx, actor, open, nextDays[0] ?? nextFrom, 'manual');
  for (const [nth, { validFrom, effectiveRateE4 }] of later.entries())
    await addRate(trx, actor, {
      validFrom: formatDay(validFrom),
      validTo: formatDay((nextDays[nth + 1] ?? nextFrom).subtract({ days: 1 })),
      baseCbrRate: open.baseCbrRate,
      effectiveRate: formatScaled(effectiveRateE4, 4),
      description: describeRate(validFrom),
      source: 'manual',
    });
}

async function endRate(
  trx: Trx,
  actor: Actor,
  open: PenaltyRateRow,
  nextFrom: Temporal.PlainDate,
  source: PenaltyRate['source'],
): Promise<void> {
  const { id: _, version: __, ...fields } = open;
  const validTo = formatDay(nextFrom.subtract({ days: 1 }));
  await changeRate(trx, actor, open, { ...fields, validTo: validTo, source });
}

async function addRate(trx: Trx, actor: Actor, fields: PenaltyRateFields): Promise<VersionedRate> {
  const added = toVersioned(await repository.insertPenaltyRate(trx, fields));
  await audit(trx, actor, 'created', { after: added.rate });
  return added;
}

async function changeRate(
  trx: Trx,
  actor: Actor,
  before: PenaltyRateRow,
  fields: PenaltyRateFields,
): Promise<VersionedRate> {
  const changed = toVersioned(await repository.updatePenaltyRate(trx, before.id, fields));
  await audit(trx, actor, 'changed', { before: toVersioned(before).rate, after: changed.rate });
  return changed;
}

async function audit(
  trx: Trx,
  actor: Actor,
  verb: 'created' | 'changed' | 'deleted',
  change: { readonly before?: PenaltyRate; readonly after?: PenaltyRate },
): Promise<void> {
  await recordChange(trx, actor, {
    action: `penalty-rate.${verb}`,
    object: { type: 'penalty-rate', id: (change.after ?? change.before)?.id ?? 0 },
    organizationId: null,
    ...change,
  });
}

/**
 * A rate from a request in the form that the rules of penalties use.
 * @throws Refusal validation-failed
 */
export function toRateRecord(body: Body): RateRecord {
  return toRecord(fieldsOf(body));
}

function toRecord(
  row: Pick<PenaltyRateRow, 'validFrom' | 'validTo' | 'effectiveRate'>,
): RateRecord {
  return {
    validFrom: parseDay(row.validFrom),
    validTo: row.validTo === null ? null : parseDay(row.validTo),
    effectiveRateE4: parseScaled(row.effectiveRate, 4),
  };
}

/** @throws Refusal validation-failed */
function fieldsOf(body: Body): PenaltyRateFields {
  const { validFrom, validTo = null, baseCbrRate, effectiveRate, description } = body;
  if (compareDays(validFrom, FIRST_DAY) < 0)
    throw invalidField('/validFrom', `is before ${formatDay(FIRST_DAY)}`, {
      code: 'before-day',
      params: { day: formatDay(FIRST_DAY) },
    });
  if (validTo !== null && compareDays(validTo, validFrom) < 0)
    throw invalidField('/validTo', 'is before validFrom', { code: 'ends-before-start' });
  return {
    validFrom: formatDay(validFrom),
    validTo: validTo === null ? null : formatDay(validTo),
    baseCbrRate: baseCbrRate,
    effectiveRate: effectiveRate ?? baseCbrRate,
    description: description === undefined || description === '' ? null : description,
    source: 'manual',
  };
}

/** Whether the fields are the same, whatever their source. */
function isSame(row: PenaltyRateRow, fields: PenaltyRateFields): boolean {
  return (
    row.validFrom === fields.validFrom &&
    row.validTo === fields.validTo &&
    row.baseCbrRate === fields.baseCbrRate &&
    row.effectiveRate === fields.effectiveRate &&
    row.description === fields.description
  );
}

function toVersioned({ version, ...rate }: PenaltyRateRow): VersionedRate {
  return { rate, version };
}
