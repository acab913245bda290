// What is due in debt work: terms that end, overdue steps, and limitations that run out.
import Type, { type Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { DayText, Id, IdText, Nullable } from '../scalars.ts';

export const DueKind = Type.Enum(['notice-term', 'case-step', 'limitation'], {
  description:
    '`notice-term`: the term of a restriction notice ends, so that the service may be restricted or suspended; `case-step`: ' +
    'the next step of a court case is due; `limitation`: the limitation of a month runs out, and no court has been asked',
});
export type DueKind = Static<typeof DueKind>;

export const DueItem = Type.Object({
  kind: DueKind,
  dueOn: DayText,
  isOverdue: Type.Boolean({ description: 'Whether the day has passed' }),
  houseId: Id,
  personalAccountId: Id,
  accountNumber: Type.String(),
  payer: Type.String(),
  address: Type.String(),
  courtCaseId: Nullable(Id),
  restrictionNoticeId: Nullable(Id),
  state: Type.Union([Type.String(), Type.Null()], {
    description: 'Of the case or the notice',
  }),
  amount: Type.String({
    description: 'The claim, the debt of the service, or the debt of the month',
  }),
});
export type DueItem = Static<typeof DueItem>;

export const getDebtWorkDue = endpoint({
  id: 'getDebtWorkDue',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/debt-work/due',
  tag: 'debt-work',
  summary: 'List the tasks of debt work that are due',
  description:
    'Within seven days from today in Moscow, and what is overdue; limitations within thirty days. The earliest first, at most ' +
    'five hundred; `total` counts all.',
  access: 'viewer',
  query: Type.Object({ organizationId: Type.Optional(IdText) }, { additionalProperties: false }),
  answers: {
    200: Type.Object({
      asOf: DayText,
      total: Type.Integer(),
      amountAtRisk: Type.String({
        description: 'The debt of all months whose limitation runs out',
      }),
      items: Type.Array(DueItem),
    }),
  },
  refusals: ['not-found', 'organization-required'],
});
