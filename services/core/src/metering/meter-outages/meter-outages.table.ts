// The days on which meters are broken or lost.
import type { Generated } from 'kysely';

export type MeterOutagesTable = {
  readonly house_id: number;
  readonly id: Generated<number>;
  readonly meter_id: number;
  readonly begins_on: string;
  /** The last day, inclusive; null while it lasts. */
  readonly ends_on: string | null;
  readonly basis: string | null;
  /** Counts the changes; the entity tag of the record. */
  readonly version: Generated<number>;
};
