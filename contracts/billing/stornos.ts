// Stornos of charges; those of payments and registries are declared with these.
import { endpoint } from '../endpoint.ts';
import { LedgerEntry } from './ledger-entries.ts';
import { StornoRequest } from './payments.ts';

export const reverseCharge = endpoint({
  id: 'reverseCharge',
  service: 'billing',
  method: 'POST',
  path: '/api/billing/charges/:chargeId/storno',
  tag: 'stornos',
  summary: 'Reverse a booked charge',
  description:
    'Its entry is mirrored, in its month or in the first that is not closed. What was paid for it pays the account’s other ' +
    'debts, oldest first, or is an advance. A charge of a draft, or of 0.00, is not booked.',
  access: 'accountant',
  body: StornoRequest,
  idempotent: true,
  answers: { 200: LedgerEntry },
  refusals: [
    'step-up-needed',
    'step-up-by-person',
    'not-found',
    'charge-not-booked',
    'already-reversed',
    'month-archived',
  ],
});
