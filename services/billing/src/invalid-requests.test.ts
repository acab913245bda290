// Ambiguous or malformed requests get 400 naming the field, and never reach the database.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { addressOfAny } from '@kvartplata/contracts/address.ts';
import { listAccountBalances } from '@kvartplata/contracts/billing/account-balances.ts';
import { applyCycle } from '@kvartplata/contracts/billing/apply.ts';
import { createCalculationJob } from '@kvartplata/contracts/billing/calculation-jobs.ts';
import { listCharges } from '@kvartplata/contracts/billing/charges.ts';
import { createCycle, getCycle, listCycles } from '@kvartplata/contracts/billing/cycles.ts';
import { listLedgerEntries } from '@kvartplata/contracts/billing/ledger-entries.ts';
import { getPenaltyRate, listPenaltyRates } from '@kvartplata/contracts/billing/penalty-rates.ts';
import { createOrganization } from '@kvartplata/contracts/core/organizations.ts';
import type { Endpoint } from '@kvartplata/contracts/endpoint.ts';
import type { Sent } from '@kvartplata/platform/testing/answered.ts';
import { moscowDayOf } from '@kvartplata/domain/calendar/day.ts';
import { startBillingStand, type BillingStand } from './testing/billing-stand.ts';
import { ask, inCore, type TestUser } from './testing/test-user.ts';

const { year, month } = moscowDayOf(new Date());
const thisMonth = { year, month };

let stand: BillingStand;
let owner: TestUser;
let organizationId: number;

before(async () => {
  stand = await startBillingStand();
  owner = await stand.newUser();
  ({ id: organizationId } = await inCore(stand, owner).call(createOrganization, {
    body: { name: 'Пустая' },
  }));
});
after(async () => stand.stop());

describe('invalid requests', () => {
  const bodies: readonly {
    readonly why: string;
    readonly operation: Endpoint;
    readonly body: object;
    readonly path: string;
  }[] = [
    {
      why: 'month 13',
      operation: createCycle,
      body: { year: 2026, month: 13 },
      path: '/month',
    },
    { why: 'month 0', operation: createCycle, body: { year: 2026, month: 0 }, path: '/month' },
    {
      why: 'a month as text',
      operation: createCycle,
      body: { year: 2026, month: '7' },
      path: '/month',
    },
    {
      why: 'a month of null',
      operation: createCycle,
      body: { year: 2026, month: null },
      path: '/month',
    },
    {
      why: 'a month in a list',
      operation: createCycle,
      body: { year: 2026, month: [7] },
      path: '/month',
    },
    {
      why: 'half a month',
      operation: createCycle,
      body: { year: 2026, month: 7.5 },
      path: '/month',
    },
    {
      why: 'true for a month',
      operation: createCycle,
      body: { year: 2026, month: true },
      path: '/month',
    },
    { why: 'no year', operation: createCycle, body: { month: 7 }, path: '/year' },
    {
      why: 'a year before 2000',
      operation: createCycle,
      body: { year: 1999, month: 7 },
      path: '/year',
    },
    {
      why: 'an unknown field',
      operation: createCycle,
      body: { year: 2026, month: 7, colour: 'red' },
      path: '/colour',
    },
    {
      why: 'an id of 0',
      operation: createCycle,
      body: { year: 2026, month: 7, organizationId: 0 },
      path: '/organizationId',
    },
    {
      why: 'an id of null',
      operation: createCycle,
      body: { year: 2026, month: 7, organizationId: null },
      path: '/organizationId',
    },
    {
      why: 'neither house nor organization',
      operation: createCalculationJob,
      body: { year: 2026, month: 7 },
      path: '/houseId',
    },
    {
      why: 'both of them',
      operation: createCalculationJob,
      body: { year: 2026, month: 7, houseId: 1, organizationId: 1 },
      path: '/houseId',
    },
    {
      why: 'a negative house',
      operation: createCalculationJob,
      body: { year: 2026, month: 7, houseId: -1 },
      path: '/houseId',
    },
  ];
  for (const { why, operation, body, path } of bodies) {
    test(`${why} is a 400 that names ${path}`, async () => {
      const { status, headers, problem } = await ask(stand.app, owner, operation, { body });
      assert.deepEqual([status, problem.code], [400, 'validation-failed']);
      assert.ok(
        problem.errors?.some((error) => error.path === path),
        JSON.stringify(problem.errors),
      );
      assert.match(headers.get('content-type') ?? '', /^application\/problem\+json/);
    });
  }

  const addresses: readonly (readonly [Endpoint, Sent])[] = [
    ...['0x10', '1e3', '99999999999999999999', '-1', '0', '1.0', 'abc', '\0'].map(
      (cycleId) => [getCycle, { params: { cycleId } }] as const,
    ),
    [listCycles, { query: { year: 26 } }],
    [listCycles, { query: { colour: 'red' } }],
    [listCharges, { query: { limit: 0 } }],
    [listCharges, { query: { limit: 201 } }],
    [listCharges, { query: { limit: '1e1' } }],
    [listCharges, { query: { cursor: 'abc' } }],
    [listCharges, { query: { cursor: '😀' } }],
    [listCharges, { query: { period: '2026-13' } }],
    [listCharges, { query: { period: '2026-1' } }],
    [listCharges, { query: { period: '1850-01' } }],
    [listCharges, { query: { status: 'draft' } }],
    [listLedgerEntries, { query: { transactionType: 'CHARGES' } }],
    [listLedgerEntries, { query: { personalAccountId: 'NaN' } }],
    [listAccountBalances, { query: { cursor: 'W10' } }],
    [getPenaltyRate, { params: { penaltyRateId: 'x' } }],
    [listPenaltyRates, { query: { limit: 5 } }],
  ];
  for (const [operation, sent] of addresses) {
    test(`${addressOfAny(operation, sent)} is a 400`, async () => {
      const { status, problem } = await ask(stand.app, owner, operation, sent);
      assert.deepEqual([status, problem.status], [400, 400]);
      assert.ok(problem.requestId);
    });
  }

  /** Queries that no operation of the contract can produce. */
  const queries = [
    `${listCycles.path}?organizationId=1&organizationId=2`,
    `${listCharges.path}?houseId=`,
  ];
  for (const url of queries) {
    test(`${url} is a 400`, async () => {
      const { authorization } = owner;
      const { statusCode } = await stand.app.inject({ url, headers: { authorization } });
      assert.equal(statusCode, 400);
    });
  }

  test('a cursor whose day does not exist never reaches the database', async () => {
    const cursor = Buffer.from(JSON.stringify([1, '2025-02-30', 1, 1, 1])).toString('base64url');
    assert.equal((await ask(stand.app, owner, listCharges, { query: { cursor } })).status, 400);
  });

  test('a body where none is accepted is a 400, and the cycle stays a draft', async () => {
    const { body: cycle } = await ask(stand.app, owner, createCycle, { body: thisMonth });
    const params = { cycleId: cycle.id };
    const forced = { params, body: { force: true } };
    assert.equal((await ask(stand.app, owner, applyCycle, forced)).status, 400);
    assert.equal((await ask(stand.app, owner, getCycle, { params })).body.status, 'DRAFT');
  });

  test('a job for an organization without houses is refused', async () => {
    const body = { organizationId, ...thisMonth };
    const { status, problem } = await ask(stand.app, owner, createCalculationJob, { body });
    assert.deepEqual([status, problem.code], [422, 'unprocessable-reference']);
  });
});
