// The readings of a house's meters in a month, sent to billing for ГИС ЖКХ.
import Type, { type Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { DayText, DecimalText, Id, IdText, Month, Nullable } from '../scalars.ts';

/** A reading of the month, with the device's identifier in the state's system. */
export const GisReading = Type.Object({
  meterId: Id,
  serviceCode: Type.String(),
  serviceName: Type.String(),
  unit: Type.String(),
  serialNumber: Type.String(),
  accountNumber: Nullable(Type.String()),
  roomNumber: Nullable(Type.String()),
  gisMeterGuid: Nullable(Type.String()),
  scale: Nullable(
    Type.Integer({
      minimum: 1,
      maximum: 3,
      description: 'Of electricity: by which of its scales the device counts the service',
    }),
  ),
  value: DecimalText,
  takenOn: DayText,
});
export type GisReading = Static<typeof GisReading>;

export const GisReadings = Type.Object({
  fiasId: Nullable(Type.String({ description: 'Of the house in the address register' })),
  readings: Type.Array(GisReading),
  next: Type.Union([Id, Type.Null()], {
    description: 'The meter after which the next page begins',
  }),
});
export type GisReadings = Static<typeof GisReadings>;

export const listGisReadings = endpoint({
  id: 'listGisReadings',
  service: 'core',
  method: 'GET',
  path: '/api/internal/houses/:houseId/gis-readings',
  tag: 'internal',
  summary: 'List the readings of a house and a month for ГИС ЖКХ',
  description: 'In the order of meters, a page of them at a time.',
  access: 'service',
  query: Type.Object(
    { period: Month, after: Type.Optional(IdText) },
    { additionalProperties: false },
  ),
  answers: { 200: GisReadings },
  refusals: ['not-found'],
});
