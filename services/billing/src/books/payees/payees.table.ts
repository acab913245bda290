// Who, besides the organization, gets what is paid for a service.
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
  /** Per cent with two decimal places; null for none. */
  readonly agencyReward: string | null;
  /** Incremented with each change; the payee's entity tag. */
  readonly version: Generated<number>;
};

export type ChargedPayeesTable = {
  readonly organizationId: number;
  readonly houseId: number;
  readonly houseServiceId: number;
  /** The first day of the month from which its charges are the payee's. */
  readonly since: string;
  /** Null for the organization itself. */
  readonly payeeId: number | null;
};
