// Lines that follow from what an account is charged already, and the services whose lines they cannot tell.
import type { ChargeLine } from './charge-line.ts';
import type { UncomputableError } from './uncomputable.ts';

/** A service of an account that cannot be charged, since what is taken off it is not known. */
export type RefusedLines = {
  readonly personalAccountId: number;
  readonly houseServiceId: number;
  readonly error: UncomputableError;
};

export type LinesBeside = {
  readonly lines: readonly ChargeLine[];
  readonly refused: readonly RefusedLines[];
};
