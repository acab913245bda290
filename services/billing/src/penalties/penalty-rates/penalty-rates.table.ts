// The key rate and what penalties may apply of it.
import type { Generated } from 'kysely';

export type PenaltyRatesTable = {
  readonly id: Generated<number>;
  readonly validFrom: string;
  readonly validTo: string | null;
  readonly baseCbrRate: string;
  readonly effectiveRate: string;
  readonly description: string | null;
  readonly source: 'import' | 'manual';
  /** Counts the changes; the entity tag of the record. */
  readonly version: Generated<number>;
};
