// The outages of a meter: the days on which it is broken or lost. PUT replaces: a field that is left out gets its default.
import Type, { type Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Page, PageQuery } from '../page.ts';
import { Day, DayText, Id, Line, Nullable } from '../scalars.ts';
import { Written } from './applied-months.ts';

/** The body of POST and PUT. */
export const MeterOutageBody = Type.Object(
  {
    from: Day,
    to: Type.Optional(
      Type.Union([Day, Type.Null()], {
        description: 'The last day, inclusive; null while it lasts',
      }),
    ),
    basis: Type.Optional(Type.Union([Line(500), Type.Null()], { description: 'The report' })),
  },
  { additionalProperties: false },
);

export const MeterOutage = Type.Object({
  id: Id,
  houseId: Id,
  meterId: Id,
  from: DayText,
  to: Nullable(DayText),
  basis: Nullable(Type.String()),
});
export type MeterOutage = Static<typeof MeterOutage>;

export const WrittenMeterOutage = Written(MeterOutage);
export type WrittenMeterOutage = Static<typeof WrittenMeterOutage>;

export const listMeterOutages = endpoint({
  id: 'listMeterOutages',
  service: 'core',
  method: 'GET',
  path: '/api/meters/:meterId/outages',
  tag: 'meters',
  summary: 'List the outages of a meter',
  description: 'Newest first. Those that are over stay: their months are charged by them.',
  access: 'viewer',
  query: Type.Object(PageQuery, { additionalProperties: false }),
  answers: { 200: Page(MeterOutage) },
  refusals: ['not-found'],
});

export const createMeterOutage = endpoint({
  id: 'createMeterOutage',
  service: 'core',
  method: 'POST',
  path: '/api/meters/:meterId/outages',
  tag: 'meters',
  summary: 'Record that a meter is broken or lost',
  description:
    'From the first day to the last, inclusive, or until further notice. The first day is within the life of the meter, ' +
    'neither is after today, and two outages share no day.',
  access: 'owner',
  body: MeterOutageBody,
  answers: { 201: WrittenMeterOutage },
  refusals: ['not-found', 'period-overlap'],
});

export const getMeterOutage = endpoint({
  id: 'getMeterOutage',
  service: 'core',
  method: 'GET',
  path: '/api/meter-outages/:outageId',
  tag: 'meters',
  summary: 'Get an outage of a meter',
  description: 'With its version in `ETag`.',
  access: 'viewer',
  answers: { 200: MeterOutage },
  refusals: ['not-found'],
});

export const replaceMeterOutage = endpoint({
  id: 'replaceMeterOutage',
  service: 'core',
  method: 'PUT',
  path: '/api/meter-outages/:outageId',
  tag: 'meters',
  summary: 'Replace an outage of a meter',
  description:
    'As with its last day, once the meter is repaired. A field that is left out gets its default.',
  access: 'owner',
  body: MeterOutageBody,
  ifMatch: true,
  answers: { 200: WrittenMeterOutage },
  refusals: ['not-found', 'period-overlap'],
});

export const deleteMeterOutage = endpoint({
  id: 'deleteMeterOutage',
  service: 'core',
  method: 'DELETE',
  path: '/api/meter-outages/:outageId',
  tag: 'meters',
  summary: 'Delete an outage that was recorded by mistake',
  description: 'The months that it comes too late for are in the header `Applied-Months`.',
  access: 'owner',
  ifMatch: true,
  answers: { 204: null },
  refusals: ['not-found'],
});
