// Why an account or a service cannot be charged: an expected outcome with a code and words for the accountant.

export type UncomputableReason =
  | 'reading-missing'
  | 'reading-below-previous'
  | 'meter-missing'
  | 'tariff-missing'
  | 'norm-missing'
  | 'persons-missing'
  | 'house-reading-missing'
  | 'common-house-incomplete'
  | 'method-not-supported';

export class UncomputableError extends Error {
  override readonly name = 'UncomputableError';
  readonly reason: UncomputableReason;

  constructor(reason: UncomputableReason, detail: string) {
    super(`${reason}: ${detail}`);
    this.reason = reason;
  }
}
