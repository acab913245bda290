// Personal accounts, their numbers, and the history of registered persons.
import type { Generated } from 'kysely';

/** A house's claim on an account number, which is unique in the organization. */
export type AccountNumbersTable = {
  readonly organizationId: number;
  readonly accountNumber: string;
  readonly houseId: number;
};

/** `search_text`, which the database generates, is left out. */
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
  /** The account's GUID in messages of ГИС ЖКХ. */
  readonly gisAccountGuid: string | null;
  readonly payerInn: string | null;
  /** Where the payer lives, if not in the room. */
  readonly payerAddress: string | null;
  readonly email: string | null;
  readonly wantsPaper: Generated<boolean>;
  /** The entity tag of the record; counts its changes. */
  readonly version: Generated<number>;
};

export type RegisteredPersonsTable = {
  readonly organizationId: number;
  readonly houseId: number;
  readonly personalAccountId: number;
  readonly validFrom: string;
  readonly personCount: number;
};
