// Persons of an account who are away for some days.
import type { Generated } from 'kysely';

export type AbsencesTable = {
  readonly house_id: number;
  readonly id: Generated<number>;
  readonly personal_account_id: number;
  /** The first and the last full day away. */
  readonly begins_on: string;
  readonly ends_on: string;
  readonly person_count: number;
  readonly basis: string;
  /** Counts the changes; the entity tag of the record. */
  readonly version: Generated<number>;
};
