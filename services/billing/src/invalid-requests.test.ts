// Requests that do not mean one thing are a 400 that names the field; nothing of them reaches the database.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { BillingCycle } from '@kvartplata/contracts/billing/cycles.ts';
import { moscowDayOf } from '@kvartplata/domain/calendar/day.ts';
import { startBillingStand, type BillingStand } from './testing/billing-stand.ts';
import { askAt, post, type TestUser } from './testing/test-user.ts';

const { year, month } = moscowDayOf(new Date());
const thisMonth = { year, month };

let stand: BillingStand;
let owner: TestUser;
let organizationId: number;

before(async () => {
  stand = await startBillingStand();
  owner = await stand.newUser();
  ({ id: organizationId } = (await post(`${stand.coreUrl}/api/organizations`, owner, {
    name: 'Пустая',
  })) as { id: number });
});
after(async () => stand.stop());

describe('requests that are not valid', () => {
  const bodies: readonly {
    readonly why: string;
    readonly url: string;
    readonly body: object;
    readonly path: string;
  }[] = [
    {
      why: 'month 13',
      url: '/api/billing/cycles',
      body: { year: 2026, month: 13 },
      path: '/month',
    },
    { why: 'month 0', url: '/api/billing/cycles', body: { year: 2026, month: 0 }, path: '/month' },
    {
      why: 'a month as text',
      url: '/api/billing/cycles',
      body: { year: 2026, month: '7' },
      path: '/month',
    },
    {
      why: 'a month of null',
      url: '/api/billing/cycles',
      body: { year: 2026, month: null },
      path: '/month',
    },
    {
      why: 'a month in a list',
      url: '/api/billing/cycles',
      body: { year: 2026, month: [7] },
      path: '/month',
    },
    {
      why: 'half a month',
      url: '/api/billing/cycles',
      body: { year: 2026, month: 7.5 },
      path: '/month',
    },
    {
      why: 'true for a month',
      url: '/api/billing/cycles',
      body: { year: 2026, month: true },
      path: '/month',
    },
    { why: 'no year', url: '/api/billing/cycles', body: { month: 7 }, path: '/year' },
    {
      why: 'a year before 2000',
      url: '/api/billing/cycles',
      body: { year: 1999, month: 7 },
      path: '/year',
    },
    {
      why: 'an unknown field',
      url: '/api/billing/cycles',
      body: { year: 2026, month: 7, colour: 'red' },
      path: '/colour',
    },
    {
      why: 'an id of 0',
      url: '/api/billing/cycles',
      body: { year: 2026, month: 7, organizationId: 0 },
      path: '/organizationId',
    },
    {
      why: 'an id of null',
      url: '/api/billing/cycles',
      body: { year: 2026, month: 7, organizationId: null },
      path: '/organizationId',
    },
    {
      why: 'neither house nor organization',
      url: '/api/billing/calculation-jobs',
      body: { year: 2026, month: 7 },
      path: '/houseId',
    },
    {
      why: 'both of them',
      url: '/api/billing/calculation-jobs',
      body: { year: 2026, month: 7, houseId: 1, organizationId: 1 },
      path: '/houseId',
    },
    {
      why: 'a negative house',
      url: '/api/billing/calculation-jobs',
      body: { year: 2026, month: 7, houseId: -1 },
      path: '/houseId',
    },
  ];
  for (const { why, url, body, path } of bodies) {
    test(`${why} is a 400 that names ${path}`, async () => {
      const answer = await askAt(stand.app, owner, 'POST', url, body);
      assert.deepEqual([answer.status, answer.body.code], [400, 'validation-failed']);
      assert.ok(
        answer.body.errors?.some((error) => error.path === path),
        JSON.stringify(answer.body.errors),
      );
      assert.match(String(answer.headers['content-type']), /^application\/problem\+json/);
    });
  }

  const urls = [
    '/api/billing/cycles/0x10',
    '/api/billing/cycles/1e3',
    '/api/billing/cycles/99999999999999999999',
    '/api/billing/cycles/-1',
    '/api/billing/cycles/0',
    '/api/billing/cycles/1.0',
    '/api/billing/cycles/abc',
    '/api/billing/cycles/%00',
    '/api/billing/cycles?year=26',
    '/api/billing/cycles?colour=red',
    '/api/billing/cycles?organizationId=1&organizationId=2',
    '/api/billing/charges?limit=0',
    '/api/billing/charges?limit=201',
    '/api/billing/charges?limit=1e1',
    '/api/billing/charges?cursor=abc',
    '/api/billing/charges?cursor=%F0%9F%98%80',
    '/api/billing/charges?period=2026-13',
    '/api/billing/charges?period=2026-1',
    '/api/billing/charges?period=1850-01',
    '/api/billing/charges?status=draft',
    '/api/billing/charges?houseId=',
    '/api/billing/ledger-entries?transactionType=CHARGES',
    '/api/billing/ledger-entries?personalAccountId=NaN',
    '/api/billing/account-balances?cursor=W10',
    '/api/billing/penalty-rates/x',
    '/api/billing/penalty-rates?limit=5',
  ];
  for (const url of urls) {
    test(`${url} is a 400`, async () => {
      const answer = await askAt(stand.app, owner, 'GET', url);
      assert.equal(answer.status, 400, JSON.stringify(answer.body));
      assert.equal(answer.body.status, 400);
      assert.ok(answer.body.requestId);
    });
  }

  test('a cursor whose day does not exist never reaches the database', async () => {
    const cursor = Buffer.from(JSON.stringify([1, '2025-02-30', 1, 1, 1])).toString('base64url');
    assert.equal(
      (await askAt(stand.app, owner, 'GET', `/api/billing/charges?cursor=${cursor}`)).status,
      400,
    );
  });

  test('a body where none is taken is a 400, and the cycle stays a draft', async () => {
    const cycle = await askAt<BillingCycle>(stand.app, owner, 'POST', '/api/billing/cycles', {
      ...thisMonth,
    });
    const url = `/api/billing/cycles/${cycle.body.id}`;
    assert.equal(
      (await askAt(stand.app, owner, 'POST', `${url}/apply`, { force: true })).status,
      400,
    );
    assert.equal((await askAt<BillingCycle>(stand.app, owner, 'GET', url)).body.status, 'DRAFT');
  });

  test('an organization without houses cannot be computed', async () => {
    const answer = await askAt(stand.app, owner, 'POST', '/api/billing/calculation-jobs', {
      organizationId,
      ...thisMonth,
    });
    assert.deepEqual([answer.status, answer.body.code], [422, 'unprocessable-reference']);
  });
});
