// Unidentified payments: money in a registry whose account is unknown, until a person decides.
import Type, { type Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Page, PageQuery } from '../page.ts';
import {
  DayText,
  Id,
  IdText,
  InstantText,
  Line,
  LinePart,
  MoneyText,
  Month,
  MonthText,
  Nullable,
} from '../scalars.ts';
import { RegistryProfile, RowReasonText } from './payment-imports.ts';

/** `RESOLVED`: booked to an account. `WITHDRAWN`: its registry was reversed. */
export const UnidentifiedStatus = Type.Union([
  Type.Literal('WAITING'),
  Type.Literal('RESOLVED'),
  Type.Literal('RETURNED'),
  Type.Literal('CLOSED'),
  Type.Literal('WITHDRAWN'),
]);
export type UnidentifiedStatus = Static<typeof UnidentifiedStatus>;

export const UnidentifiedPayment = Type.Object({
  id: Id,
  organizationId: Id,
  importId: Id,
  line: Type.Integer(),
  status: UnidentifiedStatus,
  reasons: Type.Array(RowReasonText, { description: 'Why it could not be matched' }),
  accountNumbers: Type.Array(Type.String(), { description: 'Those that the row could mean' }),
  amount: MoneyText,
  paidOn: DayText,
  period: Nullable(MonthText),
  source: RegistryProfile,
  operation: Nullable(Type.String()),
  payer: Nullable(Type.String()),
  purpose: Nullable(Type.String()),
  houseId: Nullable(Id),
  personalAccountId: Nullable(Id),
  paymentId: Nullable(Id),
  note: Nullable(Type.String()),
  settledBy: Nullable(Id),
  settledAt: Nullable(InstantText),
  createdAt: InstantText,
});
export type UnidentifiedPayment = Static<typeof UnidentifiedPayment>;

const UnidentifiedQuery = Type.Object(
  {
    ...PageQuery,
    organizationId: Type.Optional(IdText),
    importId: Type.Optional(IdText),
    status: Type.Optional(UnidentifiedStatus),
    search: Type.Optional(
      LinePart(
        100,
        'Words of the payer, the purpose, the account numbers or the amount; all must match',
      ),
    ),
  },
  { additionalProperties: false },
);

/** The account that paid it; `period` is the month that it is for, by default that of the row. */
export const UnidentifiedResolution = Type.Object(
  { personalAccountId: Id, period: Type.Optional(Month) },
  { additionalProperties: false },
);

/** Books it to no account: it went back to the payer, or is not a payment to the organization. */
export const UnidentifiedClosing = Type.Object(
  {
    outcome: Type.Union([Type.Literal('returned'), Type.Literal('closed')]),
    reason: Line(500),
  },
  { additionalProperties: false },
);

export const listUnidentifiedPayments = endpoint({
  id: 'listUnidentifiedPayments',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/unidentified-payments',
  tag: 'unidentified-payments',
  summary: 'List unidentified payments',
  description: 'Oldest first; by default those that wait.',
  access: 'viewer',
  query: UnidentifiedQuery,
  answers: { 200: Page(UnidentifiedPayment) },
  refusals: ['not-found'],
});

export const getUnidentifiedPayment = endpoint({
  id: 'getUnidentifiedPayment',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/unidentified-payments/:unidentifiedPaymentId',
  tag: 'unidentified-payments',
  summary: 'Get an unidentified payment',
  description: 'With its row of the registry and its outcome.',
  access: 'viewer',
  answers: { 200: UnidentifiedPayment },
  refusals: ['not-found'],
});

export const resolveUnidentifiedPayment = endpoint({
  id: 'resolveUnidentifiedPayment',
  service: 'billing',
  method: 'POST',
  path: '/api/billing/unidentified-payments/:unidentifiedPaymentId/resolve',
  tag: 'unidentified-payments',
  summary: 'Book an unidentified payment to an account',
  description:
    'On the day on which it was paid, for `period` or the month named in its row. The account belongs to the same ' +
    'organization. Of concurrent decisions only one counts; it is final.',
  access: 'accountant',
  body: UnidentifiedResolution,
  idempotent: true,
  answers: { 200: UnidentifiedPayment },
  refusals: ['step-up-needed', 'step-up-by-person', 'not-found', 'already-settled', 'conflict'],
});

export const closeUnidentifiedPayment = endpoint({
  id: 'closeUnidentifiedPayment',
  service: 'billing',
  method: 'POST',
  path: '/api/billing/unidentified-payments/:unidentifiedPaymentId/close',
  tag: 'unidentified-payments',
  summary: 'Close an unidentified payment without booking it',
  description: 'It was returned to the payer, or is no payment to the organization. It is final.',
  access: 'accountant',
  body: UnidentifiedClosing,
  idempotent: true,
  answers: { 200: UnidentifiedPayment },
  refusals: ['step-up-needed', 'step-up-by-person', 'not-found', 'already-settled'],
});
