// Recalculations of a whole year: its final amount less what its months were charged, booked once.
import Type, { type Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Page, PageQuery } from '../page.ts';
import { Id, InstantText, MoneyText, MonthText, Nullable } from '../scalars.ts';
import { ExpectedAmount } from './expected-amount.ts';
import { HousesQuery } from './reports.ts';

export const YearKind = Type.Enum(['common-needs', 'heating'], {
  description:
    'Common-house needs that are charged by the norm or by a mean month; heating that is charged evenly',
});
export type YearKind = Static<typeof YearKind>;

export const YearRequest = Type.Object(
  {
    houseId: Id,
    year: Type.Integer({ minimum: 2000, maximum: 2999 }),
    dryRun: Type.Optional(Type.Boolean({ description: 'Shows the lines, books nothing' })),
    expectedAmount: ExpectedAmount,
  },
  { additionalProperties: false },
);

export const YearLine = Type.Object({
  personalAccountId: Id,
  accountNumber: Type.String(),
  houseServiceId: Id,
  serviceName: Type.String(),
  isBenefit: Type.Boolean({
    description: 'Whether it is the benefits on the service, not its charge',
  }),
  charged: MoneyText,
  due: MoneyText,
  amount: Type.String({ description: 'Roubles: the amount due for the year less the charges' }),
  consumption: Type.String({ description: 'The difference of the volumes in units, 6 places' }),
  unit: Type.String(),
  reason: Type.String(),
  instalmentOffered: Type.Boolean({
    description:
      'Whether payment by instalments has to be offered: more than a quarter of what the year was charged (Decree 354, p. 72)',
  }),
});
export type YearLine = Static<typeof YearLine>;

const Asked = {
  houseId: Id,
  organizationId: Id,
  kind: YearKind,
  year: Type.Integer(),
};
const Sums = { lineCount: Type.Integer(), amount: MoneyText };

/** What a recalculation would book. */
export const YearTrial = Type.Object({
  ...Asked,
  /** The next month, in which the lines would be charged. */
  period: MonthText,
  ...Sums,
  lines: Type.Array(YearLine, { description: 'In the order of accounts and services' }),
});
export type YearTrial = Static<typeof YearTrial>;

/** A booked recalculation: computed and stored before the response. */
export const YearCorrection = Type.Object({
  id: Id,
  ...Asked,
  status: Type.Literal('COMPLETED'),
  correctionId: Nullable(Id),
  /** The month in which its lines are charged. */
  period: MonthText,
  ...Sums,
  createdAt: InstantText,
  startedAt: InstantText,
  finishedAt: InstantText,
});
export type YearCorrection = Static<typeof YearCorrection>;

/** The refusals of every recalculation of a year, in the order of the checks after those of the house and the role. */
const REFUSALS = [
  'not-found',
  'year-not-over',
  'year-corrected',
  'month-archived',
  'too-much-at-once',
  'method-changed',
  'method-not-yearly',
  'months-missing',
  'year-not-computable',
  'month-out-of-range',
  'former-bills',
  'amount-changed',
  'cycle-not-draft',
  'unprocessable-reference',
] as const;

export const correctCommonNeedsYear = endpoint({
  id: 'correctCommonNeedsYear',
  service: 'billing',
  method: 'POST',
  path: '/api/billing/corrections/common-needs-year',
  tag: 'corrections',
  summary: 'Recalculate a year of common-house needs',
  description:
    'For a house whose needs were charged by the norm or by a mean month: the year’s volume by the house-wide meter is ' +
    'shared out by area and months of ownership, less what was charged; the lines, in roubles, are charged in the next ' +
    'month. 200 with the lines for a dry run, else 202 with the recalculation, already booked; a year is booked once. ' +
    'Refused in the order of the refusals listed.',
  access: 'accountant',
  body: YearRequest,
  idempotent: true,
  answers: { 200: YearTrial, 202: YearCorrection },
  refusals: REFUSALS,
});

export const correctHeatingYear = endpoint({
  id: 'correctHeatingYear',
  service: 'billing',
  method: 'POST',
  path: '/api/billing/corrections/heating-year',
  tag: 'corrections',
  summary: 'Correct a year of heating',
  description:
    'For a house whose heating was charged evenly by the volume of the year before: the heat it used in the year itself ' +
    'is shared out by area and months of ownership, less what was charged (Decree 354, appendix 2, formula 3(4)); the ' +
    'lines, in roubles, are charged in the next month. 200 with the lines for a dry run, else 202 with the correction, ' +
    'already booked; a year is booked once. Refused in the order of the refusals listed.',
  access: 'accountant',
  body: YearRequest,
  idempotent: true,
  answers: { 200: YearTrial, 202: YearCorrection },
  refusals: REFUSALS,
});

export const listYearCorrections = endpoint({
  id: 'listYearCorrections',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/corrections/years',
  tag: 'corrections',
  summary: 'List the recalculated years of a house or an organization',
  description: 'Newest first; the lines of each are those of its correction.',
  access: 'viewer',
  query: Type.Object({ ...PageQuery, ...HousesQuery }, { additionalProperties: false }),
  answers: { 200: Page(YearCorrection) },
  refusals: ['not-found'],
});

export const getYearCorrection = endpoint({
  id: 'getYearCorrection',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/corrections/years/:yearCorrectionId',
  tag: 'corrections',
  summary: 'Get a recalculated year',
  description: 'Its lines are those of the correction that it names.',
  access: 'viewer',
  answers: { 200: YearCorrection },
  refusals: ['not-found'],
});
