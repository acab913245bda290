// Instalment plans as they were made, and the lines by which their interest is booked.
import type { Generated } from 'kysely';

/** Months are given by their first day. */
export type CoveredDebt = { readonly period: string; readonly amount: string };
export type AgreedPart = {
  readonly period: string;
  readonly dueOn: string;
  readonly principal: string;
  readonly interest: string;
};

export type InstalmentsTable = {
  readonly organizationId: number;
  readonly houseId: number;
  readonly personalAccountId: number;
  readonly id: Generated<number>;
  readonly startsOn: string;
  readonly amount: string;
  readonly beside: string;
  readonly besideCharged: string;
  readonly annualInterest: string;
  readonly highestInterest: string;
  readonly debts: readonly CoveredDebt[];
  readonly schedule: readonly AgreedPart[];
  readonly basis: string | null;
  readonly createdBy: number;
  readonly createdAt: Generated<Date>;
  readonly cancelledOn: string | null;
  readonly cancelledBy: number | null;
  readonly cancelReason: string | null;
};

export type InstalmentInterestTable = {
  readonly organizationId: number;
  readonly houseId: number;
  readonly personalAccountId: number;
  readonly instalmentId: number;
  readonly period: string;
  readonly adjustmentId: number;
};
