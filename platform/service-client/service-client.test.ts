import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, test } from 'node:test';
import { endpoint } from '@kvartplata/contracts/endpoint.ts';
import { decodeJwt } from 'jose';
import Type from 'typebox';
import { Refusal } from '../http/refusal.ts';
import { verifyServiceToken } from '../identity/service-token.ts';
import { json, openPeer, type Answer, type Peer } from '../testing/peer.ts';
import { TEST_KEYS } from '../testing/test-app.ts';
import { until } from '../testing/until.ts';
import {
  createServiceClient,
  type ServiceClient,
  type ServiceClientOptions,
} from './service-client.ts';

const getThing = endpoint({
  id: 'getThing',
  service: 'core',
  method: 'GET',
  path: '/api/x',
  tag: 'things',
  summary: 'Get a thing',
  description: 'Any.',
  access: 'service',
  query: Type.Object({ y: Type.Optional(Type.String()) }),
  answers: { 200: Type.Unknown() },
  refusals: ['not-found'],
});
const askThings = endpoint({
  ...getThing,
  id: 'askThings',
  method: 'POST',
  body: Type.Object({ numbers: Type.Array(Type.String()) }),
  answers: { 200: Type.Object({ answer: Type.Integer() }) },
  refusals: [],
});

let core: Peer;
let client: ServiceClient;
// The breaker stays open longer than the longest pause before a retry, so that no retry finds it half open.
const LIMITS = { answerMs: 300, stallMs: 200, breakMs: 1_500 };

const optionsNow = (): ServiceClientOptions => ({
  caller: 'billing',
  service: 'core',
  baseUrl: core.url,
  key: TEST_KEYS.service,
  now: () => new Date(),
  limits: LIMITS,
});

beforeEach(async () => {
  core = await openPeer(json(200, { answer: 42 }));
  client = createServiceClient(optionsNow());
});
afterEach(async () => core.close());

function isUnavailable(error: unknown): boolean {
  assert.ok(error instanceof Refusal, String(error));
  assert.equal(error.message, 'The core-service is not available now');
  return error.code === 'dependency-unavailable' && error.cause instanceof Error;
}

async function readText(from: ServiceClient = client): Promise<string | undefined> {
  const bytes = await from.callBytes(getThing, {}, 'r');
  return bytes === undefined ? undefined : new TextDecoder().decode(bytes);
}

/** Sends the pieces one by one, then ends the response or cuts the connection. */
function stream(pieces: readonly (string | Buffer)[], how: 'end' | 'cut' | 'hold' = 'end'): Answer {
  return (response) => {
    response.writeHead(200, { 'content-type': 'application/x-ndjson' });
    for (const piece of pieces) response.write(piece);
    if (how === 'end') response.end();
    // Only after the pieces were sent, so that the reader has seen them.
    if (how === 'cut') response.write('', () => setImmediate(() => response.destroy()));
  };
}

test('an answer is parsed; the request carries its id and the identity of the asking service', async () => {
  assert.deepEqual(await client.call(getThing, { query: { y: '1' } }, 'request-7'), { answer: 42 });
  const [request] = core.requests;
  assert.equal(request?.path, '/api/x?y=1');
  assert.equal(request.headers['x-request-id'], 'request-7');
  const token = (request.headers.authorization ?? '').replace('Bearer ', '');
  assert.equal(await verifyServiceToken(TEST_KEYS.service, 'core', token, new Date()), 'billing');
  assert.equal(await verifyServiceToken(TEST_KEYS.service, 'auth', token, new Date()), undefined);
});

test('the token of a request is renewed every second', async () => {
  let now = new Date('2026-01-20T12:00:00.900Z');
  const own = createServiceClient({ ...optionsNow(), now: () => now });
  for (const ms of [0, 99, 100, 60_000]) {
    now = new Date(Date.parse('2026-01-20T12:00:00.900Z') + ms);
    await own.call(getThing, {}, 'r');
  }
  const issued = core.requests.map(
    ({ headers }) => decodeJwt((headers.authorization ?? '').replace('Bearer ', '')).iat,
  );
  const first = Date.parse('2026-01-20T12:00:00Z') / 1000;
  assert.deepEqual(issued, [first, first, first + 1, first + 60]);
});

test('a long query goes in a body, and is retried after a transient failure', async () => {
  const asked: unknown[] = [];
  const answer = async (response: ServerResponse, path: string): Promise<void> => {
    const { req: request } = response;
    const body: unknown = JSON.parse(await text(request));
    asked.push([request.method, request.headers['content-type'], path, body]);
    json(asked.length === 1 ? 503 : 200, { answer: 43 })(response, path);
  };
  core.answerBy((response, path) => void answer(response, path));
  assert.deepEqual(await client.call(askThings, { body: { numbers: ['1'] } }, 'r'), { answer: 43 });
  const question = ['POST', 'application/json', '/api/x', { numbers: ['1'] }];
  assert.deepEqual(asked, [question, question]);
});

