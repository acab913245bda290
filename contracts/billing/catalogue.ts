// Every operation of the billing-service.
import * as shared from '../audit.ts';
import { catalogueOf } from '../catalogue.ts';
import * as accountBalances from './account-balances.ts';
import * as accountReports from './account-reports.ts';
import * as apply from './apply.ts';
import * as audit from './audit.ts';
import * as calculationJobs from './calculation-jobs.ts';
import * as chargeOutliers from './charge-outliers.ts';
import * as charges from './charges.ts';
import * as close from './close.ts';
import * as closingChecks from './closing-checks.ts';
import * as collection from './collection.ts';
import * as corrections from './corrections.ts';
import * as cycles from './cycles.ts';
import * as debtors from './debtors.ts';
import * as disputes from './disputes.ts';
import * as dryRuns from './dry-runs.ts';
import books from './examples/books.json' with { type: 'json' };
import paymentExamples from './examples/payments.json' with { type: 'json' };
import penaltyRateExamples from './examples/penalty-rates.json' with { type: 'json' };
import penaltyExamples from './examples/penalties.json' with { type: 'json' };
import * as exportFiles from './exports.ts';
import * as internal from './internal.ts';
import * as keyRateImport from './key-rate-import.ts';
import * as ledgerEntries from './ledger-entries.ts';
import * as monthSummary from './month-summary.ts';
import * as paymentImports from './payment-imports.ts';
import * as payments from './payments.ts';
import * as penalties from './penalties.ts';
import * as penaltyAccruals from './penalty-accruals.ts';
import * as penaltyRates from './penalty-rates.ts';
import * as penaltyRules from './penalty-rules.ts';
import * as receipts from './receipts.ts';
import * as seals from './seals.ts';
import * as skippedAccounts from './skipped-accounts.ts';
import * as stornos from './stornos.ts';
import * as turnover from './turnover.ts';
import * as unidentifiedPayments from './unidentified-payments.ts';

export const BILLING = catalogueOf(
  'billing',
  {
    description: 'Months, charges, the ledger, balances, payments, penalties, reports and receipts',
    tags: {
      cycles: 'An organization’s months, from draft to closed',
      'ledger-entries': 'The books, which only grow',
      'account-balances': 'What each account owes',
      payments: 'Money of an account, put on its debts month by month',
      'payment-imports': 'Registries of payments that banks send',
      'unidentified-payments': 'Money of a registry of which nobody knows whose it is',
      stornos: 'Charges, payments and registries taken back',
      penalties: 'What late payment costs',
      'penalty-accruals': 'Penalties booked up to a day, and the jobs that book them',
      'penalty-rates': 'The reference of rates, and its import from the Bank of Russia',
      'penalty-rules': 'What penalties rest on: the law, and what is settled in its place',
      'calculation-jobs': 'Computing a month, and trying what that would give',
      charges: 'What accounts are asked to pay for a service in a month, and how that came about',
      corrections: 'Booked months that are computed again, and the differences',
      'closing-checks': 'What stands against closing a month',
      seals: 'Hashes of closed months',
      turnover: 'What accounts owed, what moved, what they owe',
      reports: 'What the books say of houses and accounts',
      exports: 'Files for other programs',
      receipts: 'Payment documents',
      disputes: 'What residents object to, and the answers',
      audit: 'Who changed what',
      internal: 'For the other services alone, by a token of theirs',
    },
    examples: { ...books, ...paymentExamples, ...penaltyExamples, ...penaltyRateExamples },
  },
  [
    cycles,
    apply,
    close,
    ledgerEntries,
    accountBalances,
    payments,
    paymentImports,
    unidentifiedPayments,
    stornos,
    penalties,
    penaltyAccruals,
    penaltyRates,
    keyRateImport,
    penaltyRules,
    calculationJobs,
    skippedAccounts,
    dryRuns,
    charges,
    chargeOutliers,
    corrections,
    closingChecks,
    seals,
    turnover,
    debtors,
    collection,
    monthSummary,
    accountReports,
    exportFiles,
    receipts,
    disputes,
    audit,
    shared,
    internal,
  ],
);
