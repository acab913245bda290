// Works the outbox off in the background: no request waits for a mail server. A message that a server has taken is never
// handed over again, whatever breaks: it is marked before its content is sent, and one so marked that got no answer is left.
import { setTimeout } from 'node:timers/promises';
import type { Executor } from '../database/executor.ts';
import type { Templates, WaitingMessage } from './mail-message.ts';
import {
  claimMailMessage,
  deleteEndedMessages,
  endExpired,
  endUnconfirmed,
  updateHandedOver,
  updateNextAttempt,
  updateOutcome,
  type Hold,
} from './outbox.repository.ts';
import { pauseAfter } from './pauses.ts';
import type { Attempt, Sender } from './sender.ts';

export type MailWork = {
  readonly db: Executor;
  /** Names the service in the ids of messages. */
  readonly service: string;
  /** The domain of the ids of messages: that of the sender. */
  readonly domain: string;
  readonly sender: Sender;
  readonly templates: Templates;
  /** Done at the beginning of each round: it may write messages. */
  readonly prepare: (now: Date) => Promise<void>;
  readonly now: () => Date;
  /** Told of every attempt. */
  readonly onAttempt: (attempt: Attempt) => void;
};

/** Longer than a sender takes to give a silent server up. */
const LOCK_MS = 5 * 60_000;
const MOST_AN_HOUR = 10;
const KEPT_MS = 90 * 24 * 60 * 60_000;
const FORGOTTEN_AT_ONCE = 100;
const MAX_REPLY_LENGTH = 500;

/** Another process holds the message by now: this one keeps its hands off. */
class MessageTakenError extends Error {
  override readonly name = 'MessageTakenError';
}

/**
 * Sends what is due, until nothing is or the server is unavailable.
 * @returns how many were handed over
 */
export async function workOutbox(work: MailWork, signal?: AbortSignal): Promise<number> {
  const { db, now } = work;
  await work.prepare(now());
  await endUnconfirmed(db, now());
  await endExpired(db, now());
  await deleteEndedMessages(db, new Date(now().getTime() - KEPT_MS), FORGOTTEN_AT_ONCE);
  let sent = 0;
  for (;;) {
    if (signal?.aborted === true) break;
    const at = now();
    const lockedUntil = new Date(at.getTime() + LOCK_MS);
    const claim = { now: at, lockedUntil, mostAnHour: MOST_AN_HOUR };
    const message = await claimMailMessage(db, claim);
    if (message === undefined) break;
    const hold = { id: message.id, lockedUntil };
    const attempt = await attemptOf(work, message, hold);
    if (attempt === undefined) continue;
    work.onAttempt(attempt);
    await keep(work, hold, message.attempts, attempt);
    if (attempt.result === 'accepted') sent += 1;
    // The next message would fare no better, and each attempt at a silent server takes its time.
    if (!attempt.isServerThere) break;
  }
  return sent;
}

async function attemptOf(
  { db, service, domain, sender, templates, now }: MailWork,
  message: WaitingMessage,
  hold: Hold,
): Promise<Attempt | undefined> {
  const { id, template, facts, language, recipient, createdAt } = message;
  const write = templates[template];
  if (write === undefined) throw new Error(`no template writes ${template}`);
  try {
    return await sender.send(
      {
        ...write(facts, language),
        messageId: `<${service}-${id}-${createdAt.getTime()}@${domain}>`,
        recipient,
        writtenAt: createdAt,
      },
      async () => {
        if (!(await updateHandedOver(db, hold, now()))) throw new MessageTakenError();
      },
    );
  } catch (error) {
    if (error instanceof MessageTakenError) return undefined;
    throw error;
  }
}

async function keep(
  { db, now }: MailWork,
  hold: Hold,
  attempts: number,
  { result, reply }: Attempt,
): Promise<void> {
  const said = reply.slice(0, MAX_REPLY_LENGTH);
  switch (result) {
    case 'accepted':
      return updateOutcome(db, hold, 'sent', said, now());
    case 'refused':
      return updateOutcome(db, hold, 'refused', said, now());
    case 'no-answer':
      return updateOutcome(db, hold, 'unconfirmed', said, now());
    case 'not-accepted':
      return updateNextAttempt(db, hold, new Date(now().getTime() + pauseAfter(attempts)), said);
  }
}

export type MailLoop = {
  /** Looks into the outbox at once. */
  readonly nudge: () => void;
  /** Lets the message that is under way finish. */
  readonly stop: () => Promise<void>;
};

const LOOK_MS = 5_000;

/** @param onError told when a round has failed; the next one comes all the same */
export function startMailLoop(work: MailWork, onError: (error: unknown) => void): MailLoop {
  const stopping = new AbortController();
  let wake = Promise.withResolvers<void>();
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      wake = Promise.withResolvers<void>();
      await workOutbox(work, stopping.signal).catch(onError);
      const pause = new AbortController();
      await Promise.race([
        wake.promise,
        setTimeout(LOOK_MS, undefined, { signal: pause.signal, ref: false }).catch(() => undefined),
      ]);
      pause.abort();
    }
  };
  const running = run();
  return {
    nudge: () => wake.resolve(),
    stop: async () => {
      stopping.abort();
      wake.resolve();
      await running;
    },
  };
}
