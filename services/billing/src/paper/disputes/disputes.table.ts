// Residents' disputes of their receipts.
import type { Generated } from 'kysely';

export type DisputesTable = {
  readonly organizationId: number;
  readonly houseId: number;
  readonly id: Generated<number>;
  readonly personalAccountId: number;
  readonly accountNumber: string;
  /** The first day of the month. */
  readonly period: string;
  readonly lineCode: string;
  readonly serviceName: string;
  readonly amount: string;
  readonly reason: string;
  readonly answer: string | null;
  readonly settledBy: number | null;
  readonly settledAt: Date | null;
  readonly createdAt: Generated<Date>;
};
