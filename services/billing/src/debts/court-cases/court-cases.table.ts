// Court cases, each with its frozen claim and the steps taken.
import type {
  CaseState,
  CaseStep,
  Claim,
  Proceeding,
} from '@kvartplata/contracts/billing/court-cases.ts';
import type { Generated, JSONColumnType } from 'kysely';

export type StoredStep = {
  readonly step: CaseStep;
  readonly on: string;
  readonly reference: string | null;
  readonly courtFeeAdjustmentId: number | null;
  readonly createdBy: number;
  readonly createdAt: string;
};

export type CourtCasesTable = {
  readonly organizationId: number;
  readonly houseId: number;
  readonly id: Generated<number>;
  readonly personalAccountId: number;
  readonly accountNumber: string;
  readonly payer: string;
  readonly address: string;
  readonly proceeding: Proceeding;
  readonly court: string | null;
  readonly state: Generated<CaseState>;
  readonly stateSince: string;
  readonly steps: JSONColumnType<readonly StoredStep[], string | undefined>;
  readonly asOf: string;
  readonly principal: string;
  readonly penalty: string;
  readonly stateDuty: string;
  readonly balance: string;
  readonly claim: JSONColumnType<Claim>;
  readonly createdBy: number;
  readonly createdAt: Generated<Date>;
};
