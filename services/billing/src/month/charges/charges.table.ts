// What accounts are asked to pay.
import type { ChargeBasis } from '@kvartplata/domain/charging/charge-line.ts';
import type { Generated, JSONColumnType } from 'kysely';

export type ChargesTable = {
  readonly houseId: number;
  readonly period: string;
  readonly personalAccountId: number;
  readonly houseServiceId: number;
  readonly line: number;
  readonly id: Generated<number>;
  readonly organizationId: number;
  readonly billingCycleId: number;
  readonly accountNumber: string;
  readonly rateType: string;
  readonly consumption: string;
  readonly tariff: string;
  readonly amount: string;
  readonly basis: JSONColumnType<ChargeBasis>;
  /** Null of a charge that corrects nothing, as are the next two. */
  readonly correctionId: number | null;
  readonly correctedPeriod: string | null;
  readonly correctedLine: number | null;
};
