// Who may ask billing for what: strangers and other organizations find nothing there.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { BillingCycle } from '@kvartplata/contracts/billing/cycles.ts';
import type { CalculationJob } from '@kvartplata/contracts/billing/calculation-jobs.ts';
import type { Charge } from '@kvartplata/contracts/billing/charges.ts';
import type { PenaltyRate } from '@kvartplata/contracts/billing/penalty-rates.ts';
import type { PageOf } from '@kvartplata/contracts/page.ts';
import { moscowDayOf } from '@kvartplata/domain/calendar/day.ts';
import { startBillingStand, type BillingStand } from '../testing/billing-stand.ts';
import {
  askAt,
  beginIn2010,
  calculate,
  post,
  seedHouse,
  type SeededHouse,
  type TestUser,
} from '../testing/test-user.ts';

const { year, month } = moscowDayOf(new Date());
const thisMonth = { year, month };

let stand: BillingStand;
let owner: TestUser;
let stranger: TestUser;
let house: SeededHouse;
let job: CalculationJob;
let accountId: number;

before(async () => {
  stand = await startBillingStand();
  owner = await stand.newUser();
  stranger = await stand.newUser();
  house = await seedHouse(stand.coreUrl, owner);
  await beginIn2010(stand.coreUrl, owner, house.organizationId);
  job = await calculate(stand.app, owner, { houseId: house.houseId }, house.months[0] ?? '');
  const { body } = await askAt<PageOf<Charge>>(
    stand.app,
    owner,
    'GET',
    `/api/billing/charges/by-job/${job.id}?limit=1`,
  );
  accountId = body.items[0]?.personalAccountId ?? 0;
});
after(async () => stand.stop());

/** Every route that names something of the owner's. */
function routesOfOwner(): readonly ['GET' | 'POST', string, object?][] {
  return [
    ['GET', `/api/billing/cycles/${job.billingCycleId}`],
    ['GET', `/api/billing/cycles?organizationId=${house.organizationId}`],
    ['POST', '/api/billing/cycles', { year: 2024, month: 1, organizationId: house.organizationId }],
    ['POST', `/api/billing/cycles/${job.billingCycleId}/apply`],
    ['GET', `/api/billing/calculation-jobs/${job.id}`],
    ['GET', `/api/billing/calculation-jobs?organizationId=${house.organizationId}`],
    ['POST', '/api/billing/calculation-jobs', { houseId: house.houseId, year: 2024, month: 1 }],
    [
      'POST',
      '/api/billing/calculation-jobs',
      { organizationId: house.organizationId, year: 2024, month: 1 },
    ],
    ['GET', `/api/billing/charges?houseId=${house.houseId}`],
    ['GET', `/api/billing/charges?jobId=${job.id}`],
    ['GET', `/api/billing/charges?personalAccountId=${accountId}`],
    ['GET', `/api/billing/charges/by-house/${house.houseId}`],
    ['GET', `/api/billing/charges/by-job/${job.id}`],
    ['GET', `/api/billing/ledger-entries?houseId=${house.houseId}`],
    ['GET', `/api/billing/ledger-entries?personalAccountId=${accountId}`],
    ['GET', `/api/billing/account-balances?houseId=${house.houseId}`],
    ['GET', `/api/billing/account-balances/${accountId}`],
  ];
}

