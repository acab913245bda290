// What one house's month holds.
import type { Generated } from 'kysely';

export type HouseMonthsTable = {
  readonly houseId: number;
  readonly period: string;
  readonly organizationId: number;
  readonly billingCycleId: number;
  /** Null of a month that holds corrections and was never computed. */
  readonly calculationJobId: number | null;
  readonly accounts: Generated<number>;
  readonly charges: Generated<number>;
  readonly amount: Generated<string>;
  readonly computedAt: Date | null;
  /** Of core's data that the month was computed from; null when it was not computed from any. */
  readonly coreVersion: number | null;
  /** Of its charges; null when no calculation has made them. */
  readonly contentHash: Buffer | null;
  /** Of the rows of these charges. */
  readonly chargesHash: Buffer | null;
  /** Services that charge nothing to anybody, although they should. */
  readonly idleServices: Generated<readonly number[]>;
  /** Null while its charges are drafts. */
  readonly appliedAt: Date | null;
  /** It was applied although core's data had changed since it was computed. */
  readonly isOutdated: Generated<boolean>;
};
