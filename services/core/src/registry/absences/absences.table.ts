// Absences of an account's persons.
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
  /** The entity tag of the record; counts its changes. */
  readonly version: Generated<number>;
};
