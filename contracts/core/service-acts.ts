// Acts on interruptions and bad quality of a house's services. PUT replaces: a field that is left out gets its default.
import { ACT_KINDS } from '@kvartplata/domain/regulation/quality/service-act.ts';
import Type, { type Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Page, PageQuery } from '../page.ts';
import { Decimal, DecimalText, Id, InstantText, Line, Moment, Nullable } from '../scalars.ts';
import { Written } from './applied-months.ts';

/** More rooms than a house has, so a longer list is a mistake. */
const MOST_ROOMS = 5_000;
const MOST_HOURS = 8_784;

export const ActKind = Type.Enum(ACT_KINDS, {
  description:
    'What was wrong: no service at all, its temperature, its pressure, or its composition (for electricity: voltage and ' +
    'frequency)',
});

function Measure(description: string) {
  return Type.Optional(
    Type.Union([Decimal({ places: 4, from: '-100', to: '10000' }), Type.Null()], { description }),
  );
}

/** The body of POST and PUT. */
export const ServiceActBody = Type.Object(
  {
    houseServiceId: Id,
    kind: ActKind,
    from: Moment,
    to: Moment,
    measured: Measure(
      'What was measured: °C of hot water or of the air in the rooms, MPa; for an interruption of heating, the air in the ' +
        'rooms; for waste, the air outside',
    ),
    required: Measure(
      'The value required in all hours of the act; by default those of appendix 1 by day and by night',
    ),
    allowedHours: Type.Optional(
      Type.Union([Type.Integer({ minimum: 0, maximum: MOST_HOURS }), Type.Null()], {
        description:
          'Of an interruption: the hours that it may last, if not those of appendix 1; for electricity 2 or 24',
      }),
    ),
    roomIds: Type.Optional(
      Type.Union([Type.Array(Id, { maxItems: MOST_ROOMS, uniqueItems: true }), Type.Null()], {
        description:
          'The rooms that it applies to, such as those of a riser; without any: the whole house',
      }),
    ),
    /** The document. */
    basis: Line(500),
  },
  { additionalProperties: false },
);

const ServiceActsQuery = Type.Object(PageQuery, { additionalProperties: false });

export const ServiceAct = Type.Object({
  id: Id,
  organizationId: Id,
  houseId: Id,
  houseServiceId: Id,
  code: Type.String(),
  name: Type.String(),
  kind: ActKind,
  from: InstantText,
  to: InstantText,
  measured: Nullable(DecimalText),
  required: Nullable(DecimalText),
  allowedHours: Nullable(Type.Integer()),
  roomIds: Nullable(Type.Array(Id, { description: 'In the order of ids; null: the whole house' })),
  basis: Type.String(),
});
export type ServiceAct = Static<typeof ServiceAct>;

export const WrittenServiceAct = Written(ServiceAct);
export type WrittenServiceAct = Static<typeof WrittenServiceAct>;

export const listServiceActs = endpoint({
  id: 'listServiceActs',
  service: 'core',
  method: 'GET',
  path: '/api/houses/:houseId/service-acts',
  tag: 'service-acts',
  summary: 'List the acts on the services of a house',
  description: 'The latest start comes first.',
  access: 'viewer',
  query: ServiceActsQuery,
  answers: { 200: Page(ServiceAct) },
  refusals: ['not-found'],
});

export const createServiceAct = endpoint({
  id: 'createServiceAct',
  service: 'core',
  method: 'POST',
  path: '/api/houses/:houseId/service-acts',
  tag: 'service-acts',
  summary: 'Record an interruption or bad quality',
  description:
    'For a service of the house, within the days that the house has it, between two instants in the past. Two acts on ' +
    'one service and of one kind never overlap for any room.',
  access: 'accountant',
  body: ServiceActBody,
  answers: { 201: WrittenServiceAct },
  refusals: ['not-found', 'period-overlap'],
});

export const getServiceAct = endpoint({
  id: 'getServiceAct',
  service: 'core',
  method: 'GET',
  path: '/api/service-acts/:serviceActId',
  tag: 'service-acts',
  summary: 'Get an act on a service',
  description: 'With its version in `ETag`.',
  access: 'viewer',
  answers: { 200: ServiceAct },
  refusals: ['not-found'],
});

export const replaceServiceAct = endpoint({
  id: 'replaceServiceAct',
  service: 'core',
  method: 'PUT',
  path: '/api/service-acts/:serviceActId',
  tag: 'service-acts',
  summary: 'Replace an act on a service',
  description: 'The rules are those of a new one. A changed document counts in no month.',
  access: 'accountant',
  body: ServiceActBody,
  ifMatch: true,
  answers: { 200: WrittenServiceAct },
  refusals: ['not-found', 'period-overlap'],
});

export const deleteServiceAct = endpoint({
  id: 'deleteServiceAct',
  service: 'core',
  method: 'DELETE',
  path: '/api/service-acts/:serviceActId',
  tag: 'service-acts',
  summary: 'Delete an act that was recorded by mistake',
  description: 'The header `Applied-Months` lists the applied months that it concerns.',
  access: 'accountant',
  ifMatch: true,
  answers: { 204: null },
  refusals: ['not-found'],
});
