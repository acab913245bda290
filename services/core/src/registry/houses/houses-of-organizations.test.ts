// To which organization a house belongs: who may see and change it, and that it stays there.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  createHouse,
  deleteHouse,
  getHouse,
  replaceHouse,
  type WrittenHouse,
} from '@kvartplata/contracts/core/houses.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

const OWNER = 1;
const STRANGER = 2;
const ACCOUNTANT = 3;

let core: TestApp;
let organizationId: number;

before(async () => {
  core = await createTestApp();
  organizationId = await core.organizationOf(OWNER);
  await core.db
    .insertInto('organizationMembers')
    .values({ organizationId, userId: ACCOUNTANT, role: 'accountant' })
    .execute();
});
after(async () => core.close());

async function addHouse(): Promise<WrittenHouse> {
  const body = { organizationId, address: 'ул. Мира, 1' };
  const response = await core.ask(OWNER, createHouse, { body });
  assert.equal(response.status, 201, response.text);
  return response.body;
}

test('a house is a 404 for strangers, and only its owner changes it', async () => {
  const { id } = await addHouse();
  const body = { address: 'ул. Мира, 2' };
  for (const operation of [getHouse, replaceHouse, deleteHouse]) {
    const sent = { params: { houseId: id }, ...('body' in operation ? { body } : {}) };
    assert.equal((await core.ask(STRANGER, operation, sent)).status, 404, operation.id);
    const { status } = await core.ask(ACCOUNTANT, operation, sent);
    assert.equal(status, operation.method === 'GET' ? 200 : 403, operation.id);
  }
  const foreign = { body: { organizationId, ...body } };
  assert.equal((await core.ask(STRANGER, createHouse, foreign)).status, 404);
  assert.equal((await core.ask(ACCOUNTANT, createHouse, foreign)).status, 403);
});

test('even an admin cannot add a house to a missing organization', async () => {
  const body = { organizationId: 987_654, address: 'ул. Мира, 2' };
  const { status, problem } = await core.ask('admin', createHouse, { body });
  assert.deepEqual([status, problem.code], [404, 'not-found']);
});

test('an organization in the query has to be that of the new house', async () => {
  const body = { organizationId, address: 'ул. Мира, 2' };
  const createWith = async (named: number | string) =>
    core.ask(OWNER, createHouse, { query: { organizationId: named }, body });
  const created = await createWith(organizationId);
  assert.equal(created.status, 201, created.text);
  assert.equal(created.body.organizationId, organizationId);
  const another = await createWith(await core.organizationOf(OWNER));
  assert.equal(another.status, 400);
  assert.deepEqual(
    another.problem.errors?.map(({ path, code }) => [path, code]),
    [['/organizationId', 'contradicts']],
  );
  assert.equal((await createWith(await core.organizationOf(STRANGER))).status, 404);
  assert.equal((await createWith('x')).status, 400);
});

test('a house cannot move to another organization', async () => {
  const { id } = await addHouse();
  const [foreign, own] = [await core.organizationOf(STRANGER), await core.organizationOf(OWNER)];
  const move = async (to: number) =>
    core.ask(OWNER, replaceHouse, {
      params: { houseId: id },
      body: { address: 'x', organizationId: to },
    });
  assert.equal((await move(foreign)).status, 404);
  assert.equal((await move(own)).status, 400);
});