test('a 404 from the other service is undefined, at once', async () => {
  core.answerBy(json(404, { code: 'not-found' }));
  assert.equal(await client.call(getThing, {}, 'r'), undefined);
  assert.equal(await readText(), undefined);
  assert.equal(core.requests.length, 2);
});

for (const { answer, why } of [
  { answer: json(200, { answer: 'many' }), why: 'an answer of another shape' },
  { answer: json(404, { code: 'not-found' }), why: 'a 404 that the contract does not name' },
])
  test(`an unexpected answer counts as none: ${why}`, async () => {
    core.answerBy(answer);
    await assert.rejects(client.call(askThings, { body: { numbers: [] } }, 'r'), {
      code: 'dependency-unavailable',
      message: 'The core-service answered something unexpected',
    });
  });

test('a transient failure is retried and never seen', async () => {
  core.answerBy((response, path) => {
    core.answerBy(json(200, 'good'));
    json(503, {})(response, path);
  });
  assert.equal(await client.call(getThing, {}, 'r'), 'good');
  assert.equal(core.requests.length, 2);
});

const failures: { answer: Answer; why: string }[] = [
  { answer: json(500, {}), why: '500' },
  { answer: json(503, {}), why: '503' },
  ...[408, 425, 429].map((status) => ({ answer: json(status, {}), why: String(status) })),
  { answer: (response) => response.end('<html>busy</html>'), why: 'HTML' },
  { answer: (response) => response.end(''), why: 'nothing' },
  { answer: (response) => response.end('{"answer":'), why: 'half of a JSON text' },
  { answer: (response) => response.destroy(), why: 'a connection that is cut' },
  {
    answer: (response) => response.writeHead(302, { location: '/elsewhere' }).end(),
    why: 'a way to somewhere else',
  },
  {
    answer: (response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{', () => response.destroy());
    },
    why: 'a body that is cut',
  },
];
for (const { answer, why } of failures) {
  test(`an unusable answer is tried three times, then a 503: ${why}`, async () => {
    core.answerBy(answer);
    await assert.rejects(client.call(getThing, {}, 'r'), isUnavailable);
    assert.equal(core.requests.length, 3);
  });
}

for (const status of [400, 405, 409, 413, 415, 422])
  test(`a refused question is a fault of the asker, and costs nobody else the service: ${status}`, async () => {
    let failed = 0;
    const told = createServiceClient({ ...optionsNow(), onFailure: () => (failed += 1) });
    core.answerBy(json(status, {}));
    for (let count = 0; count < 6; count += 1)
      await assert.rejects(told.call(getThing, {}, 'r'), (error) => {
        assert.ok(!(error instanceof Refusal));
        assert.match(String(error), new RegExp(`the core-service answered ${status}`));
        return true;
      });
    assert.deepEqual([core.requests.length, failed], [6, 0]);
    core.answerBy(json(200, 'good'));
    assert.equal(await told.call(getThing, {}, 'r'), 'good', 'the breaker is still closed');
  });

for (const status of [401, 403])
  test(`a service that does not accept the asker is unavailable to it, at once: ${status}`, async () => {
    core.answerBy(json(status, {}));
    for (let count = 0; count < 6; count += 1)
      await assert.rejects(client.call(getThing, {}, 'r'), isUnavailable);
    assert.equal(core.requests.length, 6);
    core.answerBy(json(200, 'good'));
    assert.equal(await client.call(getThing, {}, 'r'), 'good', 'the breaker is still closed');
  });

test('an error response that does not end holds no connection', async () => {
  let left = 0;
  core.answerBy((response) => {
    response.once('close', () => (left += 1));
    response.writeHead(500).write('{');
  });
  await assert.rejects(client.call(getThing, {}, 'r'), isUnavailable);
  await until('each connection is left', () => left === core.requests.length);
});

test('an unreachable service is a 503', async () => {
  await core.close();
  await assert.rejects(client.call(getThing, {}, 'r'), isUnavailable);
  core = await openPeer(json(200, 1));
});

const slow: { answer: Answer; why: string }[] = [
  { answer: () => undefined, why: 'no head' },
  { answer: stream(['{"answer":'], 'hold'), why: 'a head and no end' },
];
for (const { answer, why } of slow) {
  test(`a service that takes too long is given up in time, and not asked again: ${why}`, async () => {
    core.answerBy(answer);
    const startedAt = performance.now();
    await assert.rejects(client.call(getThing, {}, 'r'), isUnavailable);
    assert.ok(performance.now() - startedAt >= LIMITS.answerMs);
    assert.equal(core.requests.length, 1);
  });
}

test('a slow answer is waited for where it is expected', async () => {
  const answer = json(200, { answer: 42 });
  core.answerBy((response, request) => {
    setTimeout(() => answer(response, request), LIMITS.answerMs * 2);
  });
  await assert.rejects(client.call(getThing, {}, 'r'), isUnavailable);
  assert.deepEqual(await client.callSlowly(getThing, {}, 'r'), { answer: 42 });
});

test('a service that keeps failing is left alone for a while, and tried again afterwards', async () => {
  core.answerBy(json(500, {}));
  await assert.rejects(client.call(getThing, {}, 'r'), isUnavailable);
  await assert.rejects(client.call(getThing, {}, 'r'), isUnavailable);
  const asked = core.requests.length;
  assert.equal(asked, 5, 'five failures in a row open the breaker');
  core.answerBy(json(200, 'well again'));
  await assert.rejects(client.call(getThing, {}, 'r'), isUnavailable);
  assert.equal(core.requests.length, asked, 'nobody was asked');
  // A breaker does not signal when it would let a call through.
  const answer = await untilItAnswers(async () => client.call(getThing, {}, 'r'));
  assert.equal(answer, 'well again');
});

async function untilItAnswers<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      isUnavailable(error);
    }
  }
}

