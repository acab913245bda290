// Notices that a service will be restricted, each with the steps taken.
import type { NoticeState, NoticeStep } from '@kvartplata/contracts/billing/restriction-notices.ts';
import type { ColumnType, Generated, JSONColumnType } from 'kysely';

export type StoredNoticeStep = {
  readonly step: NoticeStep;
  readonly on: string;
  readonly reference: string;
  readonly createdBy: number;
  readonly createdAt: string;
};

export type RestrictionNoticesTable = {
  readonly organizationId: number;
  readonly houseId: number;
  readonly id: Generated<number>;
  readonly personalAccountId: number;
  readonly accountNumber: string;
  readonly payer: string;
  readonly address: string;
  /** Where the payer lived, if not in the room. */
  readonly payerAddress: string | null;
  readonly houseServiceId: number;
  readonly serviceName: string;
  readonly debt: string;
  readonly normCharge: string;
  readonly madeOn: string;
  readonly state: Generated<NoticeState>;
  readonly termEndsOn: string | null;
  readonly steps: JSONColumnType<readonly StoredNoticeStep[], string | undefined>;
  /** The job of letters to many debtors that made it. */
  readonly debtLettersId?: ColumnType<number | null, number | null | undefined, never>;
  readonly createdBy: number;
  readonly createdAt: Generated<Date>;
};
