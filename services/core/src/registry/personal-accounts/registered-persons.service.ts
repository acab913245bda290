// The history of an account's registered persons, corrected by owners entry by entry.
import type { Named } from '@kvartplata/platform/http/entity-tag.ts';
import type { AppliedMonths } from '@kvartplata/contracts/core/applied-months.ts';
import type { PersonalAccount } from '@kvartplata/contracts/core/personal-accounts.ts';
import type { RegisteredPersons } from '@kvartplata/contracts/core/registered-persons.ts';
import type { PageOf } from '@kvartplata/contracts/page.ts';
import { formatDay } from '@kvartplata/domain/calendar/day.ts';
import { recordChange } from '@kvartplata/platform/audit/audit.repository.ts';
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import { invalidField, notFound, Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { Caller } from '../../access/access.service.ts';
import {
  appliedMonthsOf,
  type Changed,
  type Editor,
} from '../../access/records/records.service.ts';
import type { Db, Trx } from '../../tables.ts';
import { daysOfPersons, personsOn } from './account-days.ts';
import { addPersons, getAccountPlace, lockAccount } from './personal-accounts.service.ts';
import * as accounts from './personal-accounts.repository.ts';
import type { AccountPlace } from './personal-accounts.repository.ts';
import * as repository from './registered-persons.repository.ts';

/** The whole history in chronological order. @throws Refusal not-found */
export async function listPersons(caller: Caller, id: number): Promise<PageOf<RegisteredPersons>> {
  const place = await getAccountPlace(caller, id);
  return { items: await repository.listPersons(caller.db, place), nextCursor: null };
}

/** The same within a transaction, which has the one connection that its request may hold. */
export async function readPersons(
  trx: Trx,
  place: AccountPlace,
): Promise<readonly RegisteredPersons[]> {
  return repository.listPersons(trx, place);
}

/** @throws Refusal not-found */
export async function getPersons(
  caller: Caller,
  id: number,
  day: Temporal.PlainDate,
): Promise<RegisteredPersons> {
  const entry = await findEntry(caller.db, await getAccountPlace(caller, id), formatDay(day));
  if (entry === undefined) throw notFound('The entry');
  return entry;
}

/**
 * Replaces an entry of the same day. The version is the account's.
 * @throws Refusal not-found, forbidden below owner, version-stale, validation-failed for a day outside the account's life
 */
export async function writePersons(
  editor: Editor,
  { id, ifMatch }: Named,
  entry: { readonly count: number; readonly validFrom: Temporal.PlainDate },
  today: Temporal.PlainDate,
): Promise<Changed<RegisteredPersons>> {
  const { caller } = editor;
  const place = await getAccountPlace(caller, id);
  const after = { count: entry.count, validFrom: formatDay(entry.validFrom) };
  const { version, days } = await inTransaction(caller.db, async (trx) => {
    const { record: account } = await lockAccount(trx, place, ifMatch, today);
    requireOpen(account, after.validFrom);
    const before = await findEntry(trx, place, after.validFrom);
    const changed = await addPersons(trx, place, account, after);
    await audit(trx, caller, place, { before, after });
    return { version: await accounts.updateVersion(trx, place), days: changed };
  });
  const appliedMonths = await appliedMonthsOf(editor, place, days);
  return { record: after, version, appliedMonths };
}

/**
 * The previous count remains in force instead.
 * @throws Refusal not-found, forbidden below owner, version-stale, first-persons-stay
 */
export async function deletePersons(
  editor: Editor,
  { id, ifMatch }: Named,
  day: Temporal.PlainDate,
  today: Temporal.PlainDate,
): Promise<AppliedMonths> {
  const { caller } = editor;
  const place = await getAccountPlace(caller, id);
  const validFrom = formatDay(day);
  const days = await inTransaction(caller.db, async (trx) => {
    const { record: account } = await lockAccount(trx, place, ifMatch, today);
    const history = await repository.listPersons(trx, place);
    const before = history.find((entry) => entry.validFrom === validFrom);
    if (before === undefined) throw notFound('The entry');
    const rest = history.filter((entry) => entry !== before);
    if (personsOn(rest, account.openedOn) === undefined) throw new Refusal('first-persons-stay');
    await repository.deletePersons(trx, place, validFrom);
    await accounts.updateVersion(trx, place);
    await audit(trx, caller, place, { before });
    return personsOn(rest, validFrom) === before.count
      ? null
      : daysOfPersons(rest, validFrom, account);
  });
  return appliedMonthsOf(editor, place, days);
}

/** @throws Refusal validation-failed */
function requireOpen({ openedOn, closedOn }: PersonalAccount, validFrom: string): void {
  if (validFrom < openedOn)
    throw invalidField('/validFrom', `must not be before the opening on ${openedOn}`, {
      code: 'before-day',
      params: { day: openedOn },
    });
  if (closedOn !== null && validFrom > closedOn)
    throw invalidField('/validFrom', `must not be after the closing on ${closedOn}`, {
      code: 'after-day',
      params: { day: closedOn },
    });
}

async function findEntry(
  db: Db,
  place: AccountPlace,
  validFrom: string,
): Promise<RegisteredPersons | undefined> {
  const history = await repository.listPersons(db, place);
  return history.find((entry) => entry.validFrom === validFrom);
}

type Change = {
  readonly before?: RegisteredPersons | undefined;
  readonly after?: RegisteredPersons;
};

/** Entries have no ids: they are audited as part of their account. */
async function audit(
  trx: Trx,
  { actor }: Caller,
  { id, organizationId }: AccountPlace,
  { before, after }: Change,
): Promise<void> {
  const verb = before === undefined ? 'created' : after === undefined ? 'deleted' : 'changed';
  await recordChange(trx, actor, {
    action: `registered-persons.${verb}`,
    object: { type: 'personal-account', id },
    organizationId,
    before,
    after,
  });
}
