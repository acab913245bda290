import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { listCoreChanges } from '@kvartplata/contracts/core/audit.ts';
import type { AuditEntry } from '@kvartplata/contracts/audit.ts';
import { Absence } from '@kvartplata/contracts/core/absences.ts';
import type { AppliedMonths } from '@kvartplata/contracts/core/applied-months.ts';
import type { PageOf } from '@kvartplata/contracts/page.ts';
import type { Problem } from '@kvartplata/contracts/problem.ts';
import { Check } from 'typebox/value';
import { makeMeteredHouse, type MeteredHouse } from '../../testing/metered-house.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

const OWNER = 1;
const STRANGER = 2;
const ACCOUNTANT = 3;
const VIEWER = 4;
const PATH = '/api/absences';
const BASIS = 'Справка от 20.07.2026';
type Written = Absence & { readonly appliedMonths: AppliedMonths };

let core: TestApp;
let house: MeteredHouse;
let accountId: number;
let used = 0;

before(async () => {
  core = await createTestApp('2026-08-15T09:00:00Z');
  const organizationId = await core.organizationOf(OWNER);
  await core.organizationOf(STRANGER);
  for (const [userId, role] of [
    [ACCOUNTANT, 'accountant'],
    [VIEWER, 'viewer'],
  ] as const)
    await core.db
      .insertInto('organizationMembers')
      .values({ organizationId: organizationId, userId, role })
      .execute();
  house = await makeMeteredHouse(core.db, organizationId, 20);
  await core.db
    .insertInto('registeredPersons')
    .values(
      house.accountIds.map((personalAccountId) => ({
        houseId: house.houseId,
        personalAccountId,
        validFrom: '2020-01-01',
        personCount: 2,
      })),
    )
    .execute();
});
beforeEach(() => {
  core.books.answer = { appliedMonths: [], chargedMonths: [], hasCharges: false };
  core.books.questions.length = 0;
  accountId = house.accountIds[used] ?? 0;
  used += 1;
});
after(async () => core.close());

const JULY = { from: '2026-07-05', to: '2026-07-14', persons: 1, basis: BASIS };
const listOf = () => `/api/personal-accounts/${accountId}/absences`;
const post = async (body: object, user = ACCOUNTANT) =>
  core.askAt(user, 'POST', listOf(), { body });
const put = async (id: number, body: object, headers: Record<string, string> = {}) =>
  core.askAt(ACCOUNTANT, 'PUT', `${PATH}/${id}`, { body, headers });

async function add(body: object = JULY): Promise<Written> {
  const response = await post(body);
  assert.equal(response.statusCode, 201, response.body);
  return response.json<Written>();
}

test('an absence keeps all that it was given, and says whether it changes charges', async () => {
  const response = await post(JULY);
  assert.equal(response.statusCode, 201, response.body);
  const { appliedMonths, ...absence } = response.json<Written>();
  assert.ok(Check(Absence, absence));
  assert.deepEqual(appliedMonths, []);
  const { id, ...fields } = absence;
  assert.deepEqual(fields, {
    houseId: house.houseId,
    personalAccountId: accountId,
    ...JULY,
    fullDays: 10,
    isRecalculated: true,
  });
  assert.equal(response.headers['location'], `${PATH}/${id}`);
  const read = await core.askAt(VIEWER, 'GET', `${PATH}/${id}`);
  assert.deepEqual([read.json(), read.headers['etag']], [absence, '"1"']);
  const short = await put(id, { ...JULY, to: '2026-07-09' }, { 'if-match': '"1"' });
  const { fullDays, isRecalculated } = short.json<Written>();
  assert.deepEqual([fullDays, isRecalculated, short.headers['etag']], [5, false, '"2"']);
});

test('the absences of an account come by pages, those that began last first', async () => {
  const first = await add({ ...JULY, from: '2026-01-01', to: '2026-01-31' });
  const second = await add();
  const third = await add();
  const seen: number[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const url = `${listOf()}?limit=1${cursor === '' ? '' : `&cursor=${cursor}`}`;
    const page: PageOf<Absence> = (await core.askAt(VIEWER, 'GET', url)).json();
    seen.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor;
  }
  assert.deepEqual(seen, [third.id, second.id, first.id]);
});

test('an absence that cannot be is refused', async () => {
  const { id } = await add();
  await core.db
    .updateTable('personalAccounts')
    .set({ closedOn: '2026-08-10' })
    .where('id', '=', accountId)
    .execute();
  for (const [more, path] of [
    [{ to: '2026-07-04' }, '/to'],
    [{ from: '2019-12-31' }, '/from'],
    [{ to: '2026-08-11' }, '/to'],
    [{ from: '2026-02-30' }, '/from'],
    [{ persons: 0 }, '/persons'],
    [{ persons: '1' }, '/persons'],
    [{ basis: '' }, '/basis'],
    [{ basis: null }, '/basis'],
    [{ days: 10 }, '/days'],
  ] as const)
    for (const response of [
      await post({ ...JULY, ...more }),
      await put(id, { ...JULY, ...more }),
    ]) {
      assert.equal(response.statusCode, 400, response.body);
      assert.equal(response.json<Problem>().errors?.[0]?.path, path);
    }
});

