// Who may request what from billing: strangers and members of other organizations find nothing.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { addressOf } from '@kvartplata/contracts/address.ts';
import {
  getAccountBalance,
  listAccountBalances,
} from '@kvartplata/contracts/billing/account-balances.ts';
import { applyCycle } from '@kvartplata/contracts/billing/apply.ts';
import {
  createCalculationJob,
  getCalculationJob,
  listCalculationJobs,
  type CalculationJob,
} from '@kvartplata/contracts/billing/calculation-jobs.ts';
import {
  listCharges,
  listHouseCharges,
  listJobCharges,
} from '@kvartplata/contracts/billing/charges.ts';
import { createCycle, getCycle, listCycles } from '@kvartplata/contracts/billing/cycles.ts';
import { listLedgerEntries } from '@kvartplata/contracts/billing/ledger-entries.ts';
import { listPayees } from '@kvartplata/contracts/billing/payees.ts';
import { getPenaltyRate, listPenaltyRates } from '@kvartplata/contracts/billing/penalty-rates.ts';
import { listMembers } from '@kvartplata/contracts/core/members.ts';
import { createOrganization } from '@kvartplata/contracts/core/organizations.ts';
import type { Endpoint } from '@kvartplata/contracts/endpoint.ts';
import type { Sent } from '@kvartplata/platform/testing/answered.ts';
import { moscowDayOf } from '@kvartplata/domain/calendar/day.ts';
import { startBillingStand, type BillingStand } from '../testing/billing-stand.ts';
import {
  addMember,
  ask,
  beginIn2010,
  calculate,
  inCore,
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
  const ofJob = { params: { jobId: job.id }, query: { limit: 1 } };
  const { body } = await ask(stand.app, owner, listJobCharges, ofJob);
  accountId = body.items[0]?.personalAccountId ?? 0;
});
after(async () => stand.stop());

type Request = readonly [Endpoint, Sent];

/** Every operation that names something of the owner's organization. */
function requestsOfOwner(): readonly Request[] {
  const { organizationId, houseId } = house;
  const month2024 = { year: 2024, month: 1 };
  const ofCycle = { params: { cycleId: job.billingCycleId } };
  const ofJob = { params: { jobId: job.id } };
  const ofAccount = { query: { personalAccountId: accountId } };
  return [
    [getCycle, ofCycle],
    [listCycles, { query: { organizationId } }],
    [createCycle, { body: { ...month2024, organizationId } }],
    [applyCycle, ofCycle],
    [getCalculationJob, ofJob],
    [listCalculationJobs, { query: { organizationId } }],
    [createCalculationJob, { body: { houseId, ...month2024 } }],
    [createCalculationJob, { body: { organizationId, ...month2024 } }],
    [listCharges, { query: { houseId } }],
    [listCharges, { query: { jobId: job.id } }],
    [listCharges, ofAccount],
    [listHouseCharges, { params: { houseId } }],
    [listJobCharges, ofJob],
    [listLedgerEntries, { query: { houseId } }],
    [listLedgerEntries, ofAccount],
    [listAccountBalances, { query: { houseId } }],
    [getAccountBalance, { params: { personalAccountId: accountId } }],
  ];
}

async function cycleOf(user: TestUser): Promise<string> {
  const params = { cycleId: job.billingCycleId };
  return (await ask(stand.app, user, getCycle, { params })).body.status;
}

