// Personal accounts, their numbers, and who is registered there since when.
import type { Generated } from 'kysely';

/** The claim of a house's account on a number that is unique in the organization. */
export type AccountNumbersTable = {
  readonly organizationId: number;
  readonly accountNumber: string;
  readonly houseId: number;
};

/** Besides these, `search_text` is the database's own. */
export type PersonalAccountsTable = {
  readonly organizationId: number;
  readonly houseId: number;
  readonly id: Generated<number>;
  readonly roomId: number;
  readonly accountNumber: string;
  readonly payer: string;
  readonly owners: Generated<number>;
  /** The account's part of the room, in (0, 1]. */
  readonly share: Generated<string>;
  readonly openedOn: string;
  /** The last day, inclusive. */
  readonly closedOn: string | null;
  /** Единый лицевой счёт. */
  readonly gisAccountNumber: string | null;
  /** Идентификатор ЖКУ. */
  readonly gisServiceId: string | null;
  /** What the messages of the state's system name it by. */
  readonly gisAccountGuid: string | null;
  readonly payerInn: string | null;
  readonly email: string | null;
  readonly wantsPaper: Generated<boolean>;
  /** Counts the changes; the entity tag of the record. */
  readonly version: Generated<number>;
};

export type RegisteredPersonsTable = {
  readonly organizationId: number;
  readonly houseId: number;
  readonly personalAccountId: number;
  readonly validFrom: string;
  readonly personCount: number;
};
