// Adjustments, booked or waiting for a second person.
import type { AdjustmentKind } from '@kvartplata/contracts/billing/adjustments.ts';
import type { Generated } from 'kysely';

type LineColumns = {
  readonly organizationId: number;
  readonly houseId: number;
  readonly personalAccountId: number;
  readonly kind: AdjustmentKind;
  readonly debtKind: 'principal' | 'penalty';
  readonly amount: string;
  readonly period: string;
  readonly houseServiceId: number | null;
  readonly serviceName: string | null;
  readonly isMajorRepairs: boolean;
  readonly reason: string;
  readonly basis: string;
  readonly requestedBy: number;
  readonly createdAt: Generated<Date>;
};

export type AdjustmentsTable = LineColumns & {
  readonly id: number;
  readonly bookedIn: string;
  readonly effectiveOn: string;
  readonly confirmedBy: number | null;
};

export type WaitingAdjustmentsTable = LineColumns & {
  readonly id: Generated<number>;
  readonly status: Generated<'WAITING' | 'CONFIRMED' | 'REJECTED'>;
  readonly settledBy: number | null;
  readonly settledAt: Date | null;
  readonly note: string | null;
};
