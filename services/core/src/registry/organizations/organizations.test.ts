import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addressOf } from '@kvartplata/contracts/address.ts';
import {
  createOrganization,
  deleteOrganization,
  getOrganization,
  listOrganizations,
  Organization,
  replaceOrganization,
} from '@kvartplata/contracts/core/organizations.ts';
import type { OrganizationRole } from '@kvartplata/contracts/access.ts';
import { Check } from 'typebox/value';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

const WHOLE = {
  name: 'ООО «Управляющая компания „Уют“»',
  shortName: 'УК «Уют»',
  inn: '7736050003',
  kpp: '773601001',
  ogrn: '1037739010891',
  legalAddress: '117997, г. Москва, ул. Наметкина, д. 16',
  phone: '+7 495 000-00-00, доб. 12',
  website: 'тихая-заводь.рф',
  email: 'office@uyut.example',
  bankDetails: {
    bankName: 'ПАО Сбербанк',
    bic: '044525225',
    settlementAccount: '40702810538000123456',
    correspondentAccount: '30101810400000000225',
  },
  confirmAbove: '50000.00',
  stepUpAbove: null,
};
const EMPTY = {
  shortName: null,
  inn: null,
  kpp: null,
  ogrn: null,
  legalAddress: null,
  phone: null,
  website: null,
  email: null,
  bankDetails: {
    bankName: null,
    bic: null,
    settlementAccount: null,
    correspondentAccount: null,
  },
  confirmAbove: null,
  stepUpAbove: null,
};

let core: TestApp;

before(async () => {
  core = await createTestApp();
});
after(async () => core.close());

async function addMember(organizationId: number, userId: number, role: OrganizationRole) {
  await core.db
    .insertInto('organizationMembers')
    .values({ organizationId: organizationId, userId: userId, role })
    .execute();
}

async function idsSeenBy(user: number | 'admin'): Promise<number[]> {
  const response = await core.ask(user, listOrganizations);
  assert.equal(response.status, 200);
  return response.body.map(({ id }) => id);
}

