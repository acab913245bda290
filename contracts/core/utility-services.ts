// What a house may be charged for: the catalogue, and the services that an organization has added for its own houses.
import { SERVICE_KINDS } from '@kvartplata/domain/charging/house-facts.ts';
import Type, { type Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Page, PageQuery } from '../page.ts';
import { Id, IdText, Line, Nullable } from '../scalars.ts';
import { ChargingMethod, Component } from './billing-snapshot.ts';
import { Coefficient, ServiceFacts } from './service-facts.ts';

export const UtilityServiceBody = Type.Object(
  {
    name: Line(200, { description: 'As a receipt names it' }),
    unit: Line(20, { description: 'Of its volume, as `м²`, `чел.` or `мес.`' }),
    precision: Type.Integer({ minimum: 0, maximum: 6, description: 'Decimal places of a volume' }),
    methods: Type.Array(ChargingMethod, {
      minItems: 1,
      maxItems: 20,
      uniqueItems: true,
      description:
        'How a house may be charged: `fixed`, `per-person`, `area`, `area-norm`, `norm`, `meter`, `calculated-volume`. The ' +
        'other methods are for services of the catalogue only',
    }),
    kind: Type.Enum(SERVICE_KINDS),
  },
  { additionalProperties: false },
);

export const UtilityService = Type.Object({
  id: Id,
  organizationId: Nullable({
    ...Id,
    description: 'The organization whose own it is; null for a service of the catalogue',
  }),
  ...ServiceFacts,
  methods: Type.Array(ChargingMethod),
  components: Type.Array(Component, {
    description:
      'The components that tariffs and norms are given for; empty for a service without components',
  }),
  coefficientAllowed: Type.Boolean({
    description: 'Whether the coefficient K may count where a meter could be installed and is not',
  }),
  coefficients: Type.Array(Type.Object({ ...Coefficient, basis: Type.String() }), {
    description: 'K by its days, with the act; empty for a service for which the law sets none',
  }),
});
export type UtilityService = Static<typeof UtilityService>;

const UtilityServicesQuery = Type.Object(
  { ...PageQuery, organizationId: Type.Optional(IdText) },
  { additionalProperties: false },
);

export const listUtilityServices = endpoint({
  id: 'listUtilityServices',
  service: 'core',
  method: 'GET',
  path: '/api/utility-services',
  tag: 'utility-services',
  summary: 'List what a house may be charged for',
  description:
    'The catalogue, the same for every organization; with `organizationId` also the services of its own; in the order ' +
    'of ids.',
  access: 'user',
  query: UtilityServicesQuery,
  answers: { 200: Page(UtilityService) },
  refusals: ['not-found'],
});

export const createUtilityService = endpoint({
  id: 'createUtilityService',
  service: 'core',
  method: 'POST',
  path: '/api/organizations/:organizationId/utility-services',
  tag: 'utility-services',
  summary: 'Add a service of your own',
  description:
    'The houses of the organization may be charged for it, by one of its methods: an intercom, a lift, a target ' +
    'contribution. It has no coefficient K, no recalculation for absences and no common-house needs.',
  access: 'owner',
  body: UtilityServiceBody,
  answers: { 201: UtilityService },
  refusals: ['not-found', 'service-name-taken'],
});

export const getUtilityService = endpoint({
  id: 'getUtilityService',
  service: 'core',
  method: 'GET',
  path: '/api/utility-services/:utilityServiceId',
  tag: 'utility-services',
  summary: 'Get a service that a house may be charged for',
  description:
    'Of the catalogue, or of an organization in which the user is a member, with its version in `ETag`.',
  access: 'viewer',
  answers: { 200: UtilityService },
  refusals: ['not-found'],
});

export const replaceUtilityService = endpoint({
  id: 'replaceUtilityService',
  service: 'core',
  method: 'PUT',
  path: '/api/utility-services/:utilityServiceId',
  tag: 'utility-services',
  summary: 'Replace a service of your own',
  description:
    'Its name may change at any time; its unit, decimal places and kind only while no house has it; a method is removed ' +
    'only while no house is charged by it. A service of the catalogue is a 404.',
  access: 'owner',
  body: UtilityServiceBody,
  ifMatch: true,
  answers: { 200: UtilityService },
  refusals: ['not-found', 'service-name-taken', 'has-children'],
});

export const deleteUtilityService = endpoint({
  id: 'deleteUtilityService',
  service: 'core',
  method: 'DELETE',
  path: '/api/utility-services/:utilityServiceId',
  tag: 'utility-services',
  summary: 'Delete a service of your own',
  description: 'Only one that no house has.',
  access: 'owner',
  ifMatch: true,
  answers: { 204: null },
  refusals: ['not-found', 'has-children'],
});
