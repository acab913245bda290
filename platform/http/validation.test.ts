import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Problem } from '@kvartplata/contracts/problem.ts';
import { Day as RealDay, Decimal, IdText, Line } from '@kvartplata/contracts/scalars.ts';
import Type from 'typebox';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { schemaChecks } from './schema-checks.ts';

let service: TestApp;
const config = { access: 'public' } as const;
const Day = Type.Codec(Type.Refine(Type.String({ format: 'date' }), existsInCalendar))
  .Decode((text) => Temporal.PlainDate.from(text))
  .Encode((day) => day.toString());
const Body = Type.Object(
  {
    count: Type.Integer({ minimum: 1, maximum: 100 }),
    name: Type.Optional(Line(5)),
    flag: Type.Optional(Type.Boolean()),
    on: Type.Optional(Day),
    due: Type.Optional(RealDay),
    sum: Type.Optional(Decimal({ places: 2, from: '0', to: '9.99' })),
    address: Type.Optional(Type.Object({ street: Type.String() }, { additionalProperties: false })),
    tags: Type.Optional(Type.Array(Type.String(), { maxItems: 2 })),
    role: Type.Optional(Type.Union([Type.Literal('owner'), Type.Literal('viewer'), Type.Null()])),
    kind: Type.Optional(Type.Unsafe<string>({ type: 'string', enum: ['fixed', 'odn'] })),
    format: Type.Optional(Type.Literal('xlsx')),
  },
  { additionalProperties: false },
);

function existsInCalendar(day: string): boolean {
  try {
    return Temporal.PlainDate.from(day).toString() === day;
  } catch {
    return false;
  }
}

before(async () => {
  service = await openTestApp((app) => {
    app.post('/bodies', { config, schema: { body: Body } }, async ({ body }) => ({
      ...body,
      on: body.on?.add({ days: 1 }).toString(),
    }));
    app.get(
      '/things/:id',
      { config, schema: { params: Type.Object({ id: IdText }) } },
      async ({ params }) => ({ next: params.id + 1 }),
    );
    app.get(
      '/things',
      {
        config,
        schema: {
          querystring: Type.Object(
            { houseId: Type.Optional(IdText) },
            { additionalProperties: false },
          ),
        },
      },
      async ({ query }) => query,
    );
    app.post('/bare', { config }, async () => ({ done: true }));
  });
});
after(async () => service.close());

async function post(path: string, body: string): Promise<Response> {
  return fetch(service.url + path, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json' },
  });
}

/** The paths of a 400 validation problem. */
async function pathsOf(response: Response): Promise<readonly string[]> {
  const problem = (await response.json()) as Problem;
  assert.equal(response.status, 400, JSON.stringify(problem));
  assert.equal(response.headers.get('content-type'), 'application/problem+json; charset=utf-8');
  assert.equal(problem.code, 'validation-failed');
  return (problem.errors ?? []).map((error) => error.path);
}

test('a good body reaches the handler as it was sent, with dates decoded', async () => {
  const sent = { count: 5, name: 'ёж😀', flag: false, address: { street: 'a' }, tags: ['x'] };
  const response = await post('/bodies', JSON.stringify({ ...sent, on: '2028-02-28' }));
  assert.deepEqual(await response.json(), { ...sent, on: '2028-02-29' });
});

test('each of many invalid fields is named, the first fifty', async () => {
  const namesOf = (count: number): readonly string[] =>
    Array.from({ length: count }, (_, nth) => `x${nth}`);
  const bodyOf = (names: readonly string[]): string =>
    JSON.stringify({ count: 1, ...Object.fromEntries(names.map((name) => [name, 1])) });
  for (const count of [9, 2_000])
    assert.deepEqual(
      await pathsOf(await post('/bodies', bodyOf(namesOf(count)))),
      namesOf(Math.min(count, 50)).map((name) => `/${name}`),
    );
});

