// The outbox of receipts in SQL: organizations with due letters are searched on all nodes, their letters where they lie.
import type { LetterOutcome } from '@kvartplata/contracts/billing/deliveries.ts';
import type { Claim, Outbox, OutboxFigures } from '@kvartplata/platform/mail/outbox.ts';
import { sql } from 'kysely';
import type { Db } from '../../tables.ts';
import type { LetterKey } from './letter-key.ts';
import type { LetterTurns } from './letter-turns.ts';

export type WaitingLetter = LetterKey & {
  readonly houseId: number;
  readonly personalAccountId: number;
  readonly accountNumber: string;
  /** The first day of the month. */
  readonly period: string;
  readonly recipient: string;
  readonly createdAt: Date;
  readonly attempts: number;
};

/** How many due letters of an organization are looked at, in case other processes claim some of them. */
const LOOKED_AT = 20;
const ORGANIZATIONS_LOOKED_AT = 5_000;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const KEPT_MS = 400 * DAY_MS;
/** How long delivery of a letter is attempted. */
export const LETTER_LIVES_MS = 3 * DAY_MS;
/** A day more, in case clocks differ. */
const SEARCHED_MS = LETTER_LIVES_MS + DAY_MS;

/** @param mostAMinute limit for all processes together */
export function createLetterOutbox(
  db: Db,
  mostAMinute: number,
  turns: LetterTurns,
): Outbox<WaitingLetter> {
  let tidiedAt = Number.NEGATIVE_INFINITY;
  return {
    claim: async (claim) => {
      const minuteAgo = new Date(claim.now.getTime() - MINUTE_MS);
      if ((await countHandedOver(db, minuteAgo)) >= mostAMinute) return undefined;
      return turns.next(claim.now, {
        list: async () => listOrganizations(db, claim.now),
        take: async (organizationId) => takeLetterOf(db, organizationId, claim),
      });
    },
    markHandedOver: async (letter, claim) => updateHandedOver(db, letter, claim),
    putOff: async (letter, claim, next) => updateNextAttempt(db, letter, claim, next),
    end: async (letter, claim, { outcome, reply, at }) => {
      await endLetter(db, letter, claim, { outcome, reply, at });
    },
    tidy: async (now) => {
      if (now.getTime() - tidiedAt < MINUTE_MS) return;
      tidiedAt = now.getTime();
      await endUnconfirmed(db, now);
      await endExpired(db, now);
      await deleteOld(db, new Date(now.getTime() - KEPT_MS));
    },
    countWaiting: async (now) => countWaiting(db, now),
  };
}

