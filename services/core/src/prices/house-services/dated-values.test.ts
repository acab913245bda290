// Tariffs and norms: they share their code, so every test runs for both.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { addressOfAny } from '@kvartplata/contracts/address.ts';
import { listCoreChanges } from '@kvartplata/contracts/core/audit.ts';
import type { AuditEntry } from '@kvartplata/contracts/audit.ts';
import type { DatedValue } from '@kvartplata/contracts/core/dated-values.ts';
import { createHouseService } from '@kvartplata/contracts/core/house-services.ts';
import { createHouse } from '@kvartplata/contracts/core/houses.ts';
import { listNorms } from '@kvartplata/contracts/core/norms.ts';
import { createTariff, deleteTariff } from '@kvartplata/contracts/core/tariffs.ts';
import {
  listUtilityServices,
  type UtilityService,
} from '@kvartplata/contracts/core/utility-services.ts';
import type { PageOf } from '@kvartplata/contracts/page.ts';
import type { Sent } from '@kvartplata/platform/testing/answered.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { VALUE_OPERATIONS, valueParams } from '../../testing/value-operations.ts';

const OWNER = 1;
const STRANGER = 2;
const ACCOUNTANT = 3;
const BASIS = 'Приказ Комитета по тарифам от 11.07.2025 № 87-т';

let core: TestApp;
let organizationId: number;
let catalogue: readonly UtilityService[];

before(async () => {
  core = await createTestApp();
  organizationId = await core.organizationOf(OWNER);
  await core.db
    .insertInto('organizationMembers')
    .values({ organizationId: organizationId, userId: ACCOUNTANT, role: 'accountant' })
    .execute();
  const services = await core.ask(OWNER, listUtilityServices);
  catalogue = services.body.items;
});
beforeEach(() => {
  core.books.answer = { appliedMonths: [], chargedMonths: [], hasCharges: false };
  core.books.questions.length = 0;
});
after(async () => core.close());

/** Adds a service of a new house. */
async function addService(code = 'cold-water'): Promise<{ id: number; houseId: number }> {
  const house = { organizationId, address: 'ул. Мира, 1' };
  const { id: houseId } = (await core.ask(OWNER, createHouse, { body: house })).body;
  const { id: utilityServiceId, methods } = catalogue.find((one) => one.code === code) ?? {};
  const body = { utilityServiceId, method: methods?.[0], validFrom: '2020-01-01' };
  const params = { houseId };
  const { id } = (await core.ask(OWNER, createHouseService, { params, body })).body;
  core.books.questions.length = 0;
  return { id, houseId };
}

/** The first and last months in the requests to billing. */
function asked(): unknown {
  return core.books.questions.map(({ from, to }) => [from, to]);
}

const KINDS = [
  { word: 'tariff', places: 4, highest: '10000000', tooHigh: '10000000.0001' },
  { word: 'norm', places: 6, highest: '100000', tooHigh: '100000.000001' },
] as const;

