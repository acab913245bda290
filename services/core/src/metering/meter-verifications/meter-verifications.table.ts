// The verifications of meters: each is put down once and never changed.
import type { Generated } from 'kysely';

export type MeterVerificationsTable = {
  readonly house_id: number;
  readonly id: Generated<number>;
  readonly meter_id: number;
  readonly verified_on: string;
  /** The last day, inclusive. */
  readonly verified_until: string;
  readonly basis: string | null;
};
