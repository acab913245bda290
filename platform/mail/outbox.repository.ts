// The outbox in SQL: messages are inserted in the transaction of their cause, and sent afterwards.
import { sql } from 'kysely';
import type { Executor } from '../database/executor.ts';
import type { MailOutcome, NewMailMessage, WaitingMessage } from './mail-message.ts';
import type { Claim, Outbox, OutboxFigures } from './outbox.ts';

/** @param trx the transaction of the cause: both are kept, or neither */
export async function insertMailMessage(trx: Executor, message: NewMailMessage): Promise<void> {
  await sql`
    insert into mail_messages
      (request_key, template, facts, language, recipient, created_at, expires_at, next_attempt_at)
    values (${message.requestKey ?? null}::uuid, ${message.template}, ${JSON.stringify(message.facts)}::jsonb, ${message.language}, ${message.recipient},
      ${message.createdAt}, ${message.expiresAt}, ${message.createdAt})
    on conflict (request_key) do nothing
  `.execute(trx);
}

/** The limit of messages to one address within an hour; the others wait. */
const MOST_AN_HOUR = 10;
const KEPT_MS = 90 * 24 * 60 * 60_000;
const FORGOTTEN_AT_ONCE = 100;

/** For a service whose messages belong to no organization. */
export function createOutbox(db: Executor): Outbox<WaitingMessage> {
  return {
    claim: async (claim) => claimMailMessage(db, claim),
    markHandedOver: async ({ id }, { lockedUntil, now }) =>
      updateHandedOver(db, { id, lockedUntil }, now),
    putOff: async ({ id }, { lockedUntil }, { at, reply }) =>
      updateNextAttempt(db, { id, lockedUntil }, at, reply),
    end: async ({ id }, { lockedUntil }, { outcome, reply, at }) =>
      updateOutcome(db, { id, lockedUntil }, outcome, reply, at),
    tidy: async (now) => {
      await endUnconfirmed(db, now);
      await endExpired(db, now);
      await deleteEndedMessages(db, new Date(now.getTime() - KEPT_MS), FORGOTTEN_AT_ONCE);
    },
    countWaiting: async (now) => countWaitingMessages(db, now),
  };
}

/** A process's lock on a message; it ends at `lockedUntil`. */
type Hold = { readonly id: number; readonly lockedUntil: Date };

/** The message that has waited longest, except those locked by other processes; undefined when none is due. */
async function claimMailMessage(
  db: Executor,
  { now, lockedUntil }: Claim,
): Promise<WaitingMessage | undefined> {
  const { rows } = await sql<WaitingMessage>`
    update mail_messages
    set locked_until = ${lockedUntil}, attempts = mail_messages.attempts + 1
    where id = (
      select waiting.id from mail_messages as waiting
      where waiting.outcome is null and waiting.handed_over_at is null
        and waiting.next_attempt_at <= ${now} and waiting.expires_at > ${now}
        and (waiting.locked_until is null or waiting.locked_until <= ${now})
        and ${MOST_AN_HOUR} > (
          select count(*) from mail_messages as earlier
          where earlier.recipient = waiting.recipient and earlier.outcome = 'sent'
            and earlier.ended_at > ${now}::timestamptz - interval '1 hour'
        )
      order by waiting.next_attempt_at
      limit 1
      for update skip locked
    )
    returning id, template, facts, language, recipient, created_at, expires_at, attempts
  `.execute(db);
  return rows[0];
}

async function updateHandedOver(
  db: Executor,
  { id, lockedUntil }: Hold,
  now: Date,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update mail_messages set handed_over_at = ${now}
    where id = ${id} and locked_until = ${lockedUntil} and handed_over_at is null and outcome is null
  `.execute(db);
  return numAffectedRows === 1n;
}

async function updateNextAttempt(
  db: Executor,
  { id, lockedUntil }: Hold,
  nextAttemptAt: Date,
  reply: string,
): Promise<void> {
  await sql`
    update mail_messages
    set next_attempt_at = ${nextAttemptAt}, locked_until = null, handed_over_at = null, reply = ${reply}
    where id = ${id} and locked_until = ${lockedUntil} and outcome is null
  `.execute(db);
}

async function updateOutcome(
  db: Executor,
  { id, lockedUntil }: Hold,
  outcome: MailOutcome,
  reply: string,
  now: Date,
): Promise<void> {
  await sql`
    update mail_messages set outcome = ${outcome}, ended_at = ${now}, locked_until = null, reply = ${reply}
    where id = ${id} and locked_until = ${lockedUntil} and outcome is null
  `.execute(db);
}

/** For messages whose process died after handing them over: it is unknown whether they were accepted. */
async function endUnconfirmed(db: Executor, now: Date): Promise<void> {
  await sql`
    update mail_messages set outcome = 'unconfirmed', ended_at = ${now}, locked_until = null
    where outcome is null and handed_over_at is not null and locked_until <= ${now}
  `.execute(db);
}

async function endExpired(db: Executor, now: Date): Promise<void> {
  await sql`
    update mail_messages set outcome = 'expired', ended_at = ${now}, locked_until = null
    where outcome is null and handed_over_at is null and expires_at <= ${now}
      and (locked_until is null or locked_until <= ${now})
  `.execute(db);
}

/** Deletes up to `most` messages that ended before an instant. */
async function deleteEndedMessages(db: Executor, before: Date, most: number): Promise<void> {
  await sql`
    delete from mail_messages
    where id in (
      select old.id from mail_messages as old
      where old.ended_at < ${before}
      order by old.ended_at
      limit ${most}
      for update skip locked
    )
  `.execute(db);
}

async function countWaitingMessages(db: Executor, now: Date): Promise<OutboxFigures> {
  const { rows } = await sql<OutboxFigures>`
    select count(*)::integer as waiting,
      coalesce(extract(epoch from ${now}::timestamptz - min(created_at)), 0)::float8 as oldest_seconds
    from mail_messages
    where outcome is null
  `.execute(db);
  return rows[0] ?? { waiting: 0, oldestSeconds: 0 };
}