for (const { word, places, highest, tooHigh } of KINDS) {
  const operations = VALUE_OPERATIONS[word];
  const withZeros = (value: string): string => `${value}.${'0'.repeat(places)}`;
  const bodyOf = (more: object = {}): object => ({
    value: '1',
    validFrom: '2026-01-01',
    basis: BASIS,
    ...more,
  });

  const post = async (houseServiceId: number, more: object = {}, query: Sent['query'] = {}) =>
    core.ask(OWNER, operations.create, { params: { houseServiceId }, query, body: bodyOf(more) });

  async function add(houseServiceId: number, more: object = {}, query: Sent['query'] = {}) {
    const response = await post(houseServiceId, more, query);
    assert.equal(response.status, 201, response.text);
    return response.body;
  }

  const read = async (id: number, user = OWNER) =>
    core.ask(user, operations.get, { params: valueParams(id) });

  const remove = async (id: number) =>
    core.ask(OWNER, operations.remove, { params: valueParams(id) });

  const put = async (id: number, more: object = {}) =>
    core.ask(OWNER, operations.replace, { params: valueParams(id), body: bodyOf(more) });

  async function list(houseServiceId: number, query: Sent['query'] = {}) {
    const params = { houseServiceId };
    const response = await core.ask(ACCOUNTANT, operations.list, { params, query });
    assert.equal(response.status, 200, response.text);
    return response.body;
  }

  describe(`a ${word}`, () => {
    test('stores every field', async () => {
      const { id: houseServiceId, houseId } = await addService();
      const response = await post(houseServiceId, { value: 49.19, validTo: '2026-06-30' });
      assert.equal(response.status, 201, response.text);
      const { appliedMonths, ...value } = response.body;
      assert.deepEqual(appliedMonths, []);
      assert.equal(
        response.headers.get('location'),
        addressOfAny(operations.get, { params: valueParams(value.id) }),
      );
      assert.deepEqual(value, {
        id: value.id,
        houseServiceId,
        houseId,
        organizationId,
        component: null,
        group: null,
        value: `49.19${'0'.repeat(places - 2)}`,
        validFrom: '2026-01-01',
        validTo: '2026-06-30',
        basis: BASIS,
      });
      const found = await read(value.id, ACCOUNTANT);
      assert.deepEqual(found.body, value);
      assert.equal(found.headers.get('etag'), '"1"');
      const open = await put(value.id);
      assert.deepEqual(
        [open.body.value, open.body.validTo, open.headers.get('etag')],
        [withZeros('1'), null, '"2"'],
      );
    });

    test('may be zero, and the highest allowed', async () => {
      const { id } = await addService();
      assert.equal((await add(id, { value: 0, validTo: '2026-01-31' })).value, withZeros('0'));
      const top = await add(id, { value: highest, validFrom: '2026-02-01' });
      assert.equal(top.value, withZeros(highest));
    });

    const refused: { body: object; at: string; why: string }[] = [
      { body: { value: '-0.0001' }, at: '/value', why: 'below nothing' },
      { body: { value: tooHigh }, at: '/value', why: 'too high' },
      { body: { value: `0.${'0'.repeat(places)}1` }, at: '/value', why: 'a place too many' },
      { body: { value: '1e2' }, at: '/value', why: 'an exponent' },
      { body: { value: 'NaN' }, at: '/value', why: 'no number' },
      { body: { value: 'Infinity' }, at: '/value', why: 'no end' },
      { body: { value: '1,5' }, at: '/value', why: 'a comma' },
      { body: { value: '' }, at: '/value', why: 'nothing' },
      { body: { value: null }, at: '/value', why: 'null' },
      { body: { value: true }, at: '/value', why: 'yes' },
      { body: { value: [1] }, at: '/value', why: 'a list' },
      { body: { basis: '' }, at: '/basis', why: 'no basis' },
      { body: { basis: undefined }, at: '/basis', why: 'no basis at all' },
      { body: { basis: ' Приказ' }, at: '/basis', why: 'a blank before it' },
      { body: { basis: 'x'.repeat(501) }, at: '/basis', why: 'a long basis' },
      { body: { validTo: '2025-12-31' }, at: '/validTo', why: 'it ends before it begins' },
      { body: { validFrom: '2026-02-29' }, at: '/validFrom', why: 'no such day' },
      { body: { validFrom: '1899-12-31' }, at: '/validFrom', why: 'long ago' },
      { body: { component: 'cold' }, at: '/component', why: 'a service of one part' },
      { body: { component: 'warm' }, at: '/component', why: 'no such part' },
      { body: { houseServiceId: 1 }, at: '/houseServiceId', why: 'no such field' },
    ];
    for (const { body, at, why } of refused) {
      test(`with ${JSON.stringify(body).slice(0, 50)} is refused: ${why}`, async () => {
        const { id } = await addService();
        const { id: valueId } = await add(id, { validTo: '2026-01-31' });
        const answers = [await post(id, body), await put(valueId, body)];
        for (const response of answers) {
          assert.equal(response.status, 400, response.text);
          const { errors } = response.problem;
          assert.deepEqual([...new Set(errors?.map((error) => error.path))], [at]);
        }
      });
    }

    test('of a two-component service needs a component, and the two do not overlap', async () => {
      const { id } = await addService('hot-water-two-component');
      const whole = await post(id);
      assert.equal(whole.problem.errors?.[0]?.path, '/component');
      const cold = await add(id, { component: 'cold' });
      const heat = await add(id, { component: 'heat' });
      assert.deepEqual([cold.component, heat.component], ['cold', 'heat']);
      assert.equal((await post(id, { component: 'heat' })).problem.code, 'period-overlap');
      assert.equal((await put(cold.id)).status, 400);
      const swapped = await put(cold.id, { component: 'heat' });
      assert.equal(swapped.problem.code, 'period-overlap');
    });

    test('never shares a day with another, even when many are added concurrently', async () => {
      const { id } = await addService();
      const answers = await Promise.all(Array.from({ length: 8 }, async () => post(id)));
      const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
      assert.deepEqual(statuses, [201, 409, 409, 409, 409, 409, 409, 409]);
      const [first] = (await list(id)).items;
      assert.ok(first);
      assert.equal((await put(first.id, { validTo: '2026-06-30' })).status, 200);
      const last = await post(id, { validFrom: '2026-06-30' });
      assert.equal(last.problem.code, 'period-overlap');
      await add(id, { validFrom: '2026-07-01' });
      assert.equal((await put(first.id)).problem.code, 'period-overlap');
    });

    test('ends the previous one on request, in the same change', async () => {
      const { id } = await addService('hot-water-two-component');
      const cold = { component: 'cold' };
      const earlier = await add(id, cold);
      const other = await add(id, { component: 'heat' });
      const next = { ...cold, value: '2', validFrom: '2026-07-01', validTo: '2026-12-31' };
      assert.equal((await post(id, next)).problem.code, 'period-overlap');
      core.books.questions.length = 0;
      await add(id, next, { closePrevious: true });
      // The previous value would have been in force from here on.
      assert.deepEqual(asked(), [['2026-07', undefined]]);
      const { items } = await list(id);
      assert.deepEqual(
        items.map(({ component, validFrom, validTo }) => [component, validFrom, validTo]),
        [
          ['cold', '2026-01-01', '2026-06-30'],
          ['cold', '2026-07-01', '2026-12-31'],
          ['heat', '2026-01-01', null],
        ],
      );
      assert.equal(items[2]?.id, other.id);
      const found = await read(earlier.id);
      assert.equal(found.headers.get('etag'), '"2"');
      assert.deepEqual(await actionsOf(earlier.id), [`${word}.changed`, `${word}.created`]);
    });

    test('that cannot begin there ends no other', async () => {
      const { id } = await addService();
      const open = await add(id, { validFrom: '2026-03-01' });
      const earlier = await post(id, { validFrom: '2026-02-01' }, { closePrevious: true });
      assert.equal(earlier.problem.code, 'period-overlap');
      const same = await post(id, { validFrom: '2026-03-01' }, { closePrevious: true });
      assert.equal(same.problem.code, 'period-overlap');
      const found = await read(open.id);
      assert.equal(found.body.validTo, null);
      assert.equal((await post(id, {}, { closePrevious: 1 })).status, 400);
    });

    test('is ended once, by one of many concurrent requests', async () => {
      const { id } = await addService();
      const open = await add(id);
      const next = { validFrom: '2026-07-01', value: '2' };
      const answers = await Promise.all(
        Array.from({ length: 6 }, async () => post(id, next, { closePrevious: true })),
      );
      const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
      assert.deepEqual(statuses, [201, 409, 409, 409, 409, 409]);
      assert.deepEqual(await actionsOf(open.id), [`${word}.changed`, `${word}.created`]);
      assert.equal((await list(id)).items.length, 2);
    });

    test('is a 404 for strangers, and only the owner changes it', async () => {
      const { id, houseId } = await addService();
      const { id: valueId } = await add(id);
      const params = { houseId, houseServiceId: id, ...valueParams(valueId) };
      for (const operation of Object.values(operations)) {
        const sent = { params, ...('body' in operation ? { body: bodyOf() } : {}) };
        assert.equal((await core.ask(STRANGER, operation, sent)).status, 404, operation.id);
        const { status } = await core.ask(ACCOUNTANT, operation, sent);
        assert.equal(status, operation.method === 'GET' ? 200 : 403, operation.id);
      }
      const nowhere = { params: { houseServiceId: 999_999 } };
      assert.equal((await core.ask(OWNER, operations.list, nowhere)).status, 404);
      assert.equal((await read(999_999)).status, 404);
    });

    test('changes only in the version that the caller read', async () => {
      const { id } = await add((await addService()).id);
      const seen = { params: valueParams(id), ifMatch: '"1"' };
      const body = bodyOf({ value: '2' });
      const change = async () => core.ask(OWNER, operations.replace, { ...seen, body });
      const answers = await Promise.all(Array.from({ length: 6 }, change));
      assert.equal(answers.filter(({ status }) => status === 200).length, 1);
      assert.equal(answers.filter(({ status }) => status === 412).length, 5);
      assert.equal((await core.ask(OWNER, operations.remove, seen)).status, 412);
    });

    test('that ends an equal previous one changes only days that had none', async () => {
      const { id } = await addService();
      await add(id);
      core.books.questions.length = 0;
      await add(id, { validFrom: '2026-07-01', validTo: '2026-12-31' }, { closePrevious: true });
      await add(id, { validFrom: '2027-01-01' });
      await add(id, { validFrom: '2028-01-01' }, { closePrevious: true });
      const fromThen = ['2027-01', undefined];
      assert.deepEqual(asked(), [fromThen, fromThen]);
    });

    test('names the applied months of its days before and after a change', async () => {
      const { id: serviceId, houseId } = await addService();
      core.books.answer = { appliedMonths: ['2026-05'], chargedMonths: [], hasCharges: true };
      const value = await add(serviceId, { validFrom: '2026-03-10', validTo: '2026-05-31' });
      assert.deepEqual(value.appliedMonths, ['2026-05']);
      const { id } = value;
      const same = { validFrom: '2026-03-10', validTo: '2026-05-31' };
      const reworded = await put(id, { ...same, basis: 'Приказ № 88-т' });
      assert.deepEqual(reworded.body.appliedMonths, []);
      await put(id, { ...same, value: '2' });
      await put(id, { validFrom: '2026-05-01', validTo: '2026-09-30' });
      await put(id, { validFrom: '2026-06-01' });
      await put(id, { validFrom: '2026-06-01', validTo: '2026-10-31' });
      const removed = await remove(id);
      assert.deepEqual([removed.status, removed.headers.get('applied-months')], [204, '2026-05']);
      assert.deepEqual(core.books.questions, [
        { organizationId, houseId, from: '2026-03', to: '2026-05' },
        { organizationId, houseId, from: '2026-03', to: '2026-05' },
        { organizationId, houseId, from: '2026-03', to: '2026-09' },
        { organizationId, houseId, from: '2026-05', to: undefined },
        { organizationId, houseId, from: '2026-11', to: undefined },
        { organizationId, houseId, from: '2026-06', to: '2026-10' },
      ]);
      core.books.answer = 'away';
      assert.equal((await add(serviceId)).appliedMonths, null);
    });

    test('is listed by component and day, in pages', async () => {
      const { id } = await addService('hot-water-two-component');
      for (const component of ['heat', 'cold'])
        for (const [validFrom, validTo] of [
          ['2026-07-01', null],
          ['2025-01-01', '2025-12-31'],
          ['2026-01-01', '2026-06-30'],
        ])
          await add(id, { component, validFrom, validTo });
      const { items, nextCursor } = await list(id);
      assert.equal(nextCursor, null);
      assert.deepEqual(
        items.map(({ component, validFrom }) => `${component} ${validFrom}`),
        ['cold', 'heat'].flatMap((component) =>
          ['2025-01-01', '2026-01-01', '2026-07-01'].map((day) => `${component} ${day}`),
        ),
      );
      const paged: DatedValue[] = [];
      let cursor: string | null | undefined;
      while (cursor !== null) {
        const page: PageOf<DatedValue> = await list(id, { limit: 2, cursor });
        paged.push(...page.items);
        cursor = page.nextCursor;
      }
      assert.deepEqual(paged, items);
      const ofAnother = Buffer.from(JSON.stringify([5])).toString('base64url');
      const params = { houseServiceId: id };
      const wrong = { params, query: { cursor: ofAnother } };
      assert.equal((await core.ask(OWNER, operations.list, wrong)).status, 400);
      const beyond = Buffer.from(JSON.stringify([2 ** 53 - 1, '0001-01-01', 1])).toString(
        'base64url',
      );
      assert.deepEqual((await list(id, { cursor: beyond })).items, []);
    });

    test('may lie outside the days of its service', async () => {
      const { id } = await addService();
      await add(id, { validFrom: '2019-01-01', validTo: '2019-12-31' });
    });

    test('is in the audit log before and after each change', async () => {
      const { id } = await add((await addService()).id);
      await put(id, { value: '2' });
      await remove(id);
      assert.equal((await read(id)).status, 404);
      const valueOf = (value: unknown) => (value as DatedValue | null)?.value;
      assert.deepEqual(
        (await auditOf(id)).map((entry) => [
          entry.action,
          valueOf(entry.before),
          valueOf(entry.after),
        ]),
        [
          [`${word}.deleted`, withZeros('2'), undefined],
          [`${word}.changed`, withZeros('1'), withZeros('2')],
          [`${word}.created`, undefined, withZeros('1')],
        ],
      );
    });

    async function auditOf(id: number): Promise<readonly AuditEntry[]> {
      const query = { object: `${word}:${id}` };
      return (await core.ask(OWNER, listCoreChanges, { query })).body.items;
    }

    async function actionsOf(id: number): Promise<readonly string[]> {
      return (await auditOf(id)).map(({ action }) => action);
    }
  });
}

test('a tariff is not a norm: each has its own ids', async () => {
  const params = { houseServiceId: (await addService()).id };
  const body = { value: '1', validFrom: '2026-01-01', basis: BASIS };
  const { id: tariffId } = (await core.ask(OWNER, createTariff, { params, body })).body;
  assert.deepEqual((await core.ask(OWNER, listNorms, { params })).body.items, []);
  assert.equal((await core.ask(OWNER, deleteTariff, { params: { tariffId } })).status, 204);
});
