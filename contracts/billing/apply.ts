// Applying a cycle: the draft charges of its houses go into the ledger.
import Type, { type Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Id, MoneyText, Nullable } from '../scalars.ts';
import { BillingCycle } from './cycles.ts';

/** Some of the houses with draft charges; without `houseIds` all of them. */
export const ApplyCycle = Type.Object(
  { houseIds: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 10_000, uniqueItems: true })) },
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
    'Of all houses that have any, or of those named: every ledger entry and every balance in one transaction, or nothing. ' +
    'Of many who ask at once one applies. Advances are put on the new charges afterwards. Refused in this order: the cycle, ' +
    'the role, houses that are not the organization’s, the key, a month that has not begun, a closed month, a job under ' +
    'way, nothing to apply, a later month that is closed.',
  access: 'accountant',
  body: Nullable(ApplyCycle),
  idempotent: true,
  answers: { 200: AppliedCycle },
  refusals: ['not-found', 'month-not-over', 'month-closed', 'job-under-way', 'nothing-to-apply'],
});
