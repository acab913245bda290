// Charges: what an account is asked to pay for one service in one month, with everything it follows from.
import { REASON_CODES } from '@kvartplata/domain/charging/charge-rules.ts';
import Type, { type Static } from 'typebox';
import { Component, SharedMeterBy } from '../core/billing-snapshot.ts';
import { endpoint } from '../endpoint.ts';
import { Page, PageQuery } from '../page.ts';
import {
  DayText,
  DecimalIn,
  DecimalText,
  Id,
  IdText,
  Month,
  MoneyText,
  MonthText,
  Nullable,
} from '../scalars.ts';
import { ChargeActs, ChargeBenefits, RoublesPerUnit } from './lines-beside.ts';

export const ChargeStatus = Type.Union([
  Type.Literal('DRAFT'),
  Type.Literal('APPLIED'),
  Type.Literal('REVERSED'),
]);
export type ChargeStatus = Static<typeof ChargeStatus>;

export const ChargePart = Type.Object({
  from: DayText,
  to: DayText,
  days: Type.Integer(),
  volume: Type.String({ description: 'In the unit of the charge, 6 places' }),
  tariff: RoublesPerUnit,
  tariffBasis: Type.String({ description: 'The legal act of the tariff' }),
  amount: MoneyText,
  norm: Type.Optional(Type.String({ description: 'Units a person or a m² and month' })),
  normBasis: Type.Optional(Type.String()),
  persons: Type.Optional(Type.Integer()),
  personsAreOwners: Type.Optional(Type.Boolean()),
  contractVolume: Type.Optional(
    Type.String({ description: 'Units a month, by contract or calculation' }),
  ),
  coefficient: Type.Optional(DecimalText),
  heatNorm: Type.Optional(DecimalIn('Гкал per m³')),
  heatNormBasis: Type.Optional(Type.String()),
  absentPersonDays: Type.Optional(Type.Integer()),
  roomShare: Type.Optional(
    Type.String({
      description:
        'Part of what the meters of the room have counted: a decimal, or a fraction such as `1/3`',
    }),
  ),
  ownHeat: Type.Optional(
    Type.Literal(true, {
      description: 'The room heats itself: the heat is that of the common rooms alone',
    }),
  ),
  tampering: Type.Optional(
    Type.Array(
      Type.Object({
        serialNumber: Type.String(),
        from: DayText,
        to: DayText,
        days: Type.Integer(),
        months: Type.String({ description: 'A decimal, or a fraction such as `47/31`' }),
        capacityPerDay: Type.Optional(Type.String({ description: 'Units a day' })),
      }),
      { description: 'The acts of interference with meters that the part charges' },
    ),
  ),
  months: Type.Optional(
    Type.String({
      description: 'Of a year: how many months these days are, a decimal or a fraction',
    }),
  ),
  ranges: Type.Optional(
    Type.Array(Type.Object({ above: DecimalText, tariff: RoublesPerUnit, volume: DecimalText }), {
      description: 'The parts of the volume that lie above bounds, each at a tariff of its own',
    }),
  ),
});

/**
 * A meter without a reading that counts, or one that counts no longer since a day of the month; without `average` the norm
 * stands in.
 */
export const UnreadMeter = Type.Object({
  meterId: Id,
  serialNumber: Type.String(),
  ofRoom: Type.Optional(
    Type.Literal(true, {
      description: 'Of heating: a meter of the room, where the others are those of the house',
    }),
  ),
  because: Type.Union([
    Type.Literal('reading-missing'),
    Type.Literal('meter-faulty'),
    Type.Literal('access-refused'),
  ]),
  period: Type.Integer({ description: 'Consecutive periods without a reading' }),
  average: Type.Optional(
    Type.Object({ months: Type.Integer(), volume: DecimalText, days: Type.Integer() }),
  ),
  estimate: Type.Optional(
    Type.String({
      description: 'The volume charged in its place, which a late reading counts against',
    }),
  ),
});

const MeterRead = Type.Object({
  serialNumber: Type.String(),
  digits: Type.Integer(),
  previous: DecimalText,
  previousOn: DayText,
  current: DecimalText,
  currentOn: DayText,
  rollover: Type.Boolean(),
  estimated: Type.Optional(DecimalText),
});