describe('who may ask', () => {
  test('nobody without signing in', async () => {
    for (const [method, url, body] of [
      ...routesOfOwner(),
      ['GET', '/api/billing/penalty-rates'] as const,
    ]) {
      const answer = await askAt(stand.app, undefined, method, url, body);
      assert.deepEqual([answer.status, answer.body.code], [401, 'not-signed-in'], url);
    }
  });

  test('another organization finds nothing there, whatever it names', async () => {
    for (const [method, url, body] of routesOfOwner()) {
      const answer = await askAt(stand.app, stranger, method, url, body);
      assert.deepEqual([answer.status, answer.body.code], [404, 'not-found'], `${method} ${url}`);
    }
    const cycle = await askAt<BillingCycle>(
      stand.app,
      owner,
      'GET',
      `/api/billing/cycles/${job.billingCycleId}`,
    );
    assert.equal(cycle.body.status, 'DRAFT');
  });

  test('a stranger lists nothing', async () => {
    for (const url of [
      '/api/billing/cycles',
      '/api/billing/calculation-jobs',
      '/api/billing/charges',
      '/api/billing/ledger-entries',
      '/api/billing/account-balances',
    ]) {
      const answer = await askAt<PageOf<unknown>>(stand.app, stranger, 'GET', url);
      assert.deepEqual(
        [answer.status, answer.body.items, answer.body.nextCursor],
        [200, [], null],
        url,
      );
    }
  });

  test("the platform's admin sees every organization", async () => {
    const charges = await askAt<PageOf<Charge>>(
      stand.app,
      stand.admin,
      'GET',
      '/api/billing/charges?limit=1',
    );
    assert.equal(charges.body.items.length, 1);
    const cycle = await askAt<BillingCycle>(
      stand.app,
      stand.admin,
      'GET',
      `/api/billing/cycles/${job.billingCycleId}`,
    );
    assert.equal(cycle.status, 200);
  });

  test('what does not exist is not found', async () => {
    for (const url of [
      '/api/billing/cycles/999999',
      '/api/billing/calculation-jobs/999999',
      '/api/billing/charges/by-house/999999',
      '/api/billing/charges/by-job/999999',
      '/api/billing/account-balances/999999',
      '/api/billing/penalty-rates/999999',
    ]) {
      assert.equal((await askAt(stand.app, owner, 'GET', url)).status, 404, url);
    }
  });

  test('an organization made a moment ago is seen at once', async () => {
    const user = await stand.newUser();
    assert.equal(
      (await askAt(stand.app, user, 'POST', '/api/billing/cycles', thisMonth)).status,
      400,
    );
    const organization = (await post(`${stand.coreUrl}/api/organizations`, user, {
      name: 'ТСЖ «Новое»',
    })) as { id: number };
    const answer = await askAt(stand.app, user, 'POST', '/api/billing/cycles', {
      ...thisMonth,
      organizationId: organization.id,
    });
    assert.equal(answer.status, 201);
  });
});

describe('opening a month', () => {
  test('answers 201 with its place, and a second time 409', async () => {
    const made = await askAt<BillingCycle>(stand.app, owner, 'POST', '/api/billing/cycles', {
      year: 2024,
      month: 2,
    });
    assert.equal(made.status, 201);
    assert.equal(made.headers['location'], `/api/billing/cycles/${made.body.id}`);
    assert.deepEqual(
      [
        made.body.status,
        made.body.year,
        made.body.month,
        made.body.chargesTotal,
        made.body.accounts,
      ],
      ['DRAFT', 2024, 2, '0.00', 0],
    );
    const again = await askAt(stand.app, owner, 'POST', '/api/billing/cycles', {
      year: 2024,
      month: 2,
    });
    assert.deepEqual([again.status, again.body.code], [409, 'cycle-exists']);
  });

  test('by fifty callers at once makes one', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, async () =>
        askAt(stand.app, owner, 'POST', '/api/billing/cycles', { year: 2024, month: 3 }),
      ),
    );
    assert.equal(answers.filter(({ status }) => status === 201).length, 1);
    assert.equal(answers.filter(({ status }) => status === 409).length, 49);
  });

  test('without naming one of several organizations is a 400', async () => {
    const user = await stand.newUser();
    for (const name of ['Первая', 'Вторая'])
      await post(`${stand.coreUrl}/api/organizations`, user, { name });
    const answer = await askAt(stand.app, user, 'POST', '/api/billing/cycles', {
      ...thisMonth,
    });
    assert.deepEqual([answer.status, answer.body.code], [400, 'organization-required']);
  });
});

describe('the reference of penalty rates', () => {
  test('is a bare list, newest first, with one open record', async () => {
    const { body } = await askAt<PenaltyRate[]>(
      stand.app,
      stranger,
      'GET',
      '/api/billing/penalty-rates',
    );
    assert.deepEqual(
      body.map((rate) => rate.validFrom),
      body
        .map((rate) => rate.validFrom)
        .toSorted()
        .toReversed(),
    );
    assert.deepEqual(
      [
        body[0]?.validFrom,
        body[0]?.validTo,
        body[0]?.baseCbrRate,
        body[0]?.effectiveRate,
        body[0]?.source,
      ],
      ['2026-07-27', null, '14.0000', '9.5000', 'import'],
    );
    const one = await askAt<PenaltyRate>(
      stand.app,
      stranger,
      'GET',
      `/api/billing/penalty-rates/${body[0]?.id}`,
    );
    assert.deepEqual(one.body, body[0]);
  });
});
