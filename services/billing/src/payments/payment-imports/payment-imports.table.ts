// Registries of payments, their rows, and those that wait for a person. Sums are text with the column's places.
import type { JobStatus } from '@kvartplata/contracts/billing/calculation-jobs.ts';
import type {
  PaymentImportRowStatus,
  RegistryProfile,
} from '@kvartplata/contracts/billing/payment-imports.ts';
import type { UnidentifiedStatus } from '@kvartplata/contracts/billing/unidentified-payments.ts';
import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely';

export type PaymentImportsTable = {
  readonly id: GeneratedAlways<number>;
  readonly organization_id: number;
  readonly profile: RegistryProfile;
  readonly dry_run: boolean;
  readonly file_name: string;
  /** SHA-256 in hexadecimal. */
  readonly file_hash: string;
  readonly status: Generated<JobStatus>;
  readonly total_rows: Generated<number>;
  readonly processed_rows: Generated<number>;
  readonly matched_rows: Generated<number>;
  readonly quarantined_rows: Generated<number>;
  readonly rejected_rows: Generated<number>;
  readonly total_amount: Generated<string>;
  readonly matched_amount: Generated<string>;
  readonly quarantined_amount: Generated<string>;
  readonly rejected_amount: Generated<string>;
  readonly declared_rows: number | null;
  readonly declared_amount: string | null;
  readonly error: string | null;
  readonly requested_by: number;
  readonly request_id: string;
  readonly created_at: Generated<Date>;
  readonly started_at: Date | null;
  readonly finished_at: Date | null;
  readonly reversed_at: Date | null;
  readonly reversed_by: number | null;
  readonly reversal_reason: string | null;
};

export type PaymentImportRowsTable = {
  readonly import_id: number;
  readonly line: number;
  readonly organization_id: number;
  readonly status: PaymentImportRowStatus;
  readonly reasons: JSONColumnType<readonly unknown[]>;
  readonly account_numbers: readonly string[];
  readonly amount: string | null;
  readonly paid_on: string | null;
  readonly named_period: string | null;
  readonly operation: string | null;
  readonly payer: string | null;
  readonly purpose: string | null;
  readonly source_text: string;
  readonly operation_hash: string | null;
  readonly row_hash: string;
  readonly is_claimed: Generated<boolean>;
  readonly house_id: number | null;
  readonly personal_account_id: number | null;
  readonly payment_id: number | null;
};

export type UnidentifiedPaymentsTable = {
  readonly id: GeneratedAlways<number>;
  readonly organization_id: number;
  readonly import_id: number;
  readonly line: number;
  readonly status: Generated<UnidentifiedStatus>;
  readonly house_id: number | null;
  readonly personal_account_id: number | null;
  readonly payment_id: number | null;
  readonly settled_by: number | null;
  readonly settled_at: Date | null;
  readonly note: string | null;
  readonly created_at: Generated<Date>;
};
