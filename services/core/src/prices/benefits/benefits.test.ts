// Benefits of an account: stored, refused with a code, audited, and sent to billing.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { addressOf } from '@kvartplata/contracts/address.ts';
import { listCoreChanges } from '@kvartplata/contracts/core/audit.ts';
import {
  Benefit,
  createBenefit,
  deleteBenefit,
  getBenefit,
  listBenefits,
  replaceBenefit,
  type WrittenBenefit,
} from '@kvartplata/contracts/core/benefits.ts';
import { deleteHouseService } from '@kvartplata/contracts/core/house-services.ts';
import { createNorm } from '@kvartplata/contracts/core/norms.ts';
import { deletePersonalAccount } from '@kvartplata/contracts/core/personal-accounts.ts';
import { writeRegisteredPersons } from '@kvartplata/contracts/core/registered-persons.ts';
import { until } from '@kvartplata/platform/testing/until.ts';
import { sql } from 'kysely';
import { Check } from 'typebox/value';
import { makeMeteredHouse, type MeteredHouse } from '../../testing/metered-house.ts';
import { readSnapshotLines } from '../../testing/snapshot-lines.ts';
import { createTestApp, POOL_SIZE, type TestApp } from '../../testing/test-app.ts';
import { lockBenefits } from './benefits.repository.ts';

const OWNER = 1;
const STRANGER = 2;
const ACCOUNTANT = 3;
const VIEWER = 4;

let core: TestApp;
let house: MeteredHouse;
let strange: MeteredHouse;
let neighbour: MeteredHouse;
let upkeepId: number;
let accountId: number;
let used = 0;

