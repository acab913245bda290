// The golden house, whose every figure is known in advance.
import Type, { type Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Id, MonthText } from '../scalars.ts';

export const GoldenHouseBody = Type.Object(
  {
    organizationId: Id,
    houseId: Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: '0 makes a new house; another fills what that house lacks',
    }),
  },
  { additionalProperties: false },
);
export type GoldenHouseBody = Static<typeof GoldenHouseBody>;

/** The content of the house, whether this call or an earlier one created it. */
export const GoldenHouseAnswer = Type.Object({
  organizationId: Id,
  houseId: Id,
  rooms: Type.Integer({ description: 'Number of rooms' }),
  accounts: Type.Array(Type.String(), { description: 'LS01 to LS10' }),
  meters: Type.Integer({ description: 'Number of individual meters' }),
  houseMeters: Type.Integer({ description: 'Number of house-wide meters' }),
  readings: Type.Integer({ description: 'Readings of the individual meters in these months' }),
  houseReadings: Type.Integer({
    description: 'Readings of the house-wide meter in these months',
  }),
  months: Type.Array(MonthText, { description: 'The twelve months before the current one' }),
});
export type GoldenHouseAnswer = Static<typeof GoldenHouseAnswer>;

export const seedGoldenHouse = endpoint({
  id: 'seedGoldenHouse',
  service: 'core',
  method: 'POST',
  path: '/api/test-data/seed-golden',
  tag: 'test-data',
  summary: 'Create the golden house, or complete one',
  description:
    'Ten accounts with the readings of the twelve months before the current one. What is there already is left alone: the ' +
    'same request again doubles nothing and is answered alike.',
  access: 'owner',
  body: GoldenHouseBody,
  answers: { 201: GoldenHouseAnswer },
  refusals: ['not-found', 'account-number-taken'],
});
