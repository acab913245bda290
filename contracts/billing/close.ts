// Closing a month, so that neither it nor one before it takes an entry, and opening the last one again.
import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Line } from '../scalars.ts';
import { BillingCycle } from './cycles.ts';

export const ReopenCycle = Type.Object({ reason: Line(500) }, { additionalProperties: false });

export const closeCycle = endpoint({
  id: 'closeCycle',
  service: 'billing',
  method: 'POST',
  path: '/api/billing/cycles/:cycleId/close',
  tag: 'cycles',
  summary: 'Close an applied month',
  description:
    'Neither it nor any month before it takes an entry afterwards, and it gets its seal. Refused in this order: the cycle, ' +
    'the role, a month that is a draft or closed already, one whose last day is not over in Moscow, a job of ' +
    'it or an earlier month under way, an earlier month with charges that are not applied, a check that blocks.',
  access: 'accountant',
  answers: { 200: BillingCycle },
  refusals: [
    'not-found',
    'cycle-not-applied',
    'month-not-over',
    'job-under-way',
    'earlier-cycle-draft',
    'check-blocking',
  ],
});

export const reopenCycle = endpoint({
  id: 'reopenCycle',
  service: 'billing',
  method: 'POST',
  path: '/api/billing/cycles/:cycleId/reopen',
  tag: 'cycles',
  summary: 'Reopen the last closed month',
  description:
    'The cycle is applied again; its seal stays, with the reason. Only while nothing rests on it: no later month is closed or ' +
    'was applied since, and nothing that counts from its days was booked in a later one.',
  access: 'owner',
  body: ReopenCycle,
  answers: { 200: BillingCycle },
  refusals: ['not-found', 'cycle-not-closed', 'month-built-upon', 'month-archived'],
});
