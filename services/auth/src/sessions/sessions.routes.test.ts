import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { signServiceToken } from '@kvartplata/platform/identity/service-token.ts';
import { hash } from '@node-rs/argon2';
import { createPasswords } from '../passwords/passwords.service.ts';
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

const logInAs = (username: unknown, password: unknown): Promise<Answer> =>
  createTestClient(auth.app).post('/api/auth/login', { username, password });

describe('logging in', () => {
  it('answers the user and a CSRF token, and the cookies open what is for users', async () => {
    const client = createTestClient(auth.app);
    const answer = await client.post(
      '/api/auth/login',
      { username: 'ivan', password: PASSWORD },
      fromPage(),
    );
    assert.equal(answer.status, 200);
    assert.equal(answer.headers['cache-control'], 'no-store');
    const { user, csrfToken, ...rest } = answer.json;
    assert.deepEqual(rest, {
      twoFactorRequired: false,
      accessTokenExpiresAt: new Date(auth.now().getTime() + 600_000).toISOString(),
    });
    const current = await client.get('/api/auth/user');
    assert.equal(current.status, 200);
    assert.equal(current.headers['cache-control'], 'no-store');
    assert.deepEqual(current.json, { ...(user as object), roles: ['admin'] });
    const logout = await client.post('/api/auth/logout', undefined, fromPage(String(csrfToken)));
    assert.deepEqual([logout.status, logout.json], [200, { success: true }]);
  });

  it('takes the username in any case', async () => {
    assert.equal((await logInAs('IVAN', PASSWORD)).status, 200);
    assert.equal((await logInAs('ｉｖａｎ', PASSWORD)).status, 200);
  });

  it('answers an unknown user and a wrong password with the same bytes', async () => {
    const answers = [
      await logInAs('ivan', 'неверный конь'),
      await logInAs('nobody', 'неверный конь'),
      await logInAs('nobody', PASSWORD),
      await logInAs('ivan@example.org', PASSWORD),
      await logInAs("' or 1=1 --", PASSWORD),
    ];
    for (const answer of answers) {
      assert.equal(answer.status, 401);
      assert.equal(answer.json['code'], 'wrong-credentials');
      assert.deepEqual(answer.setCookies, []);
      assert.equal(seenByStranger(answer), seenByStranger(answers[0]));
    }
  });

  it('checks a hash for an unknown user too', async () => {
    const checked: (string | undefined)[] = [];
    const passwords = await createPasswords();
    const watched = await openTestApp({
      passwords: {
        ...passwords,
        verify: async (passwordHash, password) => {
          checked.push(passwordHash);
          return passwords.verify(passwordHash, password);
        },
      },
    });
    try {
      const client = createTestClient(watched.app);
      const body = { username: 'nobody', password: PASSWORD };
      assert.equal((await client.post('/api/auth/login', body)).status, 401);
      assert.deepEqual(checked, [undefined]);
    } finally {
      await watched.close();
    }
  });

  it('answers 503 when more sign in than the machine can bear', async () => {
    const busy = await openTestApp({
      passwords: await createPasswords({ running: 1, waiting: 1, waitMs: 2_000 }),
    });
    try {
      const client = createTestClient(busy.app);
      const answers = await Promise.all(
        Array.from({ length: 12 }).map(async () =>
          client.post('/api/auth/login', { username: 'nobody', password: PASSWORD }),
        ),
      );
      const refused = answers.filter((answer) => answer.status === 503);
      assert.ok(refused.length > 0);
      assert.equal(answers.filter((answer) => answer.status === 401).length, 12 - refused.length);
      assert.equal(refused[0]?.json['code'], 'overloaded');
      assert.equal(refused[0]?.headers['retry-after'], '2');
    } finally {
      await busy.close();
    }
  });

  it('hashes a password anew that was hashed with weaker parameters', async () => {
    await register(createTestClient(auth.app), personNamed('old.hand'));
    const weak = await hash(PASSWORD.normalize('NFKC'), { memoryCost: 8_192, timeCost: 1 });
    const ofOldHand = auth.db.updateTable('users').where('username', '=', 'old.hand');
    await ofOldHand.set({ password_hash: weak }).execute();
    assert.equal((await logInAs('old.hand', PASSWORD)).status, 200);
    const { password_hash: now } = await auth.db
      .selectFrom('users')
      .select('password_hash')
      .where('username', '=', 'old.hand')
      .executeTakeFirstOrThrow();
    assert.match(now, /m=19456,t=2/);
    assert.equal((await logInAs('old.hand', PASSWORD)).status, 200);
  });

  it('needs no CSRF token, but no foreign page may do it', async () => {
    const client = createTestClient(auth.app);
    const body = { username: 'ivan', password: PASSWORD };
    assert.equal((await client.post('/api/auth/login', body, fromPage())).status, 200);
    for (const origin of ['https://evil.example', 'null'])
      assert.equal((await client.post('/api/auth/login', body, { origin })).status, 403);
  });

  for (const [username, password] of [
    [null, PASSWORD],
    ['ivan', null],
    ['ivan', 7],
    [['ivan'], PASSWORD],
    ['', PASSWORD],
    ['ivan', ''],
    ['ivan', 'p'.repeat(257)],
  ]) {
    it(`refuses ${JSON.stringify([username, password]).slice(0, 40)}`, async () => {
      const answer = await logInAs(username, password);
      assert.equal(answer.status, 400);
      assert.equal(answer.json['code'], 'validation-failed');
    });
  }
});

