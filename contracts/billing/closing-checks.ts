// The checks before a month is closed: their remarks, row by row, and which of them an accountant has accepted.
import Type, { type Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Page, PageQuery } from '../page.ts';
import {
  BooleanText,
  Id,
  IdText,
  InstantText,
  Line,
  MoneyText,
  MonthText,
  Nullable,
} from '../scalars.ts';
import { TABLE_FILE, TableQuery } from '../table-files.ts';

/** In the order in which they are listed. */
export const CHECK_CODES = [
  'readings-missing',
  'odd-readings',
  'unverified-meters',
  'tariff-gaps',
  'odn-over-norm',
  'not-charged',
  'nothing-charged',
  'outdated-charges',
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
  description: 'BLOCKING prevents closing the month; REMARKS do not',
});

const Words = { ru: Type.String(), en: Type.String() };

/** A sentence, and the ids of its objects, as far as its check has any. */
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
  key: Type.String({ description: 'Identifies the remark within its check' }),
  serviceName: Type.Optional(Type.String()),
  before: Type.Optional(
    Type.Union([MoneyText, Type.Null()], {
      description: 'Of an outlier: what the month before was charged; null for nothing',
    }),
  ),
  after: Type.Optional(
    Type.Union([MoneyText, Type.Null()], {
      description: 'Of an outlier: what the month is charged; null for nothing',
    }),
  ),
  percent: Type.Optional(
    Type.Union([Type.Integer(), Type.Null()], {
      description:
        'Of an outlier: by how many whole percent of the former it differs; null where that was 0',
    }),
  ),
});
export type CheckRow = Static<typeof CheckRow>;

const Acceptance = Type.Object(
  {
    by: Type.Integer({ description: 'The id of the user' }),
    at: InstantText,
    note: Type.String(),
    count: Type.Integer({ description: 'Of the rows that were accepted' }),
  },
  {
    description:
      'For the current number of rows; null once that number has changed. Where every row was accepted by itself, the last of ' +
      'these acceptances',
  },
);
export type Acceptance = Static<typeof Acceptance>;

/** The result of a check, without its rows. */
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
  open: Type.Integer({
    description: 'Remarks that nobody has accepted, with its check or by itself',
  }),
  rows: Type.Array(CheckRow, { description: 'The first of them' }),
});
export type ClosingCheck = Static<typeof ClosingCheck>;

/** There are few: one page. */
export const ClosingChecks = Page(ClosingCheck);

const CheckParams = Type.Object({ cycleId: IdText, check: Code });

export const AcceptCheck = Type.Object(
  {
    note: Line(1_000),
    expectedCount: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 1_000_000_000,
        description:
          'The remarks that the caller has seen: with another number nothing is accepted',
      }),
    ),
  },
  { additionalProperties: false },
);
export type AcceptCheck = Static<typeof AcceptCheck>;

export const listClosingChecks = endpoint({
  id: 'listClosingChecks',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/cycles/:cycleId/checks',
  tag: 'closing-checks',
  summary: 'List the closing checks of a month',
  description:
    'All checks on one page, each with its first 20 remarks. Meters and tariffs are as core has them now; everything ' +
    'else is as of one moment.',
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
    'It holds for the current number of remarks: when the number changes, they are open again. Checked in this order: ' +
    'the cycle, the role, the key, that the month is not closed, that the check has remarks and does not block, that there ' +
    'are as many as expected.',
  access: 'accountant',
  params: CheckParams,
  body: AcceptCheck,
  idempotent: true,
  answers: { 200: ClosingCheck },
  refusals: ['not-found', 'month-closed', 'check-in-order', 'check-blocking', 'count-changed'],
});

/** The most remarks in one response. */
export const MOST_REMARKS = 10_000;

/** A remark of any check. */
export const Remark = Type.Object({
  check: Code,
  ...CheckRow.properties,
  isBlocking: Type.Boolean({
    description: 'It prevents closing the month, and cannot be accepted',
  }),
  accepted: Nullable(
    Type.Object({ by: Acceptance.properties.by, at: InstantText, note: Type.String() }),
  ),
});
export type Remark = Static<typeof Remark>;

const RemarksFilter = {
  check: Type.Optional(Code),
  houseId: Type.Optional(IdText),
  isOpen: Type.Optional(BooleanText),
};

export const Remarks = Type.Object({
  count: Type.Integer({ description: 'Of all that match' }),
  open: Type.Integer({ description: 'Those of them that nobody has accepted' }),
  items: Type.Array(Remark, {
    description: `In the order of checks, of each by the addresses of the houses; the first ${MOST_REMARKS} of each check`,
  }),
});
export type Remarks = Static<typeof Remarks>;

const RemarkName = Type.Object(
  { check: Code, key: Type.String({ pattern: '^[0-9-]{1,100}$' }) },
  { additionalProperties: false },
);

export const AcceptRemarks = Type.Object(
  {
    note: Line(1_000),
    check: Type.Optional(Code),
    houseId: Type.Optional(Id),
    remarks: Type.Optional(Type.Array(RemarkName, { minItems: 1, maxItems: 1_000 })),
  },
  { additionalProperties: false },
);

export type AcceptRemarks = Static<typeof AcceptRemarks>;

export const listRemarks = endpoint({
  id: 'listRemarks',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/cycles/:cycleId/remarks',
  tag: 'closing-checks',
  summary: 'List the remarks of a month',
  description:
    'Of all closing checks, or of one, or about one house; `isOpen=true` leaves out those that are accepted. Each says ' +
    'by whom and why it was accepted, with its whole check or individually: an individual acceptance holds while the ' +
    'remark reads the same.',
  access: 'viewer',
  query: Type.Object(RemarksFilter, { additionalProperties: false }),
  answers: { 200: Remarks },
  refusals: ['not-found', 'month-archived'],
});

export const exportRemarks = endpoint({
  id: 'exportRemarks',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/cycles/:cycleId/remarks/export',
  tag: 'closing-checks',
  summary: 'Export the remarks of a month',
  description:
    'The same as a table in Russian: house, account, service, kind, remark, was, became, percent, acceptance. The audit ' +
    'log records who downloads it.',
  access: 'viewer',
  query: Type.Object(
    { ...RemarksFilter, ...TableQuery.properties },
    { additionalProperties: false },
  ),
  answers: { 200: TABLE_FILE },
  refusals: ['not-found', 'month-archived'],
});

export const acceptRemarks = endpoint({
  id: 'acceptRemarks',
  service: 'billing',
  method: 'POST',
  path: '/api/billing/cycles/:cycleId/remarks/accept',
  tag: 'closing-checks',
  summary: 'Accept remarks of a month',
  description:
    'Those named by check and key, or all of a check, of a house, or of a check for a house. Each is accepted as it ' +
    'reads now: if its text changes, it is open again. Blocking ones are left out. Checked in this order: contradictory ' +
    'fields, the cycle, the role, the house, the key, that the month is not closed, that there is anything to accept.',
  access: 'accountant',
  body: AcceptRemarks,
  idempotent: true,
  answers: { 200: Type.Object({ accepted: Type.Integer({ description: 'Remarks' }) }) },
  refusals: ['not-found', 'month-closed', 'check-in-order'],
});
