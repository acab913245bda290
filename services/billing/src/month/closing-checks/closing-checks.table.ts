// Accepted remarks, by month and check, or individually.
import type { CheckCode } from '@kvartplata/contracts/billing/closing-checks.ts';
import type { Generated } from 'kysely';

export type CheckAcceptancesTable = {
  readonly organizationId: number;
  readonly billingCycleId: number;
  readonly checkCode: CheckCode;
  readonly rowCount: number;
  readonly note: string;
  readonly acceptedBy: number;
  readonly acceptedAt: Generated<Date>;
};

export type RemarkAcceptancesTable = {
  readonly organizationId: number;
  readonly billingCycleId: number;
  readonly checkCode: CheckCode;
  /** The remark's key within its check. */
  readonly remark: string;
  /** SHA-256 of its text, in hexadecimal. */
  readonly readsHash: string;
  readonly note: string;
  readonly acceptedBy: number;
  readonly acceptedAt: Generated<Date>;
};
