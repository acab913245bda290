// Redis goes away, freezes and comes back: everything keeps working, only slower or with local limits, and no
// request gets a 500.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  endCurrentSession,
  getCsrfToken,
  refreshSession,
} from '@kvartplata/contracts/auth/sessions.ts';
import { startSession } from '@kvartplata/contracts/auth/sign-in.ts';
import { getCurrentUser, registerUser } from '@kvartplata/contracts/auth/users.ts';
import { listAccountBalances } from '@kvartplata/contracts/billing/account-balances.ts';
import { applyCycle } from '@kvartplata/contracts/billing/apply.ts';
import { createCalculationJob } from '@kvartplata/contracts/billing/calculation-jobs.ts';
import { listCharges } from '@kvartplata/contracts/billing/charges.ts';
import { createCycle, getCycle } from '@kvartplata/contracts/billing/cycles.ts';
import { listLedgerEntries } from '@kvartplata/contracts/billing/ledger-entries.ts';
import { listPenaltyRates } from '@kvartplata/contracts/billing/penalty-rates.ts';
import { seedGoldenHouse } from '@kvartplata/contracts/core/golden-house.ts';
import {
  createOrganization,
  getOrganization,
  listOrganizations,
} from '@kvartplata/contracts/core/organizations.ts';
import { getSystemVersion } from '@kvartplata/contracts/core/version.ts';
import { type Endpoint, SERVICES } from '@kvartplata/contracts/endpoint.ts';
import { getReadiness } from '@kvartplata/contracts/operation.ts';
import { moscowDayOf } from '@kvartplata/domain/calendar/day.ts';
import { missing } from '@kvartplata/platform/testing/programs.ts';
import { startRedisServer, type RedisServer } from '@kvartplata/platform/testing/redis-server.ts';
import { until } from '@kvartplata/platform/testing/until.ts';
import { clientOf, type Person, signIn, signUp } from '@kvartplata/platform/testing/people.ts';
import type { Sent } from '@kvartplata/platform/testing/answered.ts';
import { ask } from './testing/people.ts';
import { startThreeServices, type ThreeServices } from './testing/three-services.ts';

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

  /** A new session, about which nothing is cached, reads and writes in every service. */
  async function assertWorks(): Promise<void> {
    const { auth } = services.urls;
    const fresh = { ...person, authorization: await signIn(auth, person.username) };
    await clientOf(services, fresh).call(getCurrentUser);
    made += 1;
    const name = `ТСЖ № ${made}`;
    const { id } = await clientOf(services, fresh).call(createOrganization, { body: { name } });
    const listed = await clientOf(services, fresh).call(listOrganizations);
    assert.ok(listed.some((organization) => organization.id === id));
    const { year, month } = moscowDayOf(new Date());
    const asked = { organizationId: id, year, month };
    const cycle = await clientOf(services, fresh).call(createCycle, { body: asked });
    await clientOf(services, fresh).call(getCycle, { params: { cycleId: cycle.id } });
  }

  /** Successful and failing requests: none of them gets a server error. */
  async function assertNoServerError(): Promise<void> {
    const nowhere = { houseId: 999_999, year: 2030, month: 1 };
    const requests: readonly (readonly [Endpoint, Sent?])[] = [
      [getCsrfToken],
      [startSession, { body: { username: 'nobody', password: 'neither' } }],
      [registerUser, { body: {} }],
      [refreshSession],
      [getOrganization, { params: { organizationId: 999_999 } }],
      [createOrganization, { body: { name: '' } }],
      [seedGoldenHouse, { body: { organizationId: 999_999, houseId: 0 } }],
      [getSystemVersion],
      [listPenaltyRates],
      [listCharges],
      [listLedgerEntries],
      [listAccountBalances, { query: { houseId: 999_999 } }],
      [applyCycle, { params: { cycleId: 999_999 } }],
      [createCalculationJob, { body: nowhere }],
      [endCurrentSession],
    ];
    const authorization = await signIn(services.urls.auth, person.username);
    for (const [operation, sent] of requests) {
      const { status } = await ask(services, authorization, operation, sent);
      assert.ok(status < 500, `${operation.id}: ${status}`);
    }
    const page = await fetch(`${services.urls.billing}/r/nobodys-link`);
    assert.equal(page.status, 404, await page.text());
  }

  async function untilReadySays(state: 'up' | 'degraded'): Promise<void> {
    for (const service of SERVICES)
      await until(`${service} says ${state}`, async () => {
        const answer = await ask(services, undefined, getReadiness(service));
        assert.equal(answer.status, 200, 'still in rotation');
        return answer.body.dependencies['keyValue'] === state;
      });
  }

  test('is available: everything works', async () => {
    await untilReadySays('up');
    await assertWorks();
    await assertNoServerError();
  });

  test('is killed: everything still works, and /ready says so', async () => {
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

  test('is frozen: everything still works, also after it thaws', async () => {
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
