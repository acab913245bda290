// Where a service's messages wait: what the worker asks of it, whichever table it is.
import type { MailOutcome } from './mail-message.ts';

/** What the worker has to know of a message. */
export type Waiting = {
  /** This one included. */
  readonly attempts: number;
};

export type Claim = {
  readonly now: Date;
  /** Until then nobody else takes it. */
  readonly lockedUntil: Date;
};

export type OutboxFigures = {
  readonly waiting: number;
  /** How long the oldest of them has waited; 0 when none does. */
  readonly oldestSeconds: number;
};

export type Outbox<Message extends Waiting> = {
  /** A message that is due, past those that other processes hold; undefined when there is none, or enough were sent for now. */
  readonly claim: (claim: Claim) => Promise<Message | undefined>;
  /** From here on it may arrive. False when another process holds the message by now. */
  readonly markHandedOver: (message: Message, claim: Claim) => Promise<boolean>;
  /** The server has not taken it and may do so later. */
  readonly putOff: (
    message: Message,
    claim: Claim,
    next: { readonly at: Date; readonly reply: string },
  ) => Promise<void>;
  readonly end: (
    message: Message,
    claim: Claim,
    how: {
      readonly outcome: MailOutcome;
      readonly reply: string;
      readonly at: Date;
      /** Of a message that is `refused`: nothing else will arrive at its address either. */
      readonly isAddressWrong: boolean;
    },
  ) => Promise<void>;
  /** Ends what expired, and what a process left without an answer; forgets what ended long ago. */
  readonly tidy: (now: Date) => Promise<void>;
  readonly countWaiting: (now: Date) => Promise<OutboxFigures>;
};