describe('the CSRF token', () => {
  it('stays good in one tab when another tab asks for its own', async () => {
    const client = await signIn(auth.app, 'tabs');
    const first = await client.csrfToken();
    const second = await client.csrfToken();
    assert.notEqual(first, second);
    for (const token of [first, second])
      assert.equal(
        (await client.post('/api/auth/refresh', undefined, fromPage(token))).status,
        200,
      );
  });

  it('is bound to the session of the access cookie, else to that of the refresh cookie', async () => {
    const client = await signIn(auth.app, 'bound');
    client.cookies.delete('access_token');
    const token = await client.csrfToken();
    assert.equal((await client.post('/api/auth/refresh', undefined, fromPage(token))).status, 200);
    assert.equal((await client.post('/api/auth/logout', undefined, fromPage(token))).status, 200);
  });

  const REFUSED_TO_BROWSERS = [
    ['an Origin', fromPage()],
    ['a Referer', { referer: 'http://localhost:5173/login' }],
    ['Sec-Fetch-Site', { 'sec-fetch-site': 'same-origin' }],
  ] as const;
  for (const [mark, headers] of REFUSED_TO_BROWSERS) {
    it(`is asked of whoever shows ${mark}, for refresh and for logout`, async () => {
      const client = await signIn(auth.app, `browser${mark.replaceAll(/\W/g, '')}`);
      for (const url of ['/api/auth/refresh', '/api/auth/logout']) {
        const answer = await client.post(url, undefined, headers);
        assert.equal(answer.status, 403);
        assert.equal(answer.json['code'], 'csrf-token-invalid');
      }
      assert.equal((await client.post('/api/auth/refresh')).status, 200);
    });
  }

  it('of another session, or from before signing in, is not accepted', async () => {
    const client = createTestClient(auth.app);
    const early = await client.csrfToken();
    await client.post('/api/auth/login', { username: 'ivan', password: PASSWORD });
    const stranger = await signIn(auth.app, 'stranger');
    const foreign = await stranger.csrfToken();
    for (const token of [early, foreign])
      assert.equal(
        (await client.post('/api/auth/refresh', undefined, fromPage(token))).status,
        403,
      );
    client.cookies.set('csrf', stranger.cookies.get('csrf') ?? '');
    const withItsCookie = await client.post('/api/auth/refresh', undefined, fromPage(foreign));
    assert.equal(withItsCookie.status, 403);
  });

  it('does not help a foreign page', async () => {
    const client = await signIn(auth.app, 'victim');
    const token = await client.csrfToken();
    for (const origin of ['https://evil.example', 'null']) {
      const headers = { ...fromPage(token), origin };
      for (const url of ['/api/auth/refresh', '/api/auth/logout']) {
        const answer = await client.post(url, undefined, headers);
        assert.equal(answer.json['code'], 'origin-not-allowed');
      }
    }
  });

  it('is not asked of a bearer', async () => {
    const client = await signIn(auth.app, 'bearer');
    const headers = {
      ...fromPage(),
      authorization: `Bearer ${client.cookies.get('access_token')}`,
    };
    client.cookies.clear();
    assert.equal((await client.get('/api/auth/user', headers)).status, 200);
    assert.equal((await client.post('/api/auth/logout', undefined, headers)).status, 200);
    assert.equal((await client.get('/api/auth/user', headers)).status, 401);
  });
});

