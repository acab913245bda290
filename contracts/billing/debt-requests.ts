// Debt requests: questions through ГИС ЖКХ whether somebody owes for an account, and the answers within five working days.
import Type, { type Static, type StaticDecode } from 'typebox';
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
  MoneyText,
  Nullable,
} from '../scalars.ts';

export const DebtRequestStatus = Type.Union([Type.Literal('WAITING'), Type.Literal('ANSWERED')]);
export type DebtRequestStatus = Static<typeof DebtRequestStatus>;

export const DebtRequestBody = Type.Object(
  {
    personalAccountId: Id,
    number: Line(50, {
      description: 'The number of the request in ГИС ЖКХ; unique for an account',
    }),
    requestedBy: Line(200, { description: 'Who asks' }),
    receivedOn: Day,
  },
  { additionalProperties: false },
);
export type DebtRequestBody = StaticDecode<typeof DebtRequestBody>;

/** Both or none. */
export const DebtAnswer = Type.Object(
  {
    courtAct: Type.Optional(
      Nullable(Line(200, { description: 'The act of a court that has confirmed the debt' })),
    ),
    confirmedAmount: Type.Optional(
      Nullable(
        Decimal({ places: 2, from: '0', isOpen: true, to: '999999999.99', unit: 'roubles' }),
      ),
    ),
  },
  { additionalProperties: false },
);
export type DebtAnswer = StaticDecode<typeof DebtAnswer>;

export const ProposedAnswer = Type.Object(
  {
    answer: Type.Enum(['no-debt', 'debt']),
    courtCaseId: Nullable(Id),
    courtAct: Nullable(
      Type.String({ description: 'Of the last court case whose act is not cancelled' }),
    ),
    confirmedAmount: Nullable(
      Type.String({ description: 'What these cases claim, but at most what is owed now' }),
    ),
  },
  {
    description:
      'What follows from the account’s court cases at `ordered` and `bailiff`. Whether the act is in force is up to the ' +
      'person who answers',
  },
);
export type ProposedAnswer = Static<typeof ProposedAnswer>;

export const DebtRequest = Type.Object({
  id: Id,
  organizationId: Id,
  houseId: Id,
  personalAccountId: Id,
  accountNumber: Type.String(),
  number: Type.String(),
  requestedBy: Type.String(),
  receivedOn: DayText,
  dueOn: Type.String({ ...DayText, description: 'The fifth working day after it' }),
  isDueOnPreliminary: Type.Boolean({
    description: 'The days of rest that are moved that year are not published yet: it may be later',
  }),
  status: DebtRequestStatus,
  answer: Nullable(
    Type.Enum(['no-debt', 'debt'], { description: '`debt` only where a court has confirmed it' }),
  ),
  courtAct: Nullable(Type.String()),
  confirmedAmount: Nullable(MoneyText),
  proposal: Nullable(ProposedAnswer),
  answeredBy: Nullable(Id),
  answeredAt: Nullable(InstantText),
  createdBy: Id,
  createdAt: InstantText,
});
export type DebtRequest = Static<typeof DebtRequest>;

const DebtRequestsQuery = Type.Object(
  {
    ...PageQuery,
    organizationId: Type.Optional(IdText),
    houseId: Type.Optional(IdText),
    status: Type.Optional(DebtRequestStatus),
    search: Type.Optional(AccountWords),
  },
  { additionalProperties: false },
);

export const createDebtRequest = endpoint({
  id: 'createDebtRequest',
  service: 'billing',
  method: 'POST',
  path: '/api/billing/debt-requests',
  tag: 'debt-requests',
  summary: 'Record a request about a debt',
  description:
    'As it came through ГИС ЖКХ. It is to be answered by the fifth working day after it; a day beyond the years whose days of rest are ' +
    'known is refused.',
  access: 'accountant',
  body: DebtRequestBody,
  idempotent: true,
  answers: { 201: DebtRequest },
  refusals: ['not-found', 'debt-request-exists'],
});

export const listDebtRequests = endpoint({
  id: 'listDebtRequests',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/debt-requests',
  tag: 'debt-requests',
  summary: 'List requests about debts',
  description:
    'Oldest first; by default those that wait for an answer. `search` is within `organizationId` or `houseId`.',
  access: 'viewer',
  query: DebtRequestsQuery,
  answers: { 200: Page(DebtRequest) },
  refusals: ['not-found'],
});

export const getDebtRequest = endpoint({
  id: 'getDebtRequest',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/debt-requests/:debtRequestId',
  tag: 'debt-requests',
  summary: 'Get a request about a debt',
  description: 'With its answer; until that is given, with the one that follows from court cases.',
  access: 'viewer',
  answers: { 200: DebtRequest },
  refusals: ['not-found'],
});

export const answerDebtRequest = endpoint({
  id: 'answerDebtRequest',
  service: 'billing',
  method: 'POST',
  path: '/api/billing/debt-requests/:debtRequestId/answer',
  tag: 'debt-requests',
  summary: 'Answer a request about a debt',
  description:
    'That there is no debt, or one confirmed by a court, with `courtAct` and `confirmedAmount`. It is final.',
  access: 'accountant',
  body: DebtAnswer,
  answers: { 200: DebtRequest },
  refusals: ['not-found', 'already-settled'],
});
