import assert from 'node:assert/strict';
import { test } from 'node:test';
import Type from 'typebox';
import { addressOf } from './address.ts';
import { AUTH } from './auth/catalogue.ts';
import { BILLING } from './billing/catalogue.ts';
import { catalogueOf } from './catalogue.ts';
import { CORE } from './core/catalogue.ts';
import { endpoint } from './endpoint.ts';
import { Page, PageQuery } from './page.ts';
import { refusalsOf } from './refusals.ts';
import { Day, Id, IdsText } from './scalars.ts';

const Thing = Type.Object({ id: Id });
const listThings = endpoint({
  id: 'listThings',
  service: 'core',
  method: 'GET',
  path: '/api/shelves/:shelfId/things',
  tag: 'things',
  summary: 'List things',
  description: 'In the order of ids.',
  access: 'viewer',
  query: Type.Object({
    ids: Type.Optional(IdsText(3)),
    on: Type.Optional(Day),
    since: Type.Optional(
      Type.Codec(Type.String())
        .Decode((text) => new Date(text))
        .Encode(String),
    ),
    ...PageQuery,
  }),
  answers: { 200: Page(Thing) },
  refusals: ['not-found'],
});
const told = { description: 'Things', tags: { things: 'What lies on shelves' }, examples: {} };

test('a catalogue contains the operations and the schemas of its modules by name', () => {
  const { operations, schemas } = catalogueOf('core', told, [{ listThings, Thing, LIMIT: 5 }]);
  assert.deepEqual(
    operations.map(({ id }) => id),
    ['listThings', 'getCoreHealth', 'getCoreReadiness', 'getCoreMetrics'],
  );
  assert.deepEqual([...schemas.keys()], ['Thing']);
});

const WRONG = [
  { modules: [{ listAll: listThings }], message: /listAll calls itself listThings/ },
  { modules: [{ listThings }, { listThings }], message: /listThings stands twice/ },
  {
    modules: [{ listThings: { ...listThings, service: 'auth' } }],
    message: /is of the auth-service/,
  },
  {
    modules: [{ listThings: { ...listThings, tag: 'other' } }],
    message: /tag other, which is not/,
  },
];
for (const { modules, message } of WRONG)
  test(`a catalogue is refused: ${message.source}`, () => {
    assert.throws(() => catalogueOf('core', told, modules), message);
  });

test('every operation has an example recorded by a test', () => {
  for (const { operations, examples } of [AUTH, CORE, BILLING])
    assert.deepEqual(
      operations.filter(({ id }) => examples[id] === undefined).map(({ id }) => id),
      [],
    );
});

test('no two operations of the three services have the same id', () => {
  const ids = [AUTH, CORE, BILLING].flatMap(({ operations }) => operations.map(({ id }) => id));
  assert.deepEqual(
    ids.filter((id, at) => ids.indexOf(id) !== at),
    [],
  );
});

test('numbers, lists, days and instants are written as text in an address', () => {
  const address = addressOf(listThings, {
    params: { shelfId: 3 },
    query: {
      ids: [1, 2],
      on: Temporal.PlainDate.from('2026-10-31'),
      since: new Date('2026-10-31T09:00:00Z'),
      limit: 50,
      cursor: undefined,
    },
  });
  assert.equal(
    address,
    '/api/shelves/3/things?ids=1,2&on=2026-10-31&since=2026-10-31T09%3A00%3A00.000Z&limit=50',
  );
});

test('a path parameter is escaped, and a missing one throws', () => {
  const getThing = { ...listThings, path: '/api/things/:name' } as const;
  const { query: _query, ...named } = getThing;
  assert.equal(
    addressOf(
      { ...named, params: Type.Object({ name: Type.String() }) },
      { params: { name: 'a/b' } },
    ),
    '/api/things/a%2Fb',
  );
  assert.throws(
    () => addressOf(listThings, { params: {} as { shelfId: number } }),
    /listThings needs shelfId/,
  );
});

test('the refusals of an operation follow from its kind, plus those of its own', () => {
  assert.deepEqual(refusalsOf(listThings), [
    'malformed-request',
    'validation-failed',
    'overloaded',
    'dependency-unavailable',
    'not-signed-in',
    'too-many-requests',
    'not-found',
  ]);
  const changed = { ...listThings, method: 'POST', access: 'owner', idempotent: true } as const;
  const more = new Set(refusalsOf(changed)).difference(new Set(refusalsOf(listThings)));
  assert.deepEqual([...more].toSorted(), [
    'body-too-large',
    'csrf-token-invalid',
    'forbidden',
    'idempotency-key-in-use',
    'idempotency-key-reused',
    'malformed-json',
    'origin-not-allowed',
    'unsupported-media-type',
  ]);
});
