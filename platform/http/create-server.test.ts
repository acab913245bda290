import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { refusals, type Problem } from '@kvartplata/contracts/problem.ts';
import Type from 'typebox';
import { sendRaw } from '../testing/raw-http.ts';
import { openTestApp, TEST_ORIGIN, type TestApp } from '../testing/test-app.ts';

let service: TestApp;
const config = { access: 'public' } as const;
const tags = ['things'];
const MIB = 1_048_576;

before(async () => {
  service = await openTestApp((app) => {
    const schema = {
      tags,
      body: Type.Object({ text: Type.String() }),
      response: { 200: Type.Object({ length: Type.Integer() }), ...refusals(400, 413) },
    };
    app.post('/things', { config, schema }, async ({ body }) => ({ length: body.text.length }));
    app.get('/things', { config, schema: { tags } }, async ({ id }) => ({ id }));
    app.get('/hidden', { config }, async () => ({}));
    app.delete('/things', { config, schema: { tags } }, async (_request, reply) =>
      reply.code(204).send(),
    );
  });
});
after(async () => service.close());

async function post(body: string | ReadableStream, headers: Record<string, string>) {
  return fetch(`${service.url}/things`, { method: 'POST', body, headers, duplex: 'half' });
}

async function problemOf(response: Response): Promise<Problem> {
  assert.equal(response.headers.get('content-type'), 'application/problem+json; charset=utf-8');
  const problem = (await response.json()) as Problem;
  assert.equal(problem.status, response.status);
  assert.equal(problem.requestId, response.headers.get('x-request-id'));
  return problem;
}

const json = { 'content-type': 'application/json' };
const goodTypes = ['application/json', 'application/json; charset=utf-8', 'APPLICATION/JSON'];
for (const type of goodTypes) {
  test(`a body of type ${type} is read`, async () => {
    const response = await post('{"text":"ab"}', { 'content-type': type });
    assert.deepEqual(await response.json(), { length: 2 });
  });
}

const badTypes = [
  'text/plain',
  'text/plain; application/json',
  'application/x-www-form-urlencoded',
  'application/jsonp',
  'multipart/form-data; boundary=x',
  'nonsense',
];
for (const type of badTypes) {
  test(`a body of type ${type} is a 415`, async () => {
    const problem = await problemOf(await post('{"text":"a"}', { 'content-type': type }));
    assert.equal(problem.code, 'unsupported-media-type');
  });
}

test('a body without a content type is a 415', async () => {
  const answer = await sendRaw(
    service.port,
    'POST /things HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 12\r\n\r\n{"text":"a"}',
  );
  assert.match(answer, /^HTTP\/1\.1 415 /);
});

test('a body that is not JSON is a 400 that does not repeat it', async () => {
  const problem = await problemOf(await post('{"text":secret', json));
  assert.equal(problem.code, 'malformed-json');
  assert.ok(!JSON.stringify(problem).includes('secret'));
});

test('a body of 1 MiB is read, and one byte more is a 413', async () => {
  const shell = '{"text":""}'.length;
  const fits = await post(`{"text":"${'a'.repeat(MIB - shell)}"}`, json);
  assert.deepEqual(await fits.json(), { length: MIB - shell });
  const problem = await problemOf(await post(`{"text":"${'a'.repeat(MIB - shell + 1)}"}`, json));
  assert.equal(problem.code, 'body-too-large');
});

test('a body over 1 MiB without a declared length is a 413', async () => {
  const chunk = new Uint8Array(MIB / 4).fill(0x20);
  const stream = new ReadableStream({
    start: (controller) => {
      for (let count = 0; count < 5; count += 1) controller.enqueue(chunk);
      controller.close();
    },
  });
  assert.equal((await problemOf(await post(stream, json))).code, 'body-too-large');
});

test('a path with broken percent-encoding is a 400', async () => {
  for (const path of ['/things/%', '/%E0%A4%A', '/%zz']) {
    const problem = await problemOf(await fetch(service.url + path));
    assert.equal(problem.status, 400);
    assert.equal(problem.code, 'malformed-request');
  }
});

test('an unknown route is a 404 for everybody, signed in or not', async () => {
  for (const [method, path] of [
    ['GET', '/nothing'],
    ['PATCH', '/things'],
    ['GET', '/things/'],
    ['GET', '//things'],
  ] as const) {
    const problem = await problemOf(await fetch(service.url + path, { method }));
    assert.equal(problem.code, 'route-not-found');
    assert.equal(problem.instance, path);
  }
});

