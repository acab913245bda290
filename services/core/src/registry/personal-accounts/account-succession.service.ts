// Ends an account and opens its successor in the room, within the caller's transaction.
import type { PersonalAccount } from '@kvartplata/contracts/core/personal-accounts.ts';
import { dayBefore } from '@kvartplata/domain/calendar/day-span.ts';
import { formatDay, parseDay } from '@kvartplata/domain/calendar/day.ts';
import { entityTag } from '@kvartplata/platform/http/entity-tag.ts';
import { Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { Caller } from '../../access/access.service.ts';
import { auditRecord, type Versioned } from '../../access/records/records.service.ts';
import type { Trx } from '../../tables.ts';
import { lockRoom } from '../rooms/rooms.service.ts';
import { getVersion, lockAccount, requireNoExcess } from './personal-accounts.service.ts';
import * as repository from './personal-accounts.repository.ts';
import type { AccountFields, AccountPlace } from './personal-accounts.repository.ts';
import * as persons from './registered-persons.repository.ts';

export type Succession = {
  /** The first day of the new account; the old one ends on the day before. */
  readonly on: Temporal.PlainDate;
  readonly payer: string;
  readonly accountNumber?: string | undefined;
  readonly registeredPersons: number;
};

const MOST_SUCCESSORS = 99;
const LONGEST_NUMBER = 30;

/**
 * The new account has the room, share and number of owners of the old one, and ends when that would have ended.
 * @param standing the old account as the caller has read and checked it; one that has changed since is refused, such as one that has
 *   just been succeeded
 * @throws Refusal not-found, version-stale, account-number-taken, share-exceeded
 */
export async function succeedAccount(
  trx: Trx,
  caller: Caller,
  place: AccountPlace,
  {
    standing,
    succession,
    today,
  }: {
    readonly standing: Versioned<PersonalAccount>;
    readonly succession: Succession;
    readonly today: Temporal.PlainDate;
  },
): Promise<Versioned<PersonalAccount>> {
  const { organizationId } = place;
  const { on, payer, registeredPersons } = succession;
  // The room before the account, as everywhere, to avoid a deadlock.
  const room = await lockRoom(trx, place, standing.record.roomId);
  const { record: before } = await lockAccount(trx, place, entityTag(standing.version), today);
  const last = dayBefore(formatDay(on));
  await repository.updateAccount(trx, place, { ...fieldsOf(before), closedOn: parseDay(last) });
  const former = await getVersion(trx, place, today);
  await auditRecord(trx, caller, {
    type: 'personal-account',
    id: place.id,
    organizationId,
    before,
    after: former.record,
  });
  const accountNumber =
    succession.accountNumber ?? (await nextNumber(trx, organizationId, before.accountNumber));
  await repository.insertAccountNumber(trx, place, accountNumber);
  const { roomId, owners, share } = before;
  const id = await repository.insertAccount(trx, place, {
    roomId,
    owners,
    share,
    closedOn: fieldsOf(before).closedOn ?? null,
    accountNumber,
    payer,
    openedOn: on,
  });
  const next = { ...place, id };
  await persons.upsertPersons(trx, next, { count: registeredPersons, validFrom: formatDay(on) });
  await requireNoExcess(trx, next, room);
  const opened = await getVersion(trx, next, today);
  await auditRecord(trx, caller, {
    type: 'personal-account',
    id,
    organizationId,
    after: opened.record,
  });
  return opened;
}

/** @throws Refusal account-number-taken when the first hundred candidates are taken */
async function nextNumber(trx: Trx, organizationId: number, number: string): Promise<string> {
  const candidates = Array.from({ length: MOST_SUCCESSORS - 1 }, (_, index) => {
    const ending = `-${index + 2}`;
    return number.slice(0, LONGEST_NUMBER - ending.length) + ending;
  });
  const taken = new Set(await repository.listTakenNumbers(trx, organizationId, candidates));
  const free = candidates.find((candidate) => !taken.has(candidate));
  if (free === undefined) throw new Refusal('account-number-taken');
  return free;
}

function fieldsOf(record: PersonalAccount): AccountFields {
  const { openedOn, closedOn } = record;
  return {
    ...record,
    openedOn: parseDay(openedOn),
    closedOn: closedOn === null ? null : parseDay(closedOn),
  };
}
