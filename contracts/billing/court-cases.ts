// Court cases: a debtor's case from the frozen claim to the bailiffs, with the documents for the court.
import Type, { type Static, type StaticDecode } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { fileAnswer } from '../file-answer.ts';
import { Page, PageQuery } from '../page.ts';
import {
  Day,
  DayText,
  Id,
  IdText,
  InstantText,
  Line,
  MoneyText,
  MonthText,
  Nullable,
} from '../scalars.ts';
import { AccruedDebt } from './penalty-accruals.ts';
import { PenaltyRemark } from './penalty-remarks.ts';
import { ZIP } from './kept-files.ts';

export const Proceeding = Type.Enum(['order', 'claim'], {
  description:
    '`order`: an application for a court order, up to 500,000 roubles; `claim`: a claim, of any sum',
});
export type Proceeding = Static<typeof Proceeding>;

/** In the order in which they may follow one another. */
export const CASE_STEPS = ['claimed', 'filed', 'ordered', 'cancelled', 'bailiff', 'ended'] as const;
export const CaseStep = Type.Enum(CASE_STEPS, {
  description:
    '`claimed`: the claim letter was sent; `filed`: the court has the application; `ordered`: it gave the order or its ' +
    'decision; `cancelled`: that was set aside; `bailiff`: the bailiffs have it; `ended`: paid, withdrawn or given up',
});
export type CaseStep = Static<typeof CaseStep>;

export const CaseState = Type.Enum(['opened', ...CASE_STEPS], {
  description: 'The last step; `opened` before the first',
});
export type CaseState = Static<typeof CaseState>;

/** Which steps may come after each state. */
export const STEPS_AFTER: Readonly<Record<CaseState, readonly CaseStep[]>> = {
  opened: ['claimed', 'filed', 'ended'],
  claimed: ['filed', 'ended'],
  filed: ['ordered', 'ended'],
  ordered: ['cancelled', 'bailiff', 'ended'],
  cancelled: ['ended'],
  bailiff: ['cancelled', 'ended'],
  ended: [],
};

export const CourtCaseBody = Type.Object(
  {
    personalAccountId: Id,
    proceeding: Type.Optional(Proceeding),
    court: Type.Optional(Nullable(Line(300))),
    debtorFacts: Type.Optional(Nullable(Line(500))),
  },
  { additionalProperties: false },
);
export type CourtCaseBody = StaticDecode<typeof CourtCaseBody>;

