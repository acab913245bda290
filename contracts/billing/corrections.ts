// Corrections: applied months are computed again, and the difference is charged in the next month.
import Type, { type Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Page, PageQuery } from '../page.ts';
import { Id, InstantText, Line, Month, MoneyText, MonthText, Nullable } from '../scalars.ts';
import { ExpectedAmount } from './expected-amount.ts';
import { SkippedAccount } from './skipped-accounts.ts';
import { HousesQuery } from './reports.ts';

/** Both months are inclusive. */
export const CorrectionRequest = Type.Object(
  {
    houseId: Id,
    periodFrom: Month,
    periodTo: Month,
    reason: Line(500),
    dryRun: Type.Optional(Type.Boolean({ description: 'Shows the differences, charges nothing' })),
    expectedAmount: ExpectedAmount,
  },
  { additionalProperties: false },
);

/** One line of one service of one account in one corrected month. */
export const CorrectionLine = Type.Object({
  chargeId: Nullable(Id),
  personalAccountId: Id,
  accountNumber: Type.String(),
  houseServiceId: Id,
  serviceCode: Type.String(),
  serviceName: Type.String(),
  correctedPeriod: MonthText,
  booked: Type.String({ description: 'Roubles: the standing charge' }),
  replayed: Type.String({ description: 'Roubles: what would be charged now' }),
  amount: Type.String({ description: 'Roubles: `replayed` less `booked`' }),
  consumption: Type.String({ description: 'The difference of the volumes in units, 6 places' }),
  unit: Type.String(),
  stood: Type.Array(Type.Object({ chargeId: Id, period: MonthText, amount: MoneyText }), {
    description: 'The charges in force for it: its own, and earlier corrections',
  }),
});
export type CorrectionLine = Static<typeof CorrectionLine>;

const Asked = {
  houseId: Id,
  organizationId: Id,
  periodFrom: MonthText,
  periodTo: MonthText,
  reason: Type.String(),
};
const Sums = { lineCount: Type.Integer(), amount: MoneyText };

export const Correction = Type.Object({
  id: Id,
  ...Asked,
  /** The next month, in which the differences are charged. */
  period: MonthText,
  billingCycleId: Id,
  ...Sums,
  createdAt: InstantText,
});
export type Correction = Static<typeof Correction>;

const Lines = Type.Array(CorrectionLine, {
  description: 'In the order of accounts, services and months',
});

export const CorrectionWithLines = Type.Object({ ...Correction.properties, lines: Lines });
export type CorrectionWithLines = Static<typeof CorrectionWithLines>;

/** What a correction has charged, or a dry run would charge; `id` is null if nothing was charged. */
export const CorrectionOutcome = Type.Object({
  id: Nullable(Id),
  ...Asked,
  /** The next month, in which the differences are charged. */
  period: MonthText,
  dryRun: Type.Boolean(),
  months: Type.Array(MonthText, { description: 'Those that were computed again' }),
  accounts: Type.Integer(),
  ...Sums,
  lines: Lines,
  neighbours: Type.Array(
    Type.Object({ period: MonthText, lineCount: Type.Integer(), amount: MoneyText }),
    {
      description:
        'The booked months right before and right after the range that core’s current data would charge differently too, ' +
        'in roubles: correct them with it, since both may follow from one reading. Empty if nothing differs in the range',
    },
  ),
  skippedCount: Type.Integer(),
  skipped: Type.Array(Type.Object({ ...SkippedAccount.properties, period: MonthText }), {
    description:
      'The first 1,000 accounts that could not be computed again: they keep their charges',
  }),
});
export type CorrectionOutcome = Static<typeof CorrectionOutcome>;

export const createCorrection = endpoint({
  id: 'createCorrection',
  service: 'billing',
  method: 'POST',
  path: '/api/billing/corrections',
  tag: 'corrections',
  summary: 'Recalculate booked months of a house',
  description:
    'Each month by its own rules, from the current data of core; the differences, in roubles, are charged in the next ' +
    'month and booked with it. 201 if anything was charged; 200 if nothing differed, and for a dry run, which charges ' +
    'nothing. Repeating it charges nothing more. With `expectedAmount`, such as the `amount` of a dry run, nothing is ' +
    'charged if the differences add up to another amount. Checked in this order: the range of at most 36 months, the house, the ' +
    'role, that a month is booked, that it is not too much to compute, that the next month is in range, that no month ' +
    'is of a former application, the key, the amount.',
  access: 'accountant',
  body: CorrectionRequest,
  idempotent: true,
  answers: { 201: CorrectionOutcome, 200: CorrectionOutcome },
  refusals: [
    'not-found',
    'months-not-applied',
    'too-much-at-once',
    'month-out-of-range',
    'former-bills',
    'amount-changed',
    'cycle-not-draft',
    'unprocessable-reference',
    'month-archived',
  ],
});

export const listCorrections = endpoint({
  id: 'listCorrections',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/corrections',
  tag: 'corrections',
  summary: 'List the corrections of a house or an organization',
  description: 'Newest first, without their lines.',
  access: 'viewer',
  query: Type.Object({ ...PageQuery, ...HousesQuery }, { additionalProperties: false }),
  answers: { 200: Page(Correction) },
  refusals: ['not-found'],
});

export const getCorrection = endpoint({
  id: 'getCorrection',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/corrections/:correctionId',
  tag: 'corrections',
  summary: 'Get a correction with its lines',
  description: 'Each line with its charge and the charges in force before it, in roubles.',
  access: 'viewer',
  answers: { 200: CorrectionWithLines },
  refusals: ['not-found'],
});
