// The catalogue of utility services: what a house may be charged for, and how.
import Type, { type Static } from 'typebox';
import { Id } from '../scalars.ts';
import { ChargingMethod, Component } from './billing-snapshot.ts';

export const UtilityService = Type.Object({
  id: Id,
  code: Type.String(),
  name: Type.String({ description: 'As a receipt names it' }),
  unit: Type.String(),
  precision: Type.Integer({ description: 'Places of a volume' }),
  methods: Type.Array(ChargingMethod),
  components: Type.Array(Component, {
    description: 'The parts that tariffs and norms are given for; none of a service of one part',
  }),
  coefficientAllowed: Type.Boolean({
    description: 'Whether the coefficient K may count where a meter could stand and does not',
  }),
});
export type UtilityService = Static<typeof UtilityService>;
