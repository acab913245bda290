// The penalty rates: the key rate, and the rates that utilities may use instead. PUT replaces: a field that is left out gets its
// default.
import Type, { type Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import {
  BooleanText,
  Day,
  DayText,
  Decimal,
  DecimalIn,
  Id,
  IdText,
  Line,
  MoneyText,
  Nullable,
} from '../scalars.ts';
import { PenaltyRemark } from './penalty-remarks.ts';

const PLACES = 4;
/** An incoming rate, in per cent. */
export const RatePercent = Decimal({ places: PLACES, from: '0', to: '100', unit: 'per cent' });

export const PenaltyRateBody = Type.Object(
  {
    validFrom: Day,
    validTo: Type.Optional(Nullable(Day)),
    baseCbrRate: RatePercent,
    effectiveRate: Type.Optional(Nullable(RatePercent)),
    description: Type.Optional(Nullable(Line(500, { minLength: 0 }))),
  },
  { additionalProperties: false },
);

const CreationQuery = Type.Object(
  { closePrevious: Type.Optional(BooleanText) },
  { additionalProperties: false },
);

export const PenaltyRate = Type.Object({
  id: Id,
  validFrom: DayText,
  validTo: Nullable(DayText),
  baseCbrRate: DecimalIn('per cent'),
  effectiveRate: DecimalIn('per cent'),
  description: Nullable(Type.String()),
  source: Type.Union([Type.Literal('import'), Type.Literal('manual')]),
});
export type PenaltyRate = Static<typeof PenaltyRate>;

/** How a rate would change penalties that are not booked yet. */
const Impact = {
  before: Type.String({ description: 'What is not booked yet, roubles' }),
  after: Type.String({
    description: 'What would not be booked yet, once the rate applies on its days',
  }),
  difference: MoneyText,
};

const ImpactQuery = Type.Object(
  { organizationId: Type.Optional(IdText) },
  { additionalProperties: false },
);

export const RateImpact = Type.Object({
  targetDate: DayText,
  ...Impact,
  remarks: Type.Array(PenaltyRemark, {
    description: 'Of the days of the rate, as far as they reach',
  }),
  houses: Type.Array(
    Type.Object({
      houseId: Id,
      organizationId: Id,
      accounts: Type.Integer({ description: 'Accounts whose penalties would change' }),
      ...Impact,
    }),
    { description: 'Those with a difference, by organization and house' },
  ),
});
export type RateImpact = Static<typeof RateImpact>;

export const listPenaltyRates = endpoint({
  id: 'listPenaltyRates',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/penalty-rates',
  tag: 'penalty-rates',
  summary: 'List penalty rates',
  description: 'All of them, newest first. The reference is one for the whole platform.',
  access: 'user',
  answers: { 200: Type.Array(PenaltyRate) },
  refusals: [],
});

export const getPenaltyRate = endpoint({
  id: 'getPenaltyRate',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/penalty-rates/:penaltyRateId',
  tag: 'penalty-rates',
  summary: 'Get a penalty rate',
  description: 'With its version in `ETag`.',
  access: 'user',
  answers: { 200: PenaltyRate },
  refusals: ['not-found'],
});

export const createPenaltyRate = endpoint({
  id: 'createPenaltyRate',
  service: 'billing',
  method: 'POST',
  path: '/api/billing/penalty-rates',
  tag: 'penalty-rates',
  summary: 'Add a penalty rate',
  description:
    '`closePrevious` first ends the earlier open rate on the day before, an imported one in two records where the cap of ' +
    '9.5 % ends between: all changes or none. `effectiveRate` is ' +
    '`baseCbrRate` unless given. The first day is 1992-01-01.',
  access: 'admin',
  query: CreationQuery,
  body: PenaltyRateBody,
  answers: { 201: PenaltyRate },
  refusals: ['period-overlap'],
});

export const replacePenaltyRate = endpoint({
  id: 'replacePenaltyRate',
  service: 'billing',
  method: 'PUT',
  path: '/api/billing/penalty-rates/:penaltyRateId',
  tag: 'penalty-rates',
  summary: 'Replace a penalty rate',
  description:
    'A field that is left out gets its default. From then on the rate counts as entered by a person; a request that ' +
    'changes nothing leaves it as it is.',
  access: 'admin',
  body: PenaltyRateBody,
  ifMatch: true,
  answers: { 200: PenaltyRate },
  refusals: ['not-found', 'period-overlap'],
});

export const deletePenaltyRate = endpoint({
  id: 'deletePenaltyRate',
  service: 'billing',
  method: 'DELETE',
  path: '/api/billing/penalty-rates/:penaltyRateId',
  tag: 'penalty-rates',
  summary: 'Delete a penalty rate',
  description: 'Only one on which no booked penalty is based.',
  access: 'admin',
  ifMatch: true,
  answers: { 204: null },
  refusals: ['not-found', 'rate-in-use'],
});

export const measureRateImpact = endpoint({
  id: 'measureRateImpact',
  service: 'billing',
  method: 'POST',
  path: '/api/billing/penalty-rates/impact',
  tag: 'penalty-rates',
  summary: 'Estimate how a rate would change penalties not booked yet',
  description:
    'Stores nothing. Compares the penalties up to today by the current reference and with the rate on its days, for all ' +
    'houses or one organization’s. It reads the books of every house: some seconds for 100,000 accounts.',
  access: 'admin',
  query: ImpactQuery,
  body: PenaltyRateBody,
  answers: { 200: RateImpact },
  refusals: ['rate-missing'],
});
