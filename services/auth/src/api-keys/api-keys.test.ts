import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import * as api from '@kvartplata/contracts/auth/api-keys.ts';
import { listAuthChanges } from '@kvartplata/contracts/auth/audit.ts';
import { getApiKeyState } from '@kvartplata/contracts/auth/internal.ts';
import {
  changePassword,
  endAllSessions,
  listOwnSessions,
} from '@kvartplata/contracts/auth/own-sessions.ts';
import { refreshSession } from '@kvartplata/contracts/auth/sessions.ts';
import { stepUp } from '@kvartplata/contracts/auth/two-factor.ts';
import { getCurrentUser, listUsers } from '@kvartplata/contracts/auth/users.ts';
import { apiKeyHashOf } from '@kvartplata/platform/identity/api-key.ts';
import type { Membership } from '@kvartplata/platform/identity/memberships.ts';
import { signServiceToken } from '@kvartplata/platform/identity/service-token.ts';
import { openTestApp, type TestApp } from '../testing/auth-app.ts';
import { signInWithTwoFactor } from '../testing/authenticator.ts';
import { createTestClient, signIn, type Answer, type TestClient } from '../testing/test-client.ts';

const KEYS = api.listApiKeys.path;
const BODY = { organizationId: 7, name: 'Банк', role: 'viewer', expiresOn: '2026-12-31' };
const DAY_SECONDS = 86_400;

const memberships = new Map<number, readonly Membership[]>();
/** Runs while core is being queried. */
let meanwhile: (() => Promise<unknown>) | undefined;
let auth: TestApp;
let admin: TestClient;
let owner: TestClient;
let accountant: TestClient;
let stranger: TestClient;
before(async () => {
  const listMemberships = async (userId: number) => {
    await meanwhile?.();
    return memberships.get(userId) ?? [];
  };
  const hasOrganization = async (organizationId: number) => organizationId === 7;
  auth = await openTestApp({ listMemberships, hasOrganization });
  admin = await signIn(auth.app, 'admin');
  owner = await memberNamed('owner', 'owner');
  accountant = await memberNamed('accountant', 'accountant');
  stranger = await signIn(auth.app, 'stranger');
});
after(async () => auth.close());

async function memberNamed(username: string, role: Membership['role']): Promise<TestClient> {
  const client = await signIn(auth.app, username);
  const { json } = await client.get(getCurrentUser.path);
  memberships.set(Number(json['id']), [{ organizationId: 7, role }]);
  return client;
}

const make = async (client: TestClient, change: object = {}): Promise<Answer> =>
  client.post(KEYS, { ...BODY, ...change });

async function keyOf(client: TestClient, change: object = {}) {
  const { status, json, text } = await make(client, change);
  assert.equal(status, 201, text);
  return { key: String(json['key']), id: Number(json['id']) };
}

const asProgram = (key: string) => ({ authorization: `Bearer ${key}` });
const program = (): TestClient => createTestClient(auth.app);

function assertProblem(answer: Answer, status: number, code: string): void {
  assert.equal(answer.status, status, answer.text);
  assert.equal(answer.json['code'], code);
}

async function namesSeenBy(client: TestClient, query = '?organizationId=7'): Promise<string[]> {
  const answer = await client.get(`${KEYS}${query}`);
  assert.equal(answer.status, 200, answer.text);
  return (answer.json['items'] as readonly { name: string }[]).map(({ name }) => name);
}

