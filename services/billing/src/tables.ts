// The billing database as queries see it. Money, rates and volumes are text with the column's places.
import type { AllocationReason } from '@kvartplata/contracts/billing/payments.ts';
import type {
  PenaltyRuleKind,
  PenaltyRuleValue,
} from '@kvartplata/contracts/billing/penalty-rules.ts';
import type { CheckOutcome } from '@kvartplata/contracts/billing/closing-checks.ts';
import type { ChargeBasis } from '@kvartplata/domain/charging/charge-line.ts';
import type { ServiceKind } from '@kvartplata/domain/charging/house-facts.ts';
import type {
  ColumnType,
  Generated,
  GeneratedAlways,
  JSONColumnType,
  Kysely,
  Transaction,
} from 'kysely';
import type { CheckAcceptancesTable } from './month/closing-checks/closing-checks.table.ts';
import type { DisputesTable } from './paper/disputes/disputes.table.ts';
import type {
  PaymentImportRowsTable,
  PaymentImportsTable,
  UnidentifiedPaymentsTable,
} from './payments/payment-imports/payment-imports.table.ts';

export type Db = Kysely<BillingTables>;
export type Trx = Transaction<BillingTables>;

export type BillingTables = {
  readonly billing_cycles: BillingCyclesTable;
  readonly calculation_jobs: CalculationJobsTable;
  readonly calculation_batches: CalculationBatchesTable;
  readonly skipped_accounts: SkippedAccountsTable;
  readonly charged_services: ChargedServicesTable;
  readonly house_months: HouseMonthsTable;
  readonly charges: ChargesTable;
  readonly corrections: CorrectionsTable;
  readonly ledger_entries: LedgerEntriesTable;
  readonly ledger_links: LedgerLinksTable;
  readonly month_seals: MonthSealsTable;
  readonly month_reopenings: MonthReopeningsTable;
  readonly check_acceptances: CheckAcceptancesTable;
  readonly account_balances: AccountBalancesTable;
  readonly payments: PaymentsTable;
  readonly payment_allocations: PaymentAllocationsTable;
  readonly stornos: StornosTable;
  readonly payment_imports: PaymentImportsTable;
  readonly payment_import_rows: PaymentImportRowsTable;
  readonly unidentified_payments: UnidentifiedPaymentsTable;
  readonly disputes: DisputesTable;
  readonly penalty_rates: PenaltyRatesTable;
  readonly penalty_rules: PenaltyRulesTable;
  readonly penalty_accrual_jobs: PenaltyAccrualJobsTable;
  readonly key_rate_imports: KeyRateImportsTable;
  readonly ledger_verifications: LedgerVerificationsTable;
};

type BillingCyclesTable = {
  readonly id: GeneratedAlways<number>;
  readonly organization_id: number;
  readonly year: number;
  readonly month: number;
  readonly period: GeneratedAlways<string>;
  readonly status: Generated<'DRAFT' | 'APPLIED' | 'CLOSED'>;
  readonly created_at: Generated<Date>;
  readonly applied_at: Date | null;
  readonly closed_at: Date | null;
};

type CalculationJobsTable = {
  readonly id: GeneratedAlways<number>;
  readonly organization_id: number;
  readonly billing_cycle_id: number;
  readonly period: string;
  readonly house_ids: number[];
  readonly status: Generated<'QUEUED' | 'RUNNING' | 'COMPLETED' | 'FAILED' | 'CANCELLED'>;
  readonly total_accounts: Generated<number>;
  readonly processed_accounts: Generated<number>;
  readonly created_charges: Generated<number>;
  readonly skipped_count: Generated<number>;
  readonly error: string | null;
  readonly requested_by: number;
  readonly request_id: string;
  readonly created_at: Generated<Date>;
  readonly started_at: Date | null;
  readonly finished_at: Date | null;
};

type CalculationBatchesTable = {
  readonly id: GeneratedAlways<number>;
  readonly calculation_job_id: number;
  readonly organization_id: number;
  readonly houses_left: number[];
  readonly processed_accounts: Generated<number>;
  readonly created_charges: Generated<number>;
  readonly skipped_count: Generated<number>;
  readonly faults: Generated<string[]>;
};

