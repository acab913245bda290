import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { createTestApp } from '../testing/test-app.ts';
import type { HttpServer } from '../http/server.ts';
import { openSocket, readToEnd } from '../testing/raw-http.ts';
import { graceAfter, listen } from './listen.ts';
import { STOP_WITHIN_MS, type RunningService } from './run-service.ts';

const config = { access: 'public' } as const;

async function start(
  routes: (app: HttpServer) => void,
  times: { readonly graceMs?: number; readonly drainMs?: number } = {},
): Promise<{ service: RunningService; port: number; released: string[] }> {
  const released: string[] = [];
  const app = await createTestApp(routes);
  const service = await listen(app, {
    port: 0,
    host: '127.0.0.1',
    graceMs: 10_000,
    ...times,
    release: [
      async () => void released.push('queue'),
      async () => void released.push('foundation'),
    ],
  });
  return { service, port: Number(new URL(service.url).port), released };
}

test('an idle service stops at once, despite keep-alive and unused connections', async () => {
  const { service, port, released } = await start(() => undefined);
  await (await fetch(`${service.url}/health`)).text();
  const unused = await openSocket(port);
  const startedAt = performance.now();
  await service.stop();
  assert.ok(performance.now() - startedAt < 5_000, `${performance.now() - startedAt} ms`);
  assert.deepEqual(released, ['queue', 'foundation']);
  unused.destroy();
  const refused = connect(port, '127.0.0.1');
  const [error] = (await once(refused, 'error')) as [NodeJS.ErrnoException];
  assert.equal(error.code, 'ECONNREFUSED');
});

for (const host of ['203.0.113.7', 'nowhere.invalid'])
  test(`an address that this machine does not have is reported as HTTP_HOST: ${host}`, async () => {
    const app = await createTestApp(() => undefined);
    await assert.rejects(listen(app, { port: 0, host, release: [] }), {
      message: `HTTP_HOST has to be an address of this machine, not ${host}`,
    });
  });

test('a port in use is reported, and what was opened for it is released', async () => {
  const { service, port } = await start(() => undefined);
  const released: string[] = [];
  const second = await createTestApp(() => undefined);
  const release = [
    async () => void released.push('queue'),
    async () => void released.push('foundation'),
  ];
  await assert.rejects(listen(second, { port, host: '127.0.0.1', release }), {
    code: 'EADDRINUSE',
  });
  assert.deepEqual(released, ['queue', 'foundation']);
  await service.stop();
});

test('a request in flight is answered before anything is released', async () => {
  const arrived = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  const { service, released } = await start((app) => {
    app.get('/slow', { config }, async () => {
      arrived.resolve();
      await go.promise;
      return { released: released.length };
    });
  });
  const asked = fetch(`${service.url}/slow`);
  await arrived.promise;
  const stopped = service.stop();
  go.resolve();
  assert.deepEqual(await (await asked).json(), { released: 0 });
  await stopped;
  assert.deepEqual(released, ['queue', 'foundation']);
});

test('while draining it is not ready but still answers, closing each connection afterwards', async () => {
  const { service, released } = await start(
    (app) => void app.get('/work', { config }, async () => ({})),
    { drainMs: 1_000 },
  );
  const before = await fetch(`${service.url}/ready`);
  assert.deepEqual([before.status, before.headers.get('connection')], [200, 'keep-alive']);
  const stopped = service.stop();
  assert.equal((await fetch(`${service.url}/ready`)).status, 503);
  const answer = await fetch(`${service.url}/work`);
  assert.deepEqual([answer.status, answer.headers.get('connection')], [200, 'close']);
  assert.deepEqual(released, []);
  await stopped;
  assert.deepEqual(released, ['queue', 'foundation']);
});

test('a slow request leaves time to release everything, however long the drain was', () => {
  for (const [drainSeconds, graceSeconds] of [
    [0, 10],
    [5, 10],
    [8, 10],
    [10, 8],
    [15, 3],
  ] as const) {
    const graceMs = graceAfter(drainSeconds * 1000);
    assert.equal(graceMs, graceSeconds * 1000, `after a drain of ${drainSeconds} s`);
    assert.ok(STOP_WITHIN_MS - drainSeconds * 1000 - graceMs >= 7_000);
  }
});

const halves = [
  { bytes: 'GET /health HTTP/1.1\r\nHost: a\r\n', why: 'headers' },
  {
    bytes:
      'POST /form HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
    why: 'a body',
  },
];
for (const { bytes, why } of halves) {
  test(`a client that sends half of ${why} cannot keep the service from stopping`, async () => {
    const { service, port, released } = await start(
      (app) => void app.post('/form', { config }, async () => ({})),
      { graceMs: 100 },
    );
    const socket = await openSocket(port);
    socket.write(bytes);
    await (await fetch(`${service.url}/health`)).text();
    const ended = readToEnd(socket);
    await service.stop();
    await ended;
    assert.deepEqual(released, ['queue', 'foundation']);
  });
}