const badBodies = [
  { body: '{"count":null}', paths: ['/count'], why: 'null is not 0' },
  { body: '{"count":true}', paths: ['/count'], why: 'true is not 1' },
  { body: '{"count":"5"}', paths: ['/count'], why: 'a text is not a number' },
  { body: '{"count":[5]}', paths: ['/count'], why: 'a list is not its element' },
  { body: '{"count":""}', paths: ['/count'], why: 'an empty text is not 0' },
  { body: '{"count":1.5}', paths: ['/count'], why: 'not whole' },
  { body: '{"count":0}', paths: ['/count'], why: 'below the least' },
  { body: '{"count":101}', paths: ['/count'], why: 'above the most' },
  { body: '{"count":1,"flag":"false"}', paths: ['/flag'], why: 'a text is not a boolean' },
  { body: '{"count":1,"flag":0}', paths: ['/flag'], why: '0 is not false' },
  { body: '{"count":1,"flag":null}', paths: ['/flag'], why: 'null is not absent' },
  { body: '{"count":1,"name":7}', paths: ['/name'], why: 'a number is not a text' },
  { body: '{"count":1,"name":""}', paths: ['/name'], why: 'too short' },
  { body: '{"count":1,"tags":"a"}', paths: ['/tags'], why: 'an element is not a list' },
  { body: '{"count":1,"tags":["a","b","c"]}', paths: ['/tags'], why: 'too many' },
  { body: '{"count":1,"on":"2025-02-30"}', paths: ['/on'], why: 'a day that does not exist' },
  { body: '{"count":1,"on":"2025-02-01T00:00:00Z"}', paths: ['/on'], why: 'an instant' },
  { body: '{}', paths: ['/count'], why: 'missing' },
  { body: '[]', paths: [''], why: 'a list for an object' },
  { body: 'null', paths: [''], why: 'null for an object' },
  { body: '"count"', paths: [''], why: 'a text for an object' },
  { body: '', paths: [''], why: 'nothing at all' },
  { body: '{"count":1,"other":1}', paths: ['/other'], why: 'an unknown field' },
  {
    body: '{"count":1,"address":{"street":"a","zip":1}}',
    paths: ['/address/zip'],
    why: 'an unknown field inside',
  },
  {
    body: '{"count":0,"name":"","x":1,"y":2}',
    paths: ['/count', '/name', '/x', '/y'],
    why: 'every failing field is named',
  },
  { body: '{"count":1,"constructor":1}', paths: ['/constructor'], why: 'a name every object has' },
];
for (const { body, paths, why } of badBodies) {
  test(`the body ${body} is refused: ${why}`, async () => {
    assert.deepEqual([...(await pathsOf(await post('/bodies', body)))].sort(), paths);
  });
}

const reasons = [
  { body: '{}', reason: { code: 'required' }, why: 'missing' },
  { body: '{"count":1,"x":1}', reason: { code: 'unknown-field' }, why: 'unknown' },
  { body: '{"count":"1"}', reason: { code: 'wrong-type' }, why: 'a text' },
  { body: '{"count":0}', reason: { code: 'too-small', params: { limit: 1 } }, why: 'below' },
  { body: '{"count":101}', reason: { code: 'too-large', params: { limit: 100 } }, why: 'above' },
  {
    body: '{"count":1,"name":""}',
    reason: { code: 'too-short', params: { limit: 1 } },
    why: 'empty',
  },
  {
    body: '{"count":1,"name":"abcdef"}',
    reason: { code: 'too-long', params: { limit: 5 } },
    why: 'too long',
  },
  { body: '{"count":1,"name":" "}', reason: { code: 'blank' }, why: 'of blanks' },
  { body: '{"count":1,"name":"a "}', reason: { code: 'outer-blank' }, why: 'a blank at its end' },
  { body: String.raw`{"count":1,"name":"a\nb"}`, reason: { code: 'line-break' }, why: 'two lines' },
  {
    body: String.raw`{"count":1,"name":"a\u0007"}`,
    reason: { code: 'control-character' },
    why: 'a sign of control',
  },
  { body: '{"count":1,"name":"a\uFFFD"}', reason: { code: 'lost-letters' }, why: 'lost letters' },
  {
    body: '{"count":1,"name":"\u202Ea"}',
    reason: { code: 'direction-sign' },
    why: 'a sign of direction',
  },
  {
    body: '{"count":1,"tags":["a","b","c"]}',
    reason: { code: 'too-many', params: { limit: 2 } },
    why: 'too many',
  },
  { body: '{"count":1,"on":"01.02.2025"}', reason: { code: 'not-a-day' }, why: 'not a day' },
  { body: '{"count":1,"due":"2025-02-30"}', reason: { code: 'not-a-day' }, why: 'of no calendar' },
  {
    body: '{"count":1,"due":"1890-01-01"}',
    reason: { code: 'before-day', params: { day: '1900-01-01' } },
    why: 'before the first year',
  },
  {
    body: '{"count":1,"due":"3000-01-01"}',
    reason: { code: 'after-day', params: { day: '2999-12-31' } },
    why: 'after the last year',
  },
  {
    body: '{"count":1,"sum":"1.234"}',
    reason: { code: 'decimal-from', params: { from: '0', to: '9.99', places: 2 } },
    why: 'too many places',
  },
];
for (const { body, reason, why } of reasons) {
  test(`a refused field has its reason as a code beside the message: ${why}`, async () => {
    const { errors = [] } = (await (await post('/bodies', body)).json()) as Problem;
    assert.ok(errors[0]);
    const { path, message, ...said } = errors[0];
    assert.deepEqual(said, reason);
    assert.ok(path !== '' && message !== '');
  });
}