const unknownBodies = [
  { type: 'application/json', body: '{"text":"a"}', why: 'one that another route would take' },
  { type: 'application/json', body: '{"text":', why: 'broken JSON' },
  { type: 'application/json', body: '"text"', why: 'no object' },
  { type: 'text/plain', body: 'text', why: 'a content type that no route takes' },
  { type: 'multipart/form-data; boundary=x', body: '--x--', why: 'a file' },
  { type: 'nonsense', body: 'text', why: 'no content type at all' },
  { type: 'application/json', body: ' '.repeat(MIB + 1), why: 'more than any route takes' },
];
for (const { type, body, why } of unknownBodies) {
  test(`an unknown route is a 404 for a request with a body too: ${why}`, async () => {
    const headers = { 'content-type': type, origin: TEST_ORIGIN };
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND']) {
      const response = await fetch(`${service.url}/nothing`, { method, body, headers });
      assert.equal(response.headers.get('access-control-allow-origin'), TEST_ORIGIN);
      assert.equal((await problemOf(response)).code, 'route-not-found', method);
    }
  });
}

test('an unknown route is a 404 on the socket too: with a body without a type, or one that never comes', async () => {
  for (const bytes of ['Content-Length: 12\r\n\r\n{"text":"a"}', 'Content-Length: 12\r\n\r\n']) {
    const head = 'POST /nothing HTTP/1.1\r\nHost: a\r\nConnection: close\r\n';
    assert.match(await sendRaw(service.port, head + bytes), /^HTTP\/1\.1 404 /);
  }
});

test('a problem repeats nothing of the request but its path', async () => {
  const problem = await problemOf(await fetch(`${service.url}/nothing?token=hunter2`));
  assert.ok(!JSON.stringify(problem).includes('hunter2'));
});

const requestIds = [
  { id: 'job-7.a_B', isKept: true, why: 'a sane token' },
  { id: 'a'.repeat(64), isKept: true, why: 'as long as it may be' },
  { id: 'a'.repeat(65), isKept: false, why: 'too long' },
  { id: 'a b', isKept: false, why: 'a space' },
  { id: '"><script>', isKept: false, why: 'markup' },
  { id: '', isKept: false, why: 'empty' },
  { id: 'a, b', isKept: false, why: 'two of them' },
];
for (const { id, isKept, why } of requestIds) {
  test(`the request id ${id.slice(0, 12)} is ${isKept ? 'taken over' : 'replaced'}: ${why}`, async () => {
    const response = await fetch(`${service.url}/things`, { headers: { 'x-request-id': id } });
    const answered = response.headers.get('x-request-id') ?? '';
    assert.deepEqual(await response.json(), { id: answered });
    if (isKept) assert.equal(answered, id);
    else assert.match(answered, /^[0-9a-f-]{36}$/);
  });
}

test('every answer carries the security headers for browsers', async () => {
  for (const path of ['/things', '/nothing', '/docs/static/index.html', '/openapi.json']) {
    const { headers } = await fetch(service.url + path);
    assert.equal(headers.get('x-content-type-options'), 'nosniff', path);
    assert.match(headers.get('content-security-policy') ?? '', /default-src 'self'/, path);
    assert.ok(headers.get('x-frame-options'), path);
    assert.equal(headers.get('x-powered-by'), null);
    assert.equal(headers.get('server'), null);
    assert.equal(headers.get('strict-transport-security'), null, 'plain HTTP promises no HTTPS');
  }
});

test('with HTTPS the browser is told to keep using it', async () => {
  const secure = await openTestApp(() => undefined, { authentication: { useHttps: true } });
  const { headers } = await fetch(`${secure.url}/health`);
  assert.match(headers.get('strict-transport-security') ?? '', /max-age=\d{7,}/);
  await secure.close();
});

test('the page of the one origin may read answers, with its cookies; no other page may', async () => {
  const own = await fetch(`${service.url}/things`, { headers: { origin: TEST_ORIGIN } });
  assert.equal(own.headers.get('access-control-allow-origin'), TEST_ORIGIN);
  assert.equal(own.headers.get('access-control-allow-credentials'), 'true');
  assert.match(own.headers.get('vary') ?? '', /origin/i);
  for (const origin of [
    'http://evil.example',
    'null',
    `${TEST_ORIGIN}.evil.example`,
    'http://localhost:3001',
  ]) {
    const { headers } = await fetch(`${service.url}/things`, { headers: { origin } });
    assert.equal(headers.get('access-control-allow-origin'), null, origin);
  }
});

