// Accounts that a job could not charge, and why.

export type SkippedAccountsTable = {
  readonly houseId: number;
  readonly period: string;
  readonly personalAccountId: number;
  readonly line: number;
  readonly organizationId: number;
  readonly calculationJobId: number;
  readonly reason: string;
  /** The reason's parameters, in JSON. */
  readonly facts: string;
};
