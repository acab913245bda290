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
  /** The stated last day, inclusive; null until the meter is sealed. */
  readonly endsOn: string | null;
  /** The last day on which it is in force, with regard to seals. */
  readonly countsUntil: Generated<string | null>;
  /** In units of the service per day. */
  readonly capacityPerDay: string | null;
  readonly basis: string;
  /** The entity tag of the record; counts its changes. */
  readonly version: Generated<number>;
};
