// The state's system (ГИС ЖКХ): payment documents in its public schema, the names of an organization's services in its lists, and
// the houses whose documents have been exported.
import Type, { type Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { fileAnswer } from '../file-answer.ts';
import { DayText, Id, IdText, InstantText, Month, Nullable } from '../scalars.ts';

export const XML = 'application/xml';
const ZIP = 'application/zip';

/** The most that the schema allows in one request. */
export const MOST_DOCUMENTS = 500;

/** Lines that are not a service. */
export const GIS_LINES = ['penalties', 'court-fees', 'no-service'] as const;

/** The system's lists 50, 51, 1, 2 and 329. */
export const GIS_LISTS = ['housing', 'municipal', 'additional', 'resource', 'costs'] as const;

const GUID = '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$';

export const GisService = Type.Object(
  {
    subject: Type.String({
      pattern: '^[a-z][a-z0-9-]{1,49}(/heat|/meter)?$',
      description:
        'The code of a service, with `/heat` for the heat in two-component hot water and `/meter` for what its meters count; or ' +
        '`penalties`, `court-fees`, `no-service` for lines of no service',
    }),
    list: Type.Enum([...GIS_LISTS], {
      description:
        'Which of the system’s lists the entry is of: `housing` (50), `municipal` (51), `additional` (1), `resource` (2: common-house needs ' +
        'within upkeep, and what meters count), `costs` (329: penalties and costs of a court)',
    }),
    code: Type.String({
      pattern: '^(A?[0-9]{1,4}\\.?)+$',
      maxLength: 20,
      description: 'Of the entry',
    }),
    guid: Type.String({ pattern: GUID, description: 'Of the entry' }),
  },
  { additionalProperties: false },
);
export type GisService = Static<typeof GisService>;

export const GisServices = Type.Object(
  { items: Type.Array(GisService, { maxItems: 500 }) },
  { additionalProperties: false },
);

const OfOrganization = Type.Object(
  { organizationId: Type.Optional(IdText) },
  { additionalProperties: false },
);

export const GisPlacements = Type.Object({
  organizationId: Id,
  dueOn: Type.String({
    ...DayText,
    description: 'The day by which documents of the month must be placed',
  }),
  items: Type.Array(
    Type.Object({
      houseId: Id,
      address: Type.String(),
      exportedAt: Nullable(InstantText),
      documents: Nullable(Type.Integer({ description: 'In the last export of the month' })),
      accepted: Type.Integer({ description: 'By ГИС ЖКХ, as its answers say' }),
      refused: Type.Integer(),
    }),
    { description: 'Those whose month is applied' },
  ),
});
export type GisPlacements = Static<typeof GisPlacements>;

export const exportGisZhkh = endpoint({
  id: 'exportGisZhkh',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/exports/gis-zhkh',
  tag: 'exports',
  summary: 'Export a house’s payment documents for ГИС ЖКХ',
  description:
    `XML of the request \`importPaymentDocumentRequest\`, at most ${MOST_DOCUMENTS} documents a file; of more documents a zip of numbered ` +
    'files. Each has its account, charges with consumption, tariff, coefficient and its excess, recalculation and discount, penalties, the ' +
    'debt before, the advance and what was paid; the lines make the total. Where services have payees, each charge names its payee, with what each is to be paid. Accounts without numbers and services without an entry are named ' +
    'in `errors`, the first 100, and nothing is written. The month has to be applied.',
  access: 'accountant',
  query: Type.Object(
    {
      houseId: IdText,
      period: Month,
      only: Type.Optional(
        Type.Enum(['refused'], { description: 'Only those that ГИС ЖКХ has refused, again' }),
      ),
    },
    { additionalProperties: false },
  ),
  answers: { 200: fileAnswer(XML, ZIP) },
  refusals: [
    'not-found',
    'nothing-charged',
    'bank-details-missing',
    'payee-details-missing',
    'month-archived',
    'months-not-applied',
    'gis-facts-missing',
    'gis-nothing-refused',
  ],
});

export const listGisServices = endpoint({
  id: 'listGisServices',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/gis-services',
  tag: 'exports',
  summary: 'List the ГИС ЖКХ entries for the services of an organization',
  description: 'The entries of its lists, in the order of their subjects.',
  access: 'viewer',
  query: OfOrganization,
  answers: { 200: GisServices },
  refusals: ['not-found', 'organization-required'],
});

export const replaceGisServices = endpoint({
  id: 'replaceGisServices',
  service: 'billing',
  method: 'PUT',
  path: '/api/billing/gis-services',
  tag: 'exports',
  summary: 'Replace the ГИС ЖКХ entries for the services of an organization',
  description: 'All entries at once, one per subject.',
  access: 'accountant',
  query: OfOrganization,
  body: GisServices,
  answers: { 200: GisServices },
  refusals: ['not-found', 'organization-required'],
});

export const listGisPlacements = endpoint({
  id: 'listGisPlacements',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/exports/gis-zhkh/placements',
  tag: 'exports',
  summary: 'List which houses’ payment documents have been exported for ГИС ЖКХ',
  description:
    'Of a month, with the day by which they are placed: the 5th of the month after it. A house is listed once its month is applied.',
  access: 'viewer',
  query: Type.Object(
    { organizationId: Type.Optional(IdText), period: Month },
    { additionalProperties: false },
  ),
  answers: { 200: GisPlacements },
  refusals: ['not-found', 'organization-required'],
});
