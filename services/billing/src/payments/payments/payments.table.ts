// Payments, and which debts they have paid.
import type { AllocationReason } from '@kvartplata/contracts/billing/payments.ts';
import type { Generated } from 'kysely';

export type PaymentsTable = {
  readonly organizationId: number;
  readonly houseId: number;
  readonly personalAccountId: number;
  readonly id: number;
  readonly amount: string;
  readonly principalAmount: string;
  readonly penaltyAmount: string;
  readonly paidOn: string;
  readonly namedPeriod: string | null;
  readonly bookedIn: string;
  readonly source: string;
  readonly reference: string | null;
  readonly createdAt: Generated<Date>;
};

export type PaymentAllocationsTable = {
  readonly organizationId: number;
  readonly houseId: number;
  readonly personalAccountId: number;
  readonly id: number;
  readonly paymentId: number;
  readonly debtKind: 'principal' | 'penalty';
  readonly period: string | null;
  readonly amount: string;
  readonly reason: AllocationReason;
  readonly causeId: number;
  readonly createdAt: Generated<Date>;
};
