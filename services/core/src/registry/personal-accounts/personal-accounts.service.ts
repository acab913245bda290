// Personal accounts: read by members of their organization, changed by its owners.
import type { Named } from '@kvartplata/platform/http/entity-tag.ts';
import type { AppliedMonths } from '@kvartplata/contracts/core/applied-months.ts';
import type { PersonalAccount } from '@kvartplata/contracts/core/personal-accounts.ts';
import type { RegisteredPersons } from '@kvartplata/contracts/core/registered-persons.ts';
import type { Room } from '@kvartplata/contracts/core/rooms.ts';
import { DEFAULT_PAGE_LIMIT, type PageOf } from '@kvartplata/contracts/page.ts';
import { hullOf } from '@kvartplata/domain/calendar/day-span.ts';
import { formatDay } from '@kvartplata/domain/calendar/day.ts';
import { violates } from '@kvartplata/platform/database/database-errors.ts';
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import { decodeCursor, pageOf } from '@kvartplata/platform/http/cursor.ts';
import { invalidField, notFound, Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { Caller } from '../../access/access.service.ts';
import {
  requireConfirmedLoss,
  requireNoCharges,
  type Confirmable,
  type FactDays,
} from '../../access/applied-months/applied-months.service.ts';
import { getHousePlace } from '../houses/houses.service.ts';
import {
  appliedMonthsOf,
  auditRecord,
  lockVersion,
  type Changed,
  type Editor,
  type Versioned,
} from '../../access/records/records.service.ts';
import { innIsValid } from '@kvartplata/domain/organizations/registration-numbers.ts';
import { lockRoom } from '../rooms/rooms.service.ts';
import type { Trx } from '../../tables.ts';
import {
  changedDays,
  daysOfLife,
  daysOfPersons,
  nearestDay,
  personsOn,
  type Life,
} from './account-days.ts';
import * as repository from './personal-accounts.repository.ts';
import type { AccountFields, AccountPlace, AccountRow } from './personal-accounts.repository.ts';
import { requireOwnNumbers } from './gis-numbers.service.ts';
import * as persons from './registered-persons.repository.ts';
import { searchPatterns } from '../search-patterns.ts';

const MAX_SEARCH_WORDS = 8;
const NUMBER_CONSTRAINTS = ['account_numbers_pkey', 'account_numbers_house_unique'];

export type { AccountPlace };

type AccountBody = AccountFields & { readonly registeredPersons?: number | undefined };

export type AccountsQuery = {
  readonly organizationId?: number | undefined;
  readonly houseId?: number | undefined;
  readonly ids?: readonly number[] | undefined;
  readonly search?: string | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
};

/**
 * @throws Refusal not-found for an organization or a house that the caller may not see, validation-failed for too many words, or
 * words beside ids
 */
export async function listAccounts(
  caller: Caller,
  query: AccountsQuery,
  today: Temporal.PlainDate,
): Promise<PageOf<PersonalAccount>> {
  const patterns = searchPatterns(query.search ?? '');
  const limit = query.limit ?? DEFAULT_PAGE_LIMIT;
  const [houseId = 0, id = 0] = decodeCursor(query.cursor, ['id', 'id']) ?? [];
  const organizationIds = caller.organizationsOf(query.organizationId);
  if (query.houseId !== undefined) {
    const house = await getHousePlace(caller, query.houseId);
    if (query.organizationId !== undefined && query.organizationId !== house.organizationId)
      throw notFound('The house');
  }
  if (patterns.length > MAX_SEARCH_WORDS)
    throw invalidField('/search', `must have at most ${MAX_SEARCH_WORDS} words`, {
      code: 'too-many',
      params: { limit: MAX_SEARCH_WORDS },
    });
  if (query.ids !== undefined && patterns.length > 0)
    throw invalidField('/search', 'must not stand beside ids', { code: 'either-or' });
  const rows = await repository.listAccounts(caller.db, {
    organizationIds,
    houseId: query.houseId,
    ids: query.ids,
    patterns,
    after: { houseId, id },
    limit: limit + 1,
    today,
  });
  return pageOf(
    rows,
    limit,
    (row) => [row.houseId, row.id],
    (row) => toVersioned(row).record,
  );
}

/** @throws Refusal not-found */
export async function getAccount(
  caller: Caller,
  id: number,
  today: Temporal.PlainDate,
): Promise<Versioned<PersonalAccount>> {
  const place = await getAccountPlace(caller, id);
  const row = await repository.findAccount(caller.db, place, today);
  if (row === undefined) throw notFound('The personal account');
  return toVersioned(row);
}

/** @throws Refusal not-found, forbidden below owner, validation-failed, account-number-taken, conflict, share-exceeded */
export async function createAccount(
  editor: Editor,
  houseId: number,
  { registeredPersons = 0, ...body }: AccountBody,
  today: Temporal.PlainDate,
): Promise<Changed<PersonalAccount>> {
  const { caller } = editor;
  const house = await getHousePlace(caller, houseId);
  const { organizationId } = house;
  requireRules(body);
  const created = await numberedInTransaction(caller, async (trx) => {
    const room = await lockRoom(trx, house, body.roomId);
    await repository.insertAccountNumber(trx, house, body.accountNumber);
    const id = await repository.insertAccount(trx, house, body);
    const place = { id, houseId, organizationId };
    await requireOwnNumbers(trx, place, body);
    const validFrom = formatDay(body.openedOn);
    await persons.upsertPersons(trx, place, { count: registeredPersons, validFrom });
    await requireNoExcess(trx, place, room);
    const account = await getVersion(trx, place, today);
    const after = account.record;
    await auditRecord(trx, caller, { type: 'personal-account', id, organizationId, after });
    return account;
  });
  const days = daysOfLife(created.record);
  return {
    ...created,
    appliedMonths: await appliedMonthsOf(editor, { organizationId, houseId }, days),
  };
}

/**
 * Another room must be of the same house.
 * @throws Refusal not-found, forbidden below owner, validation-failed, months-charged, dependency-unavailable,
 *   version-stale, account-number-taken, conflict for an identifier of ГИС ЖКХ, share-exceeded
 */
export async function replaceAccount(
  editor: Editor,
  { id, ifMatch, isConfirmed }: Named & Confirmable,
  { registeredPersons, ...body }: AccountBody,
  today: Temporal.PlainDate,
): Promise<Changed<PersonalAccount>> {
  const { caller } = editor;
  const { record: standing } = await getAccount(caller, id, today);
  const place = await getAccountPlace(caller, id);
  const { houseId, organizationId } = place;
  requireRules(body);
  await requireConfirmedLoss(editor.books, caller.actor.requestId, {
    question: { organizationId, houseId, personalAccountId: id },
    before: daysOfLife(standing),
    after: daysOfLife(lifeOf(body)),
    isConfirmed,
  });
  const { account, days } = await numberedInTransaction(caller, async (trx) => {
    // The room before the account, as everywhere, to avoid a deadlock.
    const room = await lockRoom(trx, place, body.roomId);
    const { record: before } = await lockAccount(trx, place, ifMatch, today);
    await updateAccount(trx, place, before, body);
    const life = lifeOf(body);
    const isOtherCount =
      registeredPersons !== undefined && registeredPersons !== before.registeredPersons;
    const personsDays = isOtherCount
      ? await addPersons(trx, place, life, {
          count: registeredPersons,
          validFrom: nearestDay(formatDay(today), life),
        })
      : null;
    const replacing = await getVersion(trx, place, today);
    const after = replacing.record;
    const ownDays = changedDays(before, after);
    if (ownDays !== null) await requireNoExcess(trx, place, room);
    await auditRecord(trx, caller, { type: 'personal-account', id, organizationId, before, after });
    return { account: replacing, days: hullOf(ownDays, personsDays) };
  });
  return {
    ...account,
    appliedMonths: await appliedMonthsOf(editor, { organizationId, houseId }, days),
  };
}

/** @throws Refusal not-found, forbidden below owner, version-stale, has-children, has-charges, dependency-unavailable */
export async function deleteAccount(
  editor: Editor,
  { id, ifMatch }: Named,
  today: Temporal.PlainDate,
): Promise<AppliedMonths> {
  const { caller, books } = editor;
  const place = await getAccountPlace(caller, id);
  const { houseId, organizationId } = place;
  await requireNoCharges(
    books,
    { organizationId, houseId, personalAccountId: id },
    caller.actor.requestId,
  );
  const before = await inTransaction(caller.db, async (trx) => {
    const { record } = await lockAccount(trx, place, ifMatch, today);
    if (await repository.hasChildren(trx, place))
      throw new Refusal(
        'has-children',
        'The account still has meters, absences, benefits or services that differ',
      );
    await persons.deleteHistory(trx, place);
    await repository.deleteAccount(trx, place);
    await repository.deleteAccountNumber(trx, place, record.accountNumber);
    await auditRecord(trx, caller, {
      type: 'personal-account',
      id,
      organizationId,
      before: record,
    });
    return record;
  });
  return appliedMonthsOf(editor, { organizationId, houseId }, daysOfLife(before));
}

/** @throws Refusal not-found, forbidden for too small a role */
export async function getAccountPlace(caller: Caller, id: number): Promise<AccountPlace> {
  return caller.getOwn('The personal account', async (organizations) =>
    repository.findAccountPlace(caller.db, id, organizations),
  );
}

/**
 * The current account, locked until the transaction ends.
 * @throws Refusal not-found, version-stale
 */
export async function lockAccount(
  trx: Trx,
  place: AccountPlace,
  ifMatch: string | undefined,
  today: Temporal.PlainDate,
): Promise<Versioned<PersonalAccount>> {
  const row = await lockVersion('The personal account', ifMatch, async () =>
    // A statement of its own, so that it sees the changes for which the lock waited.
    (await repository.lockAccount(trx, place))
      ? repository.findAccount(trx, place, today)
      : undefined,
  );
  return toVersioned(row);
}

/** Writes an entry of the history. @returns the days on which the count changes */
export async function addPersons(
  trx: Trx,
  place: AccountPlace,
  life: Life,
  entry: RegisteredPersons,
): Promise<FactDays | null> {
  const history = await persons.listPersons(trx, place);
  await persons.upsertPersons(trx, place, entry);
  const isSameCount = personsOn(history, entry.validFrom) === entry.count;
  return isSameCount ? null : daysOfPersons(history, entry.validFrom, life);
}

/** The claimed number moves with the account, and its history begins on its first day. */
async function updateAccount(
  trx: Trx,
  place: AccountPlace,
  before: PersonalAccount,
  body: AccountFields,
): Promise<void> {
  await requireOwnNumbers(trx, place, body, before);
  const isOtherNumber = body.accountNumber !== before.accountNumber;
  if (isOtherNumber) await repository.insertAccountNumber(trx, place, body.accountNumber);
  await repository.updateAccount(trx, place, body);
  if (isOtherNumber) await repository.deleteAccountNumber(trx, place, before.accountNumber);
  await persons.updateFirstDay(trx, place, formatDay(body.openedOn));
}

/** @throws Refusal share-exceeded */
export async function requireNoExcess(trx: Trx, place: AccountPlace, room: Room): Promise<void> {
  const exceeded = await repository.findExceededDay(trx, place);
  if (exceeded === undefined) return;
  const { day, shares } = exceeded;
  throw new Refusal(
    'share-exceeded',
    `On ${day} the accounts of room ${room.number} would share ${shares} of it`,
  );
}

/** @throws Refusal validation-failed */
function requireRules(body: AccountFields): void {
  const { openedOn, closedOn } = lifeOf(body);
  if (closedOn !== null && closedOn < openedOn)
    throw invalidField('/closedOn', 'must not be before openedOn', { code: 'ends-before-start' });
  requireInn(body.payerInn);
}

/** @throws Refusal validation-failed */
function requireInn(payerInn: string | null | undefined): void {
  if (payerInn !== null && payerInn !== undefined && !innIsValid(payerInn))
    throw invalidField('/payerInn', 'has a wrong check digit', { code: 'check-digit' });
}

function lifeOf({ openedOn, closedOn }: AccountFields): Life {
  return {
    openedOn: formatDay(openedOn),
    closedOn: closedOn === undefined || closedOn === null ? null : formatDay(closedOn),
  };
}

/** The account as written by the transaction. */
export async function getVersion(
  trx: Trx,
  place: AccountPlace,
  today: Temporal.PlainDate,
): Promise<Versioned<PersonalAccount>> {
  const row = await repository.findAccount(trx, place, today);
  if (row === undefined) throw new Error(`account ${place.id} is gone from its own transaction`);
  return toVersioned(row);
}

export async function numberedInTransaction<Result>(
  caller: Caller,
  work: (trx: Trx) => Promise<Result>,
): Promise<Result> {
  try {
    return await inTransaction(caller.db, work);
  } catch (error) {
    if (NUMBER_CONSTRAINTS.some((constraint) => violates(error, constraint)))
      throw new Refusal('account-number-taken', undefined, { cause: error });
    throw error;
  }
}

function toVersioned({ version, ...record }: AccountRow): Versioned<PersonalAccount> {
  return { record, version };
}
