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
  readonly billingCycles: BillingCyclesTable;
  readonly calculationJobs: CalculationJobsTable;
  readonly calculationBatches: CalculationBatchesTable;
  readonly skippedAccounts: SkippedAccountsTable;
  readonly chargedServices: ChargedServicesTable;
  readonly houseMonths: HouseMonthsTable;
  readonly charges: ChargesTable;
  readonly corrections: CorrectionsTable;
  readonly ledgerEntries: LedgerEntriesTable;
  readonly ledgerLinks: LedgerLinksTable;
  readonly monthSeals: MonthSealsTable;
  readonly monthReopenings: MonthReopeningsTable;
  readonly checkAcceptances: CheckAcceptancesTable;
  readonly accountBalances: AccountBalancesTable;
  readonly payments: PaymentsTable;
  readonly paymentAllocations: PaymentAllocationsTable;
  readonly stornos: StornosTable;
  readonly paymentImports: PaymentImportsTable;
  readonly paymentImportRows: PaymentImportRowsTable;
  readonly unidentifiedPayments: UnidentifiedPaymentsTable;
  readonly disputes: DisputesTable;
  readonly penaltyRates: PenaltyRatesTable;
  readonly penaltyRules: PenaltyRulesTable;
  readonly penaltyAccrualJobs: PenaltyAccrualJobsTable;
  readonly keyRateImports: KeyRateImportsTable;
  readonly ledgerVerifications: LedgerVerificationsTable;
};

type BillingCyclesTable = {
  readonly id: GeneratedAlways<number>;
  readonly organizationId: number;
  readonly year: number;
  readonly month: number;
  readonly period: GeneratedAlways<string>;
  readonly status: Generated<'DRAFT' | 'APPLIED' | 'CLOSED'>;
  readonly createdAt: Generated<Date>;
  readonly appliedAt: Date | null;
  readonly closedAt: Date | null;
};

type CalculationJobsTable = {
  readonly id: GeneratedAlways<number>;
  readonly organizationId: number;
  readonly billingCycleId: number;
  readonly period: string;
  readonly houseIds: number[];
  readonly status: Generated<'QUEUED' | 'RUNNING' | 'COMPLETED' | 'FAILED' | 'CANCELLED'>;
  readonly totalAccounts: Generated<number>;
  readonly processedAccounts: Generated<number>;
  readonly createdCharges: Generated<number>;
  readonly skippedCount: Generated<number>;
  readonly error: string | null;
  readonly requestedBy: number;
  readonly requestId: string;
  readonly createdAt: Generated<Date>;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
};

type CalculationBatchesTable = {
  readonly id: GeneratedAlways<number>;
  readonly calculationJobId: number;
  readonly organizationId: number;
  readonly housesLeft: number[];
  readonly processedAccounts: Generated<number>;
  readonly createdCharges: Generated<number>;
  readonly skippedCount: Generated<number>;
  readonly faults: Generated<string[]>;
};

type SkippedAccountsTable = {
  readonly houseId: number;
  readonly period: string;
  readonly personalAccountId: number;
  readonly line: number;
  readonly organizationId: number;
  readonly calculationJobId: number;
  readonly reason: string;
};

type ChargedServicesTable = {
  readonly houseId: number;
  readonly organizationId: number;
  readonly houseServiceId: number;
  readonly code: string;
  readonly name: string;
  readonly unit: string;
  readonly kind: ServiceKind;
  /** What it is called within a sentence; null where that is its name. */
  readonly everydayNameRu: string | null;
  readonly everydayNameEn: string | null;
};

type HouseMonthsTable = {
  readonly houseId: number;
  readonly period: string;
  readonly organizationId: number;
  readonly billingCycleId: number;
  /** Null of a month that holds corrections and was never computed. */
  readonly calculationJobId: number | null;
  readonly accounts: Generated<number>;
  readonly charges: Generated<number>;
  readonly amount: Generated<string>;
  readonly computedAt: Date | null;
  /** Of core's data that the month was computed from; null when it was not computed from any. */
  readonly coreVersion: number | null;
  /** Of its charges; null when no calculation has made them. */
  readonly contentHash: Buffer | null;
  /** Services that charge nothing to anybody, although they should. */
  readonly idleServices: Generated<readonly number[]>;
  /** Null while its charges are drafts. */
  readonly appliedAt: Date | null;
};

