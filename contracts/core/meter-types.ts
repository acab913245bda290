// The catalogue of meter types: what a meter counts, and whether for a house.
import Type, { type Static } from 'typebox';
import { Id } from '../scalars.ts';

export const MeterType = Type.Object({
  id: Id,
  code: Type.String(),
  name: Type.String(),
  isHouseMeter: Type.Boolean(),
});
export type MeterType = Static<typeof MeterType>;
