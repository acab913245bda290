// Remarks that were accepted as they are, by month and check, or one by one.
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
  /** Its key among those of its check. */
  readonly remark: string;
  /** SHA-256 of what it says, in hexadecimal. */
  readonly readsHash: string;
  readonly note: string;
  readonly acceptedBy: number;
  readonly acceptedAt: Generated<Date>;
};
