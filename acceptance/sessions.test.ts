// The life of a session in all three services: tabs that refresh at once, a copied token, a change of the secret, and auth being
// unavailable.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { endCurrentSession, refreshSession } from '@kvartplata/contracts/auth/sessions.ts';
import { getCurrentUser } from '@kvartplata/contracts/auth/users.ts';
import { createCycle, listCycles } from '@kvartplata/contracts/billing/cycles.ts';
import { createOrganization, listOrganizations } from '@kvartplata/contracts/core/organizations.ts';
import { type Endpoint, SERVICES, type ServiceName } from '@kvartplata/contracts/endpoint.ts';
import { signAccessToken } from '@kvartplata/platform/identity/access-token.ts';
import { deriveKeys } from '@kvartplata/platform/identity/keys.ts';
import {
  cookieIn,
  openSession,
  signUp,
  type OpenSession,
  cookiesOf,
} from '@kvartplata/platform/testing/people.ts';
import { ORIGIN } from '@kvartplata/platform/testing/service-environments.ts';
import { sessionIdOf } from './testing/material.ts';
import { ask, askOnce } from './testing/people.ts';
import { startThreeServices, type ThreeServices } from './testing/three-services.ts';

const READS: Readonly<Record<ServiceName, Endpoint>> = {
  auth: getCurrentUser,
  core: listOrganizations,
  billing: listCycles,
};

const secret = (): string => randomBytes(32).toString('base64');
const firstSecret = secret();
const newSecret = secret();

let services: ThreeServices;
before(async () => {
  services = await startThreeServices({}, { JWT_SECRET: firstSecret });
  await signUp(services, 'resident');
});
after(async () => services.stop());

const newSession = async (): Promise<OpenSession> => openSession(services.urls.auth, 'resident');

type Refreshed = {
  readonly status: number;
  readonly refreshToken: string;
  readonly access: string;
};

async function refresh(
  refreshToken: string,
  more: Record<string, string> = {},
): Promise<Refreshed> {
  const answer = await fetch(`${services.urls.auth}${refreshSession.path}`, {
    method: 'POST',
    headers: { cookie: `refresh_token=${refreshToken}`, ...more },
  });
  await answer.text();
  const cookies = cookiesOf(answer.headers);
  return {
    status: answer.status,
    refreshToken: cookieIn(cookies, 'refresh_token'),
    access: cookieIn(cookies, 'access_token'),
  };
}

/** The statuses of reads with the token at the services, auth first. */
async function readStatuses(accessToken: string): Promise<readonly number[]> {
  const statuses: number[] = [];
  for (const service of SERVICES) {
    statuses.push((await ask(services, `Bearer ${accessToken}`, READS[service])).status);
  }
  return statuses;
}

async function sessionRow(
  accessToken: string,
): Promise<{ generation: number; reason: string | null }> {
  const { rows } = await services.owners.auth.query<{ generation: number; reason: string | null }>(
    'select generation, ended_reason as reason from sessions where id = $1',
    [sessionIdOf(accessToken)],
  );
  assert.ok(rows[0] !== undefined);
  return rows[0];
}

describe('one refresh token in many tabs', () => {
  test('gives a hundred concurrent requests the same successor, one generation on', async () => {
    const { accessToken, refreshToken } = await newSession();
    const answers = await Promise.all(
      Array.from({ length: 100 }, async () => refresh(refreshToken)),
    );
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
    const successors = new Set(answers.map((answer) => answer.refreshToken));
    assert.equal(successors.size, 1);
    assert.ok(!successors.has(refreshToken) && !successors.has(''));
    assert.deepEqual(await sessionRow(accessToken), { generation: 2, reason: null });
    for (const { access } of answers.slice(0, 3))
      assert.deepEqual(await readStatuses(access), [200, 200, 200]);
  });

  test('that is older than the previous one ends the session in all three services', async () => {
    const { accessToken, refreshToken } = await newSession();
    const second = await refresh(refreshToken);
    const third = await refresh(second.refreshToken);
    assert.equal(third.status, 200);
    assert.equal((await refresh(refreshToken)).status, 401);
    assert.deepEqual(await sessionRow(accessToken), { generation: 3, reason: 'token-reused' });
    assert.equal((await refresh(third.refreshToken)).status, 401, 'the thief has nothing either');
    for (const token of [accessToken, second.access, third.access])
      assert.deepEqual(await readStatuses(token), [401, 401, 401]);
  });
});

