// The checks before a month is closed: what is remarkable about it, row by row, and what an accountant has accepted as it is.
import Type, { type Static } from 'typebox';
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
  { description: 'Of as many rows as there are now; null when their number is another since' },
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

export const CheckParams = Type.Object({ cycleId: IdText, check: Code });

export const ListCheckRowsQuery = Type.Object(PageQuery, { additionalProperties: false });

export const AcceptCheck = Type.Object({ note: Line(1_000) }, { additionalProperties: false });
