import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { createMemoryStore } from '../key-value/memory-store.ts';
import { createServiceClient } from '../service-client/service-client.ts';
import { json, openPeer, type Peer } from '../testing/peer.ts';
import { openTestApp, TEST_KEYS, type TestApp } from '../testing/test-app.ts';
import { signAccessToken } from './access-token.ts';
import { sessionOf } from './authentication.ts';
import { findRemoteSession } from './remote-sessions.ts';

let auth: Peer;
let core: TestApp;
let nowMs: number;
let token: string;

beforeEach(async () => {
  nowMs = 0;
  auth = await openPeer(json(200, { active: true, platformRole: 'admin' }));
  const client = createServiceClient({
    caller: 'core',
    service: 'auth',
    baseUrl: auth.url,
    key: TEST_KEYS.service,
    now: () => new Date(),
    limits: { answerMs: 200 },
  });
  core = await openTestApp(
    (app) => {
      const config = { access: 'user' } as const;
      app.get('/mine', { config }, async (request) => sessionOf(request));
      app.post('/mine', { config }, async () => ({}));
    },
    {
      authentication: {
        findSession: findRemoteSession(
          client,
          createMemoryStore(() => nowMs),
          () => nowMs,
        ),
      },
    },
  );
  const details = {
    userId: 7,
    sessionId: 'session-7',
    authenticatedAt: new Date(),
    methods: ['pwd'],
  };
  ({ token } = await signAccessToken(TEST_KEYS.access, details, new Date()));
});
afterEach(async () => {
  await core.close();
  await auth.close();
});

async function ask(method: 'GET' | 'POST'): Promise<Response> {
  return fetch(`${core.url}/mine`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'x-request-id': 'r-1' },
  });
}

test('auth is asked with the ids of the session, its user and the request', async () => {
  assert.deepEqual(await (await ask('GET')).json(), {
    userId: 7,
    sessionId: 'session-7',
    platformRole: 'admin',
  });
  const [request] = auth.requests;
  assert.equal(request?.path, '/api/internal/sessions/session-7?userId=7');
  assert.equal(request.headers['x-request-id'], 'r-1');
});

test('the answer is cached, for no longer than 3 seconds', async () => {
  await ask('GET');
  auth.answerBy(json(200, { active: false, platformRole: 'user' }));
  // The answer of 1,999, the last that comes from the store, is shared within the process for a second.
  for (const askedAtMs of [0, 999, 1_999, 2_998]) {
    nowMs = askedAtMs;
    assert.equal((await ask('GET')).status, 200);
    assert.equal((await ask('POST')).status, 200);
  }
  assert.equal(auth.requests.length, 1);
  nowMs = 3_000;
  assert.equal((await ask('GET')).status, 401);
  assert.equal((await ask('POST')).status, 401);
  assert.equal(auth.requests.length, 2);
});

test('while auth is unavailable reading goes on as an ordinary user and changing is a 503', async () => {
  await auth.close();
  const read = await ask('GET');
  assert.equal(((await read.json()) as { platformRole: string }).platformRole, 'user');
  const write = await ask('POST');
  assert.equal(write.status, 503);
  assert.ok(write.headers.get('retry-after'));
});

const nonsense = [
  { answer: json(200, { active: 'yes', platformRole: 'admin' }), why: 'another shape' },
  { answer: json(200, { active: true, platformRole: 'god' }), why: 'a role that there is not' },
  { answer: json(404, {}), why: 'no such route' },
  { answer: json(500, {}), why: 'its own fault' },
];
for (const { answer, why } of nonsense) {
  test(`nonsense from auth counts as no answer and is not cached: ${why}`, async () => {
    auth.answerBy(answer);
    const read = await ask('GET');
    assert.equal(((await read.json()) as { platformRole: string }).platformRole, 'user');
    auth.answerBy(json(200, { active: false, platformRole: 'user' }));
    assert.equal((await ask('GET')).status, 401);
  });
}
