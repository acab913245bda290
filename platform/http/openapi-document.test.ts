import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { catalogueOf } from '@kvartplata/contracts/catalogue.ts';
import { endpoint, type Endpoint } from '@kvartplata/contracts/endpoint.ts';
import { fileAnswer } from '@kvartplata/contracts/file-answer.ts';
import { Page, PageQuery } from '@kvartplata/contracts/page.ts';
import { Id, Line, Nullable } from '@kvartplata/contracts/scalars.ts';
import Type from 'typebox';
import { documentOf } from './openapi-document.ts';

const Shelf = Type.Object({ id: Id, room: Line(10) });
const Thing = Type.Object({
  id: Id,
  shelf: Shelf,
  last: Type.Optional(Shelf),
  next: Nullable(Shelf),
});
const NewThing = Type.Object({ shelfId: Id }, { additionalProperties: false });
const OF_THINGS = { service: 'core', tag: 'things', description: 'A sentence.' } as const;

const listThings = endpoint({
  ...OF_THINGS,
  id: 'listThings',
  method: 'GET',
  path: '/api/shelves/:shelfId/things',
  summary: 'List things',
  access: 'viewer',
  query: Type.Object(PageQuery),
  answers: { 200: Page(Thing) },
  refusals: ['not-found'],
});
const makeThing = endpoint({
  ...OF_THINGS,
  id: 'makeThing',
  method: 'POST',
  path: '/api/shelves/:shelfId/things',
  summary: 'Make a thing',
  access: 'accountant',
  idempotent: true,
  ifMatch: true,
  body: NewThing,
  answers: { 201: Thing, 204: null },
  refusals: ['conflict'],
});
const sendPicture = endpoint({
  ...OF_THINGS,
  id: 'sendPicture',
  method: 'POST',
  path: '/api/pictures',
  summary: 'Send a picture',
  access: 'service',
  form: Type.Object({ file: Type.String() }),
  answers: { 200: fileAnswer('image/png') },
  refusals: [],
});
const examples = {
  makeThing: {
    params: { shelfId: '3' },
    body: { shelfId: 3 },
    status: 201,
    answer: { id: 1, shelf: { id: 3, room: 'attic' }, next: null },
  },
};

type Operation = {
  readonly security?: object;
  readonly parameters: readonly { readonly name: string; readonly example?: unknown }[];
  readonly requestBody: {
    readonly content: Readonly<Record<string, { readonly example?: unknown }>>;
  };
  readonly responses: Readonly<
    Record<
      string,
      {
        readonly description: string;
        readonly headers?: object;
        readonly content?: Readonly<Record<string, unknown>>;
      }
    >
  >;
};

/** As a client gets it, through JSON. */
function documented(operations: Readonly<Record<string, Endpoint>>) {
  const tags = { things: 'What lies on shelves' };
  const modules = [operations, { Shelf, Thing, NewThing }];
  const catalogue = catalogueOf('core', { description: 'Things', tags, examples }, modules);
  return JSON.parse(JSON.stringify(documentOf(catalogue, '1.2.3', false))) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
    readonly components: {
      readonly schemas: Readonly<Record<string, { readonly properties: object }>>;
    };
  };
}

describe('the document of a service', () => {
  const { paths, components } = documented({ listThings, makeThing, sendPicture });
  const things = paths['/api/shelves/{shelfId}/things'];

  test('has each schema once, under its name or that of its only operation, and points to it', () => {
    const { schemas } = components;
    assert.deepEqual(Object.keys(schemas), [
      'GetCoreHealthAnswer',
      'GetCoreReadinessAnswer',
      'NewThing',
      'Problem',
      'SendPictureBody',
      'Shelf',
      'Thing',
      'ThingPage',
    ]);
    const shelf = { $ref: '#/components/schemas/Shelf' };
    assert.deepEqual(schemas['Thing']?.properties, {
      id: { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
      shelf,
      last: shelf,
      next: { anyOf: [shelf, { type: 'null' }] },
    });
    assert.deepEqual(things?.['get']?.responses['200']?.content, {
      'application/json': { schema: { $ref: '#/components/schemas/ThingPage' } },
    });
    assert.deepEqual(schemas['ThingPage']?.properties, {
      items: { type: 'array', items: { $ref: '#/components/schemas/Thing' } },
      nextCursor: { anyOf: [{ type: 'string' }, { type: 'null' }] },
    });
  });

  test('names the path parameters and headers', () => {
    const namesOf = (method: string) => things?.[method]?.parameters.map(({ name }) => name);
    assert.deepEqual(namesOf('get'), ['shelfId', 'limit', 'cursor']);
    assert.deepEqual(namesOf('post'), ['shelfId', 'idempotency-key', 'if-match']);
  });

  test('lists the possible problems of each status', () => {
    const { responses } = things?.['post'] ?? assert.fail();
    assert.deepEqual(Object.keys(responses), [
      '201',
      '204',
      '400',
      '401',
      '403',
      '409',
      '412',
      '413',
      '415',
      '429',
      '503',
    ]);
    assert.match(
      responses['409']?.description ?? '',
      /`idempotency-key-reused`.*`conflict`: The request/,
    );
    assert.equal(responses['204']?.content, undefined);
  });

  test('has Location for 201 and Retry-After for 429 and 503', () => {
    const { responses } = things?.['post'] ?? assert.fail();
    const headersOf = (status: string) => Object.keys(responses[status]?.headers ?? {});
    assert.deepEqual(headersOf('201'), ['Location']);
    for (const status of ['429', '503']) assert.deepEqual(headersOf(status), ['Retry-After']);
    assert.deepEqual(headersOf('409'), []);
  });

  test('shows what a test requested and received', () => {
    const { parameters, requestBody, responses } = things?.['post'] ?? assert.fail();
    assert.equal(parameters[0]?.example, '3');
    assert.deepEqual(requestBody.content['application/json']?.example, examples.makeThing.body);
    assert.deepEqual(responses['201']?.content?.['application/json'], {
      schema: { $ref: '#/components/schemas/Thing' },
      example: examples.makeThing.answer,
    });
  });

  test('describes files both ways, and who may ask', () => {
    const { requestBody, responses, security } = paths['/api/pictures']?.['post'] ?? assert.fail();
    assert.deepEqual(Object.keys(requestBody.content), ['multipart/form-data']);
    assert.deepEqual(Object.keys(responses['200']?.content ?? {}), ['image/png']);
    assert.deepEqual(security, [{ service: [] }]);
    assert.equal(things?.['get']?.security, undefined, 'as everywhere');
  });
});
