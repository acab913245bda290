// What hands messages over, whoever takes them.

/** A file that goes with a letter. */
export type Attachment = {
  readonly name: string;
  readonly mediaType: string;
  readonly content: Buffer;
};

export type Letter = {
  /** The same at every attempt: a server that has it already may tell by it. */
  readonly messageId: string;
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
  readonly writtenAt: Date;
  /** In whose name the platform writes; its own unless given. */
  readonly senderName?: string;
  readonly replyTo?: string;
  /** Where servers report what they could not deliver: the sender's address unless given. */
  readonly bouncesTo?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly attachments?: readonly Attachment[];
};

/**
 * What came of an attempt. `accepted`: the server is responsible for it now. `refused`: it said that it never will be.
 * `not-accepted`: not now, and certainly not taken. `no-answer`: the content was sent, and nobody knows what became of it.
 */
export type Attempt = {
  readonly result: 'accepted' | 'refused' | 'not-accepted' | 'no-answer';
  /** What the server said, or why there was nothing to hear. */
  readonly reply: string;
  /** Of one that is `refused`: no other letter to the address would fare better. */
  readonly isAddressWrong?: boolean;
  /** False when the fault is not that of the message: the next one would fare no better. */
  readonly isServerThere: boolean;
};

export type Sender = {
  /**
   * @param beforeContent called when the server is ready to take the content and before any of it is sent; when it throws,
   *   nothing is
   */
  readonly send: (letter: Letter, beforeContent: () => Promise<void>) => Promise<Attempt>;
};
