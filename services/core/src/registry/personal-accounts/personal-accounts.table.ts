// Personal accounts, their numbers, and who is registered there since when.
import type { Generated } from 'kysely';

/** The claim of a house's account on a number that is unique in the organization. */
export type AccountNumbersTable = {
  readonly organization_id: number;
  readonly account_number: string;
  readonly house_id: number;
};

/** Besides these, `search_text` is the database's own. */
export type PersonalAccountsTable = {
  readonly house_id: number;
  readonly id: Generated<number>;
  readonly room_id: number;
  readonly account_number: string;
  readonly payer: string;
  readonly owners: Generated<number>;
  /** The account's part of the room, in (0, 1]. */
  readonly share: Generated<string>;
  readonly opened_on: string;
  /** The last day, inclusive. */
  readonly closed_on: string | null;
  /** Counts the changes; the entity tag of the record. */
  readonly version: Generated<number>;
};

export type RegisteredPersonsTable = {
  readonly house_id: number;
  readonly personal_account_id: number;
  readonly valid_from: string;
  readonly person_count: number;
};
