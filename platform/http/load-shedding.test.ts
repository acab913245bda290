import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import Type from 'typebox';
import { openSocket, readToEnd } from '../testing/raw-http.ts';
import { openTestApp, TEST_ORIGIN, type TestApp } from '../testing/test-app.ts';
import { until } from '../testing/until.ts';

const config = { access: 'public' } as const;
const MOST = 3;

let service: TestApp;
let arrived = 0;
let go = Promise.withResolvers<void>();

before(async () => {
  service = await openTestApp(
    (app) => {
      app.get('/slow', { config }, async () => {
        arrived += 1;
        await go.promise;
        return {};
      });
      app.post(
        '/form',
        { config, schema: { body: Type.Object({ a: Type.Optional(Type.String()) }) } },
        async () => ({}),
      );
    },
    { requestsAtOnce: MOST },
  );
});
after(async () => service.close());

/** Fills all places for requests. @returns lets them finish */
async function fill(): Promise<() => Promise<void>> {
  arrived = 0;
  go = Promise.withResolvers<void>();
  const asked = Array.from({ length: MOST }, async () => fetch(`${service.url}/slow`));
  await until('all are under way', () => arrived === MOST);
  return async () => {
    go.resolve();
    for (const answer of await Promise.all(asked)) assert.equal(answer.status, 200);
  };
}

const post = async (): Promise<Response> =>
  fetch(`${service.url}/form`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });

test('beyond the limit a request is refused at once with Retry-After, and answered later', async () => {
  const end = await fill();
  const refused = await fetch(`${service.url}/slow?a=1`, { headers: { origin: TEST_ORIGIN } });
  assert.equal(refused.status, 503);
  assert.equal(refused.headers.get('retry-after'), '1');
  assert.equal(refused.headers.get('access-control-allow-origin'), TEST_ORIGIN);
  const problem = (await refused.json()) as { code: string; instance: string; requestId: string };
  assert.deepEqual([problem.code, problem.instance], ['overloaded', '/slow']);
  assert.equal(problem.requestId, refused.headers.get('x-request-id'));
  const withBody = await post();
  assert.deepEqual([withBody.status, withBody.headers.get('retry-after')], [503, '1']);
  await end();
  assert.equal((await post()).status, 200);
  await (
    await fill()
  )();
});

test('a read that calls itself a file is refused as well', async () => {
  const end = await fill();
  try {
    const socket = await openSocket(service.port);
    socket.write(
      'GET /slow HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: multipart/form-data; boundary=x\r\n' +
        'Content-Length: 1\r\n\r\nx',
    );
    await until('it is answered or under way', () => socket.readableLength > 0 || arrived > MOST);
    assert.equal(arrived, MOST);
    assert.match(await readToEnd(socket), /^HTTP\/1\.1 503 /);
  } finally {
    await end();
  }
});

test('health checks and metrics are answered all the same', async () => {
  const end = await fill();
  for (const path of ['/health', '/ready', '/metrics'])
    assert.equal((await fetch(service.url + path)).status, 200, path);
  // An unknown parameter is wrong, and not a reason to say that the process is gone.
  assert.equal((await fetch(`${service.url}/health?at=1`)).status, 400);
  const metrics = await (await fetch(`${service.url}/metrics`)).text();
  assert.match(metrics, /http_refusals_total\{code="overloaded",service="core"\} [1-9]/);
  await end();
});

test('clients that send half a request block nobody', async () => {
  const head =
    'POST /form HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{';
  const sockets = await Promise.all(
    Array.from({ length: MOST }, async () => openSocket(service.port)),
  );
  for (const socket of sockets) socket.write(head);
  assert.equal((await post()).status, 200);
  await (
    await fill()
  )();
  for (const socket of sockets) socket.destroy();
});

test('a request that arrives late during an overload is a 503, for the delay may be ours', async () => {
  const quick = await openTestApp(
    (app) => void app.get('/slow', { config }, async () => go.promise),
    {
      requestsAtOnce: 1,
      requestTimeoutMs: 100,
    },
  );
  const half = async (): Promise<string> => {
    const socket = await openSocket(quick.port);
    socket.write('GET /slow HTTP/1.1\r\nHost: a\r\n');
    return readToEnd(socket);
  };
  assert.match(await half(), /^HTTP\/1\.1 400 Bad Request\r\n/);
  go = Promise.withResolvers<void>();
  const asked = [fetch(`${quick.url}/slow`), fetch(`${quick.url}/slow`)];
  assert.equal((await Promise.race(asked)).status, 503);
  assert.match(await half(), /^HTTP\/1\.1 503 Service Unavailable\r\nretry-after: 1\r\n/);
  go.resolve();
  await Promise.all(asked);
  await quick.close();
});

test('a client that leaves before the answer frees its place', async () => {
  arrived = 0;
  go = Promise.withResolvers<void>();
  const leaving = await Promise.all(
    Array.from({ length: MOST }, async () => openSocket(service.port)),
  );
  for (const socket of leaving) socket.write('GET /slow HTTP/1.1\r\nHost: a\r\n\r\n');
  await until('all are under way', () => arrived === MOST);
  for (const socket of leaving) socket.destroy();
  await until('there is room again', async () => (await post()).status === 200);
  go.resolve();
});

test('a closed connection keeps no place', async () => {
  const socket = await openSocket(service.port);
  socket.write('GET /nowhere HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  assert.match(await readToEnd(socket), /^HTTP\/1\.1 404 /);
  await (
    await fill()
  )();
});
