// Payments: money of an account, put on its debts month by month, and taken back by a storno.
import Type, { type Static } from 'typebox';
import { PageQuery } from '../page.ts';
import {
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
  period: MonthText,
  reference: Nullable(Type.String()),
  source: Type.String(),
  status: PaymentStatus,
  bookedIn: MonthText,
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
]);
export type AllocationReason = Static<typeof AllocationReason>;

export const PaymentWithHistory = Type.Object({
  ...PaymentFields,
  allocationHistory: Type.Array(
    Type.Object({
      debtKind: DebtKind,
      period: Nullable(MonthText),
      amount: MoneyText,
      reason: AllocationReason,
      causeId: Id,
      createdAt: InstantText,
    }),
    { description: 'What was put where, and taken back (below zero), in its order' },
  ),
});
export type PaymentWithHistory = Static<typeof PaymentWithHistory>;

export const ReversedPayment = Type.Object({
  ...PaymentFields,
  entries: Type.Array(LedgerEntry, { description: 'The STORNO entries, one a kind of debt' }),
});
export type ReversedPayment = Static<typeof ReversedPayment>;

export const CreatePayment = Type.Object(
  {
    personalAccountId: Id,
    amount: Decimal({ places: 2, from: '0', isOpen: true, to: '999999999.99' }),
    paidOn: Day,
    period: Type.Optional(Nullable(Month)),
    reference: Type.Optional(Nullable(Line(100))),
    source: Type.Optional(Line(50)),
  },
  { additionalProperties: false },
);

/** Why something is taken back. */
export const StornoRequest = Type.Object({ reason: Line(500) }, { additionalProperties: false });

export const ListPaymentsQuery = Type.Object(
  {
    ...PageQuery,
    organizationId: Type.Optional(IdText),
    houseId: Type.Optional(IdText),
    personalAccountId: Type.Optional(IdText),
    from: Type.Optional(Day),
    to: Type.Optional(Day),
    status: Type.Optional(PaymentStatus),
    source: Type.Optional(Line(50)),
  },
  { additionalProperties: false },
);

export const PaymentParams = Type.Object({ id: IdText });
