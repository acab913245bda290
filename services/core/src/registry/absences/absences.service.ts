// The absences of an account's persons, as recorded by accountants.
import type { Named } from '@kvartplata/platform/http/entity-tag.ts';
import type { Absence, AbsenceBody } from '@kvartplata/contracts/core/absences.ts';
import type { AppliedMonths } from '@kvartplata/contracts/core/applied-months.ts';
import type { PersonalAccount } from '@kvartplata/contracts/core/personal-accounts.ts';
import { DEFAULT_PAGE_LIMIT, type PageOf } from '@kvartplata/contracts/page.ts';
import { differenceOf, hullOf } from '@kvartplata/domain/calendar/day-span.ts';
import { compareDays, countDays, formatDay, parseDay } from '@kvartplata/domain/calendar/day.ts';
import { isRecalculated } from '@kvartplata/domain/regulation/absence/absence.ts';
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import { decodeCursor, pageOf } from '@kvartplata/platform/http/cursor.ts';
import { invalidField, Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { StaticDecode } from 'typebox';
import type { Caller } from '../../access/access.service.ts';
import type { HousePlace } from '../../access/places.ts';
import type { FactDays } from '../../access/applied-months/applied-months.service.ts';
import { getAccount, getAccountPlace } from '../personal-accounts/personal-accounts.service.ts';
import { listPersons } from '../personal-accounts/registered-persons.service.ts';
import {
  appliedMonthsOf,
  auditorOf,
  lockVersion,
  type Changed,
  type Editor,
  type Versioned,
} from '../../access/records/records.service.ts';
import type { Trx } from '../../tables.ts';
import { findCrowdedDay, type Dwelling } from './absence-rules.ts';
import * as repository from './absences.repository.ts';
import type { AbsenceFields, AbsenceRow } from './absences.repository.ts';

type Body = StaticDecode<typeof AbsenceBody>;
type Place = HousePlace & { readonly personalAccountId: number };

const audit = auditorOf<Absence>('absence');

/** @throws Refusal not-found */
export async function listAbsences(
  caller: Caller,
  personalAccountId: number,
  query: { readonly limit?: number | undefined; readonly cursor?: string | undefined },
): Promise<PageOf<Absence>> {
  const { houseId, organizationId } = await getAccountPlace(caller, personalAccountId);
  const limit = query.limit ?? DEFAULT_PAGE_LIMIT;
  const after = decodeCursor(query.cursor, ['day', 'id']);
  const page = { after, limit: limit + 1 };
  return pageOf(
    await repository.listAbsences(caller.db, { houseId, organizationId, personalAccountId }, page),
    limit,
    (row) => [row.beginsOn, row.id],
    (row) => toVersioned(row).record,
  );
}

/** @throws Refusal not-found */
export async function getAbsence(caller: Caller, id: number): Promise<Versioned<Absence>> {
  return toVersioned(await getRow(caller, id));
}

/** @throws Refusal not-found, forbidden below accountant, validation-failed, absence-of-too-many */
export async function createAbsence(
  editor: Editor,
  personalAccountId: number,
  body: Body,
  today: Temporal.PlainDate,
): Promise<Changed<Absence>> {
  const { caller } = editor;
  const { houseId, organizationId } = await getAccountPlace(caller, personalAccountId);
  const place = { houseId, organizationId, personalAccountId };
  const dwelling = await getDwelling(caller, place, body, today);
  const added = await inTransaction(caller.db, async (trx) => {
    await repository.lockAbsences(trx, place);
    await requireRoom(trx, place, fieldsOf(body), dwelling, undefined);
    const absence = toVersioned(await repository.insertAbsence(trx, place, fieldsOf(body)));
    await audit(trx, caller, place, { after: absence.record });
    return absence;
  });
  const days = daysOf(added.record);
  return { ...added, appliedMonths: await appliedMonthsOf(editor, place, days) };
}

/** @throws Refusal not-found, forbidden below accountant, validation-failed, version-stale, absence-of-too-many */
export async function replaceAbsence(
  editor: Editor,
  { id, ifMatch }: Named,
  body: Body,
  today: Temporal.PlainDate,
): Promise<Changed<Absence>> {
  const { caller } = editor;
  const place = await getPlace(caller, id);
  const dwelling = await getDwelling(caller, place, body, today);
  const { before, after } = await inTransaction(caller.db, async (trx) => {
    const { record } = await lock(trx, place, { id, ifMatch });
    await requireRoom(trx, place, fieldsOf(body), dwelling, id);
    const absence = toVersioned(
      await repository.updateAbsence(trx, { ...place, id }, fieldsOf(body)),
    );
    await audit(trx, caller, place, { before: record, after: absence.record });
    return { before: record, after: absence };
  });
  const days = changedDays(before, after.record);
  return { ...after, appliedMonths: await appliedMonthsOf(editor, place, days) };
}

/** @throws Refusal not-found, forbidden below accountant, version-stale */
export async function deleteAbsence(
  editor: Editor,
  { id, ifMatch }: Named,
): Promise<AppliedMonths> {
  const { caller } = editor;
  const place = await getPlace(caller, id);
  const before = await inTransaction(caller.db, async (trx) => {
    const { record } = await lock(trx, place, { id, ifMatch });
    await repository.deleteAbsence(trx, { ...place, id });
    await audit(trx, caller, place, { before: record });
    return record;
  });
  return appliedMonthsOf(editor, place, daysOf(before));
}

/**
 * Who lives in the account's dwelling, once the absence is known to be within the account's life.
 * @throws Refusal validation-failed
 */
async function getDwelling(
  caller: Caller,
  { personalAccountId }: Place,
  { from, to }: Body,
  today: Temporal.PlainDate,
): Promise<Dwelling> {
  if (compareDays(to, from) < 0)
    throw invalidField('/to', 'is before from', { code: 'ends-before-start' });
  const { record } = await getAccount(caller, personalAccountId, today);
  requireOpen(record, formatDay(from), formatDay(to));
  const { items: registered } = await listPersons(caller, personalAccountId);
  return { registered, owners: record.owners };
}

function requireOpen({ openedOn, closedOn }: PersonalAccount, from: string, to: string): void {
  if (from < openedOn)
    throw invalidField('/from', `must not be before the opening on ${openedOn}`, {
      code: 'before-day',
      params: { day: openedOn },
    });
  if (closedOn !== null && to > closedOn)
    throw invalidField('/to', `must not be after the closing on ${closedOn}`, {
      code: 'after-day',
      params: { day: closedOn },
    });
}

/**
 * @param replaced the absence that the given one replaces
 * @throws Refusal absence-of-too-many
 */
async function requireRoom(
  trx: Trx,
  place: Place,
  fields: AbsenceFields,
  dwelling: Dwelling,
  replaced: number | undefined,
): Promise<void> {
  const absence = { from: fields.beginsOn, to: fields.endsOn, persons: fields.personCount };
  const others = await repository.listOverlapping(trx, place, absence);
  const crowded = findCrowdedDay(
    absence,
    others.filter(({ id }) => id !== replaced).map((row) => toVersioned(row).record),
    dwelling,
  );
  if (crowded === undefined) return;
  const { day, away, living } = crowded;
  throw new Refusal(
    'absence-of-too-many',
    `On ${day} ${away} persons would be away, and ${living} are counted there`,
  );
}

/** Locks the account's absences first, as every writer of them does, to avoid a deadlock. */
async function lock(trx: Trx, place: Place, { id, ifMatch }: Named): Promise<Versioned<Absence>> {
  await repository.lockAbsences(trx, place);
  const key = { ...place, id };
  return toVersioned(
    await lockVersion('The absence', ifMatch, async () => repository.lockAbsence(trx, key)),
  );
}

/** A short absence affects no day. */
function daysOf({ from, to, isRecalculated: counts }: Absence): FactDays | null {
  return counts ? { from, to } : null;
}

function changedDays(before: Absence, after: Absence): FactDays | null {
  const [old, now] = [daysOf(before), daysOf(after)];
  return old !== null && now !== null && before.persons === after.persons
    ? differenceOf(old, now)
    : hullOf(old, now);
}

async function getPlace(caller: Caller, id: number): Promise<Place> {
  const row = await getRow(caller, id);
  return {
    houseId: row.houseId,
    personalAccountId: row.personalAccountId,
    organizationId: row.organizationId,
  };
}

async function getRow(caller: Caller, id: number) {
  return caller.getOwn('The absence', async (organizations) =>
    repository.findAbsence(caller.db, id, organizations),
  );
}

function fieldsOf({ from, to, persons, basis }: Body): AbsenceFields {
  return { beginsOn: formatDay(from), endsOn: formatDay(to), personCount: persons, basis };
}

function toVersioned(row: AbsenceRow): Versioned<Absence> {
  const fullDays = countDays(parseDay(row.beginsOn), parseDay(row.endsOn));
  const record = {
    id: row.id,
    houseId: row.houseId,
    personalAccountId: row.personalAccountId,
    from: row.beginsOn,
    to: row.endsOn,
    persons: row.personCount,
    basis: row.basis,
    fullDays,
    isRecalculated: isRecalculated(fullDays),
  };
  return { record, version: row.version };
}
