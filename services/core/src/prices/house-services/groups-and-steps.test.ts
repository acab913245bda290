// Tariffs and norms of groups, ranges of volumes, and norms by persons.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { createHouseService } from '@kvartplata/contracts/core/house-services.ts';
import { createHouse } from '@kvartplata/contracts/core/houses.ts';
import { createNorm, getNorm } from '@kvartplata/contracts/core/norms.ts';
import { createTariff, listTariffs, replaceTariff } from '@kvartplata/contracts/core/tariffs.ts';
import {
  listUtilityServices,
  type UtilityService,
} from '@kvartplata/contracts/core/utility-services.ts';
import type { Sent } from '@kvartplata/platform/testing/answered.ts';
import { readSnapshotLines } from '../../testing/snapshot-lines.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

const OWNER = 1;
const RANGES = [
  { above: '3900', value: '7' },
  { above: '6000.5', value: '9.1234' },
];
const TOLD_RANGES = [
  { above: '3900.000', value: '7.0000' },
  { above: '6000.500', value: '9.1234' },
];

let core: TestApp;
let organizationId: number;
let catalogue: readonly UtilityService[];

before(async () => {
  core = await createTestApp();
  organizationId = await core.organizationOf(OWNER);
  catalogue = (await core.ask(OWNER, listUtilityServices)).body.items;
});
beforeEach(() => {
  core.books.answer = { appliedMonths: [], chargedMonths: [], hasCharges: false };
});
after(async () => core.close());

async function addService(code: string): Promise<{ id: number; houseId: number }> {
  const house = { organizationId, address: 'ул. Мира, 1' };
  const { id: houseId } = (await core.ask(OWNER, createHouse, { body: house })).body;
  const { id: utilityServiceId, methods } = catalogue.find((one) => one.code === code) ?? {};
  const body = { utilityServiceId, method: methods?.[0], validFrom: '2020-01-01' };
  const { id } = (await core.ask(OWNER, createHouseService, { params: { houseId }, body })).body;
  return { id, houseId };
}

const bodyOf = (more: object) => ({
  value: '5',
  validFrom: '2026-01-01',
  basis: 'Приказ',
  ...more,
});
const tariff = async (houseServiceId: number, more: object, query: Sent['query'] = {}) =>
  core.ask(OWNER, createTariff, { params: { houseServiceId }, query, body: bodyOf(more) });
const norm = async (houseServiceId: number, more: object) =>
  core.ask(OWNER, createNorm, { params: { houseServiceId }, body: bodyOf(more) });

test('each group has its own days, enforced by the database', async () => {
  const { id } = await addService('electricity');
  const group = 'плита';
  for (const more of [{}, { group }, { group: 'магазин' }])
    assert.equal((await tariff(id, more)).status, 201);
  for (const more of [{}, { group }]) {
    const again = await tariff(id, { ...more, validFrom: '2026-06-01' });
    assert.equal(again.problem.code, 'period-overlap');
  }
  const next = await tariff(id, { group, validFrom: '2026-07-01' }, { closePrevious: true });
  assert.equal(next.status, 201, next.text);
  const { items } = (await core.ask(OWNER, listTariffs, { params: { houseServiceId: id } })).body;
  assert.deepEqual(
    items.map((one) => [one.group, one.validFrom, one.validTo]),
    [
      [null, '2026-01-01', null],
      [group, '2026-01-01', '2026-06-30'],
      ['магазин', '2026-01-01', null],
      [group, '2026-07-01', null],
    ],
  );
});

test('values of groups that begin on one day come in pages', async () => {
  const { id } = await addService('electricity');
  for (const group of [null, 'а', 'б', 'в']) await tariff(id, { group });
  const seen: (string | null)[] = [];
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const query: Sent['query'] = { limit: 1, cursor };
    const page = (await core.ask(OWNER, listTariffs, { params: { houseServiceId: id }, query }))
      .body;
    seen.push(...page.items.map(({ group }) => group));
    cursor = page.nextCursor;
  }
  assert.deepEqual(seen, [null, 'а', 'б', 'в']);
});

test('a tariff stores its ranges, a norm its values by persons', async () => {
  const { id } = await addService('electricity');
  const { body } = await tariff(id, { ranges: RANGES });
  assert.deepEqual(body.ranges, TOLD_RANGES);
  const byPersons = [
    { persons: 1, value: '129' },
    { persons: 2, value: 80 },
  ];
  const made = (await norm(id, { byPersons })).body;
  const read = await core.ask(OWNER, getNorm, { params: { normId: made.id } });
  assert.deepEqual(read.body.byPersons, [
    { persons: 1, value: '129.000000' },
    { persons: 2, value: '80.000000' },
  ]);
  const params = { tariffId: body.id };
  const put = async (more: object) =>
    (await core.ask(OWNER, replaceTariff, { params, body: bodyOf(more) })).body;
  core.books.questions.length = 0;
  await put({ ranges: TOLD_RANGES });
  assert.deepEqual(core.books.questions, []);
  assert.equal('ranges' in (await put({})), false);
  assert.equal(core.books.questions.length, 1);
});

test('invalid ranges and norms by persons are refused with their reason', async () => {
  const { id: light } = await addService('electricity');
  const { id: day } = await addService('electricity-day');
  const { id: upkeep } = await addService('upkeep');
  const { id: hot } = await addService('hot-water-two-component');
  const [first, second] = RANGES;
  const answers = [
    [await tariff(light, { ranges: [second, first] }), '/ranges/1/above'],
    [await tariff(light, { ranges: [first, first] }), '/ranges/1/above'],
    [await tariff(light, { ranges: [{ above: '0', value: '1' }] }), '/ranges/0/above'],
    [await tariff(light, { ranges: [{ above: '1' }] }), '/ranges/0/value'],
    [await tariff(day, { ranges: RANGES }), '/ranges'],
    [await tariff(upkeep, { ranges: RANGES }), '/ranges'],
    [await tariff(hot, { component: 'cold', ranges: RANGES }), '/ranges'],
    [await tariff(light, { group: '' }), '/group'],
    [await tariff(light, { byPersons: [] }), '/byPersons'],
    [await norm(upkeep, { byPersons: [{ persons: 1, value: '1' }] }), '/byPersons'],
    [await norm(hot, { component: 'heat', byPersons: [{ persons: 1, value: '1' }] }), '/byPersons'],
    [await norm(light, { byPersons: [{ persons: 0, value: '1' }] }), '/byPersons/0/persons'],
    [
      await norm(light, { byPersons: [2, 2].map((persons) => ({ persons, value: '1' })) }),
      '/byPersons/1/persons',
    ],
  ] as const;
  for (const [response, path] of answers) {
    assert.equal(response.status, 400, `${path}: ${response.text}`);
    assert.equal(response.problem.errors?.[0]?.path, path);
  }
});

test('the snapshot has groups, ranges and norms by persons, if there are any', async () => {
  const { id, houseId } = await addService('electricity');
  await tariff(id, {});
  await tariff(id, { group: 'плита', ranges: RANGES });
  await norm(id, { byPersons: [{ persons: 1, value: '129' }] });
  const place = { organizationId, houseId };
  for (const line of await readSnapshotLines(core.db, place, '2026-07')) {
    if (line.line !== 'house') continue;
    const [service] = line.services;
    assert.deepEqual(
      service?.tariffs.map(({ group, ranges }) => [group, ranges]),
      [
        [undefined, undefined],
        ['плита', TOLD_RANGES],
      ],
    );
    assert.deepEqual(service?.norms[0]?.byPersons, [{ persons: 1, value: '129.000000' }]);
  }
});
