// Works off the outbox in the background: no request waits for a mail server. A message that a server has accepted is never sent
// again, whatever breaks: it is marked before its content is sent, and a marked one without a reply is not retried.
import { setTimeout } from 'node:timers/promises';
import type { Claim, Outbox, Waiting } from './outbox.ts';
import { pauseAfter } from './pauses.ts';
import type { Attempt, Letter, Sender } from './sender.ts';

export type MailWork<Message extends Waiting> = {
  readonly outbox: Outbox<Message>;
  readonly sender: Sender;
  /**
   * Always writes the same letter for the same message.
   * @returns undefined when it is no longer wanted; the callee has ended it then
   */
  readonly write: (message: Message, claim: Claim) => Promise<Letter | undefined>;
  /** Runs at the beginning of each round; it may add messages. */
  readonly prepare: (now: Date) => Promise<void>;
  readonly now: () => Date;
  /** Called after every attempt. */
  readonly onAttempt: (attempt: Attempt) => void;
};

/** Longer than a sender waits for a silent server. */
const LOCK_MS = 5 * 60_000;
const MAX_REPLY_LENGTH = 500;

/** Another process has taken over the message: this one leaves it alone. */
class MessageTakenError extends Error {
  override readonly name = 'MessageTakenError';
}

/**
 * Sends what is due, until nothing is left or the server is unavailable.
 * @returns how many were sent
 * @throws when a letter cannot be written, after putting its message off
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
    const attempt = await attemptOf(work, message, letter, { claim, signal });
    if (attempt === undefined) continue;
    work.onAttempt(attempt);
    await keep(work, message, claim, attempt);
    if (attempt.result === 'accepted') sent += 1;
    // The next message would fail as well, and each attempt at a silent server takes long.
    if (!attempt.isServerThere) break;
  }
  return sent;
}

/** When it cannot be written now, the message is put off as if by the server. */
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
  { claim, signal }: { readonly claim: Claim; readonly signal: AbortSignal | undefined },
): Promise<Attempt | undefined> {
  const beforeContent = async (): Promise<void> => {
    if (!(await outbox.markHandedOver(message, { ...claim, now: now() })))
      throw new MessageTakenError();
  };
  try {
    return await sender.send(letter, beforeContent, signal);
  } catch (error) {
    if (error instanceof MessageTakenError) return undefined;
    if (signal?.aborted !== true || error !== signal.reason) throw error;
    // Any process may send it at once.
    await outbox.putOff(message, claim, { at: now(), reply: 'the service was stopping' });
    return undefined;
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
  /** Checks the outbox at once. */
  readonly nudge: () => void;
  /** Gives up the current message, or waits for the reply to its content. */
  readonly stop: () => Promise<void>;
};

const LOOK_MS = 5_000;

/** @param onError called when a round has failed; the next one follows all the same */
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
