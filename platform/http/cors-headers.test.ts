// Every response that a browser may get can be shown to the page, whatever went wrong and however early: tested on raw sockets,
// since no client sends such requests.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import Type from 'typebox';
import { openSocket, readToEnd, sendRaw } from '../testing/raw-http.ts';
import { openTestApp, TEST_ORIGIN, type TestApp } from '../testing/test-app.ts';
import { until } from '../testing/until.ts';

const config = { access: 'public' } as const;
const HEAD = `Host: a\r\nOrigin: ${TEST_ORIGIN}\r\n`;
const LAST = `${HEAD}Connection: close\r\n`;
const JSON_TYPE = 'Content-Type: application/json\r\n';

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
      app.get('/broken', { config }, async () => {
        throw new Error('nobody expected this');
      });
      app.post('/form', { config, schema: { body: Type.Object({}) } }, async () => ({}));
    },
    { requestsAtOnce: 1, requestTimeoutMs: 200 },
  );
});
after(async () => service.close());

function assertReadable(answer: string, status: number, what: string): void {
  const [head = ''] = answer.split('\r\n\r\n', 1);
  assert.match(head, new RegExp(`^HTTP/1\\.1 ${status} `), what);
  const headers = head.toLowerCase().split('\r\n');
  assert.ok(headers.includes(`access-control-allow-origin: ${TEST_ORIGIN}`), `${what}: ${head}`);
  assert.ok(headers.includes('access-control-allow-credentials: true'), `${what}: ${head}`);
  if (status !== 204)
    assert.match(head, /^access-control-expose-headers: .*retry-after/im, `${what}: ${head}`);
  assert.match(head, /^vary: .*origin/im, what);
}

const asked = [
  { status: 400, why: 'no HTTP', bytes: 'HELLO\r\n\r\n' },
  {
    status: 400,
    why: 'headers of 20 kB',
    bytes: `GET / HTTP/1.1\r\n${HEAD}X: ${'a'.repeat(20_000)}\r\n\r\n`,
  },
  { status: 400, why: 'headers that stop halfway', bytes: `GET /slow HTTP/1.1\r\n${HEAD}` },
  {
    status: 400,
    why: 'a body that stops halfway',
    bytes: `POST /form HTTP/1.1\r\n${HEAD}${JSON_TYPE}Content-Length: 9\r\n\r\n{`,
  },
  { status: 400, why: 'an address that cannot be read', bytes: `GET /%zz HTTP/1.1\r\n${LAST}\r\n` },
  { status: 400, why: 'two hosts', bytes: `GET /slow HTTP/1.1\r\nHost: b\r\n${LAST}\r\n` },
  { status: 404, why: 'an unknown address', bytes: `GET /nowhere HTTP/1.1\r\n${LAST}\r\n` },
  {
    status: 413,
    why: 'a body that is too large',
    bytes: `POST /form HTTP/1.1\r\n${LAST}${JSON_TYPE}Content-Length: 9000000\r\n\r\n`,
  },
  {
    status: 415,
    why: 'a body of another kind',
    bytes: `POST /form HTTP/1.1\r\n${LAST}Content-Type: text/plain\r\nContent-Length: 1\r\n\r\na`,
  },
  {
    status: 400,
    why: 'a body that is no JSON',
    bytes: `POST /form HTTP/1.1\r\n${LAST}${JSON_TYPE}Content-Length: 1\r\n\r\n{`,
  },
  { status: 500, why: 'what nobody expected', bytes: `GET /broken HTTP/1.1\r\n${LAST}\r\n` },
];
for (const { status, why, bytes } of asked)
  test(`the page may read the ${status} for ${why}`, async () => {
    assertReadable(await sendRaw(service.port, bytes), status, why);
  });

test('the page may read a 503 for a read, a write and half a request, and its preflight is answered', async () => {
  arrived = 0;
  go = Promise.withResolvers<void>();
  const first = fetch(`${service.url}/slow`);
  await until('the only place is taken', () => arrived === 1);
  assertReadable(await sendRaw(service.port, `GET /slow HTTP/1.1\r\n${LAST}\r\n`), 503, 'a read');
  const write = `POST /form HTTP/1.1\r\n${LAST}${JSON_TYPE}Content-Length: 2\r\n\r\n{}`;
  assertReadable(await sendRaw(service.port, write), 503, 'a write');
  assertReadable(await sendRaw(service.port, `GET /slow HTTP/1.1\r\n${HEAD}`), 503, 'half of one');
  const preflight = `OPTIONS /form HTTP/1.1\r\n${LAST}Access-Control-Request-Method: POST\r\n\r\n`;
  assertReadable(await sendRaw(service.port, preflight), 204, 'a preflight');
  go.resolve();
  await first;
});

test('another page gets no CORS headers', async () => {
  const foreign = LAST.replace(TEST_ORIGIN, 'http://evil.example');
  for (const path of ['/nowhere', '/%zz', '/broken']) {
    const answer = await sendRaw(service.port, `GET ${path} HTTP/1.1\r\n${foreign}\r\n`);
    assert.doesNotMatch(answer, /access-control-allow-origin/i, path);
  }
});

test('an idle keep-alive connection is sent nothing, which would be taken for its next answer', async () => {
  const socket = await openSocket(service.port);
  let read = '';
  socket.on('data', (chunk: Buffer) => (read += chunk.toString()));
  socket.write(`GET /nowhere HTTP/1.1\r\n${HEAD}\r\n`);
  await until('it is answered', () => read.includes('\r\n\r\n{'));
  const answered = read;
  // Longer than any request may take to arrive: no signal tells that nothing comes.
  await setTimeout(1_000);
  assert.equal(read, answered);
  const rest = readToEnd(socket);
  socket.write(`GET /nowhere HTTP/1.1\r\n${LAST}\r\n`);
  assertReadable(await rest, 404, 'the next request');
});
