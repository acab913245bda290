// Sends deliveries from the outbox: each webhook in its own order and pace, many in parallel, so that a slow or unavailable
// receiver delays nobody else. Processes share the work: the sender of a delivery claims it for a while.
import { setTimeout } from 'node:timers/promises';
import type { KeyRing } from '@kvartplata/platform/identity/keys.ts';
import { createComplaint } from '@kvartplata/platform/lifecycle/complain.ts';
import type { Logger } from 'pino';
import type { Db } from '../../tables.ts';
import * as outbox from './outbox.repository.ts';
import type { AttemptEnd, DueWebhook, TakenDelivery } from './outbox.repository.ts';
import type { Receivers, Sent } from './receivers.ts';
import { openSecret, sealSecret, signatureHeaders } from './webhook-secret.ts';
import { createTurns, keyOf } from './webhook-turns.ts';
import { messageIdOf } from './webhooks.service.ts';

export type Delivering = {
  readonly db: Db;
  readonly keys: KeyRing;
  readonly receivers: Receivers;
  readonly log: Pick<Logger, 'warn' | 'error'>;
  readonly now: () => Date;
  readonly everyMs?: number;
};

const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The pause after each failed attempt, as Standard Webhooks recommends: three days in all. */
export const PAUSES_MS: readonly number[] = [
  5 * SECOND_MS,
  300 * SECOND_MS,
  HOUR_MS / 2,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  DAY_MS,
];
/** Pauses are randomly lengthened a little, so that deliveries that failed together are not retried together. */
const JITTER = 0.1;

const EVERY_MS = 1_000;
const WEBHOOKS_AT_ONCE = 32;
/** More than are served in parallel, so that resting webhooks do not hide all others. */
const WEBHOOKS_LOOKED_AT = 5_000;
/** After this many deliveries, another webhook gets its turn. */
const DELIVERIES_IN_TURN = 20;
const TAKEN_MS = 60_000;
const KEPT_DAYS = 30;
const SWEPT_EVERY_MS = HOUR_MS;

/** @returns a function that stops the delivery once the requests in progress have been answered */
export function deliverWebhooks(work: Delivering): () => Promise<void> {
  const busy = new Map<string, Promise<void>>();
  const turns = createTurns();
  const stopping = new AbortController();
  const { signal } = stopping;
  const complain = createComplaint(work.log, 'webhooks could not be delivered');
  let sweptMs = 0;

  async function look(): Promise<void> {
    if (busy.size >= WEBHOOKS_AT_ONCE) return;
    const due = await outbox.listDueWebhooks(work.db, WEBHOOKS_LOOKED_AT);
    for (const webhook of turns.inOrder(due, performance.now())) {
      const key = keyOf(webhook);
      if (signal.aborted || busy.has(key) || busy.size >= WEBHOOKS_AT_ONCE) continue;
      const turn = deliverTo(work, webhook, signal)
        .then((wasSilent) => turns.end(webhook, wasSilent, performance.now()))
        .catch(complain)
        .finally(() => busy.delete(key));
      busy.set(key, turn);
    }
    const nowMs = work.now().getTime();
    if (nowMs - sweptMs < SWEPT_EVERY_MS) return;
    sweptMs = nowMs;
    await outbox.deleteDeliveriesBefore(work.db, new Date(nowMs - KEPT_DAYS * DAY_MS));
  }

  const looking = (async () => {
    await reencryptSecrets(work).catch(complain);
    while (!signal.aborted) {
      await look().catch(complain);
      await setTimeout(work.everyMs ?? EVERY_MS, undefined, { signal }).catch(() => undefined);
    }
  })();
  return async () => {
    stopping.abort();
    await looking;
    await Promise.all(busy.values());
  };
}

/**
 * Sends until nothing is due, or a delivery fails: the next ones would probably fail too, and remain due.
 * @returns whether the receiver did not answer in time
 */
async function deliverTo(
  work: Delivering,
  webhook: DueWebhook,
  stopping: AbortSignal,
): Promise<boolean> {
  for (const id of await outbox.listDueDeliveries(work.db, webhook, DELIVERIES_IN_TURN)) {
    if (stopping.aborted) return false;
    const now = work.now();
    const until = new Date(now.getTime() + TAKEN_MS);
    const delivery = await outbox.takeDelivery(work.db, webhook, id, { now, until });
    // Another process sends it, and goes on with those after it.
    if (delivery === undefined) return false;
    const sent = await send(work, webhook, delivery);
    await outbox.endAttempt(work.db, webhook, id, endOf(sent, delivery.attempts, work.now()));
    if (sent.failure !== null) return sent.failure === 'too-slow';
  }
  return false;
}

async function send(
  { keys, receivers, now }: Delivering,
  { id: webhookId, url, secretEncrypted, secretKid }: DueWebhook,
  { id, event, occurredAt, data }: TakenDelivery,
): Promise<Sent> {
  const secret = openSecret(keys, webhookId, { bytes: secretEncrypted, kid: secretKid });
  if (secret === undefined) return { answered: null, failure: 'secret-unreadable' };
  const body = JSON.stringify({ type: event, timestamp: occurredAt.toISOString(), data });
  const headers = signatureHeaders(secret, { id: messageIdOf(id), body, at: now() });
  return receivers.send(url, { headers, body });
}

/** @param attempts made so far */
export function endOf({ answered, failure }: Sent, attempts: number, now: Date): AttemptEnd {
  if (failure === null) return { status: 'DELIVERED', nextAttemptAt: now, answered, failure };
  const pauseMs = failure === 'gone' ? undefined : PAUSES_MS[attempts - 1];
  if (pauseMs === undefined) return { status: 'GIVEN_UP', nextAttemptAt: now, answered, failure };
  const waitMs = pauseMs * (1 + Math.random() * JITTER);
  return {
    status: 'WAITING',
    nextAttemptAt: new Date(now.getTime() + waitMs),
    answered,
    failure,
  };
}

/** Re-encrypts secrets that are still under the previous key, so that JWT_SECRET_PREVIOUS can be removed. */
async function reencryptSecrets({ db, keys }: Delivering): Promise<void> {
  for (const webhook of await outbox.listWebhooksNotUnder(db, keys.current.kid)) {
    const { id, secretEncrypted: bytes, secretKid: kid } = webhook;
    const secret = openSecret(keys, id, { bytes, kid });
    if (secret !== undefined) await outbox.updateSecret(db, webhook, sealSecret(keys, id, secret));
  }
}