/** What the amount is computed from. */
const ChargeInputs = {
  rule: Type.Enum(REASON_CODES, { description: 'How the volume was found' }),
  component: Type.Optional(Component),
  unit: Type.Optional(
    Type.String({
      description: "Of the volumes, where it is not the service's: the heat in water",
    }),
  ),
  rounding: Type.Optional(Type.Literal('part-half-up')),
  daysInMonth: Type.Integer(),
  parts: Type.Array(ChargePart),
  meters: Type.Optional(Type.Array(MeterRead)),
  allocators: Type.Optional(
    Type.Object(
      { own: DecimalText, all: DecimalText, volume: DecimalText },
      {
        description:
          'Of a year of heating: what the heat cost allocators of the room and of all rooms have shown, and the volume of these rooms',
      },
    ),
  ),
  ownMeters: Type.Optional(
    Type.Array(MeterRead, {
      description: 'Of heating: the meters of the room, beside those of the house',
    }),
  ),
  unread: Type.Optional(Type.Array(UnreadMeter)),
  area: Type.Optional(DecimalIn('m²')),
  roomArea: Type.Optional(DecimalIn('m²')),
  share: Type.Optional(DecimalText),
  heatingMonths: Type.Optional(Type.Integer()),
  volumes: Type.Optional(
    Type.Record(Type.String(), Type.String(), {
      description: 'By service code: a decimal, or a fraction such as `1/3` where it is none',
    }),
  ),
  ownVolume: Type.Optional(DecimalText),
  room: Type.Optional(
    Type.Object(
      { volume: DecimalText, by: SharedMeterBy, shareDays: Type.Optional(Type.String()) },
      { description: 'What the accounts of the room share' },
    ),
  ),
  house: Type.Optional(
    Type.Object({
      volume: Type.Optional(DecimalText),
      individualVolumes: Type.Optional(DecimalText),
      norm: Type.Optional(DecimalText),
      normBasis: Type.Optional(Type.String()),
      commonArea: Type.Optional(DecimalIn('m²')),
      limit: Type.Optional(DecimalText),
      carriedIn: Type.Optional(
        Type.String({
          description:
            'Of common-house needs as the meter says: what earlier months have left over, 0 or below',
        }),
      ),
      carriedOut: Type.Optional(
        Type.String({ description: 'What this month leaves to later ones, 0 or below' }),
      ),
      yearBefore: Type.Optional(
        Type.Object(
          { year: Type.Integer(), volume: DecimalText },
          { description: 'What the mean month follows from' },
        ),
      ),
      drawn: Type.Optional(
        Type.Record(Type.String(), DecimalText, {
          description: 'Of the recalculation of a year: what its months drew in common',
        }),
      ),
      shared: DecimalText,
      roomsArea: DecimalIn('m²'),
      heatedArea: Type.Optional(
        Type.String({
          description: 'Of heating where some rooms heat themselves: m² of the others, 6 places',
        }),
      ),
    }),
  ),
  spreadDays: Type.Optional(
    Type.Integer({
      description: 'The days that a volume falls on evenly, where they are more than are charged',
    }),
  ),
  months: Type.Optional(
    Type.String({
      description: 'Of a year: the months of ownership that the volume of the account falls on',
    }),
  ),
  noMeterPossible: Type.Optional(
    Type.Literal(true, { description: 'On the days of an act K does not count' }),
  ),
  rangesFrom: Type.Optional(
    Type.String({ description: 'What other lines have filled of the ranges of the month' }),
  ),
  commonVolume: Type.Optional(DecimalIn('Гкал')),
  heatedDays: Type.Optional(Type.Integer()),
  common: Type.Optional(
    Type.Object(
      { area: DecimalIn('m²'), roomsArea: DecimalIn('m²') },
      { description: 'Of heating by norm in a room that heats itself: the common rooms' },
    ),
  ),
};

/** Of a correction: which month's difference it charges, and why. Its own `parts` are empty. */
const ChargeCorrection = Type.Object({
  year: Type.Optional(Type.Integer({ description: 'Of the recalculation of a year' })),
  period: MonthText,
  reason: Type.String(),
  stood: Type.Array(Type.Object({ chargeId: Id, period: MonthText, amount: MoneyText }), {
    description: 'Everything charged for the line so far: its charge, and earlier corrections',
  }),
  now: Type.Optional(
    Type.Object(
      {
        ...ChargeInputs,
        acts: Type.Optional(ChargeActs),
        benefits: Type.Optional(ChargeBenefits),
      },
      {
        description: 'By what the month is charged now; absent of a line that is no longer charged',
      },
    ),
  ),
});

