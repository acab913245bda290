// The benefits of an account's residents, recorded by accountants.
import type { AppliedMonths } from '@kvartplata/contracts/core/applied-months.ts';
import type { Benefit } from '@kvartplata/contracts/core/benefits.ts';
import { DEFAULT_PAGE_LIMIT, type PageOf } from '@kvartplata/contracts/page.ts';
import { differenceOf, hullOf } from '@kvartplata/domain/calendar/day-span.ts';
import { BENEFIT_CATEGORY_ROWS } from '@kvartplata/domain/regulation/benefit/categories.ts';
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import { decodeCursor, pageOf } from '@kvartplata/platform/http/cursor.ts';
import type { Named } from '@kvartplata/platform/http/entity-tag.ts';
import { notFound, Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { Caller } from '../../access/access.service.ts';
import type { FactDays } from '../../access/applied-months/applied-months.service.ts';
import type { HousePlace } from '../../access/places.ts';
import {
  appliedMonthsOf,
  auditorOf,
  lockVersion,
  refuseBrokenRules,
  type Changed,
  type Editor,
  type Versioned,
} from '../../access/records/records.service.ts';
import { getAccountPlace } from '../../registry/personal-accounts/personal-accounts.service.ts';
import { readPersons } from '../../registry/personal-accounts/registered-persons.service.ts';
import type { Trx } from '../../tables.ts';
import { toValidity } from '../validity.ts';
import { brokenRules, findExceededDay, type Body } from './benefit-rules.ts';
import * as repository from './benefits.repository.ts';
import type { AccountKey, BenefitFields, BenefitKey, BenefitRow } from './benefits.repository.ts';

const audit = auditorOf<Benefit>('benefit');

/** @throws Refusal not-found */
export async function listBenefits(
  caller: Caller,
  personalAccountId: number,
  query: { readonly limit?: number | undefined; readonly cursor?: string | undefined },
): Promise<PageOf<Benefit>> {
  const { houseId, organizationId } = await getAccountPlace(caller, personalAccountId);
  const limit = query.limit ?? DEFAULT_PAGE_LIMIT;
  const [afterId = 0] = decodeCursor(query.cursor, ['id']) ?? [];
  const key = { houseId, organizationId, personalAccountId };
  return pageOf(
    await repository.listBenefits(caller.db, key, { afterId, limit: limit + 1 }),
    limit,
    ({ id }) => [id],
    (row) => toVersioned(row).record,
  );
}

/** @throws Refusal not-found */
export async function getBenefit(caller: Caller, id: number): Promise<Versioned<Benefit>> {
  return toVersioned(await getRow(caller, id));
}

/** @throws Refusal not-found, forbidden below accountant, validation-failed, period-overlap, benefit-of-too-many */
export async function createBenefit(
  editor: Editor,
  personalAccountId: number,
  body: Body,
): Promise<Changed<Benefit>> {
  const { caller } = editor;
  const { houseId, organizationId } = await getAccountPlace(caller, personalAccountId);
  const place = { houseId, organizationId, personalAccountId };
  const fields = await fieldsOf(caller, place, body);
  const created = await inTransaction(caller.db, async (trx) => {
    await repository.lockBenefits(trx, place);
    await requireRoom(trx, place, body, undefined);
    const key = { ...place, id: await repository.insertBenefit(trx, place, fields) };
    await repository.insertServices(trx, key, body.services);
    const made = await stored(trx, key);
    await audit(trx, caller, place, { after: made.record });
    return made;
  });
  const days = daysOf(created.record);
  return { ...created, appliedMonths: await appliedMonthsOf(editor, place, days) };
}

/**
 * @throws Refusal not-found, forbidden below accountant, validation-failed, version-stale, period-overlap,
 *   benefit-of-too-many
 */
export async function replaceBenefit(
  editor: Editor,
  { id, ifMatch }: Named,
  body: Body,
): Promise<Changed<Benefit>> {
  const { caller } = editor;
  const { houseId, organizationId, personalAccountId } = await getRow(caller, id);
  const key = { houseId, organizationId, personalAccountId, id };
  const fields = await fieldsOf(caller, key, body);
  const { before, after } = await inTransaction(caller.db, async (trx) => {
    const replaced = await lock(trx, key, ifMatch);
    await requireRoom(trx, key, body, id);
    await repository.updateBenefit(trx, key, fields);
    await repository.deleteServices(trx, key);
    await repository.insertServices(trx, key, body.services);
    const replacing = await stored(trx, key);
    await audit(trx, caller, key, { before: replaced.record, after: replacing.record });
    return { before: replaced.record, after: replacing };
  });
  const days = changedDays(before, after.record);
  return { ...after, appliedMonths: await appliedMonthsOf(editor, key, days) };
}

/** @throws Refusal not-found, forbidden below accountant, version-stale */
export async function deleteBenefit(
  editor: Editor,
  { id, ifMatch }: Named,
): Promise<AppliedMonths> {
  const { caller } = editor;
  const { houseId, organizationId, personalAccountId } = await getRow(caller, id);
  const key = { houseId, organizationId, personalAccountId, id };
  const before = await inTransaction(caller.db, async (trx) => {
    const { record } = await lock(trx, key, ifMatch);
    await repository.deleteServices(trx, key);
    await repository.deleteBenefit(trx, key);
    await audit(trx, caller, key, { before: record });
    return record;
  });
  return appliedMonthsOf(editor, key, daysOf(before));
}

/** @throws Refusal not-found for a service of another organization, validation-failed */
async function fieldsOf(caller: Caller, place: HousePlace, body: Body): Promise<BenefitFields> {
  const services = await repository.findServices(caller.db, place, body.services);
  if (services.length < body.services.length) throw notFound('The house service');
  refuseBrokenRules(
    brokenRules(
      body,
      services.filter(({ houseId }) => houseId === place.houseId),
    ),
  );
  return {
    category: body.category,
    share: body.share,
    personCount: body.persons,
    limitedBy: body.limit,
    socialNormOne: body.socialNorm?.one ?? null,
    socialNormTwo: body.socialNorm?.two ?? null,
    socialNormEach: body.socialNorm?.each ?? null,
    basis: body.basis,
    ...toValidity(body),
  };
}

/**
 * @param replaced the benefit that the given one replaces
 * @throws Refusal period-overlap, benefit-of-too-many
 */
async function requireRoom(
  trx: Trx,
  place: AccountKey,
  body: Body,
  replaced: number | undefined,
): Promise<void> {
  const validity = toValidity(body);
  const { category, persons, services } = body;
  const all = await repository.listOverlapping(trx, place, validity, services);
  const others = all.filter(({ id }) => id !== replaced);
  const same = others.find((other) => other.category === category);
  if (same !== undefined)
    throw new Refusal(
      'period-overlap',
      `Benefit ${same.id} of the same category and service holds from ${same.validFrom}`,
    );
  const registered = await readPersons(trx, { ...place, id: place.personalAccountId });
  const exceeded = findExceededDay({ ...validity, persons, services }, others, registered);
  if (exceeded === undefined) return;
  throw new Refusal(
    'benefit-of-too-many',
    `On ${exceeded.day} ${exceeded.entitled} persons would be entitled, and ${exceeded.registered} are registered`,
  );
}

/** Locks the account's benefits first, as every writer of them does. */
async function lock(
  trx: Trx,
  key: BenefitKey & AccountKey,
  ifMatch: string | undefined,
): Promise<Versioned<Benefit>> {
  await repository.lockBenefits(trx, key);
  return toVersioned(
    await lockVersion('The benefit', ifMatch, async () => repository.lockBenefit(trx, key)),
  );
}

async function stored(trx: Trx, key: BenefitKey): Promise<Versioned<Benefit>> {
  const row = await repository.lockBenefit(trx, key);
  if (row === undefined) throw notFound('The benefit');
  return toVersioned(row);
}

async function getRow(caller: Caller, id: number): Promise<BenefitRow> {
  return caller.getOwn('The benefit', async (organizations) =>
    repository.findBenefit(caller.db, id, organizations),
  );
}

function toVersioned({ version, services, ...row }: BenefitRow): Versioned<Benefit> {
  const { payer } = BENEFIT_CATEGORY_ROWS[row.category];
  return { record: { ...row, payer, services: [...services] }, version };
}

function daysOf({ validFrom, validTo }: Benefit): FactDays {
  return { from: validFrom, to: validTo };
}

/** Changing the document affects no month, changing days affects the days that differ, any other change all days of both. */
function changedDays(before: Benefit, after: Benefit): FactDays | null {
  const facts = ({ basis: _basis, validFrom: _from, validTo: _to, ...counted }: Benefit): string =>
    JSON.stringify(counted);
  const compare = facts(before) === facts(after) ? differenceOf : hullOf;
  return compare(daysOf(before), daysOf(after));
}
