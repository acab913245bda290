// Why an account or a service cannot be charged: an expected outcome with a code and words for the accountant.

export const UNCOMPUTABLE_REASONS = [
  /** No reading that counts, and neither an average nor a norm to charge by. */
  'reading-missing',
  'reading-below-previous',
  /** Days without a meter of a service that is charged by meter, and no norm to charge them by. */
  'meter-missing',
  /** Another account of the same room has the meter, and how its volume is shared is not known. */
  'shared-meter-not-supported',
  /** What has no rule yet for a room that nobody lives in. */
  'non-residential-not-supported',
  'tariff-missing',
  'norm-missing',
  /** Heating of a house whose months of the season are not known. */
  'heating-season-missing',
  'persons-missing',
  /** No reading of the house-wide meter, and neither an average nor a norm. */
  'house-reading-missing',
  'common-house-incomplete',
  'common-area-missing',
  /** The accounts hold more area than the rooms of the house. */
  'area-inconsistent',
  /** A figure so large that it is a mistake; see plausible.ts. */
  'volume-implausible',
  'amount-implausible',
  'method-not-supported',
] as const;
export type UncomputableReason = (typeof UNCOMPUTABLE_REASONS)[number];

/** Those that keep one service of an account from being charged; any other keeps all of them. */
const OF_ONE_SERVICE: readonly UncomputableReason[] = [
  'shared-meter-not-supported',
  'non-residential-not-supported',
  'heating-season-missing',
];

export class UncomputableError extends Error {
  override readonly name = 'UncomputableError';
  readonly reason: UncomputableReason;
  readonly detail: string;

  constructor(reason: UncomputableReason, detail: string) {
    super(`${reason}: ${detail}`);
    this.reason = reason;
    this.detail = detail;
  }

  get isOfOneService(): boolean {
    return OF_ONE_SERVICE.includes(this.reason);
  }
}
