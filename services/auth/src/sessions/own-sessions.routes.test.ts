import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import * as api from '@kvartplata/contracts/auth/own-sessions.ts';
import { endCurrentSession, refreshSession } from '@kvartplata/contracts/auth/sessions.ts';
import { startSession } from '@kvartplata/contracts/auth/sign-in.ts';
import { getCurrentUser } from '@kvartplata/contracts/auth/users.ts';
import { askAgain } from '@kvartplata/platform/testing/ask-again.ts';
import { sql } from 'kysely';
import { recordFailedSignIn } from '../sign-in/failed-sign-ins.repository.ts';
import { openTestApp, type TestApp } from '../testing/auth-app.ts';
import {
  createTestClient,
  fromPage,
  listAllPages,
  PASSWORD,
  personNamed,
  register,
  signIn,
  type Answer,
  type TestClient,
} from '../testing/test-client.ts';

type Item = { readonly id: string; readonly current: boolean; readonly userAgent?: string };

const SESSIONS = api.listOwnSessions.path;
const NEW_PASSWORD = 'новый конь 43';
const DAY_SECONDS = 24 * 3_600;

let auth: TestApp;
before(async () => {
  auth = await openTestApp();
});
after(async () => auth.close());

async function logIn(username: string, password = PASSWORD, userAgent?: string) {
  const client = createTestClient(auth.app);
  const headers: Record<string, string> =
    userAgent === undefined ? {} : { 'user-agent': userAgent };
  const answer = await client.post(startSession.path, { username, password }, headers);
  return { client, status: answer.status };
}

async function itemsOf(client: TestClient, query = ''): Promise<readonly Item[]> {
  const answer = await client.get(`${SESSIONS}${query}`);
  assert.equal(answer.status, 200, answer.text);
  return answer.json['items'] as readonly Item[];
}

async function currentIdOf(client: TestClient): Promise<string> {
  return (await itemsOf(client)).find(({ current }) => current)?.id ?? 'none';
}

const isSignedIn = async (client: TestClient): Promise<boolean> =>
  (await client.get(getCurrentUser.path)).status === 200;

/** Why the sessions of a user have ended, oldest first. */
async function endsOf(username: string): Promise<readonly (string | null)[]> {
  const rows = await auth.db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .select('sessions.endedReason as reason')
    .where('users.username', '=', username)
    .orderBy('sessions.createdAt')
    .execute();
  return rows.map(({ reason }) => reason);
}

function assertProblem(answer: Answer, status: number, code: string): void {
  assert.equal(answer.status, status, answer.text);
  assert.equal(answer.json['code'], code);
}