type SkippedAccountsTable = {
  readonly house_id: number;
  readonly period: string;
  readonly personal_account_id: number;
  readonly line: number;
  readonly organization_id: number;
  readonly calculation_job_id: number;
  readonly reason: string;
};

type ChargedServicesTable = {
  readonly house_id: number;
  readonly organization_id: number;
  readonly house_service_id: number;
  readonly code: string;
  readonly name: string;
  readonly unit: string;
  readonly kind: ServiceKind;
  /** What it is called within a sentence; null where that is its name. */
  readonly everyday_name_ru: string | null;
  readonly everyday_name_en: string | null;
};

type HouseMonthsTable = {
  readonly house_id: number;
  readonly period: string;
  readonly organization_id: number;
  readonly billing_cycle_id: number;
  /** Null of a month that holds corrections and was never computed. */
  readonly calculation_job_id: number | null;
  readonly accounts: Generated<number>;
  readonly charges: Generated<number>;
  readonly amount: Generated<string>;
  readonly computed_at: Date | null;
  /** Of core's data that the month was computed from; null when it was not computed from any. */
  readonly core_version: number | null;
  /** Of its charges; null when no calculation has made them. */
  readonly content_hash: Buffer | null;
  /** Services that charge nothing to anybody, although they should. */
  readonly idle_services: Generated<readonly number[]>;
  /** Null while its charges are drafts. */
  readonly applied_at: Date | null;
};

type ChargesTable = {
  readonly house_id: number;
  readonly period: string;
  readonly personal_account_id: number;
  readonly house_service_id: number;
  readonly line: number;
  readonly id: Generated<number>;
  readonly organization_id: number;
  readonly billing_cycle_id: number;
  readonly account_number: string;
  readonly rate_type: string;
  readonly consumption: string;
  readonly tariff: string;
  readonly amount: string;
  readonly basis: JSONColumnType<ChargeBasis>;
  /** Null of a charge that corrects nothing, as are the next two. */
  readonly correction_id: number | null;
  readonly corrected_period: string | null;
  readonly corrected_line: number | null;
};

type CorrectionsTable = {
  readonly house_id: number;
  readonly id: Generated<number>;
  readonly organization_id: number;
  readonly period_from: string;
  readonly period_to: string;
  readonly period: string;
  readonly billing_cycle_id: number;
  readonly reason: string;
  readonly line_count: number;
  readonly amount: string;
  readonly requested_by: number;
  readonly created_at: Generated<Date>;
};

type LedgerEntriesTable = {
  readonly house_id: number;
  readonly personal_account_id: number;
  readonly id: number;
  readonly period: string;
  readonly organization_id: number;
  readonly transaction_type: 'CHARGE' | 'PAYMENT' | 'PENALTY' | 'STORNO';
  readonly debt_kind: 'principal' | 'penalty';
  readonly debit: string;
  readonly credit: string;
  readonly document_id: number;
  readonly effective_on: string;
  readonly created_at: Generated<Date>;
};

type LedgerLinksTable = {
  readonly house_id: number;
  readonly number: number;
  readonly organization_id: number;
  readonly period: string;
  readonly entry_ids: number[];
  readonly digest: Buffer;
  readonly hash: Buffer;
  readonly created_at: Generated<Date>;
};

type MonthReopeningsTable = {
  readonly billing_cycle_id: number;
  readonly closed_at: Date;
  readonly organization_id: number;
  readonly reason: string;
  readonly reopened_by: number;
  readonly created_at: Generated<Date>;
};

type MonthSealsTable = {
  readonly billing_cycle_id: number;
  readonly organization_id: number;
  readonly turnover_hash: Buffer;
  readonly chain_hash: Buffer;
  /** As they came out at the closing; null of months that were closed without any. */
  readonly checks: ColumnType<readonly CheckOutcome[] | null, string, never>;
  readonly created_at: Generated<Date>;
};