test('no more persons are away than are counted there, however many write at once', async () => {
  const answers = await Promise.all(Array.from({ length: 6 }, async () => post(JULY)));
  const codes = answers.map((answer) => answer.json<Partial<Problem>>().code);
  assert.equal(codes.filter((code) => code === undefined).length, 2);
  assert.equal(codes.filter((code) => code === 'absence-of-too-many').length, 4);
  const own = answers.find(({ statusCode }) => statusCode === 201)?.json<Written>().id ?? 0;
  assert.equal((await put(own, { ...JULY, to: '2026-07-31' })).statusCode, 200);
  const two = await put(own, { ...JULY, persons: 2 });
  assert.equal(two.statusCode, 409);
  assert.match(two.json<Problem>().detail ?? '', /^On 2026-07-05 3 persons .* 2 are counted/);
});

test('of many changes with one version one is made', async () => {
  const { id } = await add();
  const headers = { 'if-match': '"1"' };
  const answers = await Promise.all(
    Array.from({ length: 6 }, async (_, index) =>
      put(id, { ...JULY, to: `2026-07-2${index}` }, headers),
    ),
  );
  assert.equal(answers.filter(({ statusCode }) => statusCode === 200).length, 1);
  assert.equal(answers.filter(({ statusCode }) => statusCode === 412).length, 5);
  const deletion = await core.askAt(ACCOUNTANT, 'DELETE', `${PATH}/${id}`, { headers });
  assert.equal(deletion.statusCode, 412);
});

test('absences are not there for strangers, and a viewer only reads them', async () => {
  const { id } = await add();
  for (const [user, statuses] of [
    [STRANGER, [404, 404, 404, 404, 404]],
    [VIEWER, [200, 200, 403, 403, 403]],
  ] as const) {
    const asked = [
      await core.askAt(user, 'GET', listOf()),
      await core.askAt(user, 'GET', `${PATH}/${id}`),
      await post(JULY, user),
      await core.askAt(user, 'PUT', `${PATH}/${id}`, { body: JULY }),
      await core.askAt(user, 'DELETE', `${PATH}/${id}`),
    ];
    assert.deepEqual(
      asked.map(({ statusCode }) => statusCode),
      statuses,
    );
  }
});

test('a change names the applied months of its days, a short absence none', async () => {
  const asked = () => {
    const { from, to } = core.books.questions.pop() ?? {};
    return [from, to];
  };
  core.books.answer = { appliedMonths: ['2026-07'], chargedMonths: [], hasCharges: true };
  const { id, appliedMonths } = await add();
  assert.deepEqual([appliedMonths, asked()], [['2026-07'], ['2026-07', '2026-07']]);
  await put(id, { ...JULY, from: '2026-05-25' });
  assert.deepEqual(asked(), ['2026-05', '2026-07']);
  await put(id, { ...JULY, to: '2026-07-06' });
  assert.deepEqual(asked(), ['2026-05', '2026-07']);
  for (const body of [{ to: '2026-07-07' }, { to: '2026-07-07', basis: 'Билеты' }]) {
    const response = await put(id, { ...JULY, ...body });
    assert.deepEqual([response.json<Written>().appliedMonths, core.books.questions], [[], []]);
  }
  const deleted = await core.askAt(ACCOUNTANT, 'DELETE', `${PATH}/${id}`);
  assert.deepEqual([deleted.statusCode, deleted.headers['applied-months']], [204, '']);
});

test('an account with absences is kept', async () => {
  await core.db.deleteFrom('meters').where('personalAccountId', '=', accountId).execute();
  const { id } = await add();
  const remove = async () => core.askAt(OWNER, 'DELETE', `/api/personal-accounts/${accountId}`);
  assert.equal((await remove()).json<Problem>().code, 'has-children');
  assert.equal((await core.askAt(ACCOUNTANT, 'DELETE', `${PATH}/${id}`)).statusCode, 204);
  assert.equal((await remove()).statusCode, 204);
});

test('the audit log tells what an absence was and became', async () => {
  const { id } = await add();
  await put(id, { ...JULY, persons: 2 });
  await core.askAt(ACCOUNTANT, 'DELETE', `${PATH}/${id}`);
  const url = `${listCoreChanges.path}?object=absence:${id}`;
  const { items } = (await core.askAt(OWNER, 'GET', url)).json<PageOf<AuditEntry>>();
  const personsOf = (absence: unknown) => (absence as Absence | null)?.persons;
  assert.deepEqual(
    items.map((entry) => [entry.action, personsOf(entry.before), personsOf(entry.after)]),
    [
      ['absence.deleted', 2, undefined],
      ['absence.changed', 1, 2],
      ['absence.created', undefined, 1],
    ],
  );
});
