import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { addressOf } from '@kvartplata/contracts/address.ts';
import { listAuthChanges } from '@kvartplata/contracts/auth/audit.ts';
import {
  changePassword,
  endAllSessions,
  endOwnSession,
  listOwnSessions,
} from '@kvartplata/contracts/auth/own-sessions.ts';
import { endCurrentSession, refreshSession } from '@kvartplata/contracts/auth/sessions.ts';
import { startSession } from '@kvartplata/contracts/auth/sign-in.ts';
import {
  changePlatformRole,
  getCurrentUser,
  registerUser,
} from '@kvartplata/contracts/auth/users.ts';
import { moscowDayOf } from '@kvartplata/domain/calendar/day.ts';
import { sql } from 'kysely';
import { openDatabase } from '@kvartplata/platform/database/database.ts';
import { openTestApp, type TestApp } from './testing/auth-app.ts';
import {
  createTestClient,
  listAllPages,
  PASSWORD,
  personNamed,
  register,
  signIn,
  type TestClient,
} from './testing/test-client.ts';

type Entry = {
  readonly id: number;
  readonly at: string;
  readonly organizationId: number | null;
  readonly userId: number | null;
  readonly action: string;
  readonly objectType: string;
  readonly objectId: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly requestId: string;
};

const NEW_PASSWORD = 'новый конь 43';

let auth: TestApp;
let admin: TestClient;
before(async () => {
  auth = await openTestApp();
  admin = await signIn(auth.app, 'admin');
});
after(async () => auth.close());

async function entries(query = ''): Promise<readonly Entry[]> {
  const answer = await admin.get(`${listAuthChanges.path}?limit=200${query}`);
  assert.equal(answer.status, 200, answer.text);
  return answer.json['items'] as readonly Entry[];
}

async function userIdOf(client: TestClient): Promise<number> {
  return Number((await client.get(getCurrentUser.path)).json['id']);
}

async function sessionIdOf(client: TestClient): Promise<string> {
  const { json } = await client.get(listOwnSessions.path);
  const items = json['items'] as readonly { readonly id: string; readonly current: boolean }[];
  return items.find(({ current }) => current)?.id ?? 'none';
}

async function logIn(username: string): Promise<TestClient> {
  const client = createTestClient(auth.app);
  await client.post(startSession.path, { username, password: PASSWORD });
  return client;
}

/** An entry without the fields that a test cannot predict. */
const told = ({ userId, action, objectType, objectId, before: from, after: to }: Entry) => ({
  userId,
  action,
  object: `${objectType}:${objectId}`,
  before: from,
  after: to,
});

describe('the audit log', () => {
  it('records who registered, in which request, and nothing personal but the role', async () => {
    const client = createTestClient(auth.app);
    const headers = { 'x-csrf-token': await client.csrfToken(), 'x-request-id': 'request-1' };
    const { json } = await client.post(registerUser.path, personNamed('newcomer'), headers);
    const userId = Number(json['id']);
    const [entry] = await entries(`&who=${userId}`);
    assert.ok(entry !== undefined);
    assert.deepEqual(told(entry), {
      userId,
      action: 'user.registered',
      object: `user:${userId}`,
      before: null,
      after: { platformRole: 'user' },
    });
    assert.deepEqual([entry.requestId, entry.organizationId], ['request-1', null]);
  });

  it('records nothing for what failed', async () => {
    const count = (await entries()).length;
    const client = createTestClient(auth.app);
    assert.equal((await register(client, personNamed('newcomer'))).status, 409);
    await client.post(endCurrentSession.path);
    assert.equal((await entries()).length, count);
  });

  it('records for every end of a session why it ended and who ended it', async () => {
    const leaving = await signIn(auth.app, 'leaving');
    const userId = await userIdOf(leaving);
    const expected: ReturnType<typeof told>[] = [];
    const expect = async (client: TestClient, reason: string, by: number | null) =>
      expected.unshift({
        userId: by,
        action: 'session.ended',
        object: `session:${await sessionIdOf(client)}`,
        before: null,
        after: { userId, reason },
      });

    await expect(leaving, 'logout', userId);
    await leaving.post(endCurrentSession.path);
    await leaving.post(endCurrentSession.path);

    const robbed = await logIn('leaving');
    await expect(robbed, 'token-reused', null);
    const thief = createTestClient(auth.app);
    const stolen = robbed.cookies.get('refresh_token') ?? '';
    await robbed.post(refreshSession.path);
    await robbed.post(refreshSession.path);
    thief.cookies.set('refresh_token', stolen);
    assert.equal((await thief.post(refreshSession.path)).status, 401);

    const ended = await logIn('leaving');
    await expect(ended, 'ended-by-user', userId);
    await ended.delete(
      addressOf(endOwnSession, { params: { sessionId: await sessionIdOf(ended) } }),
    );

    const everywhere = await logIn('leaving');
    await expect(everywhere, 'logout-all', userId);
    await everywhere.post(endAllSessions.path);

    const all = (await entries('&what=session.ended')).filter(
      ({ after: to }) => (to as { userId: number }).userId === userId,
    );
    assert.deepEqual(all.map(told), expected);
  });

  it('records a new password and the sessions that it ended, and never the password', async () => {
    const client = await signIn(auth.app, 'changer');
    const userId = await userIdOf(client);
    const otherId = await sessionIdOf(await logIn('changer'));
    const body = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD };
    assert.equal((await client.post(changePassword.path, body)).status, 200);
    const [end, change] = (await entries(`&who=${userId}`)).map(told);
    assert.deepEqual(change, {
      userId,
      action: 'password.changed',
      object: `user:${userId}`,
      before: null,
      after: null,
    });
    assert.deepEqual(end?.object, `session:${otherId}`);
    assert.deepEqual(end?.after, { userId, reason: 'password-changed' });
    const log = JSON.stringify(await entries());
    for (const secret of [PASSWORD, NEW_PASSWORD, 'argon2', 'changer@'])
      assert.ok(!log.includes(secret), secret);
  });

  it('records a role before and after a change, once', async () => {
    const userId = await userIdOf(await signIn(auth.app, 'climber'));
    const url = addressOf(changePlatformRole, { params: { userId } });
    await admin.put(url, { platformRole: 'admin' });
    await admin.put(url, { platformRole: 'admin' });
    const changes = await entries(`&object=user:${userId}&what=user.role-changed`);
    assert.deepEqual(changes.map(told), [
      {
        userId: await userIdOf(admin),
        action: 'user.role-changed',
        object: `user:${userId}`,
        before: { platformRole: 'user' },
        after: { platformRole: 'admin' },
      },
    ]);
    await admin.put(url, { platformRole: 'user' });
  });
});