const TEXT = Buffer.from('{"line":1}\n{"line":"две 😀"}\n');
const pieces: { pieces: Buffer[]; why: string }[] = [
  { pieces: [TEXT], why: 'in one piece' },
  { pieces: Array.from(TEXT, (byte) => Buffer.from([byte])), why: 'byte by byte' },
  { pieces: [], why: 'empty' },
];
for (const { pieces: sent, why } of pieces) {
  test(`a long answer is read in full, ${why}`, async () => {
    core.answerBy(stream(sent));
    assert.equal(await readText(), Buffer.concat(sent).toString());
  });
}

const broken: { answer: Answer; why: string }[] = [
  { answer: stream(['{"line":1}\n'], 'cut'), why: 'it is cut' },
  { answer: stream(['{"line":1}\n'], 'hold'), why: 'nothing more comes' },
  { answer: (response) => response.writeHead(200).flushHeaders(), why: 'it never begins' },
];
for (const { answer, why } of broken) {
  test(`a long answer that breaks off is tried three times, then a 503: ${why}`, async () => {
    core.answerBy(answer);
    await assert.rejects(readText(), isUnavailable);
    assert.equal(core.requests.length, 3);
  });
}

test('a long answer may take longer than a short one, as long as data keeps coming', async () => {
  core.answerBy((response) => {
    let left = 8;
    const send = setInterval(() => {
      left -= 1;
      if (left > 0) response.write('x');
      else {
        clearInterval(send);
        response.end();
      }
    }, LIMITS.stallMs / 4);
  });
  const startedAt = performance.now();
  assert.equal(await readText(), 'xxxxxxx');
  assert.ok(performance.now() - startedAt > LIMITS.answerMs);
});

test('an answer that exceeds the size limit is given up', async () => {
  const small = createServiceClient({ ...optionsNow(), limits: { ...LIMITS, mostBytes: 10 } });
  core.answerBy(stream(['0123456789']));
  assert.equal(await readText(small), '0123456789');
  core.answerBy(stream(['0123456789', '0']));
  await assert.rejects(readText(small), isUnavailable);
});

test('a caller that aborts midway through a long answer gets its own reason', async () => {
  core.answerBy(stream(['{"line":1}\n'], 'hold'));
  const given = new AbortController();
  const asked = client.callBytes(getThing, {}, 'r', given.signal);
  await until('the answer has begun', () => core.requests.length === 1);
  given.abort(new Error('the process is stopping'));
  await assert.rejects(asked, /the process is stopping/);
  assert.equal(core.requests.length, 1);
});

test('a caller that aborts gets its own reason, and no failure is counted', async () => {
  core.answerBy(() => undefined);
  for (let count = 0; count < 6; count += 1) {
    const given = new AbortController();
    const asked = client.callBytes(getThing, {}, 'r', given.signal);
    given.abort(new Error('the process is stopping'));
    await assert.rejects(asked, /the process is stopping/);
  }
  core.answerBy(json(200, 'good'));
  assert.equal(await client.call(getThing, {}, 'r'), 'good', 'the breaker is still closed');
});

test('a failure is reported once, however often it was tried, and a 404 is not a failure', async () => {
  let failed = 0;
  const told = createServiceClient({ ...optionsNow(), onFailure: () => (failed += 1) });
  core.answerBy(json(404, {}));
  assert.equal(await told.call(getThing, {}, 'r'), undefined);
  assert.equal(failed, 0);
  core.answerBy(json(500, {}));
  await assert.rejects(told.call(getThing, {}, 'r'), isUnavailable);
  assert.equal(failed, 1);
});