type AccountBalancesTable = {
  readonly house_id: number;
  readonly personal_account_id: number;
  readonly organization_id: number;
  readonly principal_debt: string;
  readonly penalty_debt: string;
  readonly last_updated_at: Date;
  readonly open_debts: Generated<Readonly<Record<string, string>>>;
  readonly advance: Generated<string>;
  readonly money_until: string | null;
};

type PaymentsTable = {
  readonly house_id: number;
  readonly id: number;
  readonly personal_account_id: number;
  readonly organization_id: number;
  readonly amount: string;
  readonly principal_amount: string;
  readonly penalty_amount: string;
  readonly paid_on: string;
  readonly named_period: string | null;
  readonly booked_in: string;
  readonly source: string;
  readonly reference: string | null;
  readonly created_at: Generated<Date>;
};

type PaymentAllocationsTable = {
  readonly house_id: number;
  readonly personal_account_id: number;
  readonly id: number;
  readonly organization_id: number;
  readonly payment_id: number;
  readonly debt_kind: 'principal' | 'penalty';
  readonly period: string | null;
  readonly amount: string;
  readonly reason: AllocationReason;
  readonly cause_id: number;
  readonly created_at: Generated<Date>;
};

type StornosTable = {
  readonly house_id: number;
  readonly entry_id: number;
  readonly entry_period: string;
  readonly personal_account_id: number;
  readonly organization_id: number;
  readonly storno_id: number;
  readonly period: string;
  readonly transaction_type: 'CHARGE' | 'PAYMENT' | 'PENALTY';
  readonly document_id: number;
  readonly reason: string;
  readonly created_at: Generated<Date>;
};

type PenaltyRatesTable = {
  readonly id: Generated<number>;
  readonly valid_from: string;
  readonly valid_to: string | null;
  readonly base_cbr_rate: string;
  readonly effective_rate: string;
  readonly description: string | null;
  readonly source: 'import' | 'manual';
  /** Counts the changes; the entity tag of the record. */
  readonly version: Generated<number>;
};

type PenaltyRulesTable = {
  readonly id: GeneratedAlways<number>;
  readonly organization_id: number;
  readonly house_id: number | null;
  readonly kind: PenaltyRuleKind;
  readonly value: ColumnType<PenaltyRuleValue, string, string>;
  readonly valid_from: string;
  readonly valid_to: string | null;
  readonly basis: string;
  /** Counts the changes; the entity tag of the rule. */
  readonly version: Generated<number>;
};

type PenaltyAccrualJobsTable = {
  readonly id: GeneratedAlways<number>;
  readonly organization_id: number;
  readonly house_ids: number[];
  readonly target_on: string;
  readonly status: Generated<'QUEUED' | 'RUNNING' | 'COMPLETED' | 'FAILED' | 'CANCELLED'>;
  readonly total_accounts: Generated<number>;
  readonly processed_accounts: Generated<number>;
  readonly processed_houses: Generated<number>;
  readonly created_accruals: Generated<number>;
  readonly amount: Generated<string>;
  readonly error: string | null;
  readonly requested_by: number;
  readonly request_id: string;
  readonly created_at: Generated<Date>;
  readonly started_at: Date | null;
  readonly finished_at: Date | null;
};

export type KeyRateImportsTable = {
  readonly id: GeneratedAlways<number>;
  readonly finished_at: Generated<Date>;
  readonly outcome:
    | 'added'
    | 'unchanged'
    | 'manual'
    | 'covered'
    | 'outdated'
    | 'contradicted'
    | 'quarantined'
    | 'failed';
  readonly bank_rate: string | null;
  readonly bank_rate_on: string | null;
  readonly detail: string | null;
  readonly requested_by: number | null;
};

type LedgerVerificationsTable = {
  readonly id: GeneratedAlways<number>;
  readonly finished_at: Generated<Date>;
  readonly drifting_accounts: number;
  readonly stray_payments: number;
  readonly chain_faults: number;
};