describe('logging out', () => {
  it('ends the session at once and clears its cookies', async () => {
    const client = await signIn(auth.app, 'leaving');
    const kept = new Map(client.cookies);
    const answer = await client.post('/api/auth/logout');
    assert.deepEqual(answer.json, { success: true });
    assert.deepEqual([...client.cookies], []);
    for (const [name, value] of kept) client.cookies.set(name, value);
    assert.equal((await client.get('/api/auth/user')).status, 401);
    assert.equal((await client.post('/api/auth/refresh')).status, 401);
  });

  it('works with an expired access token alone, with the refresh cookie alone, and twice', async () => {
    for (const left of ['access_token', 'refresh_token']) {
      const client = await signIn(auth.app, `late_${left}`);
      const kept = new Map(client.cookies);
      auth.advanceSeconds(3_600);
      client.cookies.clear();
      client.cookies.set(left, kept.get(left) ?? '');
      assert.equal((await client.post('/api/auth/logout')).status, 200);
      for (const [name, value] of kept) client.cookies.set(name, value);
      assert.equal((await client.post('/api/auth/refresh')).status, 401);
      assert.equal((await client.post('/api/auth/logout')).status, 200);
    }
  });

  it('answers success when there is nothing to end, also to a page and to nonsense', async () => {
    const client = createTestClient(auth.app);
    assert.equal((await client.post('/api/auth/logout')).status, 200);
    assert.equal((await client.post('/api/auth/logout', {}, fromPage())).status, 200);
    client.cookies.set('access_token', 'a.b.c');
    client.cookies.set('refresh_token', 'nonsense');
    const answer = await client.post('/api/auth/logout', undefined, fromPage());
    assert.deepEqual(answer.json, { success: true });
  });

  it('takes no body that it would ignore', async () => {
    const answer = await createTestClient(auth.app).post('/api/auth/logout', { everywhere: true });
    assert.equal(answer.json['code'], 'validation-failed');
  });
});

const ask = async (sessionId: string, headers?: Record<string, string>): Promise<Answer> => {
  const token = await signServiceToken(auth.keys.service, 'core', 'auth', auth.now());
  const asService = { authorization: `Bearer ${token}` };
  return createTestClient(auth.app).get(
    `/api/internal/sessions/${sessionId}`,
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
    await client.post('/api/auth/login', { username: 'ivan', password: PASSWORD });
    const sessionId = sessionIdOf(client.cookies.get('access_token'));
    assert.deepEqual((await ask(sessionId)).json, { active: true, platformRole: 'admin' });
    await client.post('/api/auth/logout');
    assert.deepEqual((await ask(sessionId)).json, { active: false, platformRole: 'user' });
  });

  it('is not active for a session that nobody knows', async () => {
    for (const sessionId of [randomUUID(), 'nonsense', '0'])
      assert.deepEqual((await ask(sessionId)).json, { active: false, platformRole: 'user' });
  });

  it('is told to services alone', async () => {
    const client = await signIn(auth.app, 'curious');
    const asUser = { authorization: `Bearer ${client.cookies.get('access_token')}` };
    for (const headers of [asUser, {}]) {
      const answer = await ask(randomUUID(), headers);
      assert.equal(answer.status, 401);
      assert.equal(answer.json['code'], 'service-token-required');
    }
  });
});

/** All that a stranger could tell two answers apart by, but for the id of the request. */
function seenByStranger(answer: Answer | undefined): string {
  const { date: _date, 'x-request-id': _id, ...headers } = answer?.headers ?? {};
  return JSON.stringify([headers, answer?.text.replace(/"requestId":"[^"]+"/, '')]);
}
