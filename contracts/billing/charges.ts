// Charges: what an account is asked to pay for one service in one month, with everything it follows from.
import { REASON_CODES } from '@kvartplata/domain/charging/charge-rules.ts';
import Type, { type Static } from 'typebox';
import { Component } from '../core/billing-snapshot.ts';
import { PageQuery } from '../page.ts';
import {
  DayText,
  DecimalText,
  Id,
  IdText,
  Month,
  MoneyText,
  MonthText,
  Nullable,
} from '../scalars.ts';

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
  volume: DecimalText,
  tariff: DecimalText,
  tariffBasis: Type.String(),
  amount: MoneyText,
  norm: Type.Optional(DecimalText),
  normBasis: Type.Optional(Type.String()),
  persons: Type.Optional(Type.Integer()),
  personsAreOwners: Type.Optional(Type.Boolean()),
  coefficient: Type.Optional(DecimalText),
  heatNorm: Type.Optional(DecimalText),
  heatNormBasis: Type.Optional(Type.String()),
  absentPersonDays: Type.Optional(Type.Integer()),
});

/** A meter without a reading that counts; without `average` the norm stands in. */
export const UnreadMeter = Type.Object({
  meterId: Id,
  serialNumber: Type.String(),
  because: Type.Union([Type.Literal('reading-missing'), Type.Literal('meter-faulty')]),
  period: Type.Integer({ description: 'The how-manieth period in a row' }),
  average: Type.Optional(
    Type.Object({ months: Type.Integer(), volume: DecimalText, days: Type.Integer() }),
  ),
  estimate: Type.Optional(
    Type.String({
      description: 'The volume charged in its place, which a late reading counts against',
    }),
  ),
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
  meters: Type.Optional(
    Type.Array(
      Type.Object({
        serialNumber: Type.String(),
        digits: Type.Integer(),
        previous: DecimalText,
        previousOn: DayText,
        current: DecimalText,
        currentOn: DayText,
        rollover: Type.Boolean(),
        estimated: Type.Optional(DecimalText),
      }),
    ),
  ),
  unread: Type.Optional(Type.Array(UnreadMeter)),
  area: Type.Optional(DecimalText),
  roomArea: Type.Optional(DecimalText),
  share: Type.Optional(DecimalText),
  heatingMonths: Type.Optional(Type.Integer()),
  volumes: Type.Optional(
    Type.Record(Type.String(), Type.String(), {
      description: 'By service code: a decimal, or a fraction such as `1/3` where it is none',
    }),
  ),
  ownVolume: Type.Optional(DecimalText),
  house: Type.Optional(
    Type.Object({
      volume: Type.Optional(DecimalText),
      individualVolumes: Type.Optional(DecimalText),
      norm: Type.Optional(DecimalText),
      normBasis: Type.Optional(Type.String()),
      commonArea: Type.Optional(DecimalText),
      limit: Type.Optional(DecimalText),
      shared: DecimalText,
      roomsArea: DecimalText,
    }),
  ),
};

/** Of a correction: which month's difference it charges, and why. Its own `parts` are empty. */
const ChargeCorrection = Type.Object({
  period: MonthText,
  reason: Type.String(),
  stood: Type.Array(Type.Object({ chargeId: Id, period: MonthText, amount: MoneyText }), {
    description: 'All that stood for the line: its charge, and what earlier corrections have added',
  }),
  now: Type.Optional(
    Type.Object(ChargeInputs, {
      description: 'By what the month is charged now; absent of a line that is no longer charged',
    }),
  ),
});

export const ChargeExplanation = Type.Object({
  ...ChargeInputs,
  source: Type.String({ description: 'The act and article of the rule' }),
  formula: Type.String({ description: 'The volume in figures' }),
  correction: Type.Optional(ChargeCorrection),
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
  rateType: Type.String({ description: 'The charging method, `excess` or `recalculation`' }),
  consumption: DecimalText,
  unit: Type.String(),
  tariff: DecimalText,
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
        description: 'A sentence in Russian and English, and the article that it rests on',
      },
    ),
  ),
  replayedAmount: MoneyText,
  agrees: Type.Boolean({ description: 'Whether the inputs give the stored amount again' }),
});
export type ExplainedCharge = Static<typeof ExplainedCharge>;

const Filters = {
  ...PageQuery,
  period: Type.Optional(Month),
  personalAccountId: Type.Optional(IdText),
  status: Type.Optional(ChargeStatus),
};

export const ListChargesQuery = Type.Object(
  { ...Filters, houseId: Type.Optional(IdText), jobId: Type.Optional(IdText) },
  { additionalProperties: false },
);
export const ListHouseChargesQuery = Type.Object(
  { ...Filters, jobId: Type.Optional(IdText) },
  { additionalProperties: false },
);
export const ListJobChargesQuery = Type.Object(
  { ...Filters, houseId: Type.Optional(IdText) },
  { additionalProperties: false },
);
export const HouseParams = Type.Object({ houseId: IdText });
export const ChargeParams = Type.Object({ id: IdText });
