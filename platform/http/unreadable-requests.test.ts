// Responses on a socket when no complete request has come: unreadable bytes, requests that stop halfway, and silence.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, test } from 'node:test';
import type { Problem } from '@kvartplata/contracts/problem.ts';
import { bodyOf, openSocket, readToEnd, sendRaw } from '../testing/raw-http.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { until } from '../testing/until.ts';

let service: TestApp;
const config = { access: 'public' } as const;

before(async () => {
  service = await openTestApp((app) => void app.get('/things', { config }, async () => ({})));
});
after(async () => service.close());

const garbage = [
  { bytes: 'HELLO\r\n\r\n', why: 'no HTTP' },
  { bytes: '\u0016\u0003\u0001 TLS', why: 'TLS on a plain port' },
  { bytes: `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, why: 'an address of 20 kB' },
  {
    bytes: `GET /things HTTP/1.1\r\nHost: a\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`,
    why: 'headers of 20 kB',
  },
  {
    bytes:
      'POST /things HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    why: 'two lengths: a smuggled request',
  },
  {
    bytes: 'GET /things HTTP/1.1\r\nHost: a\r\nContent-Length: -5\r\n\r\n',
    why: 'a length below 0',
  },
  {
    bytes: 'GET /things HTTP/1.1\r\nHost: a\r\nBad Header: x\r\n\r\n',
    why: 'a header name with a space',
  },
  { bytes: 'GET /things HTTP/1.1\r\nConnection: close\r\n\r\n', why: 'no Host' },
  {
    bytes: 'GET /things HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n',
    why: 'two Hosts',
  },
];
for (const { bytes, why } of garbage) {
  test(`unreadable bytes are answered with a 400 problem and the connection is closed: ${why}`, async () => {
    const answer = await sendRaw(service.port, bytes);
    assert.match(answer, /^HTTP\/1\.1 400 Bad Request\r\n/);
    assert.match(answer, /\r\ncontent-type: application\/problem\+json/);
    const problem = bodyOf(answer) as Problem;
    assert.equal(problem.status, 400);
    assert.equal(problem.code, 'malformed-request');
    assert.match(answer, new RegExp(`\r\nx-request-id: ${problem.requestId}\r\n`));
  });
}

const readable = [
  { bytes: 'GET /things HTTP/1.0\r\n\r\n', why: 'HTTP/1.0 without a Host' },
  {
    bytes: 'GET /things HTTP/1.1\r\nHost: a\r\nExpect: wonders\r\nConnection: close\r\n\r\n',
    why: 'an Expect that nobody knows',
  },
];
for (const { bytes, why } of readable) {
  test(`an unusual request is answered like any other: ${why}`, async () => {
    const answer = await sendRaw(service.port, bytes);
    assert.match(answer, /^HTTP\/1\.1 200 OK\r\n/);
    assert.match(answer, /\r\nx-request-id: /);
  });
}

test('a body that arrives too slowly is cut off, even for a client that will not hang up', async () => {
  const quick = await openTestApp((app) => void app.post('/things', { config }, async () => ({})), {
    requestTimeoutMs: 100,
  });
  const socket = await openSocket(quick.port);
  let answer = '';
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
  socket.write(
    'POST /things HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
  );
  await once(socket, 'end');
  assert.match(answer, /^HTTP\/1\.1 400 /);
  assert.equal((bodyOf(answer) as Problem).detail, 'The request did not arrive in time');
  // The server has closed its side: further data is answered by a reset.
  const reset = once(socket, 'error');
  const drip = setInterval(() => socket.write(' '), 5);
  await reset;
  clearInterval(drip);
  await quick.close();
});

test('a client that sends garbage and will not hang up is disconnected at once', async (t) => {
  const alone = await openTestApp(() => undefined);
  const socket = await openSocket(alone.port);
  t.after(async () => {
    socket.destroy();
    await alone.close();
  });
  socket.resume().write('HELLO\r\n\r\n');
  await once(socket, 'end');
  const startedAt = performance.now();
  await until('the server holds no connection', async () => {
    const { promise, resolve } = Promise.withResolvers<number>();
    alone.app.server.getConnections((_error, count) => resolve(count));
    return (await promise) === 0;
  });
  assert.ok(performance.now() - startedAt < 1000, `${performance.now() - startedAt} ms`);
});

test('headers that arrive too slowly are cut off', async () => {
  const quick = await openTestApp(() => undefined, { requestTimeoutMs: 100 });
  const socket = await openSocket(quick.port);
  socket.write('GET /health HTTP/1.1\r\nHost: a\r\n');
  assert.match(await readToEnd(socket), /^HTTP\/1\.1 400 /);
  await quick.close();
});

test('a connection without a request is closed without an answer', async (t) => {
  const quick = await openTestApp(() => undefined, { requestTimeoutMs: 100 });
  t.after(quick.close);
  assert.equal(await readToEnd(await openSocket(quick.port)), '');
});

test('a keep-alive connection that sends only half of its next request gets a 400', async (t) => {
  const quick = await openTestApp(() => undefined, { requestTimeoutMs: 100 });
  t.after(quick.close);
  const socket = await openSocket(quick.port);
  socket.write('GET /health HTTP/1.1\r\nHost: a\r\n\r\nGET /health HTTP/1.1\r\nHost: a\r\n');
  const [first, second] = (await readToEnd(socket)).split(/(?=HTTP\/1\.1 )/);
  assert.match(first ?? '', /^HTTP\/1\.1 200 /);
  assert.match(second ?? '', /^HTTP\/1\.1 400 /);
});

test('a request that stayed unread while the server was busy is answered', async (t) => {
  const quick = await openTestApp((app) => void app.get('/there', { config }, async () => ({})), {
    requestTimeoutMs: 100,
  });
  t.after(quick.close);
  const socket = await openSocket(quick.port);
  await until('the server knows the connection', async () => {
    const { promise, resolve } = Promise.withResolvers<number>();
    quick.app.server.getConnections((_error, count) => resolve(count));
    return (await promise) === 1;
  });
  const busyUntil = performance.now() + 300;
  socket.write('GET /there HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  while (performance.now() < busyUntil);
  assert.match(await readToEnd(socket), /^HTTP\/1\.1 200 /);
});