export const ChargeExplanation = Type.Object({
  ...ChargeInputs,
  source: Type.String({ description: 'The act and article of the rule' }),
  formula: Type.String({ description: 'The volume in figures' }),
  correction: Type.Optional(ChargeCorrection),
  acts: Type.Optional(ChargeActs),
  benefits: Type.Optional(ChargeBenefits),
});
export type ChargeExplanation = Static<typeof ChargeExplanation>;

export const Charge = Type.Object({
  id: Id,
  billingCycleId: Id,
  calculationJobId: Nullable(Id),
  correctionId: Nullable(Id),
  houseId: Id,
  personalAccountId: Id,
  accountNumber: Type.String(),
  houseServiceId: Id,
  serviceCode: Type.String(),
  serviceName: Type.String(),
  period: MonthText,
  rateType: Type.String({
    description: 'The charging method, `excess`, `recalculation` or `benefit`',
  }),
  consumption: Type.String({ description: 'The volume in units, 6 places' }),
  unit: Type.String({ description: 'As `м³`' }),
  tariff: RoublesPerUnit,
  amount: MoneyText,
  status: ChargeStatus,
  explanation: ChargeExplanation,
});
export type Charge = Static<typeof Charge>;

const Words = { ru: Type.String(), en: Type.String() };

/** A charge with the way from its stored inputs to its amount. */
export const ExplainedCharge = Type.Object({
  ...Charge.properties,
  steps: Type.Array(
    Type.Object(
      { ...Words, article: Nullable(Type.Object(Words)) },
      {
        description: 'A sentence in Russian and English, and the article that it is based on',
      },
    ),
  ),
  replayedAmount: MoneyText,
  agrees: Type.Boolean({ description: 'Whether the inputs give the stored amount' }),
});
export type ExplainedCharge = Static<typeof ExplainedCharge>;

const Filters = {
  ...PageQuery,
  period: Type.Optional(Month),
  personalAccountId: Type.Optional(IdText),
  status: Type.Optional(ChargeStatus),
};
const [houseId, jobId] = [Type.Optional(IdText), Type.Optional(IdText)];

const ORDER = 'In the order of house, month, account and service.';

export const listCharges = endpoint({
  id: 'listCharges',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/charges',
  tag: 'charges',
  summary: 'List charges',
  description:
    `${ORDER} Without \`organizationId\`, \`houseId\`, \`personalAccountId\` and \`jobId\` those of all houses that the caller may see. ` +
    'Refused in this order: a job, then a house, then an account that is not there or another organization’s.',
  access: 'viewer',
  query: Type.Object(
    { ...Filters, organizationId: Type.Optional(IdText), houseId, jobId },
    { additionalProperties: false },
  ),
  answers: { 200: Page(Charge) },
  refusals: ['not-found', 'month-archived'],
});

export const listHouseCharges = endpoint({
  id: 'listHouseCharges',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/charges/by-house/:houseId',
  tag: 'charges',
  summary: 'List the charges of a house',
  description: `${ORDER} Without \`period\` those of all months.`,
  access: 'viewer',
  query: Type.Object({ ...Filters, jobId }, { additionalProperties: false }),
  answers: { 200: Page(Charge) },
  refusals: ['not-found', 'month-archived'],
});

export const listJobCharges = endpoint({
  id: 'listJobCharges',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/charges/by-job/:jobId',
  tag: 'charges',
  summary: 'List the charges that a calculation job made',
  description: `${ORDER} A later job of the same house replaces them: what it made is no longer this job’s.`,
  access: 'viewer',
  query: Type.Object({ ...Filters, houseId }, { additionalProperties: false }),
  answers: { 200: Page(Charge) },
  refusals: ['not-found', 'month-archived'],
});

export const explainCharge = endpoint({
  id: 'explainCharge',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/charges/:chargeId/explain',
  tag: 'charges',
  summary: 'Explain a charge',
  description:
    'The way from the stored inputs to the amount, in Russian and in English, each step with the article of the law that it ' +
    'rests on; and the amount that these inputs alone give, in roubles. The steps of a correction are those of what stood, ' +
    'those of what the month is charged by now, and the difference.',
  access: 'viewer',
  answers: { 200: ExplainedCharge },
  refusals: ['not-found', 'month-archived'],
});