const choices = [
  { body: '{"count":1,"role":"boss"}', path: '/role', message: 'must be one of owner, viewer' },
  { body: '{"count":1,"kind":"boss"}', path: '/kind', message: 'must be one of fixed, odn' },
  { body: '{"count":1,"format":"boss"}', path: '/format', message: 'must be xlsx' },
];
for (const { body, path, message } of choices) {
  test(`a value outside a closed list gets one error with all choices: ${path}`, async () => {
    const { errors } = (await (await post('/bodies', body)).json()) as Problem;
    assert.deepEqual(errors, [{ path, message, code: 'no-choice' }]);
  });
}

test('a refused value is not repeated to the caller', async () => {
  const response = await post('/bodies', '{"count":"hunter2"}');
  assert.ok(!(await response.text()).includes('hunter2'));
});

const badIds = [
  '0x10',
  '1e3',
  '99999999999999999999',
  '0',
  '-1',
  '01',
  '1.0',
  '+1',
  '1%20',
  '٣',
  '%00',
  '1%0A',
];
for (const id of badIds) {
  test(`the id ${id} is refused in a path and in a query`, async () => {
    assert.deepEqual(await pathsOf(await fetch(`${service.url}/things/${id}`)), ['/id']);
    assert.deepEqual(
      await pathsOf(await fetch(`${service.url}/things?houseId=${id.replace('+', '%2B')}`)),
      ['/houseId'],
    );
  });
}

test('the message names the invalid part of the request', async () => {
  const detailOf = async (response: Promise<Response>): Promise<string | undefined> =>
    ((await (await response).json()) as Problem).detail;
  assert.match((await detailOf(post('/bodies', '{}'))) ?? '', /^The body is not valid: \/count /);
  const path = await detailOf(fetch(`${service.url}/things/x`));
  assert.match(path ?? '', /^The path is not valid: \/id /);
  const query = await detailOf(fetch(`${service.url}/things?houseId=x`));
  assert.match(query ?? '', /^The query is not valid: \/houseId /);
});

test('an id of 15 digits is accepted', async () => {
  const response = await fetch(`${service.url}/things/999999999999999`);
  assert.deepEqual(await response.json(), { next: 1_000_000_000_000_000 });
});

const badQueries = [
  { query: 'houseId=1&houseId=2', paths: ['/houseId'], why: 'the same twice' },
  { query: 'houseId[]=1', paths: ['/houseId[]'], why: 'a list by another spelling' },
  { query: 'houseid=1', paths: ['/houseid'], why: 'another case' },
  { query: '__proto__=1', paths: ['/__proto__'], why: 'the prototype' },
  { query: 'houseId=', paths: ['/houseId'], why: 'empty' },
];
for (const { query, paths, why } of badQueries) {
  test(`the query ${query} is refused: ${why}`, async () => {
    assert.deepEqual(await pathsOf(await fetch(`${service.url}/things?${query}`)), paths);
  });
}

test('a route that declares no body and no query accepts none', async () => {
  assert.equal((await post('/bare', '')).status, 200);
  assert.equal((await post('/bare', '{}')).status, 200);
  assert.deepEqual(await pathsOf(await post('/bare', '{"force":true}')), ['/force']);
  assert.deepEqual(await pathsOf(await post('/bare?force=true', '')), ['/force']);
  assert.equal((await post('/bare', '"text"')).status, 400);
  assert.equal((await post('/bare', '[1]')).status, 400);
});

test('the library does not sort the variants of a union again for every value', () => {
  const anyText = Type.Codec(Type.String())
    .Decode(() => 'the first that fits')
    .Encode(() => 'a');
  const { DecodeUnsafe } = schemaChecks();
  assert.equal(
    DecodeUnsafe({}, Type.Union([anyText, Type.Literal('a')]), 'a'),
    'the first that fits',
  );
});
