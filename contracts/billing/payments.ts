// Payments: money for an account, allocated to its debts month by month, and reversed by a storno.
import Type, { type Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Page, PageQuery } from '../page.ts';
import {
  AccountWords,
  Day,
  DayText,
  Decimal,
  Id,
  IdText,
  InstantText,
  Line,
  Month,
  MoneyText,
  MonthText,
  Nullable,
} from '../scalars.ts';
import { DebtKind, LedgerEntry } from './ledger-entries.ts';

export const PaymentStatus = Type.Union([Type.Literal('BOOKED'), Type.Literal('REVERSED')]);
export type PaymentStatus = Static<typeof PaymentStatus>;

export const PaymentAllocation = Type.Object({
  debtKind: DebtKind,
  period: Nullable(MonthText),
  amount: MoneyText,
});
export type PaymentAllocation = Static<typeof PaymentAllocation>;

const PaymentFields = {
  id: Id,
  houseId: Id,
  personalAccountId: Id,
  amount: MoneyText,
  principalAmount: MoneyText,
  penaltyAmount: MoneyText,
  paidOn: DayText,
  period: Type.String({
    pattern: '^[0-9]{4}-[0-9]{2}$',
    description:
      'YYYY-MM, the month of its ledger entries: that of `paidOn`, or the first month that is not closed',
  }),
  namedPeriod: Type.Union([MonthText, Type.Null()], {
    description: 'The month named by the payer, in a field or in the purpose of the payment',
  }),
  reference: Nullable(Type.String()),
  source: Type.String(),
  status: PaymentStatus,
  createdAt: InstantText,
  allocation: Type.Array(PaymentAllocation, { description: 'Empty once it is reversed' }),
};

export const Payment = Type.Object(PaymentFields);
export type Payment = Static<typeof Payment>;

export const AllocationReason = Type.Union([
  Type.Literal('payment'),
  Type.Literal('payment-storno'),
  Type.Literal('charge-storno'),
  Type.Literal('new-charges'),
  Type.Literal('new-penalties'),
  Type.Literal('import-storno'),
  Type.Literal('opening'),
  Type.Literal('opening-undo'),
  Type.Literal('adjustment'),
  Type.Literal('adjustment-storno'),
  Type.Literal('new-rules'),
]);
export type AllocationReason = Static<typeof AllocationReason>;

export const AllocationGround = Type.Union([
  Type.Literal('named-month'),
  Type.Literal('court-costs'),
  Type.Literal('oldest-debt'),
  Type.Literal('oldest-not-barred'),
  Type.Literal('advance'),
  Type.Literal('advance-beside-barred'),
]);

export const AllocationReasoning = Type.Object({
  debtKind: DebtKind,
  period: Nullable(MonthText),
  amount: MoneyText,
  isCourtFee: Type.Boolean({ description: 'Whether it paid a court fee of the month' }),
  ground: AllocationGround,
  ru: Type.String({ description: 'Why, with the article' }),
  en: Type.String({ description: 'The same in English' }),
});
export type AllocationReasoning = Static<typeof AllocationReasoning>;

export const PaymentWithHistory = Type.Object({
  ...PaymentFields,
  explanation: Type.Array(AllocationReasoning, {
    description: 'Why each part is allocated as it is now; empty once it is reversed',
  }),
  allocationHistory: Type.Array(
    Type.Object({
      debtKind: DebtKind,
      period: Nullable(MonthText),
      amount: MoneyText,
      reason: AllocationReason,
      causeId: Id,
      createdAt: InstantText,
    }),
    { description: 'Amounts allocated, and taken away again (below zero), in order' },
  ),
});
export type PaymentWithHistory = Static<typeof PaymentWithHistory>;

export const ReversedPayment = Type.Object({
  ...PaymentFields,
  entries: Type.Array(LedgerEntry, { description: 'The STORNO entries, one per kind of debt' }),
});
export type ReversedPayment = Static<typeof ReversedPayment>;

export const PaymentBody = Type.Object(
  {
    personalAccountId: Id,
    amount: Decimal({ places: 2, from: '0', isOpen: true, to: '999999999.99', unit: 'roubles' }),
    paidOn: Day,
    period: Type.Optional(Nullable(Month)),
    reference: Type.Optional(Nullable(Line(100))),
    source: Type.Optional(Line(50)),
  },
  { additionalProperties: false },
);

/** Why something is reversed. */
export const StornoRequest = Type.Object({ reason: Line(500) }, { additionalProperties: false });

const PaymentsQuery = Type.Object(
  {
    ...PageQuery,
    organizationId: Type.Optional(IdText),
    houseId: Type.Optional(IdText),
    personalAccountId: Type.Optional(IdText),
    period: Type.Optional(Month),
    from: Type.Optional(Day),
    to: Type.Optional(Day),
    status: Type.Optional(PaymentStatus),
    source: Type.Optional(Line(50)),
    search: Type.Optional(AccountWords),
  },
  { additionalProperties: false },
);

export const createPayment = endpoint({
  id: 'createPayment',
  service: 'billing',
  method: 'POST',
  path: '/api/billing/payments',
  tag: 'payments',
  summary: 'Book a payment',
  description:
    'It pays the month that the payer names in `period`, at most a year after `paidOn`, then court fees, then the ' +
    'oldest debts; the rest is an advance. A month whose last day to pay was more than three years ago is paid only if ' +
    'it is named. The payment has effect from `paidOn`, between 2000-01-01 and today in Moscow, and is booked in the ' +
    'month of that day, or in the first month that is not closed. Checked in this order: the day and the named month, ' +
    'the account, the role, the idempotency key, the bounds of an advance, that the account has no booked payment with ' +
    'the same `source`, `reference`, `paidOn` and `amount`.',
  access: 'accountant',
  body: PaymentBody,
  idempotent: true,
  answers: { 201: Payment },
  refusals: ['step-up-needed', 'step-up-by-person', 'not-found', 'conflict', 'payment-exists'],
});

export const listPayments = endpoint({
  id: 'listPayments',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/payments',
  tag: 'payments',
  summary: 'List payments',
  description:
    'Newest first. `period` is the month in which the payment is booked; `from` and `to` are days of payment, both inclusive. ' +
    '`search` is within `organizationId` or `houseId`.',
  access: 'viewer',
  query: PaymentsQuery,
  answers: { 200: Page(Payment) },
  refusals: ['not-found'],
});

export const getPayment = endpoint({
  id: 'getPayment',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/payments/:paymentId',
  tag: 'payments',
  summary: 'Get a payment',
  description: 'With all that it has paid, its reversals, and why each part is allocated as it is.',
  access: 'viewer',
  answers: { 200: PaymentWithHistory },
  refusals: ['not-found'],
});

export const reversePayment = endpoint({
  id: 'reversePayment',
  service: 'billing',
  method: 'POST',
  path: '/api/billing/payments/:paymentId/storno',
  tag: 'stornos',
  summary: 'Reverse a payment',
  description:
    'Its entries are reversed in their month, or in the first month that is not closed. The debts that it had paid are ' +
    'paid by later payments, or owed again.',
  access: 'accountant',
  body: StornoRequest,
  idempotent: true,
  answers: { 200: ReversedPayment },
  refusals: ['step-up-needed', 'step-up-by-person', 'not-found', 'already-reversed'],
});