before(async () => {
  core = await createTestApp('2026-08-15T09:00:00Z');
  const organizationId = await core.organizationOf(OWNER);
  const other = await core.organizationOf(STRANGER);
  await core.db
    .insertInto('organizationMembers')
    .values([
      { organizationId, userId: ACCOUNTANT, role: 'accountant' },
      { organizationId, userId: VIEWER, role: 'viewer' },
    ])
    .execute();
  house = await makeMeteredHouse(core.db, organizationId, 20);
  strange = await makeMeteredHouse(core.db, other, 1);
  neighbour = await makeMeteredHouse(core.db, organizationId, 1);
  const { id: utilityServiceId } = await core.db
    .selectFrom('utilityServices')
    .select('id')
    .where('code', '=', 'upkeep')
    .executeTakeFirstOrThrow();
  const { id } = await core.db
    .insertInto('houseServices')
    .values({
      organizationId,
      houseId: house.houseId,
      utilityServiceId,
      method: 'area',
      heatingMode: null,
      validFrom: '2020-01-01',
      validTo: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  upkeepId = id;
});
beforeEach(async () => {
  core.books.answer = { appliedMonths: [], chargedMonths: [], hasCharges: false };
  core.books.questions.length = 0;
  accountId = house.accountIds[used] ?? 0;
  used += 1;
  const entry = await core.ask(OWNER, writeRegisteredPersons, {
    params: { personalAccountId: accountId },
    body: { count: 2, validFrom: '2026-06-01' },
  });
  assert.ok(entry.status < 300, entry.text);
});
after(async () => core.close());

const veteran = () => ({
  category: 'labour-veteran' as const,
  share: '0.5',
  persons: 1,
  limit: 'none' as const,
  services: [house.houseServiceId],
  validFrom: '2026-07-01',
  basis: 'Удостоверение № 17',
});
const social = (more: object = {}) => ({
  limit: 'social-norm' as const,
  socialNorm: { one: '33', two: '42', each: '18', ...more },
});
const post = async (body: object, user = ACCOUNTANT) =>
  core.ask(user, createBenefit, { params: { personalAccountId: accountId }, body });
const put = async (id: number, body: object, ifMatch?: string) =>
  core.ask(ACCOUNTANT, replaceBenefit, { params: { benefitId: id }, body, ifMatch });

/** What billing is told of the account. */
async function benefitsIn(period: string) {
  for (const line of await readSnapshotLines(core.db, house, period))
    if (line.line === 'account' && line.personalAccountId === accountId) return line.benefits;
  throw new Error('the snapshot has the account');
}

async function add(body: object = veteran()): Promise<WrittenBenefit> {
  const response = await post(body);
  assert.equal(response.status, 201, response.text);
  return response.body;
}

test('a benefit stores every field, and returns whose budget pays', async () => {
  const response = await post({ ...veteran(), services: [upkeepId, house.houseServiceId] });
  assert.equal(response.status, 201, response.text);
  const { appliedMonths, ...record } = response.body;
  assert.deepEqual(appliedMonths, []);
  assert.ok(Check(Benefit, record));
  const { id, organizationId: _organizationId, ...fields } = record;
  assert.deepEqual(fields, {
    houseId: house.houseId,
    personalAccountId: accountId,
    ...veteran(),
    services: [house.houseServiceId, upkeepId].toSorted((a, b) => a - b),
    payer: 'regional-budget',
    share: '0.5000',
    socialNorm: null,
    validTo: null,
  });
  const address = addressOf(getBenefit, { params: { benefitId: id } });
  assert.equal(response.headers.get('location'), address);
  const changed = { ...veteran(), category: 'disabled', validTo: '2026-12-31' };
  const { body, headers } = await put(id, changed, '"1"');
  assert.deepEqual(
    [body.payer, body.services, body.validTo, headers.get('etag')],
    ['federal-budget', [house.houseServiceId], '2026-12-31', '"2"'],
  );
  const read = await core.ask(VIEWER, getBenefit, { params: { benefitId: id } });
  assert.deepEqual([read.headers.get('etag'), read.body.category], ['"2"', 'disabled']);
  assert.equal((await put(id, changed, '"1"')).status, 412);
});

test('benefits come in pages', async () => {
  const ids = [
    await add({ ...veteran(), validTo: '2026-07-31' }),
    await add({ ...veteran(), validFrom: '2026-08-01' }),
  ].map(({ id }) => id);
  const ask = async (cursor?: string) =>
    core.ask(VIEWER, listBenefits, {
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

test('an invalid benefit is refused by its field', async () => {
  const { id } = await add();
  const later = { ...veteran(), validFrom: '2027-01-01' };
  for (const [more, path, reason] of [
    [{ share: '0' }, '/share', 'decimal-above'],
    [{ share: '1.0001' }, '/share', 'decimal-above'],
    [{ persons: 0 }, '/persons', 'too-small'],
    [{ limit: 'half' }, '/limit', 'no-choice'],
    [{ category: 'rich' }, '/category', 'no-choice'],
    [{ services: [] }, '/services', 'too-few'],
    [{ services: [neighbour.houseServiceId] }, '/services/0', 'not-of-house'],
    [{ services: [house.houseServiceId], limit: 'norm' }, '/services/0', 'norm-missing'],
    [{ services: [upkeepId], limit: 'norm' }, '/services/0', 'not-for-service'],
    [{ services: [house.houseServiceId], ...social() }, '/services/0', 'not-for-service'],
    [{ services: [upkeepId], limit: 'social-norm' }, '/socialNorm', 'required'],
    [{ socialNorm: social().socialNorm }, '/socialNorm', 'contradicts'],
    [{ services: [upkeepId], ...social({ one: '0' }) }, '/socialNorm/one', 'decimal-above'],
    [{ services: [upkeepId], ...social({ two: '21' }) }, '/socialNorm/two', 'too-small'],
    [{ services: [upkeepId], ...social({ each: '13.99' }) }, '/socialNorm/each', 'too-small'],
    [{ validTo: '2026-12-31' }, '/validTo', 'ends-before-start'],
    [{ basis: ' ' }, '/basis', 'blank'],
    [{ name: 'Иванов' }, '/name', 'unknown-field'],
  ] as const)
    for (const response of [
      await post({ ...later, ...more }),
      await put(id, { ...later, ...more }),
    ]) {
      assert.equal(response.status, 400, `${path}: ${response.text}`);
      const [error] = response.problem.errors ?? [];
      assert.deepEqual([error?.path, error?.code], [path, reason]);
    }
});

test('a benefit limited to the social norm of area keeps it, and loses it with the limit', async () => {
  const within = { ...veteran(), services: [upkeepId], ...social({ each: '14' }) };
  const { id, socialNorm } = await add(within);
  const norm = { one: '33.00', two: '42.00', each: '14.00' };
  assert.deepEqual(socialNorm, norm);
  assert.deepEqual((await benefitsIn('2026-08'))?.[0]?.socialNorm, norm);
  const { body } = await put(id, { ...veteran(), services: [upkeepId] });
  assert.equal(body.socialNorm, null);
});

test('a service of another company is a 404', async () => {
  const foreign = { ...veteran(), services: [strange.houseServiceId] };
  assert.equal((await post(foreign)).status, 404);
});

test('a benefit limited to the norm needs a norm', async () => {
  const norm = { value: '4', validFrom: '2026-01-01', basis: 'Приказ' };
  const params = { houseServiceId: house.houseServiceId };
  const given = await core.ask(OWNER, createNorm, { params, body: norm });
  assert.equal(given.status, 201, given.text);
  assert.equal((await add({ ...veteran(), limit: 'norm' })).limit, 'norm');
  await core.db.deleteFrom('serviceNorms').where('id', '=', given.body.id).execute();
});

test('no more persons are entitled than are registered, even when written concurrently', async () => {
  const categories = ['labour-veteran', 'disabled', 'combat-veteran', 'rehabilitated'] as const;
  const answers = await Promise.all(
    categories.map(async (category) => post({ ...veteran(), category })),
  );
  assert.equal(answers.filter(({ status }) => status === 201).length, 2);
  const refused = answers.find(({ status }) => status === 409);
  assert.equal(refused?.problem.code, 'benefit-of-too-many');
  assert.match(refused?.problem.detail ?? '', /2026-07-01 3 persons .* 2 are registered/);
});

test('benefits are written at once on as many connections as the service has', async () => {
  const sent = await core.db.transaction().execute(async (trx) => {
    await lockBenefits(trx, { personalAccountId: accountId });
    const params = { personalAccountId: accountId };
    const all = Array.from({ length: POOL_SIZE }, async () =>
      core.askOnce(ACCOUNTANT, createBenefit, { params, body: veteran() }),
    );
    await until('every connection waits for the benefits of the account', async () => {
      const { rows } = await sql<{ waiting: number }>`
        select count(*)::integer as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'
      `.execute(core.db);
      return rows[0]?.waiting === all.length;
    });
    return all;
  });
  const statuses = (await Promise.all(sent)).map(({ status }) => status);
  assert.deepEqual(
    statuses.toSorted((a, b) => a - b),
    [201, ...sent.slice(1).map(() => 409)],
  );
});

test('two benefits of a category and a service never share a day', async () => {
  const { id } = await add();
  assert.equal((await post(veteran())).problem.code, 'period-overlap');
  await add({ ...veteran(), services: [upkeepId] });
  assert.equal((await put(id, { ...veteran(), share: '0.3' })).status, 200);
});

test('an accountant writes, a viewer reads, and a stranger sees nothing', async () => {
  const { id } = await add();
  for (const [user, statuses] of [
    [STRANGER, [404, 404, 404, 404, 404]],
    [VIEWER, [200, 200, 403, 403, 403]],
  ] as const) {
    const named = { params: { benefitId: id } };
    const asked = [
      await core.ask(user, listBenefits, { params: { personalAccountId: accountId } }),
      await core.ask(user, getBenefit, named),
      await post(veteran(), user),
      await core.ask(user, replaceBenefit, { ...named, body: veteran() }),
      await core.ask(user, deleteBenefit, named),
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
  const { id, appliedMonths } = await add({ ...veteran(), validTo: '2026-07-31' });
  assert.deepEqual([appliedMonths, asked()], [['2026-07'], ['2026-07', '2026-07']]);
  const longer = { ...veteran(), validTo: '2026-09-10' };
  await put(id, longer);
  assert.deepEqual(asked(), ['2026-08', '2026-09']);
  await put(id, { ...longer, share: '1' });
  assert.deepEqual(asked(), ['2026-07', '2026-09']);
  core.books.questions.length = 0;
  const same = await put(id, { ...longer, share: '1', basis: 'Справка' });
  assert.deepEqual([same.body.appliedMonths, core.books.questions], [[], []]);
  const deleted = await core.ask(ACCOUNTANT, deleteBenefit, { params: { benefitId: id } });
  assert.deepEqual([deleted.status, deleted.headers.get('applied-months')], [204, '2026-07']);
});

test('an account and a service with a benefit cannot be deleted', async () => {
  await core.db.deleteFrom('meters').where('personalAccountId', '=', accountId).execute();
  const { id } = await add({ ...veteran(), services: [upkeepId] });
  const removeAccount = async () =>
    core.ask(OWNER, deletePersonalAccount, { params: { personalAccountId: accountId } });
  const removeService = async () =>
    core.ask(OWNER, deleteHouseService, { params: { houseServiceId: upkeepId } });
  for (const remove of [removeAccount, removeService])
    assert.equal((await remove()).problem.code, 'has-children');
  await core.ask(ACCOUNTANT, deleteBenefit, { params: { benefitId: id } });
  assert.equal((await removeAccount()).status, 204);
});

test('the audit log records a benefit before and after a change', async () => {
  const { id } = await add();
  await put(id, { ...veteran(), share: '1' });
  await core.ask(ACCOUNTANT, deleteBenefit, { params: { benefitId: id } });
  const { items } = (await core.ask(OWNER, listCoreChanges, { query: { object: `benefit:${id}` } }))
    .body;
  const shareOf = (record: unknown) => (record as Benefit | null)?.share;
  assert.deepEqual(
    items.map((entry) => [entry.action, shareOf(entry.before), shareOf(entry.after)]),
    [
      ['benefit.deleted', '1.0000', undefined],
      ['benefit.changed', '0.5000', '1.0000'],
      ['benefit.created', undefined, '0.5000'],
    ],
  );
});

test('the snapshot of a month has the benefits on its days', async () => {
  await add({ ...veteran(), services: [upkeepId, house.houseServiceId], validTo: '2026-07-31' });
  assert.equal(await benefitsIn('2026-06'), undefined);
  const { basis, category, limit, persons, validFrom } = veteran();
  assert.deepEqual(await benefitsIn('2026-07'), [
    {
      basis,
      category,
      limit,
      persons,
      validFrom,
      validTo: '2026-07-31',
      share: '0.5000',
      socialNorm: null,
      houseServiceIds: [house.houseServiceId, upkeepId].toSorted((a, b) => a - b),
    },
  ]);
  assert.equal(await benefitsIn('2026-08'), undefined);
});
