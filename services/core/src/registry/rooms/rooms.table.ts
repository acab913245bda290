// Rooms of a house.
import type { Generated } from 'kysely';

export type RoomsTable = {
  readonly organizationId: number;
  readonly houseId: number;
  readonly id: Generated<number>;
  readonly number: string;
  /** Square metres. */
  readonly area: string;
  readonly kind: Generated<'residential' | 'non-residential'>;
  /** The entity tag of the record; counts its changes. */
  readonly version: Generated<number>;
};
