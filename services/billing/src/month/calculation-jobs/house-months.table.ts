// The months of houses.
import type { Generated } from 'kysely';

export type HouseMonthsTable = {
  readonly houseId: number;
  readonly period: string;
  readonly organizationId: number;
  readonly billingCycleId: number;
  /** Null for a month that has corrections but was never computed. */
  readonly calculationJobId: number | null;
  readonly accounts: Generated<number>;
  readonly charges: Generated<number>;
  readonly amount: Generated<string>;
  readonly computedAt: Date | null;
  /** The version of core's data it was computed from; null when it was not computed. */
  readonly coreVersion: number | null;
  /** The version from which a correction last computed it again; null without one. */
  readonly correctedVersion: number | null;
  /** A hash of its charges; null when no calculation has made them. */
  readonly contentHash: Buffer | null;
  /** A hash of the rows of these charges. */
  readonly chargesHash: Buffer | null;
  /** The ids of idle services. */
  readonly idleServices: Generated<readonly number[]>;
  /** Null while its charges are drafts. */
  readonly appliedAt: Date | null;
  /** Core's data had changed since it was computed when its month was closed, or an earlier month was computed after it. */
  readonly isOutdated: Generated<boolean>;
};
