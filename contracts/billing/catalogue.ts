// Every operation of the billing-service.
import * as shared from '../audit.ts';
import { catalogueOf } from '../catalogue.ts';
import * as accountBalances from './account-balances.ts';
import * as accountLetters from './account-letters.ts';
import * as accountList from './account-list.ts';
import * as accountReports from './account-reports.ts';
import * as adjustments from './adjustments.ts';
import * as apply from './apply.ts';
import * as audit from './audit.ts';
import * as calculationJobs from './calculation-jobs.ts';
import * as chargeOutliers from './charge-outliers.ts';
import * as charges from './charges.ts';
import * as close from './close.ts';
import * as closingChecks from './closing-checks.ts';
import * as collection from './collection.ts';
import * as courtCases from './court-cases.ts';
import * as corrections from './corrections.ts';
import * as cycles from './cycles.ts';
import * as debtCertificates from './debt-certificates.ts';
import * as debtLetters from './debt-letters.ts';
import * as debtRequests from './debt-requests.ts';
import * as debtors from './debtors.ts';
import * as debtWork from './debt-work.ts';
import * as disputes from './disputes.ts';
import * as dryRuns from './dry-runs.ts';
import books from './examples/books.json' with { type: 'json' };
import debtExamples from './examples/debts.json' with { type: 'json' };
import monthExamples from './examples/month.json' with { type: 'json' };
import paperExamples from './examples/paper.json' with { type: 'json' };
import paymentExamples from './examples/payments.json' with { type: 'json' };
import penaltyRateExamples from './examples/penalty-rates.json' with { type: 'json' };
import penaltyExamples from './examples/penalties.json' with { type: 'json' };
import webhookExamples from './examples/webhooks.json' with { type: 'json' };
import * as exportFiles from './exports.ts';
import * as letterPreview from './letter-preview.ts';
import * as bounces from './bounces.ts';
import * as gisAnswers from './gis-answers.ts';
import * as gisMessages from './gis-messages.ts';
import * as gisZhkh from './gis-zhkh.ts';
import * as instalments from './instalments.ts';
import * as internal from './internal.ts';
import * as keyRateImport from './key-rate-import.ts';
import * as ledgerEntries from './ledger-entries.ts';
import * as monthSummary from './month-summary.ts';
import * as moveOpenings from './move-openings.ts';
import * as openingBalances from './opening-balances.ts';
import * as paymentImports from './payment-imports.ts';
import * as payeeReports from './payee-reports.ts';
import * as payees from './payees.ts';
import * as payments from './payments.ts';
import * as penalties from './penalties.ts';
import * as penaltyAccruals from './penalty-accruals.ts';
import * as penaltyRates from './penalty-rates.ts';
import * as penaltyRemarks from './penalty-remarks.ts';
import * as penaltyRules from './penalty-rules.ts';
import * as receiptFiles from './receipt-files.ts';
import * as deliveries from './deliveries.ts';
import * as receiptLinks from './receipt-links.ts';
import * as receipts from './receipts.ts';
import * as restrictionNotices from './restriction-notices.ts';
import * as verificationLetters from './verification-letters.ts';
import * as seals from './seals.ts';
import * as skippedAccounts from './skipped-accounts.ts';
import * as stornos from './stornos.ts';
import * as turnover from './turnover.ts';
import * as unidentifiedPayments from './unidentified-payments.ts';
import * as webhooks from './webhooks.ts';
import * as yearCorrections from './year-corrections.ts';

export const BILLING = catalogueOf(
  'billing',
  {
    description: 'Months, charges, the ledger, balances, payments, penalties, reports and receipts',
    tags: {
      cycles: 'An organization’s months, from draft to closed',
      'ledger-entries': 'Entries of the ledger, which are only added',
      'account-balances': 'What each account owes',
      payees: 'Recipients, other than the organization, of what is paid for services',
      payments: 'Payments of accounts, and which months’ debts they pay',
      'payment-imports': 'Payment registries from banks',
      'opening-balances': 'What accounts owed before the company moved in, from files',
      'unidentified-payments': 'Registry payments without a known account',
      adjustments: 'Lines that are booked by hand: charges, write-offs, discounts, court fees',
      stornos: 'Reversals of charges, payments and registries',
      penalties: 'Penalties for late payment',
      'penalty-accruals': 'Penalties booked up to a day, and the jobs that book them',
      'penalty-rates': 'Penalty rates, and their import from the Bank of Russia',
      'penalty-rules': 'The rules of penalties: the law’s, and those agreed instead',
      instalments: 'Plans to pay a debt in parts',
      'calculation-jobs': 'Calculating a month, and dry runs',
      charges: 'What accounts are charged for a service in a month, and why',
      corrections: 'Recalculation of booked months, and the differences',
      'closing-checks': 'Checks before a month is closed',
      seals: 'Hashes of closed months',
      turnover: 'Opening balance, turnover and closing balance of accounts',
      reports: 'Debtors, collection, statements and summaries',
      exports: 'Files for other programs',
      receipts: 'Payment documents (receipts) as PDF',
      'receipt-files': 'The receipts of many houses as one file',
      deliveries: 'Receipts sent by e-mail, and what became of each letter',
      'court-cases': 'Cases of debtors, from the frozen claim to the bailiffs',
      'restriction-notices': 'Warnings that a utility service will be restricted',
      'debt-letters': 'Claim letters and restriction notices to many debtors',
      'debt-certificates': 'Certificates of what an account owes',
      'debt-work': 'Tasks of debt work that are due',
      disputes: 'Residents’ objections, and the answers',
      'debt-requests': 'Requests about debts through ГИС ЖКХ, and their answers',
      webhooks: 'Addresses of programs that events are sent to',
      audit: 'Who changed what',
      internal: 'For the other services only, with a service token',
    },
    examples: {
      ...books,
      ...paymentExamples,
      ...penaltyExamples,
      ...penaltyRateExamples,
      ...monthExamples,
      ...paperExamples,
      ...debtExamples,
      ...webhookExamples,
    },
  },
  [
    cycles,
    apply,
    close,
    ledgerEntries,
    accountBalances,
    payees,
    payments,
    paymentImports,
    openingBalances,
    moveOpenings,
    unidentifiedPayments,
    stornos,
    adjustments,
    penalties,
    penaltyAccruals,
    penaltyRates,
    penaltyRemarks,
    keyRateImport,
    penaltyRules,
    instalments,
    calculationJobs,
    skippedAccounts,
    dryRuns,
    charges,
    chargeOutliers,
    corrections,
    yearCorrections,
    closingChecks,
    seals,
    turnover,
    payeeReports,
    debtors,
    collection,
    monthSummary,
    accountList,
    accountReports,
    exportFiles,
    letterPreview,
    accountLetters,
    bounces,
    gisAnswers,
    gisMessages,
    gisZhkh,
    debtRequests,
    receiptLinks,
    receipts,
    receiptFiles,
    deliveries,
    verificationLetters,
    disputes,
    webhooks,
    courtCases,
    restrictionNotices,
    debtCertificates,
    debtLetters,
    debtWork,
    audit,
    shared,
    internal,
  ],
);
