// Disputes: what residents object to on the page of their receipt, line by line, until an accountant has answered.
import Type, { type Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Page, PageQuery } from '../page.ts';
import {
  AccountWords,
  Id,
  IdText,
  InstantText,
  Line,
  MoneyText,
  MonthText,
  Nullable,
} from '../scalars.ts';

export const DisputeStatus = Type.Union([Type.Literal('WAITING'), Type.Literal('SETTLED')]);
export type DisputeStatus = Static<typeof DisputeStatus>;

/** The longest reason a resident can give, in characters. */
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

const DisputesQuery = Type.Object(
  {
    ...PageQuery,
    organizationId: Type.Optional(IdText),
    houseId: Type.Optional(IdText),
    status: Type.Optional(DisputeStatus),
    search: Type.Optional(AccountWords),
  },
  { additionalProperties: false },
);

export const SettleDispute = Type.Object({ answer: Line(1000) }, { additionalProperties: false });

export const listDisputes = endpoint({
  id: 'listDisputes',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/disputes',
  tag: 'disputes',
  summary: 'List disputes',
  description:
    'Oldest first; by default those that wait for an answer. `search` is within `organizationId` or `houseId`.',
  access: 'viewer',
  query: DisputesQuery,
  answers: { 200: Page(Dispute) },
  refusals: ['not-found'],
});

export const getDispute = endpoint({
  id: 'getDispute',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/disputes/:disputeId',
  tag: 'disputes',
  summary: 'Get a dispute',
  description: 'The line and its amount in roubles are as they were when the resident objected.',
  access: 'viewer',
  answers: { 200: Dispute },
  refusals: ['not-found'],
});

export const settleDispute = endpoint({
  id: 'settleDispute',
  service: 'billing',
  method: 'POST',
  path: '/api/billing/disputes/:disputeId/settle',
  tag: 'disputes',
  summary: 'Answer a dispute',
  description:
    'The resident reads the answer on the page of the receipt. It is final and changes no charge: mistakes are mended ' +
    'by a storno or a correction.',
  access: 'accountant',
  body: SettleDispute,
  answers: { 200: Dispute },
  refusals: ['not-found', 'already-settled'],
});
