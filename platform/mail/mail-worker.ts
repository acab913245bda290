// Works the outbox off in the background: no request waits for a mail server. A message that a server has taken is never
// handed over again, whatever breaks: it is marked before its content is sent, and one so marked that got no answer is left.
import { setTimeout } from 'node:timers/promises';
import type { Claim, Outbox, Waiting } from './outbox.ts';
import { pauseAfter } from './pauses.ts';
import type { Attempt, Letter, Sender } from './sender.ts';

export type MailWork<Message extends Waiting> = {
  readonly outbox: Outbox<Message>;
  readonly sender: Sender;
  /**
   * Writes the same letter of the same message, however often it is asked.
   * @returns undefined when nobody wants it any more: whoever says so has ended it
   */
  readonly write: (message: Message, claim: Claim) => Promise<Letter | undefined>;
  /** Done at the beginning of each round: it may write messages. */
  readonly prepare: (now: Date) => Promise<void>;
  readonly now: () => Date;
  /** Told of every attempt. */
  readonly onAttempt: (attempt: Attempt) => void;
};

/** Longer than a sender takes to give a silent server up. */
const LOCK_MS = 5 * 60_000;
const MAX_REPLY_LENGTH = 500;

/** Another process holds the message by now: this one keeps its hands off. */
class MessageTakenError extends Error {
  override readonly name = 'MessageTakenError';
}

/**
 * Sends what is due, until nothing is or the server is unavailable.
 * @returns how many were handed over
 * @throws what prevents a letter from being written, once its message is put off
 */
export async function workOutbox<Message extends Waiting>(
  work: MailWork<Message>,
  signal?: AbortSignal,
): Promise<number> {
  const { outbox, now } = work;
  await work.prepare(now());
  await outbox.tidy(now());
  let sent = 0;
  for (;;) {
    if (signal?.aborted === true) break;
    const at = now();
    const claim = { now: at, lockedUntil: new Date(at.getTime() + LOCK_MS) };
    const message = await outbox.claim(claim);
    if (message === undefined) break;
    const letter = await letterOf(work, message, claim);
    if (letter === undefined) continue;
    const attempt = await attemptOf(work, message, letter, claim);
    if (attempt === undefined) continue;
    work.onAttempt(attempt);
    await keep(work, message, claim, attempt);
    if (attempt.result === 'accepted') sent += 1;
    // The next message would fare no better, and each attempt at a silent server takes its time.
    if (!attempt.isServerThere) break;
  }
  return sent;
}

/** One that cannot be written now waits as if a server had put it off. */
async function letterOf<Message extends Waiting>(
  { outbox, write, now }: MailWork<Message>,
  message: Message,
  claim: Claim,
): Promise<Letter | undefined> {
  try {
    return await write(message, claim);
  } catch (error) {
    const at = new Date(now().getTime() + pauseAfter(message.attempts));
    await outbox.putOff(message, claim, { at, reply: 'it could not be written yet' });
    throw error;
  }
}

async function attemptOf<Message extends Waiting>(
  { outbox, sender, now }: MailWork<Message>,
  message: Message,
  letter: Letter,
  claim: Claim,
): Promise<Attempt | undefined> {
  try {
    return await sender.send(letter, async () => {
      if (!(await outbox.markHandedOver(message, { ...claim, now: now() })))
        throw new MessageTakenError();
    });
  } catch (error) {
    if (error instanceof MessageTakenError) return undefined;
    throw error;
  }
}

async function keep<Message extends Waiting>(
  { outbox, now }: MailWork<Message>,
  message: Message,
  claim: Claim,
  { result, reply: words, isAddressWrong = false }: Attempt,
): Promise<void> {
  const at = now();
  const said = { reply: words.slice(0, MAX_REPLY_LENGTH), at, isAddressWrong };
  switch (result) {
    case 'accepted':
      return outbox.end(message, claim, { outcome: 'sent', ...said });
    case 'refused':
      return outbox.end(message, claim, { outcome: 'refused', ...said });
    case 'no-answer':
      return outbox.end(message, claim, { outcome: 'unconfirmed', ...said });
    case 'not-accepted': {
      const next = new Date(at.getTime() + pauseAfter(message.attempts));
      return outbox.putOff(message, claim, { at: next, reply: said.reply });
    }
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
export function startMailLoop<Message extends Waiting>(
  work: MailWork<Message>,
  onError: (error: unknown) => void,
): MailLoop {
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
