// Applying a cycle: the draft charges of its houses are booked in the ledger.
import Type, { type Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Id, MoneyText, Nullable } from '../scalars.ts';
import { BillingCycle } from './cycles.ts';
import { ExpectedAmount } from './expected-amount.ts';

/** Some of the houses with draft charges; all of them without `houseIds`. */
export const ApplyCycle = Type.Object(
  {
    houseIds: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 10_000, uniqueItems: true })),
    expectedAmount: ExpectedAmount,
  },
  { additionalProperties: false },
);

export const AppliedCycle = Type.Object({
  cycle: BillingCycle,
  chargesApplied: Type.Integer(),
  ledgerEntriesCreated: Type.Integer({ description: 'Charges of 0.00 book nothing' }),
  accountsUpdated: Type.Integer(),
  totalAmount: MoneyText,
});
export type AppliedCycle = Static<typeof AppliedCycle>;

export const applyCycle = endpoint({
  id: 'applyCycle',
  service: 'billing',
  method: 'POST',
  path: '/api/billing/cycles/:cycleId/apply',
  tag: 'cycles',
  summary: 'Book the draft charges of a month',
  description:
    'Of all houses that have any, or of the named ones: all ledger entries and balances in one transaction, or nothing. ' +
    'Of concurrent requests only one applies them. With `expectedAmount`, nothing is booked if the charges add up to ' +
    'another amount. Advances are then allocated to the new charges. Checked in this ' +
    'order: the cycle, the role, that the houses are the organization’s, the key, that the month has begun and is not ' +
    'closed, that no job is under way, that no account to be charged has the debt of the month among its opening ' +
    'balances, that there is anything to apply, that no later month is closed, the amount.',
  access: 'accountant',
  body: Nullable(ApplyCycle),
  idempotent: true,
  answers: { 200: AppliedCycle },
  refusals: [
    'not-found',
    'month-not-over',
    'month-closed',
    'job-under-way',
    'debt-brought-in',
    'nothing-to-apply',
    'amount-changed',
  ],
});
