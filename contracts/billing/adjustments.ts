// Adjustments: lines that an accountant charges, writes off or discounts by hand, with a reason and a document.
import Type, { type Static, type StaticDecode } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Page, PageQuery } from '../page.ts';
import { Decimal, Id, IdText, Line, Month, MoneyText, MonthText, Nullable } from '../scalars.ts';
import { DebtKind, LedgerEntry } from './ledger-entries.ts';
import { StornoRequest } from './payments.ts';

/** Kinds that raise a debt, and kinds that lower it. */
export const RAISING_KINDS = ['charge', 'court-fee'] as const;
export const LOWERING_KINDS = ['write-off', 'discount'] as const;

/** Booked by the platform for the months of a plan, never by hand. */
const INSTALMENT_INTEREST = 'instalment-interest';

export const KindByHand = Type.Enum([...RAISING_KINDS, ...LOWERING_KINDS], {
  description:
    'What it is: `charge` and `court-fee` raise the debt, `write-off` and `discount` lower it',
});

export const AdjustmentKind = Type.Enum(
  [...RAISING_KINDS, ...LOWERING_KINDS, INSTALMENT_INTEREST],
  {
    description:
      'What it is: `charge` and `court-fee` raise the debt, `write-off` and `discount` lower it; `instalment-interest` is ' +
      'the interest for a month of a plan, booked automatically',
  },
);
export type AdjustmentKind = Static<typeof AdjustmentKind>;

export const AdjustmentStatus = Type.Enum(['WAITING', 'BOOKED', 'REVERSED', 'REJECTED'], {
  description:
    'WAITING: above the limit of the organization, until another person confirms or rejects it',
});
export type AdjustmentStatus = Static<typeof AdjustmentStatus>;

export const AdjustmentBody = Type.Object(
  {
    personalAccountId: Id,
    houseServiceId: Type.Optional(Nullable(Id)),
    amount: Decimal({
      places: 2,
      from: '-999999999.99',
      to: '999999999.99',
      unit: 'roubles, above zero if it raises the debt and below zero if it lowers it',
    }),
    kind: KindByHand,
    debtKind: Type.Optional(DebtKind),
    period: Type.Optional(Nullable(Month)),
    reason: Line(200),
    basis: Line(200),
  },
  { additionalProperties: false },
);

export type AdjustmentBody = StaticDecode<typeof AdjustmentBody>;

const AdjustmentFields = {
  id: Id,
  organizationId: Id,
  houseId: Id,
  personalAccountId: Id,
  kind: AdjustmentKind,
  debtKind: DebtKind,
  houseServiceId: Nullable(Id),
  serviceName: Nullable(Type.String()),
  amount: MoneyText,
  period: Type.String({
    pattern: '^[0-9]{4}-[0-9]{2}$',
    description: 'YYYY-MM, the month that it concerns',
  }),
  bookedIn: Type.Union([MonthText, Type.Null()], {
    description: 'The month of its ledger entry; null while it waits, and when it is rejected',
  }),
  status: AdjustmentStatus,
  reason: Type.String(),
  basis: Type.String({ description: 'The document' }),
  requestedBy: Id,
  settledBy: Type.Union([Id, Type.Null()], {
    description: 'Who confirmed or rejected it; null if it needed no confirmation, or still waits',
  }),
  note: Type.Union([Type.String(), Type.Null()], { description: 'Why it was rejected' }),
  createdAt: Type.String({
    format: 'date-time',
    description: 'When it was booked, or requested if it is not booked',
  }),
};

export const Adjustment = Type.Object(AdjustmentFields);
export type Adjustment = Static<typeof Adjustment>;

export const ReversedAdjustment = Type.Object({
  ...AdjustmentFields,
  entries: Type.Array(LedgerEntry, { description: 'The STORNO entry' }),
});
export type ReversedAdjustment = Static<typeof ReversedAdjustment>;

