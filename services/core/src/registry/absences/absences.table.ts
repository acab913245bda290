// Persons of an account who are away for some days.
import type { Generated } from 'kysely';

export type AbsencesTable = {
  readonly organizationId: number;
  readonly houseId: number;
  readonly id: Generated<number>;
  readonly personalAccountId: number;
  /** The first and the last full day away. */
  readonly beginsOn: string;
  readonly endsOn: string;
  readonly personCount: number;
  readonly basis: string;
  /** Counts the changes; the entity tag of the record. */
  readonly version: Generated<number>;
};
