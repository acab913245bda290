// The days on which meters are broken or lost.
import type { Generated } from 'kysely';

export type MeterOutagesTable = {
  readonly organizationId: number;
  readonly houseId: number;
  readonly id: Generated<number>;
  readonly meterId: number;
  readonly beginsOn: string;
  /** The last day, inclusive; null while it lasts. */
  readonly endsOn: string | null;
  readonly basis: string | null;
  /** Counts the changes; the entity tag of the record. */
  readonly version: Generated<number>;
};
