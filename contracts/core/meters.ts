// Meters of accounts, of rooms and of whole houses. PUT replaces: a field that is left out gets its default.
import Type, { type Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Page, PageQuery } from '../page.ts';
import { Day, DayText, Decimal, DecimalIn, Id, IdText, Line, Nullable } from '../scalars.ts';
import { Written } from './applied-months.ts';

/** A room's meter counts for all its accounts together, which share the volume. */
export const OwnerType = Type.Union([
  Type.Literal('house'),
  Type.Literal('room'),
  Type.Literal('account'),
]);

const UNIT = 'the unit of the service';

/** A value on a meter's display. */
export const MeterValueText = DecimalIn(UNIT);

/** The highest value that any meter can show; the limit of one meter follows from its digits. */
export const MeterValue = Decimal({ places: 3, from: '0', to: '999999999.999', unit: UNIT });

/** What is written on the device, and its initial data. */
export const DeviceFields = {
  serialNumber: Line(50),
  digits: Type.Integer({
    minimum: 1,
    maximum: 9,
    description: 'Digits before the point: the counter returns to 0 at 10^digits',
  }),
  installedOn: Day,
  initialReading: MeterValue,
  verifiedUntil: Type.Optional(Nullable(Day)),
};

const GUID = '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$';

export const NewMeter = Type.Object(
  {
    houseServiceId: Id,
    ownerType: OwnerType,
    personalAccountId: Type.Optional(Nullable(Id)),
    roomId: Type.Optional(Nullable(Id)),
    meterTypeId: Id,
    ...DeviceFields,
    removedOn: Type.Optional(Nullable(Day)),
    gisMeterGuid: Type.Optional(
      Nullable(Type.String({ pattern: GUID, description: 'The GUID of the device in ГИС ЖКХ' })),
    ),
  },
  { additionalProperties: false },
);

const MetersQuery = Type.Object(
  {
    ...PageQuery,
    houseId: Type.Optional(IdText),
    personalAccountId: Type.Optional(IdText),
    roomId: Type.Optional(IdText),
    houseServiceId: Type.Optional(IdText),
    activeOn: Type.Optional(Day),
  },
  { additionalProperties: false },
);

/** The service determines the house; if a house is given, it has to match. */
const NewMeterQuery = Type.Object(
  { houseId: Type.Optional(IdText) },
  { additionalProperties: false },
);

export const Meter = Type.Object({
  id: Id,
  houseId: Id,
  houseServiceId: Id,
  ownerType: OwnerType,
  personalAccountId: Nullable(Id),
  roomId: Nullable(Id),
  meterTypeId: Id,
  serialNumber: Type.String(),
  digits: Type.Integer(),
  installedOn: DayText,
  initialReading: MeterValueText,
  verifiedUntil: Nullable(DayText),
  removedOn: Nullable(DayText),
  outOfOrderSince: Nullable(
    Type.String({
      format: 'date',
      description:
        'The day since which, by its acts, it is broken, lost or interfered with; null while it is in order',
    }),
  ),
  gisMeterGuid: Nullable(Type.String({ description: 'The GUID of ГИС ЖКХ, in small letters' })),
  replacedMeterId: Type.Union([Id, Type.Null()], {
    description: 'The meter that this one replaced',
  }),
  replacedByMeterId: Type.Union([Id, Type.Null()], {
    description: 'The meter that replaced this one',
  }),
});
export type Meter = Static<typeof Meter>;

export const WrittenMeter = Written(Meter);
export type WrittenMeter = Static<typeof WrittenMeter>;

export const listMeters = endpoint({
  id: 'listMeters',
  service: 'core',
  method: 'GET',
  path: '/api/meters',
  tag: 'meters',
  summary: 'List meters',
  description:
    'Those of a house, an account, a room or a service, or all that the caller may see, in the order of ids. With ' +
    '`activeOn` only those in use on that day. Ids that belong to different houses are a 404.',
  access: 'viewer',
  query: MetersQuery,
  answers: { 200: Page(Meter) },
  refusals: ['not-found'],
});

export const createMeter = endpoint({
  id: 'createMeter',
  service: 'core',
  method: 'POST',
  path: '/api/meters',
  tag: 'meters',
  summary: 'Add a meter to an account, to a room or to a whole house',
  description:
    'The house follows from the service; a house in the query has to match it. Only one meter of a service has a serial ' +
    'number at a time, except `б/н` for a device without one.',
  access: 'owner',
  query: NewMeterQuery,
  body: NewMeter,
  answers: { 201: WrittenMeter },
  refusals: ['not-found', 'serial-number-taken'],
});

export const getMeter = endpoint({
  id: 'getMeter',
  service: 'core',
  method: 'GET',
  path: '/api/meters/:meterId',
  tag: 'meters',
  summary: 'Get a meter',
  description: 'With its version in `ETag`.',
  access: 'viewer',
  answers: { 200: Meter },
  refusals: ['not-found'],
});

export const replaceMeter = endpoint({
  id: 'replaceMeter',
  service: 'core',
  method: 'PUT',
  path: '/api/meters/:meterId',
  tag: 'meters',
  summary: 'Replace the record of a meter',
  description:
    'A field that is left out gets its default; the links to the meters before and after it stay. Its readings have to ' +
    'fit its new days, digits and initial reading. A new device in its place is recorded as a meter replacement ' +
    'instead.',
  access: 'owner',
  body: NewMeter,
  ifMatch: true,
  answers: { 200: WrittenMeter },
  refusals: ['not-found', 'readings-contradict', 'serial-number-taken'],
});

export const deleteMeter = endpoint({
  id: 'deleteMeter',
  service: 'core',
  method: 'DELETE',
  path: '/api/meters/:meterId',
  tag: 'meters',
  summary: 'Delete a meter',
  description:
    'Only one without readings, verifications, acts or a successor. The header `Applied-Months` lists the applied ' +
    'months that it concerns.',
  access: 'owner',
  ifMatch: true,
  answers: { 204: null },
  refusals: ['not-found', 'has-children'],
});
