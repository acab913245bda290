// Norms: the volume charged for a house’s service if nothing measures it, from a certain day on.
import Type, { type Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Page } from '../page.ts';
import { Decimal, DecimalIn, Nullable } from '../scalars.ts';
import { Written } from './applied-months.ts';
import {
  datedValue,
  datedValueBody,
  DatedValuesQuery,
  MAX_STEPS,
  NewDatedValueQuery,
} from './dated-values.ts';

const UNIT = 'units of the service per person or m², and month';

export const NormValue = Decimal({ places: 6, from: '0', to: '100000', unit: UNIT });
export const PersonsNorm = Type.Object(
  { persons: Type.Integer({ minimum: 1, maximum: 1000 }), value: NormValue },
  { additionalProperties: false },
);
export const NormBody = datedValueBody(NormValue, {
  byPersons: Type.Optional(
    Nullable(
      Type.Array(PersonsNorm, {
        maxItems: MAX_STEPS,
        description:
          'The norm of each person if so many live there, or more up to the next row, in the order of persons; below the ' +
          'first row `value` counts',
      }),
    ),
  ),
});

export const Norm = datedValue(DecimalIn(UNIT), {
  byPersons: Type.Optional(
    Type.Array(Type.Object({ persons: Type.Integer(), value: DecimalIn(UNIT) }), {
      description: 'Absent if one value applies to any number of persons',
    }),
  ),
});
export type Norm = Static<typeof Norm>;

export const WrittenNorm = Written(Norm);
export type WrittenNorm = Static<typeof WrittenNorm>;

export const listNormsOfHouse = endpoint({
  id: 'listNormsOfHouse',
  service: 'core',
  method: 'GET',
  path: '/api/houses/:houseId/norms',
  tag: 'norms',
  summary: 'List the norms of a house',
  description: 'Of all its services, in the order of ids.',
  access: 'viewer',
  query: DatedValuesQuery,
  answers: { 200: Page(Norm) },
  refusals: ['not-found'],
});

export const listNorms = endpoint({
  id: 'listNorms',
  service: 'core',
  method: 'GET',
  path: '/api/house-services/:houseServiceId/norms',
  tag: 'norms',
  summary: 'List the norms of a house’s service',
  description: 'By component (none, `cold`, `heat`), then by their first day.',
  access: 'viewer',
  query: DatedValuesQuery,
  answers: { 200: Page(Norm) },
  refusals: ['not-found'],
});

export const createNorm = endpoint({
  id: 'createNorm',
  service: 'core',
  method: 'POST',
  path: '/api/house-services/:houseServiceId/norms',
  tag: 'norms',
  summary: 'Add a norm to a house’s service',
  description:
    '`closePrevious` ends the norm of the same component and group that has no last day, on the day before this one ' +
    'begins. Two norms of one service, component and group never share a day. For a service with components each norm ' +
    'names one of them; for any other, none.',
  access: 'owner',
  query: NewDatedValueQuery,
  body: NormBody,
  answers: { 201: WrittenNorm },
  refusals: ['not-found', 'period-overlap'],
});

export const getNorm = endpoint({
  id: 'getNorm',
  service: 'core',
  method: 'GET',
  path: '/api/norms/:normId',
  tag: 'norms',
  summary: 'Get a norm',
  description: 'With its version in `ETag`.',
  access: 'viewer',
  answers: { 200: Norm },
  refusals: ['not-found'],
});

export const replaceNorm = endpoint({
  id: 'replaceNorm',
  service: 'core',
  method: 'PUT',
  path: '/api/norms/:normId',
  tag: 'norms',
  summary: 'Replace a norm',
  description:
    'A field that is left out gets its default. A changed value, component or group counts on all days of the old and ' +
    'the new record; a changed first or last day on the days between; a changed document on none.',
  access: 'owner',
  body: NormBody,
  ifMatch: true,
  answers: { 200: WrittenNorm },
  refusals: ['not-found', 'period-overlap'],
});

export const deleteNorm = endpoint({
  id: 'deleteNorm',
  service: 'core',
  method: 'DELETE',
  path: '/api/norms/:normId',
  tag: 'norms',
  summary: 'Delete a norm',
  description:
    'Charges computed from it do not prevent that: they keep what they were computed from. The header `Applied-Months` ' +
    'lists the applied months that it concerns.',
  access: 'owner',
  ifMatch: true,
  answers: { 204: null },
  refusals: ['not-found'],
});
