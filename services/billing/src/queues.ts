// The queues of the service's jobs: a queue that one process fills may be worked on by another.
import type { SoloQueue } from '@kvartplata/platform/jobs/job-queue.ts';
import { MONTHS_QUEUE } from './books/cycles/make-months.job.ts';
import { VERIFICATION_QUEUE } from './books/ledger-verification/verify-ledger.job.ts';
import { WITNESS_QUEUE } from './books/seals/witnesses.service.ts';
import { DEBT_LETTERS_QUEUE } from './debts/debt-letters/debt-letters.service.ts';
import { CALCULATION_QUEUE } from './month/calculation-jobs/calculation-jobs.service.ts';
import { DELIVERY_QUEUE } from './paper/deliveries/deliveries.service.ts';
import { FILE_SWEEP } from './paper/kept-files.service.ts';
import { RECEIPT_FILE_QUEUE } from './paper/receipt-files/receipt-files.service.ts';
import { OPENING_QUEUE } from './payments/opening-balances/opening-balances.service.ts';
import { PAYMENT_IMPORT_QUEUE } from './payments/payment-imports/payment-imports.service.ts';
import {
  ALLOCATION_QUEUE,
  RULE_ALLOCATION_QUEUE,
} from './payments/payments/allocations.service.ts';
import { INTEREST_QUEUE } from './penalties/instalments/book-interest.service.ts';
import { KEY_RATE_QUEUE } from './penalties/key-rate-import/key-rate-import.job.ts';
import { ACCRUAL_QUEUE } from './penalties/penalty-accruals/penalty-accruals.service.ts';
import { RULE_WARNING_QUEUE } from './penalties/penalty-rules/warn-of-ending-rules.job.ts';

export const QUEUES: readonly string[] = [
  CALCULATION_QUEUE,
  ALLOCATION_QUEUE,
  RULE_ALLOCATION_QUEUE,
  INTEREST_QUEUE,
  ACCRUAL_QUEUE,
  PAYMENT_IMPORT_QUEUE,
  OPENING_QUEUE,
  RECEIPT_FILE_QUEUE,
  DELIVERY_QUEUE,
  DEBT_LETTERS_QUEUE,
];

export const SOLO_QUEUES: readonly SoloQueue[] = [
  MONTHS_QUEUE,
  KEY_RATE_QUEUE,
  VERIFICATION_QUEUE,
  RULE_WARNING_QUEUE,
  WITNESS_QUEUE,
  FILE_SWEEP,
];
