// Lines that follow from what an account is already charged, and services for which they cannot be computed.
import type { ChargeLine } from './charge-line.ts';
import type { UncomputableError } from './uncomputable.ts';

/** A service of an account that cannot be charged because what is deducted from it is unknown. */
export type RefusedLines = {
  readonly personalAccountId: number;
  readonly houseServiceId: number;
  readonly error: UncomputableError;
};

export type LinesBeside = {
  readonly lines: readonly ChargeLine[];
  readonly refused: readonly RefusedLines[];
};
