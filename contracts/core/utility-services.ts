// The catalogue of utility services: what a house may be charged for, and how.
import Type, { type Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Page, PageQuery } from '../page.ts';
import { Id } from '../scalars.ts';
import { ChargingMethod, Component } from './billing-snapshot.ts';
import { Coefficient, ServiceFacts } from './service-facts.ts';

export const UtilityService = Type.Object({
  id: Id,
  ...ServiceFacts,
  methods: Type.Array(ChargingMethod),
  components: Type.Array(Component, {
    description: 'The parts that tariffs and norms are given for; none of a service of one part',
  }),
  coefficientAllowed: Type.Boolean({
    description: 'Whether the coefficient K may count where a meter could stand and does not',
  }),
  coefficients: Type.Array(Type.Object({ ...Coefficient, basis: Type.String() }), {
    description: 'K by its days, with the act; empty for a service for which the law sets none',
  }),
});
export type UtilityService = Static<typeof UtilityService>;

const UtilityServicesQuery = Type.Object(PageQuery, { additionalProperties: false });

export const listUtilityServices = endpoint({
  id: 'listUtilityServices',
  service: 'core',
  method: 'GET',
  path: '/api/utility-services',
  tag: 'utility-services',
  summary: 'List the catalogue of services',
  description:
    'What a house may be charged for, and how, in the order of ids: the same for every organization. One page has ' +
    'all of them.',
  access: 'user',
  query: UtilityServicesQuery,
  answers: { 200: Page(UtilityService) },
  refusals: [],
});
