import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { addressOf } from '@kvartplata/contracts/address.ts';
import { listCoreChanges } from '@kvartplata/contracts/core/audit.ts';
import {
  Absence,
  createAbsence,
  deleteAbsence,
  getAbsence,
  listAbsences,
  replaceAbsence,
  type WrittenAbsence,
} from '@kvartplata/contracts/core/absences.ts';
import { deletePersonalAccount } from '@kvartplata/contracts/core/personal-accounts.ts';
import { type AnswerOf } from '@kvartplata/contracts/endpoint.ts';
import { Check } from 'typebox/value';
import { makeMeteredHouse, type MeteredHouse } from '../../testing/metered-house.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

const OWNER = 1;
const STRANGER = 2;
const ACCOUNTANT = 3;
const VIEWER = 4;
const BASIS = 'Справка от 20.07.2026';

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
        organizationId,
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
const post = async (body: object, user = ACCOUNTANT) =>
  core.ask(user, createAbsence, { params: { personalAccountId: accountId }, body });
const put = async (id: number, body: object, ifMatch?: string) =>
  core.ask(ACCOUNTANT, replaceAbsence, { params: { absenceId: id }, body, ifMatch });

async function add(body: object = JULY): Promise<WrittenAbsence> {
  const response = await post(body);
  assert.equal(response.status, 201, response.text);
  return response.body;
}

test('an absence stores every field, and returns whether it changes charges', async () => {
  const response = await post(JULY);
  assert.equal(response.status, 201, response.text);
  const { appliedMonths, ...absence } = response.body;
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
  assert.equal(
    response.headers.get('location'),
    addressOf(getAbsence, { params: { absenceId: id } }),
  );
  const read = await core.ask(VIEWER, getAbsence, { params: { absenceId: id } });
  assert.deepEqual([read.body, read.headers.get('etag')], [absence, '"1"']);
  const short = await put(id, { ...JULY, to: '2026-07-09' }, '"1"');
  const { fullDays, isRecalculated } = short.body;
  assert.deepEqual([fullDays, isRecalculated, short.headers.get('etag')], [5, false, '"2"']);
});

test('the absences of an account come in pages, the latest to begin first', async () => {
  const first = await add({ ...JULY, from: '2026-01-01', to: '2026-01-31' });
  const second = await add();
  const third = await add();
  const seen: number[] = [];
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const page: AnswerOf<typeof listAbsences> = (
      await core.ask(VIEWER, listAbsences, {
        params: { personalAccountId: accountId },
        query: { limit: 1, cursor },
      })
    ).body;
    seen.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor;
  }
  assert.deepEqual(seen, [third.id, second.id, first.id]);
});

test('an invalid absence is refused', async () => {
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
      assert.equal(response.status, 400, response.text);
      assert.equal(response.problem.errors?.[0]?.path, path);
    }
});

test('no more persons are absent than are counted there, even when written concurrently', async () => {
  const answers = await Promise.all(Array.from({ length: 6 }, async () => post(JULY)));
  const codes = answers.map((answer) => (answer.status === 201 ? undefined : answer.problem.code));
  assert.equal(codes.filter((code) => code === undefined).length, 2);
  assert.equal(codes.filter((code) => code === 'absence-of-too-many').length, 4);
  const own = answers.find(({ status }) => status === 201)?.body.id ?? 0;
  assert.equal((await put(own, { ...JULY, to: '2026-07-31' })).status, 200);
  const two = await put(own, { ...JULY, persons: 2 });
  assert.equal(two.status, 409);
  assert.match(two.problem.detail ?? '', /^On 2026-07-05 3 persons .* 2 are counted/);
});

test('only one of many concurrent changes of one version succeeds', async () => {
  const { id } = await add();
  const ifMatch = '"1"';
  const answers = await Promise.all(
    Array.from({ length: 6 }, async (_, index) =>
      put(id, { ...JULY, to: `2026-07-2${index}` }, ifMatch),
    ),
  );
  assert.equal(answers.filter(({ status }) => status === 200).length, 1);
  assert.equal(answers.filter(({ status }) => status === 412).length, 5);
  const deletion = await core.ask(ACCOUNTANT, deleteAbsence, {
    params: { absenceId: id },
    ifMatch,
  });
  assert.equal(deletion.status, 412);
});

test('absences are a 404 for strangers, and a viewer may only read them', async () => {
  const { id } = await add();
  for (const [user, statuses] of [
    [STRANGER, [404, 404, 404, 404, 404]],
    [VIEWER, [200, 200, 403, 403, 403]],
  ] as const) {
    const asked = [
      await core.ask(user, listAbsences, { params: { personalAccountId: accountId } }),
      await core.ask(user, getAbsence, { params: { absenceId: id } }),
      await post(JULY, user),
      await core.ask(user, replaceAbsence, { params: { absenceId: id }, body: JULY }),
      await core.ask(user, deleteAbsence, { params: { absenceId: id } }),
    ];
    assert.deepEqual(
      asked.map(({ status }) => status),
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
    assert.deepEqual([response.body.appliedMonths, core.books.questions], [[], []]);
  }
  const deleted = await core.ask(ACCOUNTANT, deleteAbsence, { params: { absenceId: id } });
  assert.deepEqual([deleted.status, deleted.headers.get('applied-months')], [204, '']);
});

test('an account with absences cannot be deleted', async () => {
  await core.db.deleteFrom('meters').where('personalAccountId', '=', accountId).execute();
  const { id } = await add();
  const remove = async () =>
    core.ask(OWNER, deletePersonalAccount, { params: { personalAccountId: accountId } });
  assert.equal((await remove()).problem.code, 'has-children');
  assert.equal(
    (await core.ask(ACCOUNTANT, deleteAbsence, { params: { absenceId: id } })).status,
    204,
  );
  assert.equal((await remove()).status, 204);
});

test('the audit log records an absence before and after a change', async () => {
  const { id } = await add();
  await put(id, { ...JULY, persons: 2 });
  await core.ask(ACCOUNTANT, deleteAbsence, { params: { absenceId: id } });
  const { items } = (await core.ask(OWNER, listCoreChanges, { query: { object: `absence:${id}` } }))
    .body;
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
