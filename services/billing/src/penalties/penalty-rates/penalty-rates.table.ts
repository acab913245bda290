// The key rate, and the part of it that penalties may use.
import type { Generated } from 'kysely';

export type PenaltyRatesTable = {
  readonly id: Generated<number>;
  readonly validFrom: string;
  readonly validTo: string | null;
  readonly baseCbrRate: string;
  readonly effectiveRate: string;
  readonly description: string | null;
  readonly source: 'import' | 'manual';
  /** Incremented with each change; the rate's entity tag. */
  readonly version: Generated<number>;
};