describe('the list of sessions', () => {
  it('says how often a sign-in as the user has failed, and when last, and nothing about others', async () => {
    const client = await signIn(auth.app, 'watched');
    const neighbour = await signIn(auth.app, 'neighbour');
    const failedOf = async (asker: TestClient) =>
      (await asker.get(SESSIONS)).json['failedSignIns'] as { count: number; lastAt: string | null };
    assert.deepEqual(await failedOf(client), { count: 0, lastAt: null });
    for (let times = 0; times < 7; times += 1) await recordFailedSignIn(auth.db, 'watched', 'r');
    const { count, lastAt } = await failedOf(client);
    assert.equal(count, 5);
    assert.match(String(lastAt), /^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    assert.deepEqual(await failedOf(neighbour), { count: 0, lastAt: null });

    const old =
      "insert into audit_log (at, action, object_type, object_id, request_id) select now() - interval '31 days', 'sign-in.failed', 'user', id::text, 'r' from users where username = 'neighbour'";
    await sql.raw(old).execute(auth.db);
    assert.deepEqual(await failedOf(neighbour), { count: 0, lastAt: null });
  });

  it('shows where the user is signed in, the latest first, and which one is current', async () => {
    const first = await signIn(auth.app, 'lister');
    const firstAt = auth.now();
    auth.advanceSeconds(60);
    const { client } = await logIn('lister', PASSWORD, 'Firefox/140.0');
    const secondAt = auth.now();
    auth.advanceSeconds(60);
    await first.post(refreshSession.path);
    const answer = await first.get(SESSIONS);
    const items = answer.json['items'] as readonly Item[];
    assert.deepEqual(answer.json, {
      items: [
        {
          id: items[0]?.id,
          createdAt: secondAt.toISOString(),
          lastUsedAt: secondAt.toISOString(),
          expiresAt: new Date(secondAt.getTime() + (DAY_SECONDS / 2) * 1000).toISOString(),
          current: false,
          userAgent: 'Firefox/140.0',
          methods: ['pwd'],
        },
        {
          id: items[1]?.id,
          createdAt: firstAt.toISOString(),
          lastUsedAt: auth.now().toISOString(),
          expiresAt: new Date(auth.now().getTime() + (DAY_SECONDS / 2) * 1000).toISOString(),
          current: true,
          userAgent: 'lightMyRequest',
          methods: ['pwd'],
        },
      ],
      nextCursor: null,
      failedSignIns: { count: 0, lastAt: null },
    });
    assert.equal(await currentIdOf(client), items[0]?.id);
  });

  it('has no ended or expired sessions, and none of other users', async () => {
    await signIn(auth.app, 'other');
    const old = await signIn(auth.app, 'tidy');
    await (await logIn('tidy')).client.post(endCurrentSession.path);
    auth.advanceSeconds(30 * DAY_SECONDS);
    const { client } = await logIn('tidy');
    assert.equal((await itemsOf(client)).length, 1);
    assert.equal((await old.get(SESSIONS)).status, 401);
  });

  it('comes in pages that neither repeat nor omit any, even within one instant', async () => {
    const client = await signIn(auth.app, 'pager');
    for (let index = 0; index < 6; index += 1) await logIn('pager');
    const seen = await listAllPages<Item>(client, `${SESSIONS}?limit=3`);
    assert.equal(seen.length, 7);
    assert.equal(new Set(seen.map(({ id }) => id)).size, 7);
  });

  it('keeps at most 200 characters of a user agent, on one line', async () => {
    await register(createTestClient(auth.app), personNamed('agent'));
    const agents: readonly (readonly [string, string | undefined])[] = [
      [`  \u0001Opera\u007f ${'x'.repeat(300)}`, `Opera ${'x'.repeat(194)}`],
      ['\u0001\u0002', undefined],
      ['<b>1\u0085</b>', '<b>1</b>'],
    ];
    for (const [sent, kept] of agents) {
      const { client } = await logIn('agent', PASSWORD, sent);
      const item = (await itemsOf(client)).find(({ current }) => current);
      assert.equal(item?.userAgent, kept);
    }
  });

  const wrong = (value: unknown): string =>
    Buffer.from(JSON.stringify(value)).toString('base64url');
  for (const query of [
    'limit=0',
    'limit=201',
    'limit=1e1',
    'offset=1',
    'cursor=nonsense',
    `cursor=${wrong(['2026-07-01T09:00:00.000Z', 'no id'])}`,
    `cursor=${wrong(['2026-13-01T09:00:00.000Z', randomUUID()])}`,
    `cursor=${wrong([1, randomUUID()])}`,
  ]) {
    it(`refuses ?${query.slice(0, 60)}`, async () => {
      const client = await signIn(auth.app, `q${randomUUID().slice(0, 8)}`);
      assertProblem(await client.get(`${SESSIONS}?${query}`), 400, 'validation-failed');
    });
  }
});

describe('ending one session', () => {
  it('signs it out at once and leaves the current one alone', async () => {
    const client = await signIn(auth.app, 'ender');
    auth.advanceSeconds(1);
    const { client: lost } = await logIn('ender');
    const answer = await client.delete(`${SESSIONS}/${await currentIdOf(lost)}`);
    assert.deepEqual([answer.status, answer.text, answer.setCookies], [204, '', []]);
    assert.equal(await isSignedIn(lost), false);
    assert.equal((await lost.post(refreshSession.path)).status, 401);
    assert.equal(await isSignedIn(client), true);
    assert.deepEqual(await endsOf('ender'), [null, 'ended-by-user']);
  });

  it('clears the cookies when it is the current one', async () => {
    const client = await signIn(auth.app, 'self.ender');
    assert.equal((await client.delete(`${SESSIONS}/${await currentIdOf(client)}`)).status, 204);
    assert.deepEqual([...client.cookies], []);
  });

  it('answers 404 for one that is another user’s, ended, expired or unknown, with the same bytes', async () => {
    const stranger = await signIn(auth.app, 'not.mine');
    const old = await signIn(auth.app, 'foreigner');
    const oldId = await currentIdOf(old);
    auth.advanceSeconds(31 * DAY_SECONDS);
    const foreignId = await currentIdOf((await logIn('not.mine')).client);
    const { client: ended } = await logIn('foreigner');
    const endedId = await currentIdOf(ended);
    await ended.post(endCurrentSession.path);
    const { client } = await logIn('foreigner');
    for (const id of [foreignId, oldId, endedId, randomUUID(), '1', 'nonsense']) {
      const answer = await client.delete(`${SESSIONS}/${id}`);
      assertProblem(answer, 404, 'not-found');
      assert.equal(answer.json['detail'], 'The session was not found');
    }
    assert.equal(await isSignedIn(stranger), false, 'it has expired by itself');
    assert.deepEqual(await endsOf('not.mine'), [null, null]);
  });

  it('takes effect once when requested many times at once', async () => {
    const client = await signIn(auth.app, 'eager');
    const id = await currentIdOf((await logIn('eager')).client);
    const answers = await Promise.all(
      Array.from({ length: 10 }, async () => client.delete(`${SESSIONS}/${id}`)),
    );
    assert.equal(answers.filter(({ status }) => status === 204).length, 1);
    assert.equal(answers.filter(({ status }) => status === 404).length, 9);
  });
});

describe('logging out everywhere', () => {
  it('ends all sessions of the user, including this one, and clears its cookies', async () => {
    const client = await signIn(auth.app, 'everywhere');
    const others = [(await logIn('everywhere')).client, (await logIn('everywhere')).client];
    const stranger = await signIn(auth.app, 'elsewhere');
    const answer = await client.post(api.endAllSessions.path);
    assert.deepEqual([answer.status, answer.json], [200, { success: true }]);
    assert.deepEqual([...client.cookies], []);
    for (const other of others) assert.equal(await isSignedIn(other), false);
    assert.equal(await isSignedIn(stranger), true);
    assert.deepEqual(await endsOf('everywhere'), ['logout-all', 'logout-all', 'logout-all']);
  });

  it('refuses a body that it would ignore', async () => {
    const client = await signIn(auth.app, 'wordy');
    const answer = await client.post(api.endAllSessions.path, { except: 'this' });
    assertProblem(answer, 400, 'validation-failed');
  });
});

describe('changing the password', () => {
  const change = async (
    client: TestClient,
    currentPassword: unknown,
    newPassword: unknown,
  ): Promise<Answer> => client.post(api.changePassword.path, { currentPassword, newPassword });

  it('ends all other sessions, keeps this one, and applies from the next login on', async () => {
    const client = await signIn(auth.app, 'changer');
    auth.advanceSeconds(1);
    const { client: other } = await logIn('changer');
    const answer = await change(client, PASSWORD, NEW_PASSWORD);
    assert.deepEqual([answer.status, answer.json], [200, { success: true }]);
    assert.equal(await isSignedIn(client), true);
    assert.equal((await client.post(refreshSession.path)).status, 200);
    assert.equal(await isSignedIn(other), false);
    assert.deepEqual(await endsOf('changer'), [null, 'password-changed']);
    assert.equal((await logIn('changer')).status, 401);
    assert.equal((await logIn('changer', NEW_PASSWORD)).status, 200);
  });

  it('refuses a wrong current password as a login would, and counts it as one', async () => {
    const client = await signIn(auth.app, 'guesser');
    for (let index = 0; index < 5; index += 1)
      assertProblem(await change(client, 'неверный', NEW_PASSWORD), 401, 'wrong-credentials');
    const answer = await change(client, PASSWORD, NEW_PASSWORD);
    assertProblem(answer, 429, 'too-many-attempts');
    assert.equal(answer.headers['retry-after'], '60');
    assert.equal((await logIn('guesser')).status, 429);
    assert.equal(await isSignedIn(client), true);
    auth.advanceSeconds(60);
    assert.equal((await change(client, PASSWORD, NEW_PASSWORD)).status, 200);
  });

  it('accepts one of many concurrent new passwords', async () => {
    const client = await signIn(auth.app, 'torn');
    const candidates = Array.from({ length: 6 }, (_, index) => `конь номер ${index}`);
    const ask = async (candidate: string): Promise<Answer> =>
      askAgain(async () => change(client, PASSWORD, candidate), [503]);
    const answers = await Promise.all(candidates.map(ask));
    const taken = candidates.filter((_, index) => answers[index]?.status === 200);
    assert.equal(taken.length, 1);
    for (const { status } of answers) assert.ok([200, 401, 409, 429].includes(status));
    auth.advanceSeconds(60);
    assert.equal((await logIn('torn', taken[0])).status, 200);
  });

  it('refuses short and common ones and the user’s own name outside development', async () => {
    const production = await openTestApp({ config: { appEnv: 'production' } });
    try {
      const person = { ...personNamed('svetlana'), password: 'лошадь верна как 7 дубов' };
      const client = createTestClient(production.app);
      await register(client, person);
      const credentials = { username: 'svetlana', password: person.password };
      await client.post(startSession.path, credentials);
      for (const candidate of ['elf-zeichen', 'password12345', 'svetlana.svetlana.1']) {
        const answer = await change(client, person.password, candidate);
        assertProblem(answer, 400, 'validation-failed');
        assert.equal((answer.json['errors'] as { path: string }[])[0]?.path, '/newPassword');
        assert.ok(!answer.text.includes(candidate));
      }
    } finally {
      await production.close();
    }
  });

  const BAD_BODIES: readonly (readonly [string, unknown, string])[] = [
    ['newPassword', PASSWORD, 'the old one'],
    ['newPassword', PASSWORD.normalize('NFD'), 'the old one, typed in another way'],
    ['newPassword', 'short', 'too short'],
    ['newPassword', 'p'.repeat(257), 'too long'],
    ['newPassword', 12345678, 'a number'],
    ['newPassword', null, 'null'],
    ['currentPassword', '', 'empty'],
    ['currentPassword', 'p'.repeat(257), 'too long'],
    ['currentPassword', ['a'], 'a list'],
    ['userId', 1, 'an unknown field'],
  ];
  it('names the field of every bad body', async () => {
    const client = await signIn(auth.app, 'malformed');
    for (const [field, value, why] of BAD_BODIES) {
      const body = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD, [field]: value };
      const answer = await client.post(api.changePassword.path, body);
      assertProblem(answer, 400, 'validation-failed');
      const [error] = answer.json['errors'] as { path: string }[];
      assert.equal(error?.path, `/${field}`, why);
    }
    assertProblem(await client.post(api.changePassword.path, {}), 400, 'validation-failed');
    assert.equal((await logIn('malformed')).status, 200);
  });
});