describe('an API key', () => {
  it('is shown once, and stored as a hash', async () => {
    const { json } = await make(owner, { name: 'shown once', role: 'accountant' });
    const key = String(json['key']);
    assert.match(key, /^kp_[\w-]{43}[0-9a-f]{8}$/);
    assert.equal(json['ending'], key.slice(-4));
    assert.equal(json['status'], 'ACTIVE');
    const listed = await owner.get(`${KEYS}?organizationId=7`);
    assert.ok(!listed.text.includes(key));
    assert.ok(!('key' in (listed.json['items'] as object[])[0]!));
    const { keyHash } = await auth.db
      .selectFrom('apiKeys')
      .select('keyHash')
      .where('id', '=', Number(json['id']))
      .executeTakeFirstOrThrow();
    assert.deepEqual(keyHash, apiKeyHashOf(key));
  });

  it('is found at its Location, by those who may see it', async () => {
    const made = await make(accountant, { name: 'found again' });
    const place = String(made.headers['location']);
    const { key, ...shown } = made.json;
    for (const client of [accountant, owner, admin])
      assert.deepEqual((await client.get(place)).json, shown, String(key).slice(-4));
    assertProblem(await stranger.get(place), 404, 'not-found');
    assertProblem(await owner.get(`${KEYS}/999`), 404, 'not-found');
  });

  it('has at most the role of its creator', async () => {
    assertProblem(await make(accountant, { role: 'owner' }), 403, 'forbidden');
    assert.equal((await make(accountant, { role: 'accountant' })).status, 201);
    assertProblem(await make(stranger), 404, 'not-found');
    assertProblem(await make(owner, { organizationId: 8 }), 404, 'not-found');
    assert.equal((await make(admin, { role: 'owner', name: 'of the admin' })).status, 201);
    assert.equal((await make(admin, { organizationId: 8 })).status, 404);
    assert.equal((await admin.get(`${KEYS}?organizationId=8`)).status, 404);
  });

  const DAYS = [
    { expiresOn: '2026-06-30', why: 'it is over', status: 400 },
    { expiresOn: '2026-07-01', why: 'it is today', status: 201 },
    { expiresOn: '2028-07-01', why: 'two years', status: 201 },
    { expiresOn: '2028-07-02', why: 'longer than two years', status: 400 },
    { expiresOn: '2026-02-30', why: 'no such day', status: 400 },
  ];
  for (const { expiresOn, why, status } of DAYS)
    it(`ends on ${expiresOn}: ${why}`, async () => {
      const answer = await make(owner, { expiresOn });
      assert.equal(answer.status, status, answer.text);
    });

  it('is seen by its creator, owners and the admin, and by nobody else', async () => {
    await keyOf(owner, { name: 'of the owner' });
    await keyOf(accountant, { name: 'of the accountant' });
    const own = await namesSeenBy(accountant);
    assert.ok(own.includes('of the accountant') && !own.includes('of the owner'));
    for (const client of [owner, admin])
      assert.deepEqual((await namesSeenBy(client)).slice(0, 2), [
        'of the accountant',
        'of the owner',
      ]);
    assertProblem(await stranger.get(`${KEYS}?organizationId=7`), 404, 'not-found');
    assert.deepEqual(await namesSeenBy(stranger, ''), []);
  });

  it('is withdrawn by its creator or an owner, repeatably', async () => {
    const { id, key } = await keyOf(accountant);
    for (const client of [stranger, await memberNamed('viewer', 'viewer')])
      assertProblem(await client.delete(`${KEYS}/${id}`), 404, 'not-found');
    assert.equal((await program().get(getCurrentUser.path, asProgram(key))).status, 200);
    assert.equal((await owner.delete(`${KEYS}/${id}`)).status, 204);
    assert.equal((await accountant.delete(`${KEYS}/${id}`)).status, 204);
    assertProblem(await program().get(getCurrentUser.path, asProgram(key)), 401, 'not-signed-in');
    const audited = await admin.get(`${listAuthChanges.path}?object=api-key:${id}`);
    const actions = (audited.json['items'] as { action: string }[]).map(({ action }) => action);
    assert.deepEqual(actions, ['api-key.withdrawn', 'api-key.created']);
  });

  it('is good until the end of its last day in Moscow time', async () => {
    const { key } = await keyOf(owner, { expiresOn: '2026-07-02' });
    auth.advanceSeconds(DAY_SECONDS + 11 * 3_600);
    const good = await program().get(getCurrentUser.path, asProgram(key));
    assert.equal(good.status, 200, '20:00 UTC of 2 July is 23:00 in Moscow');
    auth.advanceSeconds(3_600);
    assertProblem(await program().get(getCurrentUser.path, asProgram(key)), 401, 'not-signed-in');
  });
});

