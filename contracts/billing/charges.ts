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
  norm: Type.Optional(Type.String({ description: 'Units per person or m² and month' })),
  normBasis: Type.Optional(Type.String()),
  persons: Type.Optional(Type.Integer()),
  personsAreOwners: Type.Optional(Type.Boolean()),
  contractVolume: Type.Optional(
    Type.String({ description: 'Units per month, by contract or calculation' }),
  ),
  coefficient: Type.Optional(DecimalText),
  heatNorm: Type.Optional(DecimalIn('Гкал per m³')),
  heatNormBasis: Type.Optional(Type.String()),
  absentPersonDays: Type.Optional(Type.Integer()),
  roomShare: Type.Optional(
    Type.String({
      description:
        'Share of what the meters of the room have counted: a decimal, or a fraction such as `1/3`',
    }),
  ),
  ownHeat: Type.Optional(
    Type.Literal(true, {
      description: 'The room has its own boiler: only the heat of the common rooms',
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
        capacityPerDay: Type.Optional(Type.String({ description: 'Units per day' })),
      }),
      { description: 'The acts of interference with meters that this part charges for' },
    ),
  ),
  months: Type.Optional(
    Type.String({
      description: 'Of a year: these days in months, a decimal or a fraction',
    }),
  ),
  ranges: Type.Optional(
    Type.Array(Type.Object({ above: DecimalText, tariff: RoublesPerUnit, volume: DecimalText }), {
      description: 'The parts of the volume above bounds, each at its own tariff',
    }),
  ),
});

/**
 * A meter without a valid reading, or one that no longer counts from a day of the month on; without `average` the norm is
 * charged.
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
      description: 'The volume charged in its place, set off against a late reading',
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
          'Of a year of heating: the units of the heat cost allocators of the room and of all rooms, and the volume of these ' +
          'rooms',
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
            'Of common-house needs by the meter: the volume carried over from earlier months, 0 or below',
        }),
      ),
      carriedOut: Type.Optional(
        Type.String({ description: 'The volume carried over to later months, 0 or below' }),
      ),
      yearBefore: Type.Optional(
        Type.Object(
          { year: Type.Integer(), volume: DecimalText },
          { description: 'What the mean month follows from' },
        ),
      ),
      drawn: Type.Optional(
        Type.Record(Type.String(), DecimalText, {
          description: 'Of the recalculation of a year: the common-house volume of its months',
        }),
      ),
      shared: DecimalText,
      roomsArea: DecimalIn('m²'),
      heatedArea: Type.Optional(
        Type.String({
          description:
            'Of heating where some rooms have their own boiler: m² of the others, 6 places',
        }),
      ),
    }),
  ),
  spreadDays: Type.Optional(
    Type.Integer({
      description:
        'The days that a volume is spread over evenly, where they are more than those charged',
    }),
  ),
  months: Type.Optional(
    Type.String({
      description: 'Of a year: the months of ownership that the account’s volume is spread over',
    }),
  ),
  noMeterPossible: Type.Optional(
    Type.Literal(true, { description: 'On the days of an act K does not count' }),
  ),
  rangesFrom: Type.Optional(
    Type.String({ description: 'The part of the month’s ranges already used by other lines' }),
  ),
  commonVolume: Type.Optional(DecimalIn('Гкал')),
  heatedDays: Type.Optional(Type.Integer()),
  common: Type.Optional(
    Type.Object(
      { area: DecimalIn('m²'), roomsArea: DecimalIn('m²') },
      { description: 'Of heating by norm in a room with its own boiler: the common rooms' },
    ),
  ),
};

/** The month whose difference a correction charges, and why. Its own `parts` are empty. */
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
        description: 'What the month is charged by now; absent if the line is no longer charged',
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

/** A charge with the steps from its stored inputs to its amount. */
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
    `${ORDER} Without \`organizationId\`, \`houseId\`, \`personalAccountId\` and \`jobId\` those of all houses that the caller ` +
    'may see. Checked in this order: that the job, the house and the account exist and belong to the caller’s ' +
    'organizations.',
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
  description: `${ORDER} A later job of the same house replaces them with charges of its own.`,
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
    'The steps from the stored inputs to the amount, in Russian and English, each with the article of the law behind ' +
    'it, and the amount recomputed from these inputs, in roubles. The steps of a correction are those of the former ' +
    'charge, those of the present one, and the difference.',
  access: 'viewer',
  answers: { 200: ExplainedCharge },
  refusals: ['not-found', 'month-archived'],
});