describe('a user’s own sessions', () => {
  const ROUTES = [
    ['get', SESSIONS],
    ['delete', `${SESSIONS}/${randomUUID()}`],
    ['post', api.endAllSessions.path],
    ['post', api.changePassword.path],
  ] as const;
  for (const [method, url] of ROUTES) {
    it(`are closed to strangers, and to pages without a CSRF token: ${method} ${url.slice(0, 22)}`, async () => {
      const stranger = createTestClient(auth.app);
      assertProblem(await stranger[method](url), 401, 'not-signed-in');
      if (method === 'get') return;
      const client = await signIn(auth.app, `page${randomUUID().slice(0, 8)}`);
      const answer =
        method === 'delete'
          ? await client.delete(url, fromPage())
          : await client.post(url, undefined, fromPage());
      assertProblem(answer, 403, 'csrf-token-invalid');
      assert.equal(await isSignedIn(client), true);
    });
  }
});

describe('sessions that have ended', () => {
  it('are deleted after 90 days, a few at each new one, and not a day sooner', async () => {
    const own = await openTestApp({
      config: { sessionIdleHours: 11 * 24, sessionAbsoluteDays: 365 },
    });
    const count = async (): Promise<number> =>
      (await own.db.selectFrom('sessions').select('id').execute()).length;
    try {
      await register(createTestClient(own.app), personNamed('sweeper'));
      const credentials = { username: 'sweeper', password: PASSWORD };
      const logInNow = async (): Promise<TestClient> => {
        const client = createTestClient(own.app);
        assert.equal((await client.post(startSession.path, credentials)).status, 200);
        return client;
      };
      for (let index = 0; index < 8; index += 1)
        await (await logInNow()).post(endCurrentSession.path);
      const alive = await logInNow();
      for (let day = 0; day < 90; day += 10) {
        own.advanceSeconds(10 * DAY_SECONDS);
        assert.equal((await alive.post(refreshSession.path)).status, 200);
      }
      await logInNow();
      assert.equal(await count(), 10, 'ninety days are not yet over');
      own.advanceSeconds(1);
      await logInNow();
      assert.equal(await count(), 6);
      await logInNow();
      assert.equal(await count(), 4);
      assert.equal((await alive.get(getCurrentUser.path)).status, 200);
    } finally {
      await own.close();
    }
  });
});
