// Who gets what is paid for a service besides the organization.
import type { Generated, GeneratedAlways } from 'kysely';

export type PayeesTable = {
  readonly organizationId: number;
  readonly id: GeneratedAlways<number>;
  readonly name: string;
  readonly inn: string;
  readonly kpp: string | null;
  readonly bankName: string | null;
  readonly bic: string | null;
  readonly settlementAccount: string | null;
  readonly correspondentAccount: string | null;
  /** Per cent with two places; null: nothing. */
  readonly agencyReward: string | null;
  /** Counts the changes; the entity tag of the payee. */
  readonly version: Generated<number>;
};

export type ChargedPayeesTable = {
  readonly organizationId: number;
  readonly houseId: number;
  readonly houseServiceId: number;
  /** The first day of the month from which on its charges are the payee's. */
  readonly since: string;
  /** Null: the organization itself. */
  readonly payeeId: number | null;
};
