import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addressOf } from '@kvartplata/contracts/address.ts';
import { listCoreChanges } from '@kvartplata/contracts/core/audit.ts';
import {
  createHouseService,
  deleteHouseService,
  listHouseServices,
} from '@kvartplata/contracts/core/house-services.ts';
import { createHouse, deleteHouse } from '@kvartplata/contracts/core/houses.ts';
import { deleteOrganization } from '@kvartplata/contracts/core/organizations.ts';
import {
  createUtilityService,
  deleteUtilityService,
  getUtilityService,
  listUtilityServices,
  replaceUtilityService,
  UtilityService,
} from '@kvartplata/contracts/core/utility-services.ts';
import { sql } from 'kysely';
import { Check } from 'typebox/value';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

const OWNER = 1;
const STRANGER = 2;
const ACCOUNTANT = 3;
const VIEWER = 4;

const INTERCOM = {
  name: 'Домофон',
  unit: 'мес.',
  precision: 2,
  methods: ['fixed'],
  kind: 'other',
} as const;

let core: TestApp;
let organizationId: number;

before(async () => {
  core = await createTestApp();
  organizationId = await core.organizationOf(OWNER);
  await core.db
    .insertInto('organizationMembers')
    .values([
      { organizationId, userId: ACCOUNTANT, role: 'accountant' },
      { organizationId, userId: VIEWER, role: 'viewer' },
    ])
    .execute();
});
after(async () => core.close());

const post = async (body: object, user = OWNER) =>
  core.ask(user, createUtilityService, { params: { organizationId }, body });
const put = async (utilityServiceId: number, body: object, user = OWNER) =>
  core.ask(user, replaceUtilityService, { params: { utilityServiceId }, body });
const remove = async (utilityServiceId: number, user: number | 'admin' = OWNER) =>
  core.ask(user, deleteUtilityService, { params: { utilityServiceId } });

async function add(more: object): Promise<UtilityService> {
  const response = await post({ ...INTERCOM, ...more });
  assert.equal(response.status, 201, response.text);
  return response.body;
}

async function charge(utilityServiceId: number, method: string) {
  const house = { organizationId, address: 'ул. Мира, 1' };
  const { id: houseId } = (await core.ask(OWNER, createHouse, { body: house })).body;
  const body = { utilityServiceId, method, validFrom: '2026-01-01' };
  return core.ask(OWNER, createHouseService, { params: { houseId }, body });
}

test('an own service stores every field, and takes none from the catalogue', async () => {
  const response = await post(INTERCOM);
  assert.equal(response.status, 201, response.text);
  const { id } = response.body;
  assert.ok(Check(UtilityService, response.body));
  assert.deepEqual(response.body, {
    id,
    organizationId,
    code: `own-${id}`,
    ...INTERCOM,
    everydayName: null,
    drainsInto: null,
    commonNeedsOf: [],
    hoursOf: null,
    followsAbsence: false,
    countsUnverified: false,
    qualityStandard: null,
    components: [],
    coefficientAllowed: false,
    coefficients: [],
  });
  const params = { utilityServiceId: id };
  assert.equal(response.headers.get('location'), addressOf(getUtilityService, { params }));
  assert.equal(response.headers.get('etag'), '"1"');
  const read = await core.ask(VIEWER, getUtilityService, { params });
  assert.deepEqual(read.body, response.body);
});

test('the list is the catalogue, followed by an organization’s own services if given', async () => {
  const { id } = await add({ name: 'Лифт', methods: ['per-person'] });
  const idsIn = async (user: number, query: object) =>
    (await core.ask(user, listUtilityServices, { query: { limit: 200, ...query } })).body.items;
  const catalogue = await idsIn(OWNER, {});
  assert.ok(catalogue.every((one) => one.organizationId === null));
  const own = await idsIn(ACCOUNTANT, { organizationId });
  assert.ok(own.some((one) => one.id === id && one.organizationId === organizationId));
  assert.deepEqual(own.slice(0, catalogue.length), catalogue);
  const stranger = await core.ask(STRANGER, listUtilityServices, { query: { organizationId } });
  assert.equal(stranger.status, 404);
});

test('an own service is a 404 for other organizations, and their houses cannot choose it', async () => {
  const { id } = await add({ name: 'Консьерж' });
  const params = { utilityServiceId: id };
  const elsewhere = await core.organizationOf(STRANGER);
  for (const response of [
    await core.ask(STRANGER, getUtilityService, { params }),
    await put(id, INTERCOM, STRANGER),
    await remove(id, STRANGER),
  ])
    assert.equal(response.status, 404, response.text);
  const house = { organizationId: elsewhere, address: 'ул. Мира, 2' };
  const { id: houseId } = (await core.ask(STRANGER, createHouse, { body: house })).body;
  const body = { utilityServiceId: id, method: 'fixed', validFrom: '2026-01-01' };
  const chosen = await core.ask('admin', createHouseService, { params: { houseId }, body });
  assert.equal(chosen.status, 404, 'not even by who sees both');
  for (const user of [ACCOUNTANT, VIEWER]) {
    assert.equal((await put(id, INTERCOM, user)).status, 403);
    assert.equal((await remove(id, user)).status, 403);
    assert.equal((await post(INTERCOM, user)).status, 403);
  }
});

