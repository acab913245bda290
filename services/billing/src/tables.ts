// The types of the billing database for queries. Money, rates and volumes are text with as many decimal places as the column has.
import type { Kysely, Transaction } from 'kysely';
import type { AccountBalancesTable } from './books/account-balances/account-balances.table.ts';
import type { BillingCyclesTable } from './books/cycles/cycles.table.ts';
import type {
  CheckpointsTable,
  CosignaturesTable,
  MonthReopeningsTable,
  MonthSealsTable,
  SealVerificationsTable,
  SealLogTable,
} from './books/seals/seals.table.ts';
import type { LedgerVerificationsTable } from './books/ledger-verification/ledger-verifications.table.ts';
import type { ChargedPayeesTable, PayeesTable } from './books/payees/payees.table.ts';
import type {
  LedgerEntriesTable,
  LedgerLinksTable,
} from './books/ledger-entries/ledger-entries.table.ts';
import type {
  CalculationJobsTable,
  CalculationBatchesTable,
} from './month/calculation-jobs/calculation-jobs.table.ts';
import type { CommonNeedsMonthsTable } from './month/calculation-jobs/common-needs-months.table.ts';
import type { HouseMonthsTable } from './month/calculation-jobs/house-months.table.ts';
import type { SkippedAccountsTable } from './month/calculation-jobs/skipped-accounts.table.ts';
import type { ChargedServicesTable } from './month/charges/charged-services.table.ts';
import type {
  ChargedAccountsTable,
  ChargesTable,
  ChargeTemplatesTable,
} from './month/charges/charges.table.ts';
import type { CorrectionsTable } from './month/corrections/corrections.table.ts';
import type { YearCorrectionsTable } from './month/corrections/year-corrections.table.ts';
import type {
  AdjustmentsTable,
  WaitingAdjustmentsTable,
} from './payments/adjustments/adjustments.table.ts';
import type { PaymentsTable, PaymentAllocationsTable } from './payments/payments/payments.table.ts';
import type {
  OpeningImportPiecesTable,
  OpeningImportsTable,
} from './payments/opening-balances/opening-balances.table.ts';
import type { StornosTable } from './payments/stornos/stornos.table.ts';
import type { KeyRateImportsTable } from './penalties/key-rate-import/key-rate-imports.table.ts';
import type {
  InstalmentInterestTable,
  InstalmentsTable,
} from './penalties/instalments/instalments.table.ts';
import type { PenaltyAccrualJobsTable } from './penalties/penalty-accruals/penalty-accruals.table.ts';
import type { PenaltyRatesTable } from './penalties/penalty-rates/penalty-rates.table.ts';
import type { PenaltyRulesTable } from './penalties/penalty-rules/penalty-rules.table.ts';
import type {
  CheckAcceptancesTable,
  RemarkAcceptancesTable,
} from './month/closing-checks/closing-checks.table.ts';
import type {
  DebtLetterAccountsTable,
  DebtLetterPiecesTable,
  DebtLettersTable,
} from './debts/debt-letters/debt-letters.table.ts';
import type { CourtCasesTable } from './debts/court-cases/court-cases.table.ts';
import type { DebtRequestsTable } from './paper/debt-requests/debt-requests.table.ts';
import type { RestrictionNoticesTable } from './debts/restriction-notices/restriction-notices.table.ts';
import type { DisputesTable } from './paper/disputes/disputes.table.ts';
import type { WebhookDeliveriesTable, WebhooksTable } from './paper/webhooks/webhooks.table.ts';
import type {
  GisExportsTable,
  GisPaymentsTable,
  GisReadingsTable,
  GisServicesTable,
} from './paper/gis-zhkh/gis-zhkh.table.ts';
import type {
  ClosedAddressesTable,
  DeliveriesTable,
  DeliveryLettersTable,
} from './paper/deliveries/deliveries.table.ts';
import type { WithdrawnLinksTable } from './paper/receipt-links/receipt-links.table.ts';
import type {
  ReceiptFilePiecesTable,
  ReceiptFilesTable,
} from './paper/receipt-files/receipt-files.table.ts';
import type {
  PaymentImportPiecesTable,
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
  readonly chargedPayees: ChargedPayeesTable;
  readonly payees: PayeesTable;
  readonly houseMonths: HouseMonthsTable;
  readonly commonNeedsMonths: CommonNeedsMonthsTable;
  readonly chargedAccounts: ChargedAccountsTable;
  readonly chargeTemplates: ChargeTemplatesTable;
  readonly charges: ChargesTable;
  readonly corrections: CorrectionsTable;
  readonly yearCorrections: YearCorrectionsTable;
  readonly ledgerEntries: LedgerEntriesTable;
  readonly ledgerLinks: LedgerLinksTable;
  readonly monthSeals: MonthSealsTable;
  readonly monthReopenings: MonthReopeningsTable;
  readonly sealVerifications: SealVerificationsTable;
  readonly sealLog: SealLogTable;
  readonly checkpoints: CheckpointsTable;
  readonly cosignatures: CosignaturesTable;
  readonly checkAcceptances: CheckAcceptancesTable;
  readonly remarkAcceptances: RemarkAcceptancesTable;
  readonly accountBalances: AccountBalancesTable;
  readonly payments: PaymentsTable;
  readonly paymentAllocations: PaymentAllocationsTable;
  readonly stornos: StornosTable;
  readonly adjustments: AdjustmentsTable;
  readonly waitingAdjustments: WaitingAdjustmentsTable;
  readonly paymentImports: PaymentImportsTable;
  readonly paymentImportPieces: PaymentImportPiecesTable;
  readonly paymentImportRows: PaymentImportRowsTable;
  readonly unidentifiedPayments: UnidentifiedPaymentsTable;
  readonly openingImports: OpeningImportsTable;
  readonly openingImportPieces: OpeningImportPiecesTable;
  readonly disputes: DisputesTable;
  readonly withdrawnLinks: WithdrawnLinksTable;
  readonly courtCases: CourtCasesTable;
  readonly debtLetters: DebtLettersTable;
  readonly debtLetterAccounts: DebtLetterAccountsTable;
  readonly debtLetterPieces: DebtLetterPiecesTable;
  readonly debtRequests: DebtRequestsTable;
  readonly gisServices: GisServicesTable;
  readonly gisExports: GisExportsTable;
  readonly gisPayments: GisPaymentsTable;
  readonly gisReadings: GisReadingsTable;
  readonly instalments: InstalmentsTable;
  readonly instalmentInterest: InstalmentInterestTable;
  readonly restrictionNotices: RestrictionNoticesTable;
  readonly penaltyRates: PenaltyRatesTable;
  readonly penaltyRules: PenaltyRulesTable;
  readonly penaltyAccrualJobs: PenaltyAccrualJobsTable;
  readonly receiptFiles: ReceiptFilesTable;
  readonly receiptFilePieces: ReceiptFilePiecesTable;
  readonly deliveries: DeliveriesTable;
  readonly deliveryLetters: DeliveryLettersTable;
  readonly closedAddresses: ClosedAddressesTable;
  readonly webhooks: WebhooksTable;
  readonly webhookDeliveries: WebhookDeliveriesTable;
  readonly keyRateImports: KeyRateImportsTable;
  readonly ledgerVerifications: LedgerVerificationsTable;
};