async function countHandedOver(db: Db, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom('deliveryLetters')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('handedOverAt', '>', since)
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * Those with letters that are due, longest waiting first; the letters may all be claimed. Found by their deliveries, of which
 * there are few: no letter outlives its own for longer than it is tried.
 */
async function listOrganizations(db: Db, now: Date): Promise<readonly number[]> {
  const { rows } = await sql<{ organizationId: number }>`
    select deliveries.organization_id
    from deliveries
    where (deliveries.finished_at is null or deliveries.finished_at > ${new Date(now.getTime() - SEARCHED_MS)})
      and exists (
        select from delivery_letters
        where delivery_letters.organization_id = deliveries.organization_id
          and delivery_letters.outcome = 'waiting' and delivery_letters.next_attempt_at <= ${now}
      )
    group by deliveries.organization_id
    order by min(deliveries.created_at), deliveries.organization_id
    limit ${ORGANIZATIONS_LOOKED_AT}
  `.execute(db);
  return rows.map(({ organizationId }) => organizationId);
}

async function takeLetterOf(
  db: Db,
  organizationId: number,
  claim: Claim,
): Promise<WaitingLetter | undefined> {
  for (const key of await listDue(db, organizationId, claim.now)) {
    const taken = await takeLetter(db, key, claim);
    if (taken !== undefined) return taken;
  }
  return undefined;
}

/** Longest waiting first. */
async function listDue(db: Db, organizationId: number, now: Date): Promise<readonly LetterKey[]> {
  const { rows } = await sql<LetterKey>`
    select delivery_letters.organization_id, delivery_letters.delivery_id, delivery_letters.position
    from delivery_letters
    where delivery_letters.organization_id = ${organizationId}
      and delivery_letters.outcome = 'waiting' and delivery_letters.handed_over_at is null
      and delivery_letters.next_attempt_at <= ${now} and delivery_letters.expires_at > ${now}
      and (delivery_letters.locked_until is null or delivery_letters.locked_until <= ${now})
    order by delivery_letters.next_attempt_at, delivery_letters.delivery_id, delivery_letters.position
    limit ${LOOKED_AT}
  `.execute(db);
  return rows;
}

/** Undefined when another process has claimed it. */
async function takeLetter(
  db: Db,
  { organizationId, deliveryId, position }: LetterKey,
  { now, lockedUntil }: Claim,
): Promise<WaitingLetter | undefined> {
  const row = await db
    .updateTable('deliveryLetters')
    .set((letter) => ({ lockedUntil, attempts: letter('attempts', '+', 1) }))
    .where('organizationId', '=', organizationId)
    .where('deliveryId', '=', deliveryId)
    .where('position', '=', position)
    .where('outcome', '=', 'waiting')
    .where('handedOverAt', 'is', null)
    .where('nextAttemptAt', '<=', now)
    .where((letter) =>
      letter.or([letter('lockedUntil', 'is', null), letter('lockedUntil', '<=', now)]),
    )
    .returning([
      'organizationId',
      'deliveryId',
      'position',
      'houseId',
      'personalAccountId',
      'accountNumber',
      'period',
      'recipient',
      'createdAt',
      'attempts',
    ])
    .executeTakeFirst();
  const recipient = row?.recipient;
  return typeof recipient === 'string' ? ({ ...row, recipient } as WaitingLetter) : undefined;
}

async function updateHandedOver(
  db: Db,
  { organizationId, deliveryId, position }: LetterKey,
  { lockedUntil, now }: Claim,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('deliveryLetters')
    .set({ handedOverAt: now })
    .where('organizationId', '=', organizationId)
    .where('deliveryId', '=', deliveryId)
    .where('position', '=', position)
    .where('lockedUntil', '=', lockedUntil)
    .where('handedOverAt', 'is', null)
    .where('outcome', '=', 'waiting')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

async function updateNextAttempt(
  db: Db,
  { organizationId, deliveryId, position }: LetterKey,
  { lockedUntil }: Claim,
  { at, reply }: { readonly at: Date; readonly reply: string },
): Promise<void> {
  await db
    .updateTable('deliveryLetters')
    .set({ nextAttemptAt: at, lockedUntil: null, handedOverAt: null, reply })
    .where('organizationId', '=', organizationId)
    .where('deliveryId', '=', deliveryId)
    .where('position', '=', position)
    .where('lockedUntil', '=', lockedUntil)
    .where('outcome', '=', 'waiting')
    .execute();
}

/** @returns false when another process has claimed it in the meantime */
export async function endLetter(
  db: Db,
  { organizationId, deliveryId, position }: LetterKey,
  { lockedUntil }: Claim,
  how: { readonly outcome: LetterOutcome; readonly reply: string | null; readonly at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('deliveryLetters')
    .set({ outcome: how.outcome, endedAt: how.at, lockedUntil: null, reply: how.reply })
    .where('organizationId', '=', organizationId)
    .where('deliveryId', '=', deliveryId)
    .where('position', '=', position)
    .where('lockedUntil', '=', lockedUntil)
    .where('outcome', '=', 'waiting')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** For letters whose process died after marking them as handed over: it is not known whether the server accepted them. */
async function endUnconfirmed(db: Db, now: Date): Promise<void> {
  await db
    .updateTable('deliveryLetters')
    .set({ outcome: 'unconfirmed', endedAt: now, lockedUntil: null })
    .where('outcome', '=', 'waiting')
    .where('handedOverAt', 'is not', null)
    .where('lockedUntil', '<=', now)
    .execute();
}

async function endExpired(db: Db, now: Date): Promise<void> {
  await db
    .updateTable('deliveryLetters')
    .set({ outcome: 'expired', endedAt: now, lockedUntil: null })
    .where('outcome', '=', 'waiting')
    .where('handedOverAt', 'is', null)
    .where('expiresAt', '<=', now)
    .where((letter) =>
      letter.or([letter('lockedUntil', 'is', null), letter('lockedUntil', '<=', now)]),
    )
    .execute();
}

/** Deletes the addresses with them; the audit log keeps the record of the delivery. */
async function deleteOld(db: Db, before: Date): Promise<void> {
  await db
    .deleteFrom('deliveryLetters')
    .where('createdAt', '<', before)
    .where('outcome', '<>', 'waiting')
    .execute();
}

async function countWaiting(db: Db, now: Date): Promise<OutboxFigures> {
  const { waiting, since } = await db
    .selectFrom('deliveryLetters')
    .select([
      sql<number>`count(*)::integer`.as('waiting'),
      sql<Date | null>`min(created_at)`.as('since'),
    ])
    .where('outcome', '=', 'waiting')
    .executeTakeFirstOrThrow();
  const oldestSeconds = since === null ? 0 : (now.getTime() - since.getTime()) / 1000;
  return { waiting, oldestSeconds };
}