test('everybody can read the catalogue and nobody can change it', async () => {
  const { items } = (await core.ask(OWNER, listUtilityServices)).body;
  const id = items[0]?.id ?? 0;
  const read = await core.ask(STRANGER, getUtilityService, { params: { utilityServiceId: id } });
  assert.equal(read.status, 200);
  assert.equal((await put(id, INTERCOM)).status, 404);
  assert.equal((await remove(id)).status, 404);
  assert.equal((await remove(id, 'admin')).status, 404);
});

test('a house is charged for it by one of its methods', async () => {
  const { id } = await add({ name: 'Охрана', methods: ['fixed', 'per-person'] });
  const created = await charge(id, 'fixed');
  assert.equal(created.status, 201, created.text);
  assert.deepEqual([created.body.code, created.body.name], [`own-${id}`, 'Охрана']);
  const wrong = await charge(id, 'area');
  assert.equal(wrong.status, 400);
  const { houseId } = created.body;
  const listed = await core.ask(ACCOUNTANT, listHouseServices, { params: { houseId } });
  assert.equal(listed.body.items.length, 1);
});

test('while a house has it, its name may change, but not what affects its charges', async () => {
  const service = await add({ name: 'Уборка', methods: ['fixed', 'area'] });
  const { id } = service;
  const used = await charge(id, 'fixed');
  const body = { ...INTERCOM, name: 'Уборка двора', methods: ['fixed'] };
  const renamed = await put(id, body);
  assert.equal(renamed.status, 200, renamed.text);
  assert.equal(renamed.headers.get('etag'), '"2"');
  for (const change of [
    { unit: 'м²' },
    { precision: 3 },
    { kind: 'housing' },
    { methods: ['area'] },
  ]) {
    const refused = await put(id, { ...body, ...change });
    assert.deepEqual([refused.status, refused.problem.code], [409, 'has-children']);
  }
  const kept = await remove(id);
  assert.deepEqual([kept.status, kept.problem.code], [409, 'has-children']);
  const { id: houseServiceId, houseId } = used.body;
  await core.ask(OWNER, deleteHouseService, { params: { houseServiceId } });
  await core.ask(OWNER, deleteHouse, { params: { houseId } });
  assert.equal((await put(id, { ...body, unit: 'м²', methods: ['area'] })).status, 200);
  assert.equal((await remove(id)).status, 204);
  assert.equal((await remove(id)).status, 404);
});

test('a new name affects the houses that have it; new choices do not', async () => {
  const { id } = await add({ name: 'Вахта', methods: ['fixed', 'per-person'] });
  const { houseId } = (await charge(id, 'fixed')).body;
  const versionOf = async () => {
    const { rows } = await sql<{ version: number }>`
      select sum(version)::integer as version from house_versions where house_id = ${houseId}
    `.execute(core.db);
    return rows[0]?.version ?? 0;
  };
  const untouched = await versionOf();
  const body = { ...INTERCOM, name: 'Вахта', methods: ['fixed'] };
  assert.equal((await put(id, body)).status, 200);
  assert.equal(await versionOf(), untouched);
  assert.equal((await put(id, { ...body, name: 'Дежурный' })).status, 200);
  assert.equal(await versionOf(), untouched + 1);
});

test('a stale version is refused', async () => {
  const { id } = await add({ name: 'Видеонаблюдение' });
  const response = await core.ask(OWNER, replaceUtilityService, {
    params: { utilityServiceId: id },
    body: INTERCOM,
    ifMatch: '"7"',
  });
  assert.equal(response.status, 412);
});

test('a name belongs to one service, whether own or of the catalogue, in any case', async () => {
  await add({ name: 'Шлагбаум' });
  const { id } = await add({ name: 'Ворота' });
  for (const response of [
    await post({ ...INTERCOM, name: 'Шлагбаум' }),
    await post({ ...INTERCOM, name: 'ХОЛОДНОЕ водоснабжение' }),
    await post({ ...INTERCOM, name: 'ШЛАГБАУМ' }),
    await post({ ...INTERCOM, name: 'Heating' }),
    await post({ ...INTERCOM, name: `own-${id}` }),
    await put(id, { ...INTERCOM, name: 'шлагбаум' }),
  ])
    assert.deepEqual([response.status, response.problem.code], [409, 'service-name-taken']);
  const elsewhere = await core.organizationOf(STRANGER);
  const other = await core.ask(STRANGER, createUtilityService, {
    params: { organizationId: elsewhere },
    body: { ...INTERCOM, name: 'Шлагбаум' },
  });
  assert.equal(other.status, 201, 'another organization has names of its own');
});

