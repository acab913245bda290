// A few operations of every kind, which no real service has.
import { endpoint } from '@kvartplata/contracts/endpoint.ts';
import { fileAnswer } from '@kvartplata/contracts/file-answer.ts';
import { Page, PageQuery } from '@kvartplata/contracts/page.ts';
import { Id, Month } from '@kvartplata/contracts/scalars.ts';
import Type from 'typebox';

const Thing = Type.Object({ id: Id, name: Type.String() });
const NewThing = Type.Object({ name: Type.String(), note: Type.Optional(Type.String()) });
const OF_CORE = { service: 'core', tag: 'things', description: '', refusals: [] } as const;

export const listThings = endpoint({
  ...OF_CORE,
  id: 'listThings',
  method: 'GET',
  path: '/api/shelves/:shelfId/things',
  summary: 'List things',
  access: 'viewer',
  query: Type.Object({
    month: Type.Optional(Month),
    search: Type.Optional(Type.String()),
    ...PageQuery,
  }),
  answers: { 200: Page(Thing) },
});

export const makeThing = endpoint({
  ...OF_CORE,
  id: 'makeThing',
  method: 'POST',
  path: '/api/shelves/:shelfId/things',
  summary: 'Make a thing',
  access: 'accountant',
  idempotent: true,
  body: NewThing,
  answers: { 201: Thing },
});

export const replaceThing = endpoint({
  ...OF_CORE,
  id: 'replaceThing',
  method: 'PUT',
  path: '/api/things/:id',
  summary: 'Replace a thing',
  access: 'accountant',
  ifMatch: true,
  body: NewThing,
  answers: { 200: Thing },
});

export const readFile = endpoint({
  ...OF_CORE,
  id: 'readFile',
  method: 'GET',
  path: '/api/things/:id/file',
  summary: 'Read the file of a thing',
  access: 'viewer',
  answers: { 200: fileAnswer('application/pdf') },
});

export const endSession = endpoint({
  ...OF_CORE,
  id: 'endSession',
  service: 'auth',
  method: 'POST',
  path: '/api/auth/leave',
  summary: 'Leave',
  access: 'public',
  answers: { 204: null },
});
