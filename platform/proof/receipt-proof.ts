// The proof of a receipt as in its file, and the verdict on one.

/** The response of `GET /api/billing/seals/:cycleId/proof`. Hashes are in base64. */
export type ReceiptProof = {
  /** The account's line for the month, and its place in the month's tree. */
  readonly leaf: string;
  readonly index: number;
  readonly size: number;
  readonly path: readonly string[];
  /** The month's line in the log of seals, and its place there. */
  readonly seal: {
    readonly leaf: string;
    readonly index: number;
    readonly path: readonly string[];
  };
  /** The head of the log: a signed note. */
  readonly checkpoint: string;
  /** An earlier head, and a proof that the log has only grown since. */
  readonly consistency: { readonly checkpoint: string; readonly path: readonly string[] };
  /** The key that signs the heads. */
  readonly key: string;
};

export type ProofFault =
  | 'not-a-proof'
  | 'other-month'
  | 'not-in-month'
  | 'not-in-log'
  | 'other-key'
  | 'bad-signature'
  | 'log-forked'
  | 'other-size';

export type Verdict =
  | {
      readonly isGood: true;
      readonly line: string;
      readonly sealedAt: Date;
      readonly origin: string;
      readonly logSize: number;
      readonly key: string;
    }
  | { readonly isGood: false; readonly fault: ProofFault };

/** What a verifier knows besides the file. */
export type Known = {
  /** The known key of the log; without it the key in the file is used, and only shown. */
  readonly key?: string | undefined;
  /** A head of the log that was noted earlier; it must have the size of one of the proof's two heads. */
  readonly checkpoint?: string | undefined;
};

export type Bytes = Uint8Array<ArrayBuffer>;
export type Head = { readonly origin: string; readonly size: number; readonly root: Bytes };