describe('a program with a key', () => {
  it('acts as its creator, and is refused what is for people', async () => {
    const owners = await signIn(auth.app, 'owner');
    const { key } = await keyOf(owners, { role: 'owner' });
    const { json } = await program().get(getCurrentUser.path, asProgram(key));
    assert.equal(json['username'], 'owner');
    const bodies = { currentPassword: 'x', newPassword: 'another password' };
    for (const answer of [
      await program().post(KEYS, BODY, asProgram(key)),
      await program().get(KEYS, asProgram(key)),
      await program().get(listOwnSessions.path, asProgram(key)),
      await program().post(changePassword.path, bodies, asProgram(key)),
    ])
      assertProblem(answer, 403, 'forbidden');
  });

  it('is no platform admin, even if its creator is', async () => {
    const boss = await signIn(auth.app, 'admin');
    const { key } = await keyOf(boss, { role: 'owner' });
    assertProblem(await program().get(listUsers.path, asProgram(key)), 403, 'forbidden');
  });

  it('is refused once its creator has left or has a smaller role', async () => {
    const leaver = await memberNamed('leaver', 'accountant');
    const { key } = await keyOf(leaver, { role: 'accountant' });
    const asked = async (): Promise<number> =>
      (await program().get(getCurrentUser.path, asProgram(key))).status;
    assert.equal(await asked(), 200);
    const userId = Number((await leaver.get(getCurrentUser.path)).json['id']);
    memberships.set(userId, [{ organizationId: 7, role: 'viewer' }]);
    assert.equal(await asked(), 401);
    memberships.delete(userId);
    assert.equal(await asked(), 401);
  });

  it('shows as suspended while its creator does not have its role', async () => {
    const boss = await signIn(auth.app, 'owner');
    const waverer = await memberNamed('waverer', 'accountant');
    const great = await keyOf(waverer, { role: 'accountant' });
    const small = await keyOf(waverer, { role: 'viewer' });
    const userId = Number((await waverer.get(getCurrentUser.path)).json['id']);
    const statuses = async (): Promise<unknown[]> => {
      const { items } = (await boss.get(`${KEYS}?organizationId=7`)).json as {
        items: { id: number; status: string }[];
      };
      const one = await boss.get(`${KEYS}/${great.id}`);
      const listed = [great, small].map(({ id }) => items.find((each) => each.id === id)?.status);
      return [...listed, one.json['status']];
    };
    assert.deepEqual(await statuses(), ['ACTIVE', 'ACTIVE', 'ACTIVE']);
    memberships.set(userId, [{ organizationId: 7, role: 'viewer' }]);
    assert.deepEqual(await statuses(), ['SUSPENDED', 'ACTIVE', 'SUSPENDED']);
    memberships.set(userId, [{ organizationId: 8, role: 'owner' }]);
    assert.deepEqual(await statuses(), ['SUSPENDED', 'SUSPENDED', 'SUSPENDED']);
    memberships.set(userId, [{ organizationId: 7, role: 'accountant' }]);
    assert.deepEqual(await statuses(), ['ACTIVE', 'ACTIVE', 'ACTIVE']);
    memberships.delete(userId);
    assert.equal((await boss.delete(`${KEYS}/${great.id}`)).status, 204);
    assert.deepEqual(await statuses(), ['WITHDRAWN', 'SUSPENDED', 'WITHDRAWN']);
  });

  it('gets no key that was requested by a session that has ended since', async () => {
    const client = await memberNamed('leaver', 'owner');
    const other = await signIn(auth.app, 'leaver');
    meanwhile = async () => other.post(endAllSessions.path);
    try {
      assertProblem(await make(client, { name: 'made late' }), 401, 'not-signed-in');
    } finally {
      meanwhile = undefined;
    }
    const names = await namesSeenBy(await signIn(auth.app, 'owner'));
    assert.ok(!names.includes('made late'));
  });

  it('is refused with a key in a cookie, truncated, or changed by a character', async () => {
    const { key } = await keyOf(await signIn(auth.app, 'owner'));
    const last = key.endsWith('0') ? '1' : '0';
    for (const headers of [
      { cookie: `access_token=${key}` },
      asProgram(key.slice(0, -1)),
      asProgram(key.slice(0, -8)),
      asProgram(key.slice(0, -1) + last),
      asProgram(`${key}0`),
      asProgram(key.toUpperCase()),
      asProgram('kp_'),
    ])
      assertProblem(await program().get(getCurrentUser.path, headers), 401, 'not-signed-in');
  });

  it('gets a key from a user with a second factor only within ten minutes of proving it', async () => {
    const keeper = await signInWithTwoFactor(auth, 'keeper');
    memberships.set(keeper.userId, [{ organizationId: 7, role: 'owner' }]);
    assertProblem(await make(keeper.client, { name: 'unproven' }), 403, 'step-up-needed');
    assertProblem(await make(keeper.client, { organizationId: 8 }), 404, 'not-found');
    assert.ok(!(await namesSeenBy(keeper.client)).includes('unproven'));
    assert.equal((await keeper.client.post(stepUp.path, { code: keeper.code() })).status, 200);
    auth.advanceSeconds(300);
    assert.equal((await keeper.client.post(refreshSession.path)).status, 200);
    auth.advanceSeconds(300);
    assert.equal((await make(keeper.client)).status, 201);
    auth.advanceSeconds(1);
    assertProblem(await make(keeper.client), 403, 'step-up-needed');
  });
});

describe('what other services learn about a key', () => {
  const stateOf = async (key: string) => {
    const token = await signServiceToken(auth.keys.service, 'core', 'auth', auth.now());
    const path = getApiKeyState.path.replace(':hash', apiKeyHashOf(key)?.toString('hex') ?? '');
    return (await program().get(path, asProgram(token))).json['apiKey'];
  };

  it('is its user and rights, and nothing for an invalid key', async () => {
    const client = await signIn(auth.app, 'accountant');
    const { key, id } = await keyOf(client, { role: 'viewer' });
    const userId = (await client.get(getCurrentUser.path)).json['id'];
    const known = { id, organizationId: 7, role: 'viewer', userId, platformRole: 'user' };
    assert.deepEqual(await stateOf(key), known);
    const { items } = (await client.get(KEYS)).json as { items: { lastUsedAt: string }[] };
    assert.equal(items[0]?.lastUsedAt, auth.now().toISOString(), 'to be asked about is a use');
    await client.delete(`${KEYS}/${id}`);
    assert.equal(await stateOf(key), null);
  });
});
