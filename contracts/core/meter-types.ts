// The catalogue of meter types: what a meter counts, and whether for a whole house.
import Type, { type Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Page, PageQuery } from '../page.ts';
import { Id } from '../scalars.ts';

export const MeterType = Type.Object({
  id: Id,
  code: Type.String(),
  name: Type.String(),
  isHouseMeter: Type.Boolean(),
});
export type MeterType = Static<typeof MeterType>;

export const listMeterTypes = endpoint({
  id: 'listMeterTypes',
  service: 'core',
  method: 'GET',
  path: '/api/meter-types',
  tag: 'meters',
  summary: 'List the types of meters',
  description:
    'In the order of ids. A type is of one service, and either for meters of accounts or for those of a whole house.',
  access: 'user',
  query: Type.Object(PageQuery, { additionalProperties: false }),
  answers: { 200: Page(MeterType) },
  refusals: [],
});