test('a preflight is answered for the one origin only', async () => {
  const ask = async (origin: string) =>
    fetch(`${service.url}/things`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'PUT' },
    });
  const own = await ask(TEST_ORIGIN);
  assert.equal(own.status, 204);
  assert.match(own.headers.get('access-control-allow-methods') ?? '', /PUT/);
  const foreign = await ask('http://evil.example');
  assert.equal(foreign.headers.get('access-control-allow-origin'), null);
});

test('a changing request from a foreign or null origin is a 403', async () => {
  for (const origin of ['http://evil.example', 'null', `${TEST_ORIGIN}/`]) {
    const response = await fetch(`${service.url}/things`, {
      method: 'DELETE',
      headers: { origin },
    });
    assert.equal((await problemOf(response)).code, 'origin-not-allowed');
  }
  const own = await fetch(`${service.url}/things`, {
    method: 'DELETE',
    headers: { origin: TEST_ORIGIN },
  });
  assert.equal(own.status, 204);
});

test('the OpenAPI document has every tagged route and no others', async () => {
  const document = (await (await fetch(`${service.url}/openapi.json`)).json()) as {
    openapi: string;
    info: { title: string; version: string };
    paths: Record<string, Record<string, { responses: object; tags: string[] }>>;
  };
  assert.equal(document.openapi, '3.1.0');
  assert.deepEqual([document.info.title, document.info.version], ['core-service', '1.2.3']);
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method} ${path}`),
  );
  assert.deepEqual(operations.sort(), [
    'delete /things',
    'get /health',
    'get /metrics',
    'get /ready',
    'get /things',
    'post /things',
  ]);
  for (const methods of Object.values(document.paths))
    for (const operation of Object.values(methods)) assert.ok(operation.responses);
});

test('the OpenAPI document holds the schema of problems once, under their content type', async () => {
  const document = (await (await fetch(`${service.url}/openapi.json`)).json()) as {
    components: { schemas: Record<string, { required: string[] }> };
    paths: Record<string, { post: { responses: Record<string, object> } }>;
  };
  const { 200: good, ...refused } = document.paths['/things']?.post.responses ?? {};
  assert.deepEqual(Object.keys((good as { content: object }).content), ['application/json']);
  const schema = { $ref: '#/components/schemas/Problem' };
  const content = { 'application/problem+json': { schema } };
  // The server refuses before the route is called, whatever it declares.
  assert.deepEqual(refused, {
    400: { description: 'Bad Request', content },
    403: { description: 'Forbidden', content },
    413: { description: 'Payload Too Large', content },
    415: { description: 'Unsupported Media Type', content },
    503: { description: 'Service Unavailable', content },
  });
  assert.ok(document.components.schemas['Problem']?.required.includes('code'));
});

test('the OpenAPI document names the cookie that carries the access token, with HTTPS too', async () => {
  const secure = await openTestApp(() => undefined, { authentication: { useHttps: true } });
  const names: Record<string, unknown>[] = [];
  for (const { url } of [service, secure]) {
    const document = (await (await fetch(`${url}/openapi.json`)).json()) as {
      components: { securitySchemes: { cookie: Record<string, unknown> } };
    };
    names.push(document.components.securitySchemes.cookie);
  }
  await secure.close();
  assert.deepEqual(names, [
    { type: 'apiKey', in: 'cookie', name: 'access_token' },
    { type: 'apiKey', in: 'cookie', name: '__Secure-access_token' },
  ]);
});

test('a route without an access rule fails the start', async () => {
  for (const path of ['/open', '/docs-of-mine', '/documents'])
    await assert.rejects(
      openTestApp((app) => void app.get(path, async () => ({}))),
      new RegExp(`GET ${path} declares no access`),
    );
});

test('a slow start is not an overload', async () => {
  const busy = await openTestApp((app) => {
    app.addHook('onReady', async () => {
      const end = performance.now() + 3_000;
      while (performance.now() < end);
    });
    app.get('/there', { config: { access: 'public' } }, async () => ({}));
  });
  try {
    // The event loop's delay is first measured in its first idle turns.
    for (let turn = 0; turn < 5; turn += 1)
      assert.equal((await fetch(`${busy.url}/there`)).status, 200);
  } finally {
    await busy.close();
  }
});
