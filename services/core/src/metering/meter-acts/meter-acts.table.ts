// The acts on meters.
import type { MeterActKind } from '@kvartplata/contracts/core/meter-acts.ts';
import type { Generated } from 'kysely';

export type MeterActsTable = {
  readonly organizationId: number;
  readonly houseId: number;
  readonly id: Generated<number>;
  readonly meterId: number;
  readonly kind: MeterActKind;
  readonly actedOn: string;
  /** The last day that it names, inclusive; null until the meter is sealed. */
  readonly endsOn: string | null;
  /** The last day on which it counts, with regard to seals. */
  readonly countsUntil: Generated<string | null>;
  /** In units of the service. */
  readonly capacityPerDay: string | null;
  readonly basis: string;
  /** Counts the changes; the entity tag of the record. */
  readonly version: Generated<number>;
};
