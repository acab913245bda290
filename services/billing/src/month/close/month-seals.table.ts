// Seals of closed months, and months that were opened again.
import type { CheckOutcome } from '@kvartplata/contracts/billing/closing-checks.ts';
import type { ColumnType, Generated } from 'kysely';

export type MonthSealsTable = {
  readonly billingCycleId: number;
  readonly organizationId: number;
  readonly turnoverHash: Buffer;
  readonly chainHash: Buffer;
  /** As they came out at the closing; null of months that were closed without any. */
  readonly checks: ColumnType<readonly CheckOutcome[] | null, string, never>;
  readonly createdAt: Generated<Date>;
};

export type MonthReopeningsTable = {
  readonly billingCycleId: number;
  readonly closedAt: Date;
  readonly organizationId: number;
  readonly reason: string;
  readonly reopenedBy: number;
  readonly createdAt: Generated<Date>;
};
