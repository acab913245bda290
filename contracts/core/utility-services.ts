// The catalogue of utility services: what a house may be charged for, and how.
import Type, { type Static } from 'typebox';
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
    description: 'K by its days, with the act; none of a service for which the law knows none',
  }),
});
export type UtilityService = Static<typeof UtilityService>;