type ChargesTable = {
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

type CorrectionsTable = {
  readonly houseId: number;
  readonly id: Generated<number>;
  readonly organizationId: number;
  readonly periodFrom: string;
  readonly periodTo: string;
  readonly period: string;
  readonly billingCycleId: number;
  readonly reason: string;
  readonly lineCount: number;
  readonly amount: string;
  readonly requestedBy: number;
  readonly createdAt: Generated<Date>;
};

type LedgerEntriesTable = {
  readonly houseId: number;
  readonly personalAccountId: number;
  readonly id: number;
  readonly period: string;
  readonly organizationId: number;
  readonly transactionType: 'CHARGE' | 'PAYMENT' | 'PENALTY' | 'STORNO';
  readonly debtKind: 'principal' | 'penalty';
  readonly debit: string;
  readonly credit: string;
  readonly documentId: number;
  readonly effectiveOn: string;
  readonly createdAt: Generated<Date>;
};

type LedgerLinksTable = {
  readonly houseId: number;
  readonly number: number;
  readonly organizationId: number;
  readonly period: string;
  readonly entryIds: number[];
  readonly digest: Buffer;
  readonly hash: Buffer;
  readonly createdAt: Generated<Date>;
};

type MonthReopeningsTable = {
  readonly billingCycleId: number;
  readonly closedAt: Date;
  readonly organizationId: number;
  readonly reason: string;
  readonly reopenedBy: number;
  readonly createdAt: Generated<Date>;
};

type MonthSealsTable = {
  readonly billingCycleId: number;
  readonly organizationId: number;
  readonly turnoverHash: Buffer;
  readonly chainHash: Buffer;
  /** As they came out at the closing; null of months that were closed without any. */
  readonly checks: ColumnType<readonly CheckOutcome[] | null, string, never>;
  readonly createdAt: Generated<Date>;
};

type AccountBalancesTable = {
  readonly houseId: number;
  readonly personalAccountId: number;
  readonly organizationId: number;
  readonly principalDebt: string;
  readonly penaltyDebt: string;
  readonly lastUpdatedAt: Date;
  readonly openDebts: Generated<Readonly<Record<string, string>>>;
  readonly advance: Generated<string>;
  readonly moneyUntil: string | null;
};

type PaymentsTable = {
  readonly houseId: number;
  readonly id: number;
  readonly personalAccountId: number;
  readonly organizationId: number;
  readonly amount: string;
  readonly principalAmount: string;
  readonly penaltyAmount: string;
  readonly paidOn: string;
  readonly namedPeriod: string | null;
  readonly bookedIn: string;
  readonly source: string;
  readonly reference: string | null;
  readonly createdAt: Generated<Date>;
};

type PaymentAllocationsTable = {
  readonly houseId: number;
  readonly personalAccountId: number;
  readonly id: number;
  readonly organizationId: number;
  readonly paymentId: number;
  readonly debtKind: 'principal' | 'penalty';
  readonly period: string | null;
  readonly amount: string;
  readonly reason: AllocationReason;
  readonly causeId: number;
  readonly createdAt: Generated<Date>;
};

type StornosTable = {
  readonly houseId: number;
  readonly entryId: number;
  readonly entryPeriod: string;
  readonly personalAccountId: number;
  readonly organizationId: number;
  readonly stornoId: number;
  readonly period: string;
  readonly transactionType: 'CHARGE' | 'PAYMENT' | 'PENALTY';
  readonly documentId: number;
  readonly reason: string;
  readonly createdAt: Generated<Date>;
};

type PenaltyRatesTable = {
  readonly id: Generated<number>;
  readonly validFrom: string;
  readonly validTo: string | null;
  readonly baseCbrRate: string;
  readonly effectiveRate: string;
  readonly description: string | null;
  readonly source: 'import' | 'manual';
  /** Counts the changes; the entity tag of the record. */
  readonly version: Generated<number>;
};

type PenaltyRulesTable = {
  readonly id: GeneratedAlways<number>;
  readonly organizationId: number;
  readonly houseId: number | null;
  readonly kind: PenaltyRuleKind;
  readonly value: ColumnType<PenaltyRuleValue, string, string>;
  readonly validFrom: string;
  readonly validTo: string | null;
  readonly basis: string;
  /** Counts the changes; the entity tag of the rule. */
  readonly version: Generated<number>;
};

type PenaltyAccrualJobsTable = {
  readonly id: GeneratedAlways<number>;
  readonly organizationId: number;
  readonly houseIds: number[];
  readonly targetOn: string;
  readonly status: Generated<'QUEUED' | 'RUNNING' | 'COMPLETED' | 'FAILED' | 'CANCELLED'>;
  readonly totalAccounts: Generated<number>;
  readonly processedAccounts: Generated<number>;
  readonly processedHouses: Generated<number>;
  readonly createdAccruals: Generated<number>;
  readonly amount: Generated<string>;
  readonly error: string | null;
  readonly requestedBy: number;
  readonly requestId: string;
  readonly createdAt: Generated<Date>;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
};

export type KeyRateImportsTable = {
  readonly id: GeneratedAlways<number>;
  readonly finishedAt: Generated<Date>;
  readonly outcome:
    | 'added'
    | 'unchanged'
    | 'manual'
    | 'covered'
    | 'outdated'
    | 'contradicted'
    | 'quarantined'
    | 'failed';
  readonly bankRate: string | null;
  readonly bankRateOn: string | null;
  readonly detail: string | null;
  readonly requestedBy: number | null;
};

type LedgerVerificationsTable = {
  readonly id: GeneratedAlways<number>;
  readonly finishedAt: Generated<Date>;
  readonly driftingAccounts: number;
  readonly strayPayments: number;
  readonly chainFaults: number;
};
