// Acts on a meter: that it failed, that a check of it was refused, that somebody interfered with it, or that it was sealed. PUT
// replaces: a field that is left out gets its default.
import Type, { type Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Page, PageQuery } from '../page.ts';
import { Day, DayText, Decimal, DecimalText, Id, Line, Nullable } from '../scalars.ts';
import { Written } from './applied-months.ts';

export const METER_ACT_KINDS = ['failed', 'access-refused', 'tampering', 'seal'] as const;
export const MeterActKind = Type.Enum(METER_ACT_KINDS, {
  description:
    'The meter is broken or lost, a check of it was refused, somebody has interfered with it, or it was checked and sealed',
});
export type MeterActKind = Static<typeof MeterActKind>;

const CapacityPerDay = Decimal({
  places: 3,
  from: '0',
  isOpen: true,
  to: '10000',
  unit: 'units of the service a day',
});

/** The body of POST and PUT. */
export const MeterActBody = Type.Object(
  {
    kind: MeterActKind,
    on: Day,
    until: Type.Optional(
      Type.Union([Day, Type.Null()], {
        description:
          'The last day, inclusive, on which its readings do not count; null until it is sealed. A seal has none',
      }),
    ),
    capacityPerDay: Type.Optional(
      Type.Union([CapacityPerDay, Type.Null()], {
        description:
          'Of interference: the volume that could have been used in a day; null if unknown',
      }),
    ),
    basis: Line(500),
  },
  { additionalProperties: false },
);

export const MeterAct = Type.Object({
  id: Id,
  houseId: Id,
  meterId: Id,
  kind: MeterActKind,
  on: DayText,
  until: Nullable(DayText),
  capacityPerDay: Nullable(DecimalText),
  basis: Type.String(),
});
export type MeterAct = Static<typeof MeterAct>;

export const WrittenMeterAct = Written(MeterAct);
export type WrittenMeterAct = Static<typeof WrittenMeterAct>;

export const listMeterActs = endpoint({
  id: 'listMeterActs',
  service: 'core',
  method: 'GET',
  path: '/api/meters/:meterId/acts',
  tag: 'meters',
  summary: 'List the acts on a meter',
  description: 'Newest first. Past acts stay: their months are charged by them.',
  access: 'viewer',
  query: Type.Object(PageQuery, { additionalProperties: false }),
  answers: { 200: Page(MeterAct) },
  refusals: ['not-found'],
});

export const createMeterAct = endpoint({
  id: 'createMeterAct',
  service: 'core',
  method: 'POST',
  path: '/api/meters/:meterId/acts',
  tag: 'meters',
  summary: 'Record an act on a meter',
  description:
    'Its day is within the life of the meter and not after today; a meter has one act of a kind per day. Except for a ' +
    'seal, readings do not count from that day to the last day it names, or until the meter is sealed.',
  access: 'owner',
  body: MeterActBody,
  answers: { 201: WrittenMeterAct },
  refusals: ['not-found', 'act-exists'],
});

export const getMeterAct = endpoint({
  id: 'getMeterAct',
  service: 'core',
  method: 'GET',
  path: '/api/meter-acts/:actId',
  tag: 'meters',
  summary: 'Get an act on a meter',
  description: 'With its version in `ETag`.',
  access: 'viewer',
  answers: { 200: MeterAct },
  refusals: ['not-found'],
});

export const replaceMeterAct = endpoint({
  id: 'replaceMeterAct',
  service: 'core',
  method: 'PUT',
  path: '/api/meter-acts/:actId',
  tag: 'meters',
  summary: 'Replace an act on a meter',
  description:
    'Such as adding its last day once the meter is repaired or checked. A field that is left out gets its default.',
  access: 'owner',
  body: MeterActBody,
  ifMatch: true,
  answers: { 200: WrittenMeterAct },
  refusals: ['not-found', 'act-exists'],
});

export const deleteMeterAct = endpoint({
  id: 'deleteMeterAct',
  service: 'core',
  method: 'DELETE',
  path: '/api/meter-acts/:actId',
  tag: 'meters',
  summary: 'Delete an act that was recorded by mistake',
  description: 'The header `Applied-Months` lists the applied months that it concerns.',
  access: 'owner',
  ifMatch: true,
  answers: { 204: null },
  refusals: ['not-found'],
});