describe('access', () => {
  test('without signing in is a 401', async () => {
    for (const [operation, sent] of [...requestsOfOwner(), [listPenaltyRates, {}] as const]) {
      const { status, problem } = await ask(stand.app, undefined, operation, sent);
      assert.deepEqual([status, problem.code], [401, 'not-signed-in'], operation.id);
    }
  });

  test('of another organization is a 404, whatever it names', async () => {
    for (const [operation, sent] of requestsOfOwner()) {
      const { status, problem } = await ask(stand.app, stranger, operation, sent);
      const asked = `${operation.id} ${JSON.stringify(sent)}`;
      assert.deepEqual([status, problem.code], [404, 'not-found'], asked);
    }
    assert.equal(await cycleOf(owner), 'DRAFT');
  });

  test('of a stranger lists nothing', async () => {
    for (const list of [
      listCycles,
      listCalculationJobs,
      listCharges,
      listLedgerEntries,
      listAccountBalances,
    ]) {
      const { body } = await ask(stand.app, stranger, list);
      assert.deepEqual(body, { items: [], nextCursor: null }, list.id);
    }
  });

  test("of the platform's admin covers every organization", async () => {
    const charges = await ask(stand.app, stand.admin, listCharges, { query: { limit: 1 } });
    assert.equal(charges.body.items.length, 1);
    assert.equal(await cycleOf(stand.admin), 'DRAFT');
  });

  test("of the platform's admin does not make an organization that does not exist", async () => {
    const organizationId = 999_999;
    for (const [endpoint, sent] of [
      [listCycles, { query: { organizationId } }],
      [listAccountBalances, { query: { organizationId } }],
      [listPayees, { query: { organizationId } }],
      [createCycle, { body: { ...thisMonth, organizationId } }],
    ] as const) {
      const { status } = await ask(stand.app, stand.admin, endpoint, sent);
      assert.equal(status, 404, endpoint.id);
    }
    const { items } = (await ask(stand.app, stand.admin, listCycles)).body;
    assert.ok(items.every((cycle) => cycle.organizationId !== organizationId));
  });

  test('to what does not exist is a 404', async () => {
    const id = 999_999;
    const requests: readonly Request[] = [
      [getCycle, { params: { cycleId: id } }],
      [getCalculationJob, { params: { jobId: id } }],
      [listHouseCharges, { params: { houseId: id } }],
      [listJobCharges, { params: { jobId: id } }],
      [getAccountBalance, { params: { personalAccountId: id } }],
      [getPenaltyRate, { params: { penaltyRateId: id } }],
    ];
    for (const [operation, sent] of requests)
      assert.equal((await ask(stand.app, owner, operation, sent)).status, 404, operation.id);
  });

  test('includes an organization created a moment ago', async () => {
    const user = await stand.newUser();
    const open = async (body: object): Promise<number> =>
      (await ask(stand.app, user, createCycle, { body })).status;
    assert.equal(await open(thisMonth), 400);
    const { id: organizationId } = await inCore(stand, user).call(createOrganization, {
      body: { name: 'ТСЖ «Новое»' },
    });
    assert.equal(await open({ ...thisMonth, organizationId }), 201);
  });
});

describe('opening a month', () => {
  test('answers 201 with its location, and a second time 409', async () => {
    const body = { year: 2024, month: 2 };
    const made = await ask(stand.app, owner, createCycle, { body });
    assert.equal(made.status, 201);
    const { id, status, year: ofYear, month: ofMonth, chargesTotal, accounts } = made.body;
    assert.equal(made.headers.get('location'), addressOf(getCycle, { params: { cycleId: id } }));
    assert.deepEqual(
      [status, ofYear, ofMonth, chargesTotal, accounts],
      ['DRAFT', 2024, 2, '0.00', 0],
    );
    const again = await ask(stand.app, owner, createCycle, { body });
    assert.deepEqual([again.status, again.problem.code], [409, 'cycle-exists']);
  });

  test('by fifty concurrent callers creates one', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, async () =>
        ask(stand.app, owner, createCycle, { body: { year: 2024, month: 3 } }),
      ),
    );
    assert.equal(answers.filter(({ status }) => status === 201).length, 1);
    assert.equal(answers.filter(({ status }) => status === 409).length, 49);
  });

  test('without naming the only organization needs the right to do it there', async () => {
    const user = await stand.newUser();
    const reader = await stand.newUser();
    const { id: organizationId } = await inCore(stand, user).call(createOrganization, {
      body: { name: 'Единственная' },
    });
    await addMember(stand.coreUrl, { user, organizationId }, reader, 'viewer');
    const { status, problem } = await ask(stand.app, reader, createCycle, { body: thisMonth });
    assert.deepEqual([status, problem.code], [403, 'forbidden']);
  });

  test('without naming one, by an admin of the platform, opens it in their own organization', async () => {
    const { admin } = stand;
    const { status, body } = await ask(stand.app, admin, createCycle, { body: thisMonth });
    assert.equal(status, 201);
    const params = { organizationId: body.organizationId };
    const { items } = await inCore(stand, admin).call(listMembers, { params });
    assert.ok(items.some(({ username }) => username === admin.username));
  });

  test('without naming one of several organizations is a 400', async () => {
    const user = await stand.newUser();
    for (const name of ['Первая', 'Вторая'])
      await inCore(stand, user).call(createOrganization, { body: { name } });
    const { status, problem } = await ask(stand.app, user, createCycle, { body: thisMonth });
    assert.deepEqual([status, problem.code], [400, 'organization-required']);
  });
});

describe('the reference of penalty rates', () => {
  test('is a bare list, newest first, with one open record', async () => {
    const { body } = await ask(stand.app, stranger, listPenaltyRates);
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
    const params = { penaltyRateId: body[0]?.id };
    assert.deepEqual((await ask(stand.app, stranger, getPenaltyRate, { params })).body, body[0]);
  });
});
