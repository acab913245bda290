// The interface for sending messages, to a mail server or elsewhere.

/** A file attached to a letter. */
export type Attachment = {
  readonly name: string;
  readonly mediaType: string;
  readonly content: Buffer;
};

export type Letter = {
  /** The same at every attempt, so that a server can recognize a duplicate. */
  readonly messageId: string;
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
  readonly writtenAt: Date;
  /** The sender's name; the platform's own by default. */
  readonly senderName?: string;
  readonly replyTo?: string;
  /** Where servers report undelivered mail; the sender's address by default. */
  readonly bouncesTo?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly attachments?: readonly Attachment[];
};

/**
 * The result of an attempt. `accepted`: the server has taken responsibility. `refused`: it never will. `not-accepted`: not now,
 * and certainly not taken. `no-answer`: the content was sent, and the outcome is unknown.
 */
export type Attempt = {
  readonly result: 'accepted' | 'refused' | 'not-accepted' | 'no-answer';
  /** What the server replied, or why there was no reply. */
  readonly reply: string;
  /** For a `refused` letter: no other letter to the address would be accepted. */
  readonly isAddressWrong?: boolean;
  /** False when the fault is not the message's: the next one would fail as well. */
  readonly isServerThere: boolean;
};

export type Sender = {
  /**
   * @param beforeContent called when the server is ready for the content and before any of it is sent; if it throws, nothing is
   *   sent
   * @param stopping aborts when the process stops: a letter whose content was not sent is given up at once
   * @throws what `beforeContent` throws; the reason of `stopping` for a letter that was given up
   */
  readonly send: (
    letter: Letter,
    beforeContent: () => Promise<void>,
    stopping?: AbortSignal,
  ) => Promise<Attempt>;
};
