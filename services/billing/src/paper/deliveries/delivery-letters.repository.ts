// The letters of deliveries in SQL, as they are written and read; sending them is in `letter-outbox.repository.ts`.
import type { LetterOutcome } from '@kvartplata/contracts/billing/deliveries.ts';
import type { OwnJob } from '@kvartplata/platform/jobs/job-table.ts';
import { sql } from 'kysely';
import type { AccountPlace } from '../../books/account-balances/account-balances.repository.ts';
import type { Db, Trx } from '../../tables.ts';
import type { LetterKey } from './letter-key.ts';

export type House = { readonly organizationId: number; readonly houseId: number };

export type NewLetter = {
  readonly houseId: number;
  readonly position: number;
  readonly personalAccountId: number;
  readonly accountNumber: string;
  readonly period: string;
  readonly recipient: string | null;
  readonly outcome: LetterOutcome;
  readonly createdAt: Date;
  readonly expiresAt: Date;
};

export async function insertLetters(
  trx: Trx,
  { organizationId, id }: OwnJob,
  letters: readonly NewLetter[],
): Promise<void> {
  if (letters.length === 0) return;
  await trx
    .insertInto('deliveryLetters')
    .values(
      letters.map((letter) => ({
        organizationId,
        deliveryId: id,
        ...letter,
        nextAttemptAt: letter.createdAt,
        endedAt: letter.outcome === 'waiting' ? null : letter.createdAt,
        lockedUntil: null,
        handedOverAt: null,
        reply: null,
      })),
    )
    .execute();
}

export type EarlierLetter = {
  readonly deliveryId: number;
  readonly personalAccountId: number;
  readonly recipient: string | null;
  readonly outcome: LetterOutcome;
};

/** For some accounts of a house, in all deliveries of the month. */
export async function listLettersOfMonth(
  db: Db,
  { organizationId, houseId }: House,
  period: string,
  personalAccountIds: readonly number[],
): Promise<readonly EarlierLetter[]> {
  return db
    .selectFrom('deliveryLetters')
    .select(['deliveryId', 'personalAccountId', 'recipient', 'outcome'])
    .where('organizationId', '=', organizationId)
    .where('houseId', '=', houseId)
    .where('period', '=', period)
    .where('personalAccountId', '=', sql<number>`any(${personalAccountIds}::bigint[])`)
    .execute();
}

export type LetterRow = {
  readonly position: number;
  readonly houseId: number;
  readonly personalAccountId: number;
  readonly accountNumber: string;
  readonly recipient: string | null;
  readonly outcome: LetterOutcome;
  readonly attempts: number;
  readonly nextAttemptAt: Date;
  readonly endedAt: Date | null;
  readonly reply: string | null;
};

const COLUMNS = [
  'position',
  'houseId',
  'personalAccountId',
  'accountNumber',
  'recipient',
  'outcome',
  'attempts',
  'nextAttemptAt',
  'endedAt',
  'reply',
] as const;

/** In the order in which they were written. */
export async function listLetters(
  db: Db,
  { organizationId, id }: OwnJob,
  {
    after,
    limit,
    outcome,
  }: {
    readonly after: number;
    readonly limit: number;
    readonly outcome: LetterOutcome | undefined;
  },
): Promise<readonly LetterRow[]> {
  let query = db
    .selectFrom('deliveryLetters')
    .select(COLUMNS)
    .where('organizationId', '=', organizationId)
    .where('deliveryId', '=', id)
    .where(sql<boolean>`position > ${after}::bigint`)
    .orderBy('position')
    .limit(limit);
  if (outcome !== undefined) query = query.where('outcome', '=', outcome);
  return query.execute();
}

export type AccountLetterRow = LetterRow & {
  readonly deliveryId: number;
  /** The first day of the month. */
  readonly period: string;
  readonly createdAt: Date;
};

/** A delivery has at most one letter for each account. */
export type BeforeLetter = {
  readonly createdAt: string;
  readonly deliveryId: number;
};

/** Newest first. */
export async function listAccountLetters(
  db: Db,
  { organizationId, houseId, personalAccountId }: AccountPlace,
  before: BeforeLetter | undefined,
  limit: number,
): Promise<readonly AccountLetterRow[]> {
  let query = db
    .selectFrom('deliveryLetters')
    .select([...COLUMNS, 'deliveryId', 'period', 'createdAt'])
    .where('organizationId', '=', organizationId)
    .where('houseId', '=', houseId)
    .where('personalAccountId', '=', personalAccountId)
    .orderBy('createdAt', 'desc')
    .orderBy('deliveryId', 'desc')
    .limit(limit);
  if (before !== undefined)
    query = query.where(
      sql<boolean>`(created_at, delivery_id) < (${before.createdAt}::timestamptz, ${before.deliveryId}::bigint)`,
    );
  return query.execute();
}

export type OutcomeCount = {
  readonly deliveryId: number;
  readonly outcome: LetterOutcome;
  readonly count: number;
};

/** For deliveries of one organization. */
export async function countOutcomes(
  db: Db,
  organizationId: number,
  deliveryIds: readonly number[],
): Promise<readonly OutcomeCount[]> {
  const { rows } = await sql<OutcomeCount>`
    select delivery_letters.delivery_id, delivery_letters.outcome, count(*)::integer as count
    from delivery_letters
    where delivery_letters.organization_id = ${organizationId}
      and delivery_letters.delivery_id = any(${deliveryIds}::bigint[])
    group by delivery_letters.delivery_id, delivery_letters.outcome
  `.execute(db);
  return rows;
}

/** Cancels those that are waiting and not being handed over. @returns how many */
export async function cancelWaiting(
  trx: Trx,
  { organizationId, id }: OwnJob,
  at: Date,
): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('deliveryLetters')
    .set({ outcome: 'cancelled', endedAt: at, lockedUntil: null })
    .where('organizationId', '=', organizationId)
    .where('deliveryId', '=', id)
    .where('outcome', '=', 'waiting')
    .where('handedOverAt', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** A letter that was written to an address, see `lockLetter`. */
export type LockedLetter = Pick<
  LetterRow,
  'houseId' | 'personalAccountId' | 'accountNumber' | 'outcome'
> & { readonly recipient: string; readonly createdAt: Date };

/** Locked until the transaction ends; undefined when it does not exist or has no address. */
export async function lockLetter(
  trx: Trx,
  { organizationId, deliveryId, position }: LetterKey,
): Promise<LockedLetter | undefined> {
  const row = await trx
    .selectFrom('deliveryLetters')
    .select(['houseId', 'personalAccountId', 'accountNumber', 'recipient', 'outcome', 'createdAt'])
    .where('organizationId', '=', organizationId)
    .where('deliveryId', '=', deliveryId)
    .where('position', '=', position)
    .forUpdate()
    .executeTakeFirst();
  const recipient = row?.recipient;
  return typeof recipient === 'string' ? ({ ...row, recipient } as LockedLetter) : undefined;
}

/** For a letter that has ended. */
export async function updateOutcome(
  trx: Trx,
  { organizationId, deliveryId, position }: LetterKey,
  how: { readonly outcome: LetterOutcome; readonly reply: string },
): Promise<void> {
  await trx
    .updateTable('deliveryLetters')
    .set(how)
    .where('organizationId', '=', organizationId)
    .where('deliveryId', '=', deliveryId)
    .where('position', '=', position)
    .execute();
}
