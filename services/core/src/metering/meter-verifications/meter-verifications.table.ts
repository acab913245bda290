// The verifications of meters: each is recorded once and never changed.
import type { Generated } from 'kysely';

export type MeterVerificationsTable = {
  readonly organizationId: number;
  readonly houseId: number;
  readonly id: Generated<number>;
  readonly meterId: number;
  readonly verifiedOn: string;
  /** The last day, inclusive. */
  readonly verifiedUntil: string;
  readonly basis: string | null;
};
