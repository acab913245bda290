// The checks before a month is closed: what is remarkable about it, row by row, and what an accountant has accepted as it is.
import Type, { type Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Page, PageQuery } from '../page.ts';
import { Id, IdText, InstantText, Line, MonthText, Nullable } from '../scalars.ts';

/** In the order in which they are told. */
export const CHECK_CODES = [
  'readings-missing',
  'unverified-meters',
  'tariff-gaps',
  'odn-over-norm',
  'not-charged',
  'nothing-charged',
  'unidentified-payments',
  'waiting-adjustments',
  'outliers',
  'penalties-not-accrued',
  'month-not-over',
  'draft-charges',
  'drift',
] as const;
export type CheckCode = (typeof CHECK_CODES)[number];
const Code = Type.Enum(CHECK_CODES);

const CHECK_STATES = ['OK', 'REMARKS', 'BLOCKING', 'ACCEPTED'] as const;
const State = Type.Enum(CHECK_STATES, {
  description: 'BLOCKING keeps the month from being closed; REMARKS do not',
});

const Words = { ru: Type.String(), en: Type.String() };

/** A sentence, and the ids of what it is about: those that its check has. */
export const CheckRow = Type.Object({
  ...Words,
  houseId: Type.Optional(Id),
  personalAccountId: Type.Optional(Id),
  accountNumber: Type.Optional(Type.String()),
  houseServiceId: Type.Optional(Id),
  serviceCode: Type.Optional(Type.String()),
  meterId: Type.Optional(Id),
  chargeId: Type.Optional(Id),
  unidentifiedPaymentId: Type.Optional(Id),
  adjustmentId: Type.Optional(Id),
  billingCycleId: Type.Optional(Id),
  period: Type.Optional(MonthText),
});
export type CheckRow = Static<typeof CheckRow>;

const Acceptance = Type.Object(
  {
    by: Type.Integer({ description: 'The id of the user' }),
    at: InstantText,
    note: Type.String(),
    count: Type.Integer({ description: 'Of the rows that were accepted' }),
  },
  { description: 'For the current number of rows; null once that number has changed' },
);
export type Acceptance = Static<typeof Acceptance>;

/** How a check came out, without its rows. */
export const CheckOutcome = Type.Object({
  code: Code,
  state: State,
  count: Type.Integer(),
  accepted: Nullable(Acceptance),
});
export type CheckOutcome = Static<typeof CheckOutcome>;

export const ClosingCheck = Type.Object({
  ...CheckOutcome.properties,
  title: Type.Object(Words),
  rows: Type.Array(CheckRow, { description: 'The first of them' }),
});
export type ClosingCheck = Static<typeof ClosingCheck>;

/** They are few: one page. */
export const ClosingChecks = Page(ClosingCheck);

const CheckParams = Type.Object({ cycleId: IdText, check: Code });

export const AcceptCheck = Type.Object({ note: Line(1_000) }, { additionalProperties: false });

export const listClosingChecks = endpoint({
  id: 'listClosingChecks',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/cycles/:cycleId/checks',
  tag: 'closing-checks',
  summary: 'List the closing checks of a month',
  description:
    'Every check in its order on one page, each with its first 20 remarks. Meters and tariffs are as core knows them now, all ' +
    'else is of one moment.',
  access: 'viewer',
  answers: { 200: ClosingChecks },
  refusals: ['not-found', 'month-archived'],
});

export const listCheckRows = endpoint({
  id: 'listCheckRows',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/cycles/:cycleId/checks/:check/rows',
  tag: 'closing-checks',
  summary: 'List all remarks of a check',
  description: 'Sentences in Russian and English, with the ids of what they are about.',
  access: 'viewer',
  params: CheckParams,
  query: Type.Object(PageQuery, { additionalProperties: false }),
  answers: { 200: Page(CheckRow) },
  refusals: ['not-found', 'month-archived'],
});

export const acceptCheck = endpoint({
  id: 'acceptCheck',
  service: 'billing',
  method: 'POST',
  path: '/api/billing/cycles/:cycleId/checks/:check/accept',
  tag: 'closing-checks',
  summary: 'Accept the remarks of a check',
  description:
    'It holds for as many remarks as there are now: when their number is another, they are open again. Refused in this ' +
    'order: the cycle, the role, the key, a closed month, a check without remarks, one that blocks.',
  access: 'accountant',
  params: CheckParams,
  body: AcceptCheck,
  idempotent: true,
  answers: { 200: ClosingCheck },
  refusals: ['not-found', 'month-closed', 'check-in-order', 'check-blocking'],
});