describe('reading the audit log', () => {
  it('filters by who, what, object and time, each alone and all together', async () => {
    const client = await signIn(auth.app, 'narrow');
    const userId = await userIdOf(client);
    const sessionId = await sessionIdOf(client);
    await client.post(endCurrentSession.path);
    const actions = async (query: string): Promise<readonly string[]> =>
      (await entries(query)).map(({ action }) => action);
    assert.deepEqual(await actions(`&who=${userId}`), [
      'session.ended',
      'session.started',
      'user.registered',
    ]);
    assert.deepEqual(await actions(`&who=${userId}&what=session`), [
      'session.ended',
      'session.started',
    ]);
    assert.deepEqual(await actions(`&who=${userId}&what=session.ended`), ['session.ended']);
    assert.deepEqual(await actions(`&who=${userId}&what=user.registered`), ['user.registered']);
    assert.deepEqual(await actions(`&object=session:${sessionId}`), [
      'session.ended',
      'session.started',
    ]);
    assert.ok((await actions('&object=session')).every((action) => action.startsWith('session.')));
    const [entry] = await entries(`&who=${userId}`);
    const day = moscowDayOf(new Date(String(entry?.at))).toString();
    const all = `&who=${userId}&what=session.ended&object=session:${sessionId}`;
    assert.deepEqual(await actions(`${all}&from=${day}&to=${day}`), ['session.ended']);
    assert.deepEqual(await actions(`${all}&from=${entry?.at}`), ['session.ended']);
    assert.deepEqual(await actions(`${all}&to=${entry?.at}`), []);
    assert.deepEqual(await actions(`${all}&to=2026-01-01`), []);
    assert.deepEqual(await actions(`${all}&from=2199-01-01`), []);
    assert.deepEqual(await actions('&who=999999'), []);
  });

  it('returns the newest first, in pages that neither repeat nor omit any', async () => {
    const all = (await entries()).map(({ id }) => id);
    assert.deepEqual(
      all,
      all.toSorted((a, b) => b - a),
    );
    const pages = await listAllPages<Entry>(admin, `${listAuthChanges.path}?limit=4`);
    const seen = pages.map(({ id }) => id);
    assert.deepEqual(seen, all);
  });

  it('is for admins only', async () => {
    const user = await signIn(auth.app, 'curious');
    assert.equal((await createTestClient(auth.app).get(listAuthChanges.path)).status, 401);
    const answer = await user.get(listAuthChanges.path);
    assert.deepEqual([answer.status, answer.json['code']], [403, 'forbidden']);
  });

  for (const query of [
    'who=me',
    'what=Session',
    'what=a.b.c',
    'object=session:',
    'object=:1',
    'from=yesterday',
    'from=2026-02-30',
    'to=2026-07-01T25:00:00Z',
    'limit=0',
    'limit=201',
    'cursor=x',
    'secret=1',
  ]) {
    it(`refuses ?${query}`, async () => {
      const answer = await admin.get(`${listAuthChanges.path}?${query}`);
      assert.deepEqual([answer.status, answer.json['code']], [400, 'validation-failed']);
    });
  }
});

describe('the audit log in the database', () => {
  const CHANGES = [
    sql`update audit_log set action = 'nothing.happened'`,
    sql`delete from audit_log`,
    sql`truncate audit_log`,
  ];

  it('may not be changed by the service', async () => {
    for (const change of CHANGES) await assert.rejects(change.execute(auth.db), { code: '42501' });
  });

  it('refuses changes by its owner, too', async () => {
    const { db } = openDatabase<unknown>({
      url: auth.databaseUrl,
      poolSize: 1,
      applicationName: 'auth-test',
    });
    try {
      for (const change of CHANGES)
        await assert.rejects(change.execute(db), /the audit log only grows/);
    } finally {
      await db.destroy();
    }
  });
});
