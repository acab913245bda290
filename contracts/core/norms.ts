// Norms: the volume that a house’s service is charged by where nothing measures it, from a day on.
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
          'What counts for each of so many persons, or more up to the next row, in the order of persons; for fewer `value` does',
      }),
    ),
  ),
});

export const Norm = datedValue(DecimalIn(UNIT), {
  byPersons: Type.Optional(
    Type.Array(Type.Object({ persons: Type.Integer(), value: DecimalIn(UNIT) }), {
      description: 'Absent where one value counts for any number of persons',
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
    '`closePrevious` ends the norm of the same component and group that has no last day, on the day before this one begins. ' +
    'Two values of one service, component and group never share a day. A service whose catalogue entry has components ' +
    'takes each norm for one of them, any other for none.',
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
    'A field that is left out gets its default. Another value, component or group counts on all days of the record, ' +
    'before and after the change; another first or last day on those between; another document on none.',
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
    'A value that charges were computed from may be deleted: they keep what they were computed from. The months ' +
    'that it comes too late for are in the header `Applied-Months`.',
  access: 'owner',
  ifMatch: true,
  answers: { 204: null },
  refusals: ['not-found'],
});
