// The links of an account's receipts, which can be withdrawn if somebody has moved out or lost one.
import Type, { type Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Id, InstantText, Line, Nullable } from '../scalars.ts';

export const ReceiptLinks = Type.Object({
  personalAccountId: Id,
  withdrawals: Type.Integer({
    description: 'How many times all links of the account were withdrawn',
  }),
  withdrawnAt: Type.Union([InstantText, Type.Null()], {
    description: 'Of the last time, like the next two; links given out before it no longer work',
  }),
  withdrawnBy: Nullable(Id),
  reason: Nullable(Type.String()),
});
export type ReceiptLinks = Static<typeof ReceiptLinks>;

export const WithdrawalBody = Type.Object({ reason: Line(500) }, { additionalProperties: false });

export const getReceiptLinks = endpoint({
  id: 'getReceiptLinks',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/receipt-links/:personalAccountId',
  tag: 'receipts',
  summary: "Get whether the links of an account's receipts were withdrawn",
  description: 'With the last time, by whom and why.',
  access: 'viewer',
  answers: { 200: ReceiptLinks },
  refusals: ['not-found'],
});

export const withdrawReceiptLinks = endpoint({
  id: 'withdrawReceiptLinks',
  service: 'billing',
  method: 'POST',
  path: '/api/billing/receipt-links/:personalAccountId/withdraw',
  tag: 'receipts',
  summary: "Withdraw all links of an account's receipts",
  description:
    'Links given out until now, also on paper, no longer work; receipts printed later have new ones. The audit log has ' +
    'the reason.',
  access: 'accountant',
  body: WithdrawalBody,
  answers: { 200: ReceiptLinks },
  refusals: ['not-found'],
});
