// Redis gone, frozen and back again: everything but its comfort goes on, and nothing answers a 500.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  endCurrentSession,
  getCsrfToken,
  refreshSession,
} from '@kvartplata/contracts/auth/sessions.ts';
import { startSession } from '@kvartplata/contracts/auth/sign-in.ts';
import { getCurrentUser, registerUser } from '@kvartplata/contracts/auth/users.ts';
import { moscowDayOf } from '@kvartplata/domain/calendar/day.ts';
import { missing } from '@kvartplata/platform/testing/programs.ts';
import { startRedisServer, type RedisServer } from '@kvartplata/platform/testing/redis-server.ts';
import { until } from '@kvartplata/platform/testing/until.ts';
import { signIn, signUp, type Person } from '@kvartplata/platform/testing/people.ts';
import { ask, get } from './testing/people.ts';
import { SERVICES, startThreeServices, type ThreeServices } from './testing/three-services.ts';

describe('Redis', { skip: missing('redis-server') }, () => {
  let redis: RedisServer;
  let services: ThreeServices;
  let person: Person;
  let made = 0;

  before(async () => {
    redis = await startRedisServer();
    services = await startThreeServices({}, { REDIS_URL: redis.url });
    await signUp(services, 'administrator');
    person = await signUp(services, 'resident');
  });
  after(async () => {
    try {
      await services.stop();
    } finally {
      await redis.kill();
    }
  });

  /** A session of this moment, so that nothing about it is remembered, reads and writes in every service. */
  async function assertWorks(): Promise<void> {
    const { auth, core, billing } = services.urls;
    const fresh = { ...person, authorization: await signIn(auth, person.username) };
    await get(fresh, 'GET', `${auth}${getCurrentUser.path}`);
    made += 1;
    const name = `ТСЖ № ${made}`;
    const { id } = await get<{ id: number }>(fresh, 'POST', `${core}/api/organizations`, { name });
    const listed = await get<{ id: number }[]>(fresh, 'GET', `${core}/api/organizations`);
    assert.ok(listed.some((organization) => organization.id === id));
    const { year, month } = moscowDayOf(new Date());
    const asked = { organizationId: id, year, month };
    const cycle = await get<{ id: number }>(fresh, 'POST', `${billing}/api/billing/cycles`, asked);
    await get(fresh, 'GET', `${billing}/api/billing/cycles/${cycle.id}`);
  }

  /** What goes well and what does not: nobody is told of our troubles. */
  async function assertNoServerError(): Promise<void> {
    const { auth, core, billing } = services.urls;
    const requests: readonly (readonly [string, string, object?])[] = [
      ['GET', `${auth}${getCsrfToken.path}`],
      ['POST', `${auth}${startSession.path}`, { username: 'nobody', password: 'neither' }],
      ['POST', `${auth}${registerUser.path}`, {}],
      ['POST', `${auth}${refreshSession.path}`],
      ['GET', `${core}/api/organizations/999999`],
      ['POST', `${core}/api/organizations`, { name: '' }],
      ['POST', `${core}/api/test-data/seed-golden`, { organizationId: 999_999, houseId: 0 }],
      ['GET', `${core}/api/version`],
      ['GET', `${billing}/api/billing/penalty-rates`],
      ['GET', `${billing}/api/billing/charges`],
      ['GET', `${billing}/api/billing/ledger-entries`],
      ['GET', `${billing}/api/billing/account-balances?houseId=999999`],
      ['POST', `${billing}/api/billing/cycles/999999/apply`],
      [
        'POST',
        `${billing}/api/billing/calculation-jobs`,
        { houseId: 999_999, year: 2030, month: 1 },
      ],
      ['POST', `${auth}${endCurrentSession.path}`],
    ];
    const authorization = await signIn(auth, person.username);
    for (const [method, url, body] of requests) {
      const { status } = await ask(authorization, method, url, body);
      assert.ok(status < 500, `${method} ${url}: ${status}`);
    }
  }

  async function untilReadySays(state: 'up' | 'degraded'): Promise<void> {
    for (const service of SERVICES)
      await until(`${service} says ${state}`, async () => {
        const answer = await ask(undefined, 'GET', `${services.urls[service]}/ready`);
        assert.equal(answer.status, 200, 'still in rotation');
        const { dependencies } = answer.body as { dependencies: Record<string, string> };
        return dependencies['keyValue'] === state;
      });
  }

  test('is there: everything works', async () => {
    await untilReadySays('up');
    await assertWorks();
    await assertNoServerError();
  });

  test('is killed: everything works still, and /ready says so', async () => {
    await redis.kill();
    await untilReadySays('degraded');
    await assertWorks();
    await assertNoServerError();
  });

  test('is back: /ready says up again', async () => {
    redis = await startRedisServer(redis.port);
    await untilReadySays('up');
    await assertWorks();
  });

  test('is frozen: everything works still, and goes on when it thaws', async () => {
    redis.freeze();
    try {
      await untilReadySays('degraded');
      await assertWorks();
      await assertNoServerError();
    } finally {
      redis.thaw();
    }
    await untilReadySays('up');
    await assertWorks();
  });
});
