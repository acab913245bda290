import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { Problem } from '@kvartplata/contracts/problem.ts';
import { openTestApp, TEST_KEYS as KEYS, TEST_ORIGIN, type TestApp } from '../testing/test-app.ts';
import { signAccessToken } from './access-token.ts';
import { sessionOf } from './authentication.ts';
import { csrfTokenFor, csrfTokenIsGood, newCsrfNonce } from './csrf.ts';
import { signServiceToken } from './service-token.ts';
import type { SessionState } from './session.ts';

let service: TestApp;
let token: string;
let serviceToken: string;
let state: SessionState | undefined;
const NONCE = newCsrfNonce();
const csrfToken = csrfTokenFor(KEYS.csrf, NONCE, 'session-1');

before(async () => {
  service = await openTestApp(
    (app) => {
      app.route({
        method: ['GET', 'POST', 'PUT', 'DELETE'],
        url: '/mine',
        config: { access: 'user' },
        handler: async (request) => sessionOf(request),
      });
      app.route({
        method: ['GET', 'POST'],
        url: '/platform',
        config: { access: 'admin' },
        handler: async () => ({}),
      });
      app.get('/open', { config: { access: 'public' } }, async () => ({}));
      app.post('/form', { config: { access: 'csrf' } }, async () => ({}));
      app.get('/internal', { config: { access: 'service' } }, async () => ({}));
      app.get('/mistake', { config: { access: 'public' } }, async (request) => sessionOf(request));
    },
    { authentication: { findSession: async () => state } },
  );
  const details = {
    userId: 7,
    sessionId: 'session-1',
    authenticatedAt: new Date(),
    methods: ['pwd'],
  };
  ({ token } = await signAccessToken(KEYS.access, details, new Date()));
  serviceToken = await signServiceToken(KEYS.service, 'billing', 'core', new Date());
});
beforeEach(() => {
  state = { active: true, platformRole: 'user' };
});
after(async () => service.close());

async function ask(method: string, path: string, headers: Record<string, string> = {}) {
  const response = await fetch(service.url + path, { method, headers });
  const body = (await response.json()) as Partial<Problem>;
  return { status: response.status, code: body.code, body, headers: response.headers };
}

const bearer = (): Record<string, string> => ({ authorization: `Bearer ${token}` });
const cookies = (more = ''): Record<string, string> => ({ cookie: `access_token=${token}${more}` });

test('a user is recognized by a bearer token and by the cookie, and the answer is not cached', async () => {
  for (const headers of [bearer(), cookies(), { authorization: `bearer ${token}` }]) {
    const answer = await ask('GET', '/mine', headers);
    assert.deepEqual(answer.body, { userId: 7, sessionId: 'session-1', platformRole: 'user' });
    assert.equal(answer.headers.get('cache-control'), 'no-store');
  }
});

test('the platform role comes from the session, not from the token', async () => {
  state = { active: true, platformRole: 'admin' };
  const { body } = await ask('GET', '/mine', bearer());
  assert.equal((body as { platformRole?: string }).platformRole, 'admin');
});

const strangers: { headers: () => Record<string, string>; why: string }[] = [
  { headers: () => ({}), why: 'nothing' },
  { headers: () => ({ authorization: 'Bearer ' }), why: 'an empty token' },
  { headers: () => ({ authorization: `Basic ${token}` }), why: 'another scheme' },
  { headers: () => ({ authorization: `Bearer ${token} x` }), why: 'two tokens' },
  { headers: () => ({ authorization: `Bearer ${serviceToken}` }), why: 'a service token' },
  { headers: () => ({ authorization: `Bearer ${token}x` }), why: 'a broken token' },
  { headers: () => ({ cookie: `__Secure-access_token=${token}` }), why: 'the cookie of HTTPS' },
  {
    headers: () => ({ ...cookies(), authorization: 'Bearer x' }),
    why: 'a bad bearer token beside a good cookie',
  },
];
for (const { headers, why } of strangers) {
  test(`a user route answers 401 to ${why}`, async () => {
    const { status, code, headers: answered } = await ask('GET', '/mine', headers());
    assert.deepEqual([status, code], [401, 'not-signed-in']);
    assert.equal(answered.get('cache-control'), 'no-store');
  });
}

test('an ended session is a 401 even with a good token', async () => {
  state = { active: false, platformRole: 'admin' };
  for (const method of ['GET', 'POST'])
    assert.equal((await ask(method, '/mine', bearer())).status, 401);
});

test('while the session cannot be checked, reading goes on and changing is a 503', async () => {
  state = undefined;
  const read = await ask('GET', '/mine', bearer());
  assert.deepEqual(read.body, { userId: 7, sessionId: 'session-1', platformRole: 'user' });
  for (const method of ['POST', 'PUT', 'DELETE']) {
    const { status, code, headers } = await ask(method, '/mine', bearer());
    assert.deepEqual([status, code], [503, 'dependency-unavailable']);
    assert.ok(headers.get('retry-after'));
  }
});