export const CaseStepBody = Type.Object(
  {
    step: CaseStep,
    on: Type.Optional(Day),
    reference: Type.Optional(Nullable(Line(200))),
    bookCourtFee: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);
export type CaseStepBody = StaticDecode<typeof CaseStepBody>;

const Sums = {
  principal: MoneyText,
  penalty: MoneyText,
  total: Type.String({ description: 'Both: what is claimed, before the state duty' }),
};

const ClaimedMonth = Type.Object({
  period: MonthText,
  dueDate: DayText,
  limitationEndsOn: Type.String({
    format: 'date',
    description: 'The last day of the three years of limitation',
  }),
  isTimeBarred: Type.Boolean(),
  amount: MoneyText,
  services: Type.Array(
    Type.Object({
      houseServiceId: Nullable(Id),
      name: Type.String(),
      charged: MoneyText,
      debt: MoneyText,
    }),
    {
      description:
        'What is owed of the month, divided among its lines in proportion to them (Decree 354, p. 118)',
    },
  ),
});
export type ClaimedMonth = Static<typeof ClaimedMonth>;

const ClaimedPayment = Type.Object({
  paidOn: DayText,
  amount: MoneyText,
  principal: MoneyText,
  penalty: MoneyText,
  source: Type.String(),
});

export const Claim = Type.Object({
  creditor: Type.Object({
    name: Type.String(),
    inn: Nullable(Type.String()),
    kpp: Nullable(Type.String()),
    legalAddress: Nullable(Type.String()),
    phone: Nullable(Type.String()),
    email: Nullable(Type.String()),
    bankName: Nullable(Type.String()),
    bic: Nullable(Type.String()),
    settlementAccount: Nullable(Type.String()),
    correspondentAccount: Nullable(Type.String()),
  }),
  debtor: Type.Object({
    payer: Type.String(),
    payerAddress: Nullable(
      Type.String({ description: 'Where the payer lives, if not in the room' }),
    ),
    inn: Nullable(Type.String()),
    facts: Nullable(Type.String()),
    address: Type.String({ description: 'Of the house' }),
    roomNumber: Type.String(),
    roomKind: Type.Union([Type.Literal('residential'), Type.Literal('non-residential')]),
    area: Type.String({ description: 'm² of the room' }),
    closedOn: Type.Union([DayText, Type.Null()], {
      description: 'The last day of an account that was closed',
    }),
  }),
  months: Type.Array(ClaimedMonth, { description: 'The oldest first' }),
  advance: Type.String({
    description:
      'Money not allocated to any month, and penalties paid and then given back, deducted from the principal, the rest ' +
      'from the penalties',
  }),
  courtFees: Type.String({
    description:
      'Unpaid court fees of former cases and unpaid interest of instalment plans, which are not part of this claim',
  }),
  payments: Type.Array(ClaimedPayment, {
    description:
      'Since the oldest of the months began; without months, since the oldest month that penalties are for',
  }),
  penalties: Type.Object({
    countedTo: Nullable(DayText),
    debts: Type.Array(AccruedDebt),
    booked: MoneyText,
    brought: MoneyText,
    paid: MoneyText,
    writtenOff: MoneyText,
    remarks: Type.Array(PenaltyRemark),
  }),
  timeBarred: MoneyText,
});
export type Claim = Static<typeof Claim>;

const TakenStep = Type.Object({
  step: CaseStep,
  on: DayText,
  reference: Type.Union([Type.String(), Type.Null()], { description: 'Number and document' }),
  courtFeeAdjustmentId: Type.Union([Id, Type.Null()], {
    description: 'The adjustment by which this step booked the court fee',
  }),
  createdBy: Id,
  createdAt: InstantText,
});

const CourtCaseFields = {
  id: Id,
  organizationId: Id,
  houseId: Id,
  personalAccountId: Id,
  accountNumber: Type.String(),
  payer: Type.String(),
  address: Type.String(),
  proceeding: Proceeding,
  court: Nullable(Type.String()),
  state: CaseState,
  stateSince: DayText,
  nextSteps: Type.Array(CaseStep, { description: 'Those that may be taken now' }),
  dueOn: Type.Union([DayText, Type.Null()], {
    description: 'The day by which the next step is due; null for a case that has ended',
  }),
  asOf: Type.String({
    format: 'date',
    description: 'The day as of which the claim was taken from the books',
  }),
  ...Sums,
  stateDuty: MoneyText,
  now: Type.Object(
    { ...Sums, difference: MoneyText },
    {
      description:
        'What the account owes now, and how much more that is than the claim; below zero if it was paid',
    },
  ),
  courtFeeBooked: Type.Boolean(),
  createdBy: Id,
  createdAt: InstantText,
};

export const CourtCase = Type.Object(CourtCaseFields);
export type CourtCase = Static<typeof CourtCase>;

export const CourtCaseWithClaim = Type.Object({
  ...CourtCaseFields,
  claim: Claim,
  steps: Type.Array(TakenStep, { description: 'In their order' }),
});
export type CourtCaseWithClaim = Static<typeof CourtCaseWithClaim>;

const CourtCasesQuery = Type.Object(
  {
    ...PageQuery,
    organizationId: Type.Optional(IdText),
    houseId: Type.Optional(IdText),
    personalAccountId: Type.Optional(IdText),
    state: Type.Optional(CaseState),
    open: Type.Optional(
      Type.Enum(['true', 'false'], { description: 'Whether it has not ended; both by default' }),
    ),
  },
  { additionalProperties: false },
);

export const createCourtCase = endpoint({
  id: 'createCourtCase',
  service: 'billing',
  method: 'POST',
  path: '/api/billing/court-cases',
  tag: 'court-cases',
  summary: 'Open the court case of a debtor',
  description:
    'Freezes the claim as of today in Moscow: the debt by month and service, the payments, the booked penalties with ' +
    'their rates, the state duty. Later bookings show as a difference and change no document. `proceeding` is `order` ' +
    'by default. Checked in this order: the account, the role, the idempotency key, that the debtor is no organization, ' +
    'that the account has no open case and keeps no instalment plan, that anything is left to claim, that an order may be ' +
    'given for the amount, that the duty of the day is known.',
  access: 'accountant',
  body: CourtCaseBody,
  idempotent: true,
  answers: { 201: CourtCaseWithClaim },
  refusals: [
    'not-found',
    'debtor-is-organization',
    'case-open',
    'instalment-runs',
    'no-debt',
    'order-above-limit',
    'law-not-known',
  ],
});

export const listCourtCases = endpoint({
  id: 'listCourtCases',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/court-cases',
  tag: 'court-cases',
  summary: 'List court cases',
  description: 'Newest first.',
  access: 'viewer',
  query: CourtCasesQuery,
  answers: { 200: Page(CourtCase) },
  refusals: ['not-found'],
});

export const getCourtCase = endpoint({
  id: 'getCourtCase',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/court-cases/:courtCaseId',
  tag: 'court-cases',
  summary: 'Get a court case with its claim and its steps',
  description: 'The claim is as it was frozen.',
  access: 'viewer',
  answers: { 200: CourtCaseWithClaim },
  refusals: ['not-found'],
});

export const getCourtCaseDocuments = endpoint({
  id: 'getCourtCaseDocuments',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/court-cases/:courtCaseId/documents',
  tag: 'court-cases',
  summary: 'Get the documents of a court case',
  description:
    'A zip: the claim letter, the application for a court order or the claim, and the calculation as PDF, and the ' +
    'calculation as a workbook: debts by month and service, payments, penalties with their days and rates. All of the ' +
    'frozen claim. The audit log records it.',
  access: 'viewer',
  answers: { 200: fileAnswer(ZIP) },
  refusals: ['not-found'],
});

export const addCourtCaseStep = endpoint({
  id: 'addCourtCaseStep',
  service: 'billing',
  method: 'POST',
  path: '/api/billing/court-cases/:courtCaseId/steps',
  tag: 'court-cases',
  summary: 'Take a step of a court case',
  description:
    'With its day, by default today in Moscow, and its document, which only a court fee needs. `claimed` or `filed` ' +
    'come first, then `ordered` after `filed`, `bailiff` after `ordered`, `cancelled` after either of these; `ended` ' +
    'after any. `filed` and `ordered` may book the state duty as a line by hand of the kind `court-fee`, once in a ' +
    'case unless that line was rejected or reversed; above the limit of the organization that line waits for a second person. Checked in this order: that the ' +
    'step may book, the day is not after today, the case, the role, the second factor for a fee above its limit, the ' +
    'key, the order of the steps and of their days, that the fee is not booked yet.',
  access: 'accountant',
  body: CaseStepBody,
  idempotent: true,
  answers: { 201: CourtCaseWithClaim },
  refusals: [
    'step-up-needed',
    'step-up-by-person',
    'not-found',
    'step-out-of-order',
    'court-fee-booked',
    'month-out-of-range',
    'conflict',
  ],
});
