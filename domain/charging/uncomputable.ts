// Why an account or a service cannot be charged: an expected outcome with a code and words for the accountant.

export type UncomputableReason =
  /** No reading that counts, and neither an average nor a norm to charge by. */
  | 'reading-missing'
  | 'reading-below-previous'
  /** Days without a meter of a service that is charged by meter, and no norm to charge them by. */
  | 'meter-missing'
  | 'tariff-missing'
  | 'norm-missing'
  | 'persons-missing'
  /** No reading of the house-wide meter, and neither an average nor a norm. */
  | 'house-reading-missing'
  | 'common-house-incomplete'
  | 'common-area-missing'
  /** The accounts hold more area than the rooms of the house. */
  | 'area-inconsistent'
  /** A figure so large that it is a mistake; see plausible.ts. */
  | 'volume-implausible'
  | 'amount-implausible'
  | 'method-not-supported';

export class UncomputableError extends Error {
  override readonly name = 'UncomputableError';
  readonly reason: UncomputableReason;

  constructor(reason: UncomputableReason, detail: string) {
    super(`${reason}: ${detail}`);
    this.reason = reason;
  }
}
