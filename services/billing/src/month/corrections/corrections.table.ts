// Corrections, with their reasons.
import type { Generated } from 'kysely';

export type CorrectionsTable = {
  readonly houseId: number;
  readonly id: Generated<number>;
  readonly organizationId: number;
  readonly periodFrom: string;
  readonly periodTo: string;
  readonly period: string;
  readonly billingCycleId: number;
  readonly reason: string;
  readonly lineCount: number;
  readonly amount: string;
  readonly requestedBy: number;
  readonly createdAt: Generated<Date>;
};
