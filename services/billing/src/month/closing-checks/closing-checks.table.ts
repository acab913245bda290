// Remarks that were accepted as they are, by month and check.
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
