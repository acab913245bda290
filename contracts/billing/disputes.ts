// Disputes: what residents object to on the page of their receipt, line by line, until an accountant has answered.
import Type, { type Static } from 'typebox';
import { PageQuery } from '../page.ts';
import { Id, IdText, InstantText, Line, MoneyText, MonthText, Nullable } from '../scalars.ts';

export const DisputeStatus = Type.Union([Type.Literal('WAITING'), Type.Literal('SETTLED')]);
export type DisputeStatus = Static<typeof DisputeStatus>;

/** The longest reason of a resident, in characters. */
export const MOST_REASON = 1000;

export const Dispute = Type.Object({
  id: Id,
  organizationId: Id,
  houseId: Id,
  personalAccountId: Id,
  accountNumber: Type.String(),
  period: MonthText,
  lineCode: Type.String({ description: 'Of the line, as the receipt has it' }),
  serviceName: Type.String(),
  amount: MoneyText,
  reason: Type.String({ description: 'In the words of the resident, in lines' }),
  status: DisputeStatus,
  answer: Nullable(Type.String()),
  settledBy: Nullable(Id),
  settledAt: Nullable(InstantText),
  createdAt: InstantText,
});
export type Dispute = Static<typeof Dispute>;

export const ListDisputesQuery = Type.Object(
  {
    ...PageQuery,
    organizationId: Type.Optional(IdText),
    houseId: Type.Optional(IdText),
    status: Type.Optional(DisputeStatus),
  },
  { additionalProperties: false },
);

export const DisputeParams = Type.Object({ id: IdText });
export const SettleDispute = Type.Object({ answer: Line(1000) }, { additionalProperties: false });
