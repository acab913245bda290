// Unidentified payments: money of a registry of which nobody knows whose it is, until a person decides.
import Type, { type Static } from 'typebox';
import { PageQuery } from '../page.ts';
import {
  DayText,
  Id,
  IdText,
  InstantText,
  Line,
  MoneyText,
  Month,
  MonthText,
  Nullable,
} from '../scalars.ts';
import { RegistryProfile, RowReasonText } from './payment-imports.ts';

/** `RESOLVED`: booked to an account. `WITHDRAWN`: its registry was taken back. */
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

export const ListUnidentifiedQuery = Type.Object(
  {
    ...PageQuery,
    organizationId: Type.Optional(IdText),
    importId: Type.Optional(IdText),
    status: Type.Optional(UnidentifiedStatus),
  },
  { additionalProperties: false },
);

export const UnidentifiedParams = Type.Object({ id: IdText });

/** Whose money it is; `period` is the month that it is meant for, that of the row unless given. */
export const ResolveUnidentified = Type.Object(
  { personalAccountId: Id, period: Type.Optional(Month) },
  { additionalProperties: false },
);

/** That it is booked to nobody: it went back to the payer, or it is no payment for the organization. */
export const CloseUnidentified = Type.Object(
  {
    outcome: Type.Union([Type.Literal('returned'), Type.Literal('closed')]),
    reason: Line(500),
  },
  { additionalProperties: false },
);
