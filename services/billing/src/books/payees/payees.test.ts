// The payees of an organization over HTTP, and what core learns about them.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addressOf } from '@kvartplata/contracts/address.ts';
import { listBillingChanges } from '@kvartplata/contracts/billing/audit.ts';
import { getPayeeSummary, listPayeeNames } from '@kvartplata/contracts/billing/internal.ts';
import {
  createPayee,
  deletePayee,
  getPayee,
  listPayees,
  replacePayee,
  type Payee,
} from '@kvartplata/contracts/billing/payees.ts';
import type { Endpoint } from '@kvartplata/contracts/endpoint.ts';
import type { Answered, Sent } from '@kvartplata/platform/testing/answered.ts';
import pg from 'pg';
import { startOwnStand, type OwnStand } from '../../testing/billing-stand.ts';
import {
  ask,
  askOnce,
  seedHouse,
  type SeededHouse,
  type TestUser,
} from '../../testing/test-user.ts';

const BANK = {
  bankName: 'ПАО Сбербанк',
  bic: '044525225',
  settlementAccount: '40703810238000000001',
  correspondentAccount: '30101810400000000225',
};
const FUND = { name: 'Фонд капитального ремонта', inn: '7707083893' };

let stand: OwnStand;
let user: TestUser;
let stranger: TestUser;
let house: SeededHouse;
let core: pg.Pool;
let owner: pg.Pool;

before(async () => {
  stand = await startOwnStand();
  user = await stand.newUser();
  stranger = await stand.newUser();
  house = await seedHouse(stand.coreUrl, user);
  await seedHouse(stand.coreUrl, stranger);
  core = new pg.Pool({ connectionString: stand.coreDatabaseUrl, max: 1 });
  ({ owner } = stand);
  core.on('error', () => {});
});
after(async () => {
  await core.end();
  await stand.stop();
});

async function asUser<E extends Endpoint>(endpoint: E, sent?: Sent): Promise<Answered<E>> {
  return ask(stand.app, user, endpoint, sent);
}

async function create(more: object = {}): Promise<Payee> {
  const made = await asUser(createPayee, { body: { ...FUND, ...more } });
  assert.equal(made.status, 201);
  const params = { payeeId: made.body.id };
  assert.equal(made.headers.get('location'), addressOf(getPayee, { params }));
  return made.body;
}

test('a payee is added, read, changed and deleted by owners, and the log records it', async () => {
  const made = await create({ bankDetails: BANK, kpp: '770701001', agencyReward: '2.5' });
  assert.deepEqual(made, {
    id: made.id,
    organizationId: house.organizationId,
    ...FUND,
    kpp: '770701001',
    bankDetails: BANK,
    agencyReward: '2.50',
  });
  const params = { payeeId: made.id };
  assert.deepEqual((await asUser(getPayee, { params })).body, made);
  assert.deepEqual((await asUser(listPayees)).body, { items: [made], nextCursor: null });
  const body = { ...FUND, name: 'Региональный оператор' };
  const changed = await asUser(replacePayee, { params, body, ifMatch: '"1"' });
  const nothing = {
    bankName: null,
    bic: null,
    settlementAccount: null,
    correspondentAccount: null,
  };
  assert.deepEqual(changed.body, {
    ...made,
    name: body.name,
    kpp: null,
    bankDetails: nothing,
    agencyReward: null,
  });
  const stale = await asUser(replacePayee, { params, body, ifMatch: '"1"' });
  assert.deepEqual([stale.status, stale.problem.code], [412, 'version-stale']);
  assert.equal((await asUser(deletePayee, { params })).status, 204);
  assert.equal((await asUser(getPayee, { params })).status, 404);
  const { body: log } = await asUser(listBillingChanges);
  assert.deepEqual(
    log.items.map(({ action }) => action),
    ['payee.deleted', 'payee.changed', 'payee.created'],
  );
});

const wrong = [
  { why: 'a wrong check digit', more: { inn: '7707083894' }, paths: ['/inn'] },
  {
    why: 'accounts of another bank',
    more: { bankDetails: { ...BANK, settlementAccount: '40703810238000000002' } },
    paths: ['/bankDetails/settlementAccount'],
  },
  { why: 'a reward of more than all', more: { agencyReward: '100.01' }, paths: ['/agencyReward'] },
  { why: 'no name', more: { name: '' }, paths: ['/name'] },
  {
    why: 'a BIC of eight digits',
    more: { bankDetails: { ...BANK, bic: '04452522' } },
    paths: ['/bankDetails/bic'],
  },
];
for (const { why, more, paths } of wrong)
  test(`${why} is refused, and the field is named`, async () => {
    const { status, problem } = await asUser(createPayee, { body: { ...FUND, ...more } });
    assert.deepEqual([status, problem.code], [400, 'validation-failed']);
    assert.deepEqual([...new Set(problem.errors?.map(({ path }) => path))], paths);
  });

test('another organization’s payee is a 404', async () => {
  const { id: payeeId } = await create();
  const params = { payeeId };
  for (const endpoint of [getPayee, deletePayee])
    assert.equal((await ask(stand.app, stranger, endpoint, { params })).status, 404);
  const replaced = await ask(stand.app, stranger, replacePayee, { params, body: FUND });
  assert.equal(replaced.status, 404);
  assert.deepEqual((await ask(stand.app, stranger, listPayees)).body.items, []);
  const body = { ...FUND, organizationId: house.organizationId };
  assert.equal((await ask(stand.app, stranger, createPayee, { body })).status, 404);
});

test('core is told whether an organization has a payee', async () => {
  const { id: payeeId } = await create();
  const service = await stand.newService('core');
  const found = async (organizationId: number): Promise<number> =>
    (await ask(stand.app, service, getPayeeSummary, { params: { organizationId, payeeId } }))
      .status;
  assert.deepEqual([await found(house.organizationId), await found(987_654)], [200, 404]);
});

test('core is told the names of an organization’s payees, and nothing of others', async () => {
  const { id: payeeId, name, inn } = await create();
  const service = await stand.newService('core');
  const namesIn = async (organizationId: number) =>
    (await ask(stand.app, service, listPayeeNames, { params: { organizationId } })).body.payees;
  const known = await namesIn(house.organizationId);
  assert.deepEqual(known.at(-1), { payeeId, name, inn });
  assert.deepEqual(await namesIn(987_654), []);
});

test('a payee that a service names, or that was charged for, cannot be deleted', async () => {
  const { id: payeeId } = await create();
  const params = { payeeId };
  const refusal = async (): Promise<string> =>
    (await askOnce(stand.app, user, deletePayee, { params })).problem.code;
  await core.query('update house_services set payee_id = $1 where house_id = $2', [
    payeeId,
    house.houseId,
  ]);
  assert.equal(await refusal(), 'payee-in-use');
  await core.query('update house_services set payee_id = null where house_id = $1', [
    house.houseId,
  ]);
  await owner.query(`insert into charged_payees values ($1, $2, 1, '2026-01-01', $3)`, [
    house.organizationId,
    house.houseId,
    payeeId,
  ]);
  assert.equal(await refusal(), 'payee-in-use');
  await stand.killCore();
  assert.equal(await refusal(), 'dependency-unavailable');
});