test('an organization stores every field', async () => {
  const response = await core.ask(1, createOrganization, { body: WHOLE });
  assert.equal(response.status, 201, response.text);
  const organization = response.body;
  assert.ok(Check(Organization, organization));
  const { id, role, createdAt, updatedAt, ...fields } = organization;
  assert.deepEqual(fields, WHOLE);
  assert.equal(role, 'owner');
  assert.equal(createdAt, updatedAt);
  assert.match(createdAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  assert.equal(
    response.headers.get('location'),
    addressOf(getOrganization, { params: { organizationId: id } }),
  );
  assert.equal(response.headers.get('etag'), '"1"');
  const read = await core.ask(1, getOrganization, { params: { organizationId: id } });
  assert.deepEqual(read.body, organization);
  assert.equal(read.headers.get('etag'), '"1"');
  assert.equal(read.headers.get('cache-control'), 'no-store');
});

test('a name is enough; null means the same as leaving a field out', async () => {
  const nothing = await core.ask(1, createOrganization, { body: { name: 'ТСЖ' } });
  const nulls = await core.ask(1, createOrganization, {
    body: { name: 'ТСЖ', ...EMPTY, bankDetails: null },
  });
  for (const response of [nothing, nulls]) {
    assert.equal(response.status, 201, response.text);
    const { id: _id, role: _role, createdAt: _c, updatedAt: _u, ...fields } = response.body;
    assert.deepEqual(fields, { name: 'ТСЖ', ...EMPTY });
  }
});

test('PUT replaces: omitted fields become null, and the entity tag changes', async () => {
  const { id, createdAt } = (await core.ask(1, createOrganization, { body: WHOLE })).body;
  const response = await core.ask(1, replaceOrganization, {
    params: { organizationId: id },
    body: { name: 'Новое имя' },
  });
  assert.equal(response.status, 200, response.text);
  const { updatedAt, ...fields } = response.body;
  assert.deepEqual(fields, { id, name: 'Новое имя', ...EMPTY, role: 'owner', createdAt });
  assert.ok(updatedAt > createdAt);
  assert.equal(response.headers.get('etag'), '"2"');
});

test('a stale If-Match changes and deletes nothing; the current one does', async () => {
  const { id } = (await core.ask(1, createOrganization, { body: WHOLE })).body;
  const body = { name: 'Вторая редакция' };
  const params = { organizationId: id };
  const ifMatch = '"1"';
  const second = await core.ask(1, replaceOrganization, { params, body, ifMatch });
  assert.equal(second.status, 200);
  const lost = { name: 'Потерянная редакция' };
  for (const response of [
    await core.ask(1, replaceOrganization, { params, body: lost, ifMatch }),
    await core.ask(1, deleteOrganization, { params, ifMatch }),
  ]) {
    assert.equal(response.status, 412);
    assert.equal(response.problem.code, 'version-stale');
  }
  assert.equal(
    (await core.ask(1, getOrganization, { params: { organizationId: id } })).body.name,
    body.name,
  );
  const deleted = await core.ask(1, deleteOrganization, {
    params: { organizationId: id },
    ifMatch: '"2"',
  });
  assert.equal(deleted.status, 204);
  assert.equal(deleted.text, '');
});

test('only one of many concurrent changes of one version succeeds', async () => {
  const { id } = (await core.ask(1, createOrganization, { body: WHOLE })).body;
  const responses = await Promise.all(
    Array.from({ length: 6 }, async (_, index) =>
      core.ask(1, replaceOrganization, {
        params: { organizationId: id },
        body: { name: `Редакция ${index}` },
        ifMatch: '"1"',
      }),
    ),
  );
  const codes = responses.map((response) => response.status).sort((a, b) => a - b);
  assert.deepEqual(codes, [200, 412, 412, 412, 412, 412]);
});

test('an organization with houses cannot be deleted', async () => {
  const organizationId = await core.organizationOf(30);
  const { id } = await core.db
    .insertInto('houses')
    .values({ organizationId: organizationId, address: 'г. Тула, пр. Ленина, д. 1' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const refused = await core.ask(30, deleteOrganization, { params: { organizationId } });
  assert.equal(refused.status, 409);
  assert.equal(refused.problem.code, 'organization-has-houses');
  await core.db.deleteFrom('houses').where('id', '=', id).execute();
  assert.equal(
    (await core.ask(30, deleteOrganization, { params: { organizationId } })).status,
    204,
  );
  assert.equal((await core.ask(30, getOrganization, { params: { organizationId } })).status, 404);
  assert.deepEqual(await idsSeenBy(30), []);
});

test('a list has the user’s organizations in order of id, and all of them for the admin', async () => {
  const own = [await core.organizationOf(40), await core.organizationOf(40)];
  const foreign = await core.organizationOf(41);
  await addMember(foreign, 42, 'viewer');
  assert.deepEqual(await idsSeenBy(40), own);
  assert.deepEqual(await idsSeenBy(42), [foreign]);
  assert.deepEqual(await idsSeenBy(43), []);
  const all = await idsSeenBy('admin');
  for (const id of [...own, foreign]) assert.ok(all.includes(id));
});

const matrix = [
  { who: 'owner', role: 'owner', read: 200, write: 200 },
  { who: 'accountant', role: 'accountant', read: 200, write: 403 },
  { who: 'viewer', role: 'viewer', read: 200, write: 403 },
  { who: 'a member of another organization', role: undefined, read: 404, write: 404 },
  { who: 'a user without any', role: undefined, read: 404, write: 404 },
  { who: 'admin', role: 'owner', read: 200, write: 200 },
] as const;

test('who may do what', async (t) => {
  const organizationId = await core.organizationOf(50);
  await addMember(organizationId, 51, 'accountant');
  await addMember(organizationId, 52, 'viewer');
  await core.organizationOf(53);
  const users = {
    owner: 50,
    accountant: 51,
    viewer: 52,
    'a member of another organization': 53,
    'a user without any': 54,
    admin: 'admin',
  } as const;
  const url = addressOf(getOrganization, { params: { organizationId } });
  for (const { who, role, read, write } of matrix) {
    await t.test(`${who}: reading ${read}, writing ${write}`, async () => {
      const user = users[who];
      const seen = await core.ask(user, getOrganization, { params: { organizationId } });
      assert.equal(seen.status, read);
      const listed = (await core.ask(user, listOrganizations)).body;
      const own = listed.find(({ id }) => id === organizationId);
      if (read === 200) assert.equal(seen.body.role, role);
      assert.equal(own?.role, role);
      const put = await core.ask(user, replaceOrganization, {
        params: { organizationId },
        body: { name: 'Имя' },
      });
      assert.equal(put.status, write, put.text);
      if (write !== 200)
        assert.equal(
          (await core.ask(user, deleteOrganization, { params: { organizationId } })).status,
          write,
          'DELETE',
        );
    });
  }
  await t.test('without a token, or with a service token: 401', async () => {
    assert.equal((await core.app.inject({ url })).statusCode, 401);
    assert.equal(
      (await core.askAsService(getOrganization, { params: { organizationId } })).status,
      401,
    );
  });
  await t.test('a missing organization is a 404 for everybody', async () => {
    for (const user of [50, 'admin'] as const) {
      assert.equal(
        (await core.ask(user, getOrganization, { params: { organizationId: 987_654 } })).status,
        404,
      );
      assert.equal(
        (await core.ask(user, deleteOrganization, { params: { organizationId: 987_654 } })).status,
        404,
      );
      const put = await core.ask(user, replaceOrganization, {
        params: { organizationId: 987_654 },
        body: { name: 'Имя' },
      });
      assert.equal(put.status, 404);
    }
  });
});

for (const id of ['0', '0x10', '1e3', '-1', '1.0', '01', '99999999999999999999', '\u0000', 'a']) {
  test(`the id ${JSON.stringify(id)} in the path is a 400`, async () => {
    for (const operation of [getOrganization, deleteOrganization]) {
      const response = await core.ask('admin', operation, { params: { organizationId: id } });
      assert.equal(response.status, 400, response.text);
    }
  });
}

const bank = WHOLE.bankDetails;
const badBodies: readonly { body: unknown; path: string; why: string }[] = [
  { body: {}, path: '/name', why: 'no name' },
  { body: { name: null }, path: '/name', why: 'null for a name' },
  { body: { name: '' }, path: '/name', why: 'an empty name' },
  { body: { name: ' УК' }, path: '/name', why: 'a blank before the name' },
  { body: { name: 'УК\nУют' }, path: '/name', why: 'a name of two lines' },
  {
    body: { name: 'УК\u2028Уют' },
    path: '/name',
    why: 'a name of two lines, as Unicode parts them',
  },
  { body: { name: 'У\uFFFD Уют' }, path: '/name', why: 'a name that has lost a letter' },
  { body: { name: 'УК \u202Eтюу' }, path: '/name', why: 'a name that is shown backwards' },
  { body: { name: 'я'.repeat(301) }, path: '/name', why: 'a name too long' },
  { body: { name: 5 }, path: '/name', why: 'a number for a name' },
  { body: { name: ['УК'] }, path: '/name', why: 'a list for a name' },
  { body: { name: 'УК', inn: 7736050003 }, path: '/inn', why: 'a number for an INN' },
  { body: { name: 'УК', inn: '7736050004' }, path: '/inn', why: 'a wrong INN check digit' },
  { body: { name: 'УК', inn: '77360500035' }, path: '/inn', why: 'an INN of 11 digits' },
  { body: { name: 'УК', inn: '' }, path: '/inn', why: 'an empty INN' },
  { body: { name: 'УК', inn: true }, path: '/inn', why: 'a truth for an INN' },
  { body: { name: 'УК', ogrn: '1037739010892' }, path: '/ogrn', why: 'a wrong OGRN check digit' },
  { body: { name: 'УК', kpp: '77360100' }, path: '/kpp', why: 'a KPP of 8 characters' },
  { body: { name: 'УК', email: 'office' }, path: '/email', why: 'no e-mail address' },
  { body: { name: 'УК', director: 'Иванов' }, path: '/director', why: 'an unknown field' },
  { body: { name: 'УК', id: 7 }, path: '/id', why: 'an id of the own choice' },
  { body: { name: 'УК', bankDetails: 'Сбербанк' }, path: '/bankDetails', why: 'a text for a bank' },
  {
    body: { name: 'УК', bankDetails: { ...bank, iban: 'X' } },
    path: '/bankDetails/iban',
    why: 'an unknown field of the bank',
  },
  {
    body: { name: 'УК', bankDetails: { ...bank, bic: '04452522' } },
    path: '/bankDetails/bic',
    why: 'a BIC of 8 digits',
  },
  {
    body: { name: 'УК', bankDetails: { ...bank, settlementAccount: '40702810438000123456' } },
    path: '/bankDetails/settlementAccount',
    why: "an account that is not this bank's",
  },
  {
    body: { name: 'УК', bankDetails: { ...bank, correspondentAccount: '30101810400000000226' } },
    path: '/bankDetails/correspondentAccount',
    why: "a correspondent account that is not this bank's",
  },
];
for (const { body, path, why } of badBodies) {
  test(`${why} is a 400 that names ${path}`, async () => {
    const response = await core.ask(1, createOrganization, { body });
    assert.equal(response.status, 400, response.text);
    const problem = response.problem;
    assert.equal(problem.code, 'validation-failed');
    assert.ok(
      problem.errors?.some((error) => error.path === path),
      JSON.stringify(problem.errors),
    );
  });
}

test('all wrong numbers are named at once', async () => {
  const body = {
    name: 'УК',
    inn: '7736050004',
    ogrn: '1037739010892',
    bankDetails: { ...bank, settlementAccount: '40702810438000123456' },
  };
  const response = await core.ask(1, createOrganization, { body });
  assert.deepEqual(
    response.problem.errors?.map(({ path }) => path),
    ['/inn', '/ogrn', '/bankDetails/settlementAccount'],
  );
});

test('treasury accounts, whose check digits follow other rules, are accepted', async () => {
  const body = {
    name: 'МУП',
    bankDetails: {
      bic: '004525988',
      settlementAccount: '03214643000000017300',
      correspondentAccount: '40102810545370000003',
    },
  };
  assert.equal((await core.ask(1, createOrganization, { body })).status, 201);
});

const badTexts = [
  { body: '{"name":"УК","name":"ТСЖ"}', code: 'malformed-json', why: 'the same key twice' },
  { body: '{"name":"УК', code: 'malformed-json', why: 'half a body' },
  { body: '{"name":"У\\u0000К"}', code: 'malformed-json', why: 'a NUL' },
  { body: '[]', code: 'validation-failed', why: 'a list' },
  { body: 'null', code: 'validation-failed', why: 'null' },
  { body: '', code: 'validation-failed', why: 'nothing' },
];
for (const { body, code, why } of badTexts) {
  test(`a body of ${why} is a 400 ${code}`, async () => {
    const response = await core.ask(1, createOrganization, { body });
    assert.equal(response.status, 400, response.text);
    assert.equal(response.problem.code, code);
  });
}

test('another content type is a 415, an unknown query parameter a 400', async () => {
  const text = await core.ask(1, createOrganization, {
    body: 'name=УК',
    headers: { 'content-type': 'text/plain' },
  });
  assert.equal(text.status, 415);
  assert.equal((await core.ask(1, listOrganizations, { query: { all: 'true' } })).status, 400);
});