test("a service route takes a service token and refuses a user's", async () => {
  const good = await ask('GET', '/internal', { authorization: `Bearer ${serviceToken}` });
  assert.equal(good.status, 200);
  for (const headers of [{}, bearer(), cookies(), { cookie: `access_token=${serviceToken}` }]) {
    const { status, code } = await ask('GET', '/internal', headers);
    assert.deepEqual([status, code], [401, 'service-token-required']);
  }
});

const marks = [
  { origin: TEST_ORIGIN },
  { referer: `${TEST_ORIGIN}/` },
  { 'sec-fetch-site': 'cross-site' },
];
for (const mark of marks) {
  test(`a browser (${Object.keys(mark).join()}) with cookies needs the CSRF token for a change`, async () => {
    assert.equal((await ask('GET', '/mine', { ...cookies(), ...mark })).status, 200);
    const bare = await ask('POST', '/mine', { ...cookies(), ...mark });
    assert.deepEqual([bare.status, bare.code], [403, 'csrf-token-invalid']);
    const good = { ...cookies(`; csrf=${NONCE}`), ...mark, 'x-csrf-token': csrfToken };
    assert.equal((await ask('POST', '/mine', good)).status, 200);
    assert.equal((await ask('POST', '/mine', { ...bearer(), ...mark })).status, 200, 'bearer');
  });
}

for (const method of ['POST', 'PUT', 'DELETE']) {
  test(`by ${method} a browser with cookies changes nothing without the CSRF token`, async () => {
    const headers = { ...cookies(`; csrf=${NONCE}`), origin: TEST_ORIGIN };
    assert.equal((await ask(method, '/mine', headers)).code, 'csrf-token-invalid');
    const good = await ask(method, '/mine', { ...headers, 'x-csrf-token': csrfToken });
    assert.equal(good.status, 200);
  });
}

test("a program with cookies, such as Node's own fetch, is not a browser", async () => {
  assert.equal(
    (await ask('POST', '/mine', { ...cookies(), 'sec-fetch-mode': 'cors' })).status,
    200,
  );
});

const badCsrf: { csrf: string; nonce: string; why: string }[] = [
  { csrf: csrfToken, nonce: newCsrfNonce(), why: "another browser's nonce" },
  { csrf: csrfTokenFor(KEYS.csrf, NONCE, 'session-2'), nonce: NONCE, why: 'another session' },
  { csrf: csrfTokenFor(KEYS.csrf, NONCE, ''), nonce: NONCE, why: 'got before the sign-in' },
  { csrf: csrfTokenFor(KEYS.access, NONCE, 'session-1'), nonce: NONCE, why: 'another key' },
  { csrf: NONCE, nonce: NONCE, why: 'the nonce itself' },
  { csrf: csrfToken.slice(0, -1), nonce: NONCE, why: 'cut short' },
  { csrf: `${csrfToken}.x`, nonce: NONCE, why: 'a part too many' },
  { csrf: '.', nonce: NONCE, why: 'two empty parts' },
  { csrf: '', nonce: NONCE, why: 'empty' },
  { csrf: csrfToken, nonce: '', why: 'no nonce' },
];
for (const { csrf, nonce, why } of badCsrf) {
  test(`a CSRF token is refused: ${why}`, async () => {
    const headers = { ...cookies(`; csrf=${nonce}`), origin: TEST_ORIGIN, 'x-csrf-token': csrf };
    assert.equal((await ask('POST', '/mine', headers)).code, 'csrf-token-invalid');
  });
}

test('a route that always wants a CSRF token wants it from programs too', async () => {
  assert.equal((await ask('POST', '/form')).code, 'csrf-token-invalid');
  assert.equal((await ask('POST', '/form', bearer())).code, 'csrf-token-invalid');
  const unsigned = { cookie: `csrf=${NONCE}`, 'x-csrf-token': csrfTokenFor(KEYS.csrf, NONCE, '') };
  const answer = await ask('POST', '/form', unsigned);
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get('cache-control'), 'no-store');
});

test('a CSRF token is random and can be used repeatedly', () => {
  assert.notEqual(csrfTokenFor(KEYS.csrf, NONCE, 's'), csrfTokenFor(KEYS.csrf, NONCE, 's'));
  const again = csrfTokenFor(KEYS.csrf, NONCE, 's');
  assert.ok(csrfTokenIsGood(KEYS.csrf, again, NONCE, 's'));
  assert.ok(csrfTokenIsGood(KEYS.csrf, again, NONCE, 's'));
});

test('a public route is not marked as private, and sees no session', async () => {
  assert.equal((await ask('GET', '/open', bearer())).headers.get('cache-control'), null);
  assert.equal((await ask('GET', '/mistake', bearer())).code, 'internal-error');
});

test('a route for admins answers an admin, and nobody else', async () => {
  for (const method of ['GET', 'POST']) {
    state = { active: true, platformRole: 'user' };
    const user = await ask(method, '/platform', bearer());
    assert.deepEqual([user.status, user.code], [403, 'forbidden']);
    state = { active: true, platformRole: 'admin' };
    assert.equal((await ask(method, '/platform', bearer())).status, 200);
    state = undefined;
    const unknown = await ask(method, '/platform', bearer());
    assert.deepEqual([unknown.status, unknown.code], [503, 'dependency-unavailable']);
    assert.equal((await ask(method, '/platform')).status, 401);
  }
});