describe('while the secret is being changed', () => {
  let old: OpenSession;
  /** The headers that our page sends with the browser's cookies. */
  const asPage = ({ cookies, csrfToken }: OpenSession): Record<string, string> => ({
    cookie: cookies,
    origin: ORIGIN,
    'x-csrf-token': csrfToken,
  });
  const logout = async (session: OpenSession): Promise<number> => {
    const answer = await fetch(`${services.urls.auth}${endCurrentSession.path}`, {
      method: 'POST',
      headers: asPage(session),
    });
    await answer.text();
    return answer.status;
  };
  const makeOrganization = async (session: OpenSession): Promise<number> => {
    const answer = await fetch(services.urls.core + createOrganization.path, {
      method: 'POST',
      headers: { ...asPage(session), 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'ТСЖ «Смена ключа»' }),
    });
    await answer.text();
    return answer.status;
  };

  before(async () => {
    old = await newSession();
  });

  test('tokens signed with the previous secret are valid while it is configured', async () => {
    await services.restart({ JWT_SECRET: newSecret, JWT_SECRET_PREVIOUS: firstSecret });
    assert.deepEqual(await readStatuses(old.accessToken), [200, 200, 200]);
    assert.equal(await makeOrganization(old), 201, 'the CSRF token');
    const csrf = { origin: ORIGIN, 'x-csrf-token': old.csrfToken, cookie: old.cookies };
    const next = await refresh(old.refreshToken, csrf);
    assert.equal(next.status, 200, 'the refresh token');
    assert.deepEqual(await readStatuses(next.access), [200, 200, 200]);
  });

  test('those tokens are invalid once it is removed, and signing in again works', async () => {
    await services.restart({ JWT_SECRET: newSecret });
    assert.deepEqual(await readStatuses(old.accessToken), [401, 401, 401]);
    assert.equal(await makeOrganization(old), 401);
    assert.equal((await refresh(old.refreshToken)).status, 401);
    const fresh = await newSession();
    assert.equal(await makeOrganization({ ...fresh, csrfToken: old.csrfToken }), 403);
    assert.equal(await makeOrganization(fresh), 201);
    assert.equal(await logout(fresh), 200);
  });
});

describe('while auth is unavailable', () => {
  test('core and billing still read by the token, and changes get a 503', async () => {
    const { accessToken } = await newSession();
    const bearer = `Bearer ${accessToken}`;
    await services.stopAuth();
    for (const operation of [READS.core, READS.billing])
      assert.equal((await ask(services, bearer, operation)).status, 200, operation.id);
    for (const [operation, body] of [
      [createOrganization, { name: 'ТСЖ «Без входа»' }],
      [createCycle, { year: 2026, month: 1 }],
    ] as const) {
      const answer = await askOnce(services, bearer, operation, { body });
      assert.equal(answer.status, 503, operation.id);
      assert.equal(answer.problem.code, 'dependency-unavailable');
      assert.ok(Number(answer.headers.get('retry-after')) > 0, 'retry-after');
    }
    const { rows } = await services.owners.core.query(
      `select 1 from organizations where name like '%Без входа%'`,
    );
    assert.equal(rows.length, 0);
  });

  test('an expired token is refused all the same', async () => {
    const details = { userId: 1, sessionId: 'any', authenticatedAt: new Date(), methods: ['pwd'] };
    const { access } = deriveKeys(Buffer.from(newSecret, 'base64'));
    const elevenMinutesAgo = new Date(Date.now() - 660_000);
    const { token } = await signAccessToken(access, details, elevenMinutesAgo);
    for (const service of ['core', 'billing'] as const) {
      const { status } = await ask(services, `Bearer ${token}`, READS[service]);
      assert.equal(status, 401, service);
    }
  });

  test('they accept changes again when it is back', async () => {
    await services.restart({ JWT_SECRET: newSecret });
    const { accessToken } = await newSession();
    const answer = await ask(services, `Bearer ${accessToken}`, createOrganization, {
      body: { name: 'ТСЖ «Снова вход»' },
    });
    assert.equal(answer.status, 201);
  });
});
