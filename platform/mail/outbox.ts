// Where a service's messages wait: what the worker needs of it, whichever table it is.
import type { MailOutcome } from './mail-message.ts';

/** What the worker needs to know about a message. */
export type Waiting = {
  /** Including this one. */
  readonly attempts: number;
};

export type Claim = {
  readonly now: Date;
  /** Until then no other process takes it. */
  readonly lockedUntil: Date;
};

export type OutboxFigures = {
  readonly waiting: number;
  /** How long the oldest of them has been waiting; 0 when there is none. */
  readonly oldestSeconds: number;
};

export type Outbox<Message extends Waiting> = {
  /** A due message, except those locked by other processes; undefined when there is none, or enough were sent for now. */
  readonly claim: (claim: Claim) => Promise<Message | undefined>;
  /** From here on it may arrive. False when another process has taken over the message. */
  readonly markHandedOver: (message: Message, claim: Claim) => Promise<boolean>;
  /** The server has not accepted it and may do so later. */
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
      /** For a `refused` message: nothing else will arrive at its address either. */
      readonly isAddressWrong: boolean;
    },
  ) => Promise<void>;
  /** Ends what has expired, and what a process left without a reply; deletes what ended long ago. */
  readonly tidy: (now: Date) => Promise<void>;
  readonly countWaiting: (now: Date) => Promise<OutboxFigures>;
};
