import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { addressOf } from '@kvartplata/contracts/address.ts';
import {
  AccountService,
  createAccountService,
  deleteAccountService,
  getAccountService,
  listAccountServices,
  replaceAccountService,
  type WrittenAccountService,
} from '@kvartplata/contracts/core/account-services.ts';
import { listCoreChanges } from '@kvartplata/contracts/core/audit.ts';
import { deleteHouseService } from '@kvartplata/contracts/core/house-services.ts';
import { deletePersonalAccount } from '@kvartplata/contracts/core/personal-accounts.ts';
import { Check } from 'typebox/value';
import { makeMeteredHouse, type MeteredHouse } from '../../testing/metered-house.ts';
import { readSnapshotLines } from '../../testing/snapshot-lines.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

const OWNER = 1;
const STRANGER = 2;
const ACCOUNTANT = 3;

let core: TestApp;
let house: MeteredHouse;
let strange: MeteredHouse;
let heatingId: number;
let accountId: number;
let used = 0;

before(async () => {
  core = await createTestApp('2026-08-15T09:00:00Z');
  const organizationId = await core.organizationOf(OWNER);
  const other = await core.organizationOf(STRANGER);
  await core.db
    .insertInto('organizationMembers')
    .values({ organizationId: organizationId, userId: ACCOUNTANT, role: 'accountant' })
    .execute();
  house = await makeMeteredHouse(core.db, organizationId, 20);
  strange = await makeMeteredHouse(core.db, other, 1);
  const { id: utilityServiceId } = await core.db
    .selectFrom('utilityServices')
    .select('id')
    .where('code', '=', 'heating')
    .executeTakeFirstOrThrow();
  const { id } = await core.db
    .insertInto('houseServices')
    .values({
      organizationId,
      houseId: house.houseId,
      utilityServiceId,
      method: 'heating',
      heatingMode: 'house-meter',
      validFrom: '2020-01-01',
      validTo: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  heatingId = id;
});
beforeEach(() => {
  core.books.answer = { appliedMonths: [], chargedMonths: [], hasCharges: false };
  core.books.questions.length = 0;
  accountId = house.accountIds[used] ?? 0;
  used += 1;
});
after(async () => core.close());

const direct = () => ({
  houseServiceId: house.houseServiceId,
  validFrom: '2026-07-01',
  charged: false,
  reason: 'direct-contract' as const,
  basis: 'Договор № 17 от 20.06.2026',
});
const post = async (body: object, user = OWNER) =>
  core.ask(user, createAccountService, { params: { personalAccountId: accountId }, body });
const put = async (id: number, body: object, ifMatch?: string) =>
  core.ask(OWNER, replaceAccountService, { params: { accountServiceId: id }, body, ifMatch });

async function add(body: object = direct()): Promise<WrittenAccountService> {
  const response = await post(body);
  assert.equal(response.status, 201, response.text);
  return response.body;
}

test('an account service stores every field, and omitted ones get their defaults', async () => {
  const response = await post(direct());
  assert.equal(response.status, 201, response.text);
  const { appliedMonths, ...record } = response.body;
  assert.deepEqual(appliedMonths, []);
  assert.ok(Check(AccountService, record));
  const { id, organizationId: _organizationId, code, name: _name, unit, ...fields } = record;
  assert.deepEqual([code, unit], ['cold-water', 'м³']);
  assert.deepEqual(fields, {
    houseId: house.houseId,
    personalAccountId: accountId,
    ...direct(),
    validTo: null,
    coefficientApplies: true,
    tariffGroup: null,
    normGroup: null,
    contractVolume: null,
    allocatorUnits: null,
  });
  assert.equal(
    response.headers.get('location'),
    addressOf(getAccountService, { params: { accountServiceId: id } }),
  );
  const changed = {
    houseServiceId: house.houseServiceId,
    validFrom: '2026-07-01',
    validTo: '2026-12-31',
    charged: true,
    coefficientApplies: false,
    tariffGroup: 'плита',
    normGroup: 'ванна 1500',
    contractVolume: '12.5',
  };
  const { body, headers } = await put(id, changed, '"1"');
  assert.deepEqual(
    [body.reason, body.tariffGroup, body.normGroup, body.contractVolume, body.basis],
    [null, 'плита', 'ванна 1500', '12.500000', null],
  );
  const read = await core.ask(ACCOUNTANT, getAccountService, { params: { accountServiceId: id } });
  assert.deepEqual(
    [headers.get('etag'), read.headers.get('etag'), read.body.coefficientApplies],
    ['"2"', '"2"', false],
  );
  assert.equal((await put(id, changed, '"1"')).status, 412);
});

test('the account services of an account come in pages', async () => {
  const ids = [
    await add({ ...direct(), validFrom: '2025-01-01', validTo: '2025-12-31' }),
    await add({ ...direct(), validFrom: '2026-01-01', validTo: '2026-01-31' }),
  ].map(({ id }) => id);
  const ask = async (cursor?: string) =>
    core.ask(ACCOUNTANT, listAccountServices, {
      params: { personalAccountId: accountId },
      query: { limit: 1, cursor },
    });
  const first = (await ask()).body;
  const second = (await ask(first.nextCursor ?? '')).body;
  assert.deepEqual(
    [...first.items, ...second.items].map(({ id }) => id),
    ids,
  );
  assert.equal(second.nextCursor, null);
});

test('an invalid account service is refused', async () => {
  const { id } = await add();
  const later = { ...direct(), validFrom: '2027-01-01' };
  for (const [more, path] of [
    [{ validTo: '2026-12-31' }, '/validTo'],
    [{ reason: undefined }, '/reason'],
    [{ reason: null }, '/reason'],
    [{ charged: true }, '/reason'],
    [{ reason: 'gratis' }, '/reason'],
    [{ reason: 'own-boiler' }, '/reason'],
    [{ charged: 'no' }, '/charged'],
    [{ houseServiceId: heatingId, coefficientApplies: false }, '/coefficientApplies'],
    [{ tariffGroup: '' }, '/tariffGroup'],
    [{ normGroup: 'n'.repeat(41) }, '/normGroup'],
    [{ contractVolume: '-1' }, '/contractVolume'],
    [{ allocatorUnits: '12' }, '/allocatorUnits'],
    [{ contractVolume: '1.0000001' }, '/contractVolume'],
    [{ basis: ' ' }, '/basis'],
    [{ persons: 1 }, '/persons'],
  ] as const)
    for (const response of [
      await post({ ...later, ...more }),
      await put(id, { ...later, ...more }),
    ]) {
      assert.equal(response.status, 400, `${path}: ${response.text}`);
      assert.equal(response.problem.errors?.[0]?.path, path);
    }
  const foreign = await post({ ...later, houseServiceId: strange.houseServiceId });
  assert.equal(foreign.status, 404);
  const boiler = { ...later, houseServiceId: heatingId, reason: 'own-boiler' };
  assert.equal((await post(boiler)).status, 201);
});

test('two of an account and a service never share a day, even when written concurrently', async () => {
  const answers = await Promise.all(Array.from({ length: 6 }, async () => post(direct())));
  const made = answers.filter(({ status }) => status === 201);
  assert.deepEqual([made.length, answers.length], [1, 6]);
  const refused = answers.find(({ status }) => status === 409);
  assert.equal(refused?.problem.code, 'period-overlap');
});

test('an owner writes, an accountant reads, and a stranger sees nothing', async () => {
  const { id } = await add();
  for (const [user, statuses] of [
    [STRANGER, [404, 404, 404, 404, 404]],
    [ACCOUNTANT, [200, 200, 403, 403, 403]],
  ] as const) {
    const named = { params: { accountServiceId: id } };
    const asked = [
      await core.ask(user, listAccountServices, { params: { personalAccountId: accountId } }),
      await core.ask(user, getAccountService, named),
      await post(direct(), user),
      await core.ask(user, replaceAccountService, { ...named, body: direct() }),
      await core.ask(user, deleteAccountService, named),
    ];
    assert.deepEqual(
      asked.map(({ status }) => status),
      statuses,
    );
  }
});

test('a change names the applied months of its days, a change of the document none', async () => {
  const asked = () => {
    const { from, to } = core.books.questions.pop() ?? {};
    return [from, to];
  };
  core.books.answer = { appliedMonths: ['2026-07'], chargedMonths: [], hasCharges: true };
  const { id, appliedMonths } = await add({ ...direct(), validTo: '2026-07-31' });
  assert.deepEqual([appliedMonths, asked()], [['2026-07'], ['2026-07', '2026-07']]);
  await put(id, { ...direct(), validTo: '2026-09-10' });
  assert.deepEqual(asked(), ['2026-08', '2026-09']);
  await put(id, { ...direct(), validTo: '2026-09-10', reason: 'other' });
  assert.deepEqual(asked(), ['2026-07', '2026-09']);
  core.books.questions.length = 0;
  const same = await put(id, {
    ...direct(),
    validTo: '2026-09-10',
    reason: 'other',
    basis: 'Письмо',
  });
  assert.deepEqual([same.body.appliedMonths, core.books.questions], [[], []]);
  const deleted = await core.ask(OWNER, deleteAccountService, { params: { accountServiceId: id } });
  assert.deepEqual([deleted.status, deleted.headers.get('applied-months')], [204, '2026-07']);
});

test('an account and a service with an account service cannot be deleted', async () => {
  await core.db.deleteFrom('meters').where('personalAccountId', '=', accountId).execute();
  const { id } = await add({ ...direct(), houseServiceId: heatingId, reason: 'own-boiler' });
  const remove = [
    async () => core.ask(OWNER, deleteHouseService, { params: { houseServiceId: heatingId } }),
    async () =>
      core.ask(OWNER, deletePersonalAccount, { params: { personalAccountId: accountId } }),
  ];
  for (const one of remove) assert.equal((await one()).problem.code, 'has-children');
  await core.ask(OWNER, deleteAccountService, { params: { accountServiceId: id } });
  assert.equal((await remove[1]?.())?.status, 204);
});

test('the audit log records an account service before and after a change', async () => {
  const { id } = await add();
  await put(id, { ...direct(), reason: 'not-used' });
  await core.ask(OWNER, deleteAccountService, { params: { accountServiceId: id } });
  const { items } = (
    await core.ask(OWNER, listCoreChanges, { query: { object: `account-service:${id}` } })
  ).body;
  const reasonOf = (record: unknown) => (record as AccountService | null)?.reason;
  assert.deepEqual(
    items.map((entry) => [entry.action, reasonOf(entry.before), reasonOf(entry.after)]),
    [
      ['account-service.deleted', 'not-used', undefined],
      ['account-service.changed', 'direct-contract', 'not-used'],
      ['account-service.created', undefined, 'direct-contract'],
    ],
  );
});

test('the snapshot of a month has the account services on its days', async () => {
  await add({ ...direct(), contractVolume: '3' });
  await add({
    ...direct(),
    houseServiceId: heatingId,
    reason: 'own-boiler',
    validTo: '2026-07-31',
  });
  const servicesIn = async (period: string) => {
    for (const line of await readSnapshotLines(core.db, house, period))
      if (line.line === 'account' && line.personalAccountId === accountId)
        return line.services?.map((one) => [one.houseServiceId, one.reason, one.contractVolume]);
    return 'no account';
  };
  assert.equal(await servicesIn('2026-06'), undefined);
  const water = [house.houseServiceId, 'direct-contract', '3.000000'];
  assert.deepEqual(await servicesIn('2026-07'), [water, [heatingId, 'own-boiler', null]]);
  assert.deepEqual(await servicesIn('2026-08'), [water]);
});
