import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { addressOf } from '@kvartplata/contracts/address.ts';
import { getSessionState } from '@kvartplata/contracts/auth/internal.ts';
import {
  endCurrentSession,
  getCsrfToken,
  refreshSession,
} from '@kvartplata/contracts/auth/sessions.ts';
import { startSession } from '@kvartplata/contracts/auth/sign-in.ts';
import { getCurrentUser } from '@kvartplata/contracts/auth/users.ts';
import { signServiceToken } from '@kvartplata/platform/identity/service-token.ts';
import { openTestApp, type TestApp } from '../testing/auth-app.ts';
import {
  createTestClient,
  fromPage,
  PASSWORD,
  personNamed,
  register,
  signIn,
  type Answer,
} from '../testing/test-client.ts';

let auth: TestApp;
before(async () => {
  auth = await openTestApp();
  await register(createTestClient(auth.app), personNamed('ivan'));
});
after(async () => auth.close());

describe('the CSRF token', () => {
  it('stays valid in one tab when another tab asks for its own', async () => {
    const client = await signIn(auth.app, 'tabs');
    const first = await client.csrfToken();
    const second = await client.csrfToken();
    assert.notEqual(first, second);
    for (const token of [first, second])
      assert.equal(
        (await client.post(refreshSession.path, undefined, fromPage(token))).status,
        200,
      );
  });

  it('is bound to the session of the access cookie, or else of the refresh cookie', async () => {
    const client = await signIn(auth.app, 'bound');
    client.cookies.delete('access_token');
    const token = await client.csrfToken();
    assert.equal((await client.post(refreshSession.path, undefined, fromPage(token))).status, 200);
    assert.equal(
      (await client.post(endCurrentSession.path, undefined, fromPage(token))).status,
      200,
    );
  });

  const REFUSED_TO_BROWSERS = [
    ['an Origin', fromPage()],
    ['a Referer', { referer: 'http://localhost:5173/login' }],
    ['Sec-Fetch-Site', { 'sec-fetch-site': 'same-origin' }],
  ] as const;
  for (const [mark, headers] of REFUSED_TO_BROWSERS) {
    it(`is required from a client with ${mark}, for refresh and for logout`, async () => {
      const client = await signIn(auth.app, `browser${mark.replaceAll(/\W/g, '')}`);
      for (const url of [refreshSession.path, endCurrentSession.path]) {
        const answer = await client.post(url, undefined, headers);
        assert.equal(answer.status, 403);
        assert.equal(answer.json['code'], 'csrf-token-invalid');
      }
      assert.equal((await client.post(refreshSession.path)).status, 200);
    });
  }

  it('of another session, or from before signing in, is refused', async () => {
    const client = createTestClient(auth.app);
    const early = await client.csrfToken();
    await client.post(startSession.path, { username: 'ivan', password: PASSWORD });
    const stranger = await signIn(auth.app, 'stranger');
    const foreign = await stranger.csrfToken();
    for (const token of [early, foreign])
      assert.equal(
        (await client.post(refreshSession.path, undefined, fromPage(token))).status,
        403,
      );
    client.cookies.set('csrf', stranger.cookies.get('csrf') ?? '');
    const withItsCookie = await client.post(refreshSession.path, undefined, fromPage(foreign));
    assert.equal(withItsCookie.status, 403);
  });

  it('does not help a foreign page', async () => {
    const client = await signIn(auth.app, 'victim');
    const token = await client.csrfToken();
    for (const origin of ['https://evil.example', 'null']) {
      const headers = { ...fromPage(token), origin };
      for (const url of [refreshSession.path, endCurrentSession.path]) {
        const answer = await client.post(url, undefined, headers);
        assert.equal(answer.json['code'], 'origin-not-allowed');
      }
    }
  });

  it('stays valid when a foreign page makes its visitor ask for another', async () => {
    const client = await signIn(auth.app, 'led.astray');
    const token = await client.csrfToken();
    // Like a browser that follows a link from another site, without the Strict cookies.
    const follower = createTestClient(auth.app);
    const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
    const answer = await follower.get(getCsrfToken.path, headers);
    assert.deepEqual([answer.status, answer.json['code']], [403, 'origin-not-allowed']);
    assert.deepEqual(answer.setCookies, []);
    assert.equal((await client.post(refreshSession.path, undefined, fromPage(token))).status, 200);
  });

  it('is not required with a bearer token', async () => {
    const client = await signIn(auth.app, 'bearer');
    const headers = {
      ...fromPage(),
      authorization: `Bearer ${client.cookies.get('access_token')}`,
    };
    client.cookies.clear();
    assert.equal((await client.get(getCurrentUser.path, headers)).status, 200);
    assert.equal((await client.post(endCurrentSession.path, undefined, headers)).status, 200);
    assert.equal((await client.get(getCurrentUser.path, headers)).status, 401);
  });
});

