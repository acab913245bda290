import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import * as api from '@kvartplata/contracts/auth/sessions.ts';
import { startSession } from '@kvartplata/contracts/auth/sign-in.ts';
import { getCurrentUser } from '@kvartplata/contracts/auth/users.ts';
import { openTestApp, type TestApp } from '../testing/auth-app.ts';
import { deriveKeys } from '@kvartplata/platform/identity/keys.ts';
import { createTestClient, signIn, type Answer, type TestClient } from '../testing/test-client.ts';
import { decodeJwt } from 'jose';
import { readRefreshToken, refreshTokenFor } from './refresh-token.ts';
import { findSessionState, refreshSession } from './sessions.service.ts';

const HOUR_SECONDS = 3_600;

const refresh = async (client: TestClient): Promise<Answer> => client.post(api.refreshSession.path);
const tokenOf = (client: TestClient): string => client.cookies.get('refresh_token') ?? '';

describe('refreshing', () => {
  let auth: TestApp;
  before(async () => {
    auth = await openTestApp();
  });
  after(async () => auth.close());

  /** The response to a refresh token presented alone, as a thief would. */
  const refreshWith = async (token: string): Promise<{ answer: Answer; client: TestClient }> => {
    const client = createTestClient(auth.app);
    client.cookies.set('refresh_token', token);
    return { answer: await refresh(client), client };
  };
  const endOf = async (username: string): Promise<unknown> =>
    auth.db
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.userId')
      .select('sessions.endedReason as reason')
      .where('users.username', '=', username)
      .execute();

  it('gives a new refresh token and a new access token for the same session', async () => {
    const client = await signIn(auth.app, 'fresh');
    const [access, token] = [client.cookies.get('access_token'), tokenOf(client)];
    auth.advanceSeconds(601);
    assert.equal((await client.get(getCurrentUser.path)).status, 401);
    const answer = await refresh(client);
    assert.equal(answer.status, 200);
    assert.equal(
      answer.json['accessTokenExpiresAt'],
      new Date(auth.now().getTime() + 600_000).toISOString(),
    );
    assert.notEqual(client.cookies.get('access_token'), access);
    assert.notEqual(tokenOf(client), token);
    assert.equal((await client.get(getCurrentUser.path)).json['username'], 'fresh');
  });

  it('gives 100 concurrent requests one and the same successor', async () => {
    const first = tokenOf(await signIn(auth.app, 'crowd'));
    const results = await Promise.all(
      Array.from({ length: 100 }).map(async () => refreshWith(first)),
    );
    assert.deepEqual(new Set(results.map(({ answer }) => answer.status)), new Set([200]));
    const successors = new Set(results.map(({ client }) => tokenOf(client)));
    assert.equal(successors.size, 1);
    const [successor] = successors;
    assert.equal((await refreshWith(successor ?? '')).answer.status, 200);
  });

  it('repeats the same successor for the previous token for 30 s', async () => {
    const client = await signIn(auth.app, 'lost.answer');
    const first = tokenOf(client);
    await refresh(client);
    auth.advanceSeconds(30);
    const again = await refreshWith(first);
    assert.equal(again.answer.status, 200);
    assert.equal(tokenOf(again.client), tokenOf(client));
    assert.equal((await again.client.get(getCurrentUser.path)).status, 200);
  });

  it('treats the previous token as stolen after 30 s, and ends the session for everybody', async () => {
    const client = await signIn(auth.app, 'robbed');
    const first = tokenOf(client);
    await refresh(client);
    auth.advanceSeconds(31);
    assert.equal((await refreshWith(first)).answer.status, 401);
    assert.equal((await refresh(client)).status, 401);
    assert.equal((await client.get(getCurrentUser.path)).status, 401);
    assert.deepEqual(await endOf('robbed'), [{ reason: 'token-reused' }]);
  });

  it('treats any older token as stolen at once', async () => {
    const client = await signIn(auth.app, 'robbed.soon');
    const first = tokenOf(client);
    await refresh(client);
    await refresh(client);
    assert.equal((await refreshWith(first)).answer.status, 401);
    assert.equal((await refresh(client)).status, 401);
    assert.deepEqual(await endOf('robbed.soon'), [{ reason: 'token-reused' }]);
  });

  it('goes on from a token that is ahead of a restored database, and still detects a copied one', async () => {
    const client = await signIn(auth.app, 'restored');
    await refresh(client);
    const copied = tokenOf(client);
    await refresh(client);
    await refresh(client);
    const last = tokenOf(client);
    await auth.db
      .updateTable('sessions')
      .from('users')
      .set({ generation: 2 })
      .whereRef('users.id', '=', 'sessions.userId')
      .where('users.username', '=', 'restored')
      .execute();
    const results = await Promise.all([refreshWith(last), refreshWith(last)]);
    assert.deepEqual(
      results.map(({ answer }) => answer.status),
      [200, 200],
    );
    assert.equal(new Set(results.map((result) => tokenOf(result.client))).size, 1);
    assert.equal((await refreshWith(copied)).answer.status, 401);
    assert.deepEqual(await endOf('restored'), [{ reason: 'token-reused' }]);
  });

  it('shows the operator how many sessions were ended by a copied token within a day', async () => {
    const reused = async () =>
      /^auth_sessions_reused_last_day\{.*\} (\d+)$/m.exec(
        (await auth.app.inject('/metrics')).payload,
      )?.[1];
    assert.equal(await reused(), '3');
    auth.advanceSeconds(86_400);
    assert.equal(await reused(), '0');
  });

  it('ends one session and leaves the user’s other sessions alone', async () => {
    const stolen = await signIn(auth.app, 'two.devices');
    const other = createTestClient(auth.app);
    const body = { username: 'two.devices', password: 'верный конь 42' };
    await other.post(startSession.path, body);
    const first = tokenOf(stolen);
    await refresh(stolen);
    await refresh(stolen);
    await refreshWith(first);
    assert.equal((await refresh(stolen)).status, 401);
    assert.equal((await refresh(other)).status, 200);
  });

  it('extends a session in use, and lets one that is idle for 12 hours expire', async () => {
    const client = await signIn(auth.app, 'holiday');
    auth.advanceSeconds(12 * HOUR_SECONDS - 1);
    assert.equal((await refresh(client)).status, 200);
    auth.advanceSeconds(12 * HOUR_SECONDS - 1);
    assert.equal((await refresh(client)).status, 200);
    auth.advanceSeconds(12 * HOUR_SECONDS);
    assert.equal((await refresh(client)).status, 401);
  });

  it('ends a session seven days after the sign-in, however much it is used', async () => {
    const client = await signIn(auth.app, 'tireless');
    for (let hours = 0; hours < 7 * 24 - 8; hours += 8) {
      auth.advanceSeconds(8 * HOUR_SECONDS);
      assert.equal((await refresh(client)).status, 200);
    }
    const { sub, sid } = decodeJwt(client.cookies.get('access_token') ?? '');
    const state = async (): Promise<boolean> =>
      (await findSessionState(auth.db, { userId: Number(sub), sessionId: String(sid) }, auth.now()))
        .active;
    auth.advanceSeconds(8 * HOUR_SECONDS - 1);
    assert.equal(await state(), true);
    auth.advanceSeconds(1);
    assert.equal(await state(), false, 'as core and billing ask');
    assert.equal((await refresh(client)).status, 401);
    assert.deepEqual(await endOf('tireless'), [{ reason: null }]);
  });

  it('applies a shorter setting from the next refresh on', async () => {
    const client = await signIn(auth.app, 'shortened');
    auth.advanceSeconds(10 * HOUR_SECONDS);
    const claim = readRefreshToken(auth.keys.refresh, tokenOf(client));
    assert.ok(claim !== undefined);
    const lives = { idleMs: 3_600_000, absoluteMs: 8 * 3_600_000 };
    await refreshSession(auth.db, { keys: auth.keys, lives }, claim, 'r', auth.now());
    auth.advanceSeconds(1);
    assert.equal((await client.get(getCurrentUser.path)).status, 401);
  });

  it('answers everything it refuses with the same bytes', async () => {
    const ended = await signIn(auth.app, 'ended');
    const endedToken = tokenOf(ended);
    await ended.post(api.endCurrentSession.path);
    const unknown = { sessionId: '00000000-0000-4000-8000-000000000000', generation: 1 };
    const foreign = deriveKeys(Buffer.alloc(32, 1));
    const answers = [
      await createTestClient(auth.app).post(api.refreshSession.path),
      (await refreshWith('nonsense')).answer,
      (await refreshWith(endedToken)).answer,
      (await refreshWith(refreshTokenFor(auth.keys.refresh, unknown))).answer,
      (await refreshWith(refreshTokenFor(foreign.refresh, unknown))).answer,
    ];
    const bytes = answers.map(({ text }) => text.replace(/"requestId":"[^"]+"/, ''));
    assert.equal(new Set(bytes).size, 1, bytes.join('\n'));
    for (const answer of answers) {
      assert.equal(answer.status, 401);
      assert.equal(answer.json['code'], 'not-signed-in');
      assert.deepEqual(answer.setCookies, []);
    }
  });
});