test('runs of blanks in a name become one blank, as in the cells of a file', async () => {
  const { id, name } = await add({ name: 'Вывоз   старой\u00A0 мебели' });
  assert.equal(name, 'Вывоз старой мебели');
  const renamed = await put(id, { ...INTERCOM, name: 'Вывоз  хлама' });
  assert.equal(renamed.body.name, 'Вывоз хлама');
});

for (const method of ['odn', 'heating', 'water-disposal'])
  test(`what only the catalogue may have is refused with its reason: ${method}`, async () => {
    const response = await post({ ...INTERCOM, name: method, methods: ['fixed', method] });
    assert.equal(response.status, 400);
    assert.deepEqual(
      response.problem.errors?.map(({ path, code }) => [path, code]),
      [['/methods/1', 'not-for-service']],
    );
  });

test('invalid fields are named, and nothing is stored', async () => {
  const wrong: readonly (readonly [string, object])[] = [
    ['/name', { name: '' }],
    ['/name', { name: 'x'.repeat(201) }],
    ['/name', { name: 'Домофон\nи ворота' }],
    ['/unit', { unit: ' мес.' }],
    ['/unit', { unit: 'x'.repeat(21) }],
    ['/precision', { precision: 7 }],
    ['/methods', { methods: [] }],
    ['/methods', { methods: ['fixed', 'fixed'] }],
    ['/methods/0', { methods: ['magic'] }],
    ['/kind', { kind: 'fun' }],
    ['/code', { code: 'own' }],
  ];
  for (const [path, more] of wrong) {
    const response = await post({ ...INTERCOM, name: 'Плохая', ...more });
    assert.equal(response.status, 400, JSON.stringify(more));
    assert.ok(
      response.problem.errors?.some((error) => error.path === path),
      response.text,
    );
  }
  const { items } = (
    await core.ask(OWNER, listUtilityServices, { query: { organizationId, limit: 200 } })
  ).body;
  assert.ok(items.every(({ name }) => name !== 'Плохая'));
});

test('every change is in the audit log', async () => {
  const { id } = await add({ name: 'Вахта' });
  await put(id, { ...INTERCOM, name: 'Вахтёр' });
  await remove(id);
  const { items } = (await core.ask(OWNER, listCoreChanges, { query: { organizationId } })).body;
  const told = items.filter(
    ({ objectType, objectId }) => objectType === 'utility-service' && objectId === String(id),
  );
  assert.deepEqual(told.map(({ action }) => action).toSorted(), [
    'utility-service.changed',
    'utility-service.created',
    'utility-service.deleted',
  ]);
});

test('an organization with own services cannot be deleted', async () => {
  const user = 17;
  const own = await core.organizationOf(user);
  const ofOwn = { params: { organizationId: own } };
  const { id } = (await core.ask(user, createUtilityService, { ...ofOwn, body: INTERCOM })).body;
  const refused = await core.ask(user, deleteOrganization, ofOwn);
  assert.deepEqual([refused.status, refused.problem.code], [409, 'has-children']);
  await core.ask(user, deleteUtilityService, { params: { utilityServiceId: id } });
  assert.equal((await core.ask(user, deleteOrganization, ofOwn)).status, 204);
});

test('the database itself protects the catalogue and the services of others from the application', async () => {
  const { id } = await add({ name: 'Дворник' });
  const run = async (statement: string): Promise<bigint> =>
    core.db.transaction().execute(async (trx) => {
      await sql`set local role core_app`.execute(trx);
      await sql`select set_config('app.owner_of', '{999}', true), set_config('app.viewer_of', '{999}', true)`.execute(
        trx,
      );
      return (await sql.raw(statement).execute(trx)).numAffectedRows ?? 0n;
    });
  for (const statement of [
    `update utility_services set name = 'x' where code = 'cold-water'`,
    `delete from utility_services where code = 'cold-water'`,
    `update utility_services set name = 'x' where id = ${id}`,
    `delete from utility_services where id = ${id}`,
  ])
    assert.equal(await run(statement), 0n, statement);
  const insert = (organization: string) =>
    `insert into utility_services (organization_id, code, name, unit, precision, methods, kind)
     values (${organization}, 'own-9999', 'x', 'x', 2, '{fixed}', 'other')`;
  await assert.rejects(run(insert('null')), /row-level security/);
  await assert.rejects(run(insert(String(organizationId))), /row-level security/);
});
