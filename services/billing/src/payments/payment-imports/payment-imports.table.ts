// Payment imports, their rows, and unidentified payments. Sums are text in the scale of their columns.
import type { JobStatus } from '@kvartplata/contracts/billing/calculation-jobs.ts';
import type {
  PaymentImportRowStatus,
  RegistryProfile,
} from '@kvartplata/contracts/billing/payment-imports.ts';
import type { UnidentifiedStatus } from '@kvartplata/contracts/billing/unidentified-payments.ts';
import type { JobErrorColumns } from '@kvartplata/platform/database/job-error-columns.ts';
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely';
import type { CountedReason } from '../row-reasons.ts';
import type { StoredRow } from './stored-row.ts';

export type PaymentImportsTable = JobErrorColumns & {
  readonly organizationId: number;
  readonly id: GeneratedAlways<number>;
  readonly profile: RegistryProfile;
  readonly dryRun: boolean;
  readonly fileName: string;
  /** SHA-256 in hexadecimal. */
  readonly fileHash: string;
  readonly status: Generated<JobStatus>;
  readonly totalRows: Generated<number>;
  readonly processedRows: Generated<number>;
  readonly matchedRows: Generated<number>;
  readonly quarantinedRows: Generated<number>;
  readonly rejectedRows: Generated<number>;
  readonly totalAmount: Generated<string>;
  readonly matchedAmount: Generated<string>;
  readonly quarantinedAmount: Generated<string>;
  readonly rejectedAmount: Generated<string>;
  /** Written with the end of the import. */
  readonly reasons: ColumnType<readonly CountedReason[], never, never>;
  readonly declaredRows: number | null;
  readonly declaredAmount: string | null;
  readonly requestedBy: number;
  readonly requestId: string;
  readonly createdAt: Generated<Date>;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
  readonly reversedAt: Date | null;
  readonly reversedBy: number | null;
  readonly reversalReason: string | null;
};

export type PaymentImportPiecesTable = {
  readonly organizationId: number;
  readonly importId: number;
  readonly firstLine: number;
  readonly lastLine: number;
  readonly rejectedRows: number;
  readonly rows: JSONColumnType<readonly StoredRow[]>;
};

export type PaymentImportRowsTable = {
  readonly organizationId: number;
  readonly importId: number;
  readonly line: number;
  readonly status: Exclude<PaymentImportRowStatus, 'read'>;
  readonly reasons: JSONColumnType<readonly unknown[]>;
  readonly accountNumbers: readonly string[];
  readonly amount: string | null;
  readonly paidOn: string | null;
  readonly namedPeriod: string | null;
  readonly operation: string | null;
  readonly payer: string | null;
  readonly purpose: string | null;
  readonly sourceText: string;
  readonly operationHash: string | null;
  readonly rowHash: string;
  readonly isClaimed: Generated<boolean>;
  readonly houseId: number | null;
  readonly personalAccountId: number | null;
  readonly paymentId: number | null;
};

export type UnidentifiedPaymentsTable = {
  readonly organizationId: number;
  readonly id: GeneratedAlways<number>;
  readonly importId: number;
  readonly line: number;
  readonly status: Generated<UnidentifiedStatus>;
  readonly houseId: number | null;
  readonly personalAccountId: number | null;
  readonly paymentId: number | null;
  readonly settledBy: number | null;
  readonly settledAt: Date | null;
  readonly note: string | null;
  readonly createdAt: Generated<Date>;
};
