// Remarks that were accepted as they are, by month and check.
import type { CheckCode } from '@kvartplata/contracts/billing/closing-checks.ts';
import type { Generated } from 'kysely';

export type CheckAcceptancesTable = {
  readonly billing_cycle_id: number;
  readonly check_code: CheckCode;
  readonly organization_id: number;
  readonly row_count: number;
  readonly note: string;
  readonly accepted_by: number;
  readonly accepted_at: Generated<Date>;
};