describe('logging out', () => {
  it('ends the session at once and clears its cookies', async () => {
    const client = await signIn(auth.app, 'leaving');
    const kept = new Map(client.cookies);
    const answer = await client.post(endCurrentSession.path);
    assert.deepEqual(answer.json, { success: true });
    assert.deepEqual([...client.cookies], []);
    for (const [name, value] of kept) client.cookies.set(name, value);
    assert.equal((await client.get(getCurrentUser.path)).status, 401);
    assert.equal((await client.post(refreshSession.path)).status, 401);
  });

  it('works with an expired access token alone, with the refresh cookie alone, and twice', async () => {
    for (const left of ['access_token', 'refresh_token']) {
      const client = await signIn(auth.app, `late_${left}`);
      const kept = new Map(client.cookies);
      auth.advanceSeconds(3_600);
      client.cookies.clear();
      client.cookies.set(left, kept.get(left) ?? '');
      assert.equal((await client.post(endCurrentSession.path)).status, 200);
      for (const [name, value] of kept) client.cookies.set(name, value);
      assert.equal((await client.post(refreshSession.path)).status, 401);
      assert.equal((await client.post(endCurrentSession.path)).status, 200);
    }
  });

  it('succeeds when there is nothing to end, also from a page and with nonsense', async () => {
    const client = createTestClient(auth.app);
    assert.equal((await client.post(endCurrentSession.path)).status, 200);
    assert.equal((await client.post(endCurrentSession.path, {}, fromPage())).status, 200);
    client.cookies.set('access_token', 'a.b.c');
    client.cookies.set('refresh_token', 'nonsense');
    const answer = await client.post(endCurrentSession.path, undefined, fromPage());
    assert.deepEqual(answer.json, { success: true });
  });

  it('refuses a body that it would ignore', async () => {
    const answer = await createTestClient(auth.app).post(endCurrentSession.path, {
      everywhere: true,
    });
    assert.equal(answer.json['code'], 'validation-failed');
  });
});

const ask = async (
  sessionId: string,
  headers?: Record<string, string>,
  userId = 1,
): Promise<Answer> => {
  const token = await signServiceToken(auth.keys.service, 'core', 'auth', auth.now());
  const asService = { authorization: `Bearer ${token}` };
  return createTestClient(auth.app).get(
    addressOf(getSessionState, { params: { sessionId }, query: { userId } }),
    headers ?? asService,
  );
};
const sessionIdOf = (accessToken: string | undefined): string => {
  const claims = Buffer.from(String(accessToken).split('.')[1] ?? '', 'base64url').toString();
  return String((JSON.parse(claims) as { sid: unknown }).sid);
};

describe('what core and billing ask about a session', () => {
  it('is answered with the role while the session lives, and changes when it ends', async () => {
    const client = createTestClient(auth.app);
    await client.post(startSession.path, { username: 'ivan', password: PASSWORD });
    const sessionId = sessionIdOf(client.cookies.get('access_token'));
    assert.deepEqual((await ask(sessionId)).json, { active: true, platformRole: 'admin' });
    await client.post(endCurrentSession.path);
    assert.deepEqual((await ask(sessionId)).json, { active: false, platformRole: 'user' });
  });

  it('is not active for an unknown session', async () => {
    for (const sessionId of [randomUUID(), 'nonsense', '0'])
      assert.deepEqual((await ask(sessionId)).json, { active: false, platformRole: 'user' });
  });

  it('is not active for the session of another user', async () => {
    const client = await signIn(auth.app, 'borrowed');
    const sessionId = sessionIdOf(client.cookies.get('access_token'));
    assert.equal((await ask(sessionId)).json['active'], false);
  });

  it('is for services only', async () => {
    const client = await signIn(auth.app, 'curious');
    const asUser = { authorization: `Bearer ${client.cookies.get('access_token')}` };
    for (const headers of [asUser, {}]) {
      const answer = await ask(randomUUID(), headers);
      assert.equal(answer.status, 401);
      assert.equal(answer.json['code'], 'service-token-required');
    }
  });
});
