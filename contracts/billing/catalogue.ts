// Every operation of the billing-service.
import * as shared from '../audit.ts';
import { catalogueOf } from '../catalogue.ts';
import * as accountBalances from './account-balances.ts';
import * as audit from './audit.ts';
import * as cycles from './cycles.ts';
import * as internal from './internal.ts';
import * as keyRateImport from './key-rate-import.ts';
import * as ledgerEntries from './ledger-entries.ts';
import * as paymentImports from './payment-imports.ts';
import * as payments from './payments.ts';
import * as penalties from './penalties.ts';
import * as penaltyAccruals from './penalty-accruals.ts';
import * as penaltyRates from './penalty-rates.ts';
import * as penaltyRules from './penalty-rules.ts';
import * as stornos from './stornos.ts';
import * as unidentifiedPayments from './unidentified-payments.ts';

export const BILLING = catalogueOf(
  'billing',
  {
    description:
      'Billing cycles, calculation jobs, charges, the ledger, balances, payments, penalty rates and penalties',
    tags: {
      cycles: 'An organization’s months, from draft to closed',
      ledger: 'The books, which only grow',
      'account-balances': 'What each account owes',
      payments: 'Money of an account, put on its debts month by month',
      'payment-imports': 'Registries of payments that banks send',
      'unidentified-payments': 'Money of a registry of which nobody knows whose it is',
      stornos: 'Charges, payments and registries taken back',
      penalties: 'What late payment costs',
      'penalty-accruals': 'Penalties booked up to a day, and the jobs that book them',
      'penalty-rates': 'The reference of rates, and its import from the Bank of Russia',
      'penalty-rules': 'What penalties rest on: the law, and what is settled in its place',
      audit: 'Who changed what',
      internal: 'For the other services alone, by a token of theirs',
    },
    examples: {},
  },
  [
    cycles,
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
    audit,
    shared,
    internal,
  ],
);