const AdjustmentsQuery = Type.Object(
  {
    ...PageQuery,
    organizationId: Type.Optional(IdText),
    houseId: Type.Optional(IdText),
    personalAccountId: Type.Optional(IdText),
    status: Type.Optional(AdjustmentStatus),
    kind: Type.Optional(AdjustmentKind),
  },
  { additionalProperties: false },
);

export const createAdjustment = endpoint({
  id: 'createAdjustment',
  service: 'billing',
  method: 'POST',
  path: '/api/billing/adjustments',
  tag: 'adjustments',
  summary: 'Book a line by hand',
  description:
    'In the open month, with its reason and document, also for a closed account. `charge` and `court-fee` take an ' +
    'amount above zero, `write-off` and `discount` one below; `debtKind` `penalty` is only for a `write-off`. `period` ' +
    'is the month that it concerns and whose debt it lowers first; by default the open one. 202 with the status WAITING ' +
    'if its amount, whatever the sign, is above `confirmAbove` of the organization: nothing is then booked before ' +
    'another accountant or owner confirms it. Checked in this order: amount, kind and kind of debt, the account, the ' +
    'role, the service, the key, the month, and for penalties that as much is owed.',
  access: 'accountant',
  body: AdjustmentBody,
  idempotent: true,
  answers: { 201: Adjustment, 202: Adjustment },
  refusals: [
    'step-up-needed',
    'step-up-by-person',
    'not-found',
    'month-out-of-range',
    'over-penalty-debt',
    'conflict',
  ],
});

export const listAdjustments = endpoint({
  id: 'listAdjustments',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/adjustments',
  tag: 'adjustments',
  summary: 'List lines by hand',
  description: 'Booked, waiting and rejected ones, newest first.',
  access: 'viewer',
  query: AdjustmentsQuery,
  answers: { 200: Page(Adjustment) },
  refusals: ['not-found'],
});

export const getAdjustment = endpoint({
  id: 'getAdjustment',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/adjustments/:adjustmentId',
  tag: 'adjustments',
  summary: 'Get a line by hand',
  description: 'A confirmed line keeps its id.',
  access: 'viewer',
  answers: { 200: Adjustment },
  refusals: ['not-found'],
});

export const confirmAdjustment = endpoint({
  id: 'confirmAdjustment',
  service: 'billing',
  method: 'POST',
  path: '/api/billing/adjustments/:adjustmentId/confirm',
  tag: 'adjustments',
  summary: 'Confirm a waiting line by hand',
  description:
    'By a person other than the one who requested it. It is booked in the month that is open now, not the one open at ' +
    'the request. Of two concurrent confirmations one is refused as already settled.',
  access: 'accountant',
  idempotent: true,
  answers: { 200: Adjustment },
  refusals: [
    'step-up-needed',
    'step-up-by-person',
    'not-found',
    'second-person-required',
    'already-settled',
    'over-penalty-debt',
    'conflict',
  ],
});

export const rejectAdjustment = endpoint({
  id: 'rejectAdjustment',
  service: 'billing',
  method: 'POST',
  path: '/api/billing/adjustments/:adjustmentId/reject',
  tag: 'adjustments',
  summary: 'Reject a waiting line by hand',
  description: 'By anyone who may book, including the one who requested it. Nothing is booked.',
  access: 'accountant',
  body: StornoRequest,
  answers: { 200: Adjustment },
  refusals: ['not-found', 'already-settled'],
});

export const reverseAdjustment = endpoint({
  id: 'reverseAdjustment',
  service: 'billing',
  method: 'POST',
  path: '/api/billing/adjustments/:adjustmentId/storno',
  tag: 'adjustments',
  summary: 'Reverse a line by hand',
  description: 'Its entry is reversed in its month, or in the first month that is not closed.',
  access: 'accountant',
  body: StornoRequest,
  idempotent: true,
  answers: { 200: ReversedAdjustment },
  refusals: [
    'step-up-needed',
    'step-up-by-person',
    'not-found',
    'adjustment-not-booked',
    'already-reversed',
  ],
});
