// Closing a month, so that neither it nor any earlier one accepts entries, and reopening the last one.
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
    'The month gets its seal, and neither it nor any earlier month takes entries any more. Checked in this order: the ' +
    'cycle, the role, that the month is applied and not yet closed, that its last day is over in Moscow, that no job of ' +
    'it or an earlier month is under way, that no earlier month has unapplied charges, that no check blocks.',
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
    'The cycle becomes applied again; its seal is kept, with the reason. Only while nothing depends on it: no later ' +
    'month is closed or was applied since, and nothing in effect from its days was booked in a later one.',
  access: 'owner',
  body: ReopenCycle,
  answers: { 200: BillingCycle },
  refusals: ['not-found', 'cycle-not-closed', 'month-built-upon', 'month-archived'],
});
