// Services, tariffs and norms of many houses at once: what is added, what is kept, what is refused, and that a refusal changes
// nothing.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { listCoreChanges } from '@kvartplata/contracts/core/audit.ts';
import { createHouseService } from '@kvartplata/contracts/core/house-services.ts';
import {
  copyHouseSetup,
  listHouseSetups,
  setNormOfHouses,
  setTariffOfHouses,
  type SetupOutcome,
} from '@kvartplata/contracts/core/house-setups.ts';
import { createHouse } from '@kvartplata/contracts/core/houses.ts';
import { createNorm } from '@kvartplata/contracts/core/norms.ts';
import { createTariff } from '@kvartplata/contracts/core/tariffs.ts';
import type { Sent } from '@kvartplata/platform/testing/answered.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

const COLD = 1;
const STRANGER = 1_000_000;
const BASIS = 'Приказ № 7';

let core: TestApp;
let owner = 0;
let organizationId = 0;
/** Three houses: the first has the services, the others nothing. */
let houses: readonly [number, number, number] = [0, 0, 0];

before(async () => {
  core = await createTestApp('2026-08-15T09:00:00Z');
});
beforeEach(async () => {
  owner += 1;
  organizationId = await core.organizationOf(owner);
  core.books.answer = { appliedMonths: [], chargedMonths: [], hasCharges: false };
  core.books.questions.length = 0;
  houses = [await addHouse('д. 1'), await addHouse('д. 2'), await addHouse('д. 3')];
});
after(async () => core.close());

async function addHouse(number: string): Promise<number> {
  const body = { organizationId, address: `ул. Мира, ${number}` };
  return (await core.ask(owner, createHouse, { body })).body.id;
}

async function addService(houseId: number, fields: object = {}): Promise<number> {
  const body = { utilityServiceId: COLD, method: 'norm', validFrom: '2026-01-01', ...fields };
  const sent = { params: { houseId }, body };
  return (await core.ask(owner, createHouseService, sent)).body.id;
}

async function addTariff(houseServiceId: number, fields: object = {}): Promise<void> {
  const body = { value: '50', validFrom: '2026-01-01', basis: BASIS, ...fields };
  const added = await core.ask(owner, createTariff, { params: { houseServiceId }, body });
  assert.equal(added.status, 201, JSON.stringify(added.body));
}

async function addNorm(houseServiceId: number, fields: object = {}): Promise<void> {
  const body = { value: '4.5', validFrom: '2026-01-01', basis: BASIS, ...fields };
  await core.ask(owner, createNorm, { params: { houseServiceId }, body });
}

/** `house service value from–to`, in order. */
async function listStored(): Promise<readonly string[]> {
  const told = await core.ask(owner, listHouseSetups, {
    params: { organizationId },
    query: { on: '2026-08-15', limit: 200 },
  });
  return told.body.items.flatMap(({ address, services }) =>
    services.map(
      ({ code, method, validFrom, tariffs, norms }) =>
        `${address} ${code} ${method} ${validFrom}: ` +
        [...tariffs, ...norms]
          .map(({ group, value, ...days }) =>
            [group, Number(value), `${days.validFrom}–${days.validTo ?? ''}`]
              .filter((text) => text !== null)
              .join(' '),
          )
          .join(', '),
    ),
  );
}

const rowsOf = ({ houses: all }: SetupOutcome): readonly string[] =>
  all.flatMap(({ address, rows }) =>
    rows.map(({ what, outcome, before: was, value, reason, validFrom, validTo }) =>
      [
        address.slice(-4),
        what,
        outcome,
        reason,
        was === null ? null : `${Number(was)} →`,
        value === null ? null : Number(value),
        `${validFrom}–${validTo ?? ''}`,
      ]
        .filter((text) => text !== null)
        .join(' '),
    ),
  );

function copying(body: object, dryRun = false): Sent {
  const whole = { fromHouseId: houses[0], houseIds: houses, validFrom: '2026-03-01', ...body };
  return { params: { organizationId }, query: dryRun ? { dryRun } : {}, body: whole };
}

function giving(body: object, dryRun = false): Sent {
  const whole = {
    utilityServiceId: COLD,
    houseIds: houses,
    value: '60',
    validFrom: '2026-07-01',
    basis: 'Приказ № 8',
    ...body,
  };
  return { params: { organizationId }, query: dryRun ? { dryRun } : {}, body: whole };
}

test('houses are set up like another: what is missing is added from that day on, existing values stay', async () => {
  const first = await addService(houses[0]);
  await addTariff(first, { validTo: '2026-06-30' });
  await addTariff(first, { value: '55', validFrom: '2026-07-01' });
  await addTariff(first, { value: '35', group: 'плита' });
  await addNorm(first);
  const second = await addService(houses[1]);
  await addTariff(second, { value: '41', validFrom: '2026-07-01' });
  const standing = await listStored();

  const tried = await core.ask(owner, copyHouseSetup, copying({}, true));
  assert.equal(tried.status, 200, JSON.stringify(tried.body));
  assert.deepEqual(rowsOf(tried.body).slice(5), [
    'д. 2 service kept 2026-03-01–',
    'д. 2 tariff added 50 2026-03-01–2026-06-30',
    'д. 2 tariff kept 41 → 55 2026-07-01–',
    'д. 2 tariff added 35 2026-03-01–',
    'д. 2 norm added 4.5 2026-03-01–',
    'д. 3 service added 2026-03-01–',
    'д. 3 tariff added 50 2026-03-01–2026-06-30',
    'д. 3 tariff added 55 2026-07-01–',
    'д. 3 tariff added 35 2026-03-01–',
    'д. 3 norm added 4.5 2026-03-01–',
  ]);
  assert.deepEqual([tried.body.added, tried.body.kept, tried.body.refused], [8, 7, 0]);
  assert.deepEqual(await listStored(), standing);

  const stored = await core.ask(owner, copyHouseSetup, copying({}));
  assert.deepEqual(
    stored.body.houses.map(({ rows }) => rows),
    tried.body.houses.map(({ rows }) => rows),
  );
  assert.deepEqual((await listStored()).slice(1), [
    'ул. Мира, д. 2 cold-water norm 2026-01-01: 41 2026-07-01–, плита 35 2026-03-01–, 4.5 2026-03-01–',
    'ул. Мира, д. 3 cold-water norm 2026-03-01: 55 2026-07-01–, плита 35 2026-03-01–, 4.5 2026-03-01–',
  ]);
  const again = await core.ask(owner, copyHouseSetup, copying({}));
  assert.deepEqual([again.body.added, again.body.changed], [0, 0]);
});

test('a service that a house has from a later day is refused, and nothing is stored for any house', async () => {
  const first = await addService(houses[0]);
  await addTariff(first);
  await addService(houses[1], { validFrom: '2026-05-01' });
  const standing = await listStored();
  const tried = await core.ask(owner, copyHouseSetup, copying({}, true));
  assert.deepEqual(
    tried.body.houses[1]?.rows.map(({ outcome, reason, day }) => [outcome, reason, day]),
    [['refused', 'service-begins-later', '2026-05-01']],
  );
  const refused = await core.askOnce(owner, copyHouseSetup, copying({}));
  assert.deepEqual([refused.status, refused.problem.code], [409, 'houses-refused']);
  assert.deepEqual(
    refused.problem.errors?.map(({ path, message }) => [path, message]),
    [
      [
        '/houseIds/1',
        'ул. Мира, д. 2, Холодное водоснабжение: the house has this service from 2026-05-01 on',
      ],
    ],
  );
  assert.deepEqual(await listStored(), standing);
});

test('a service that is charged differently is kept, and reported', async () => {
  await addTariff(await addService(houses[0]));
  await addService(houses[1], { method: 'meter' });
  const { body } = await core.ask(owner, copyHouseSetup, copying({ houseIds: [houses[1]] }));
  assert.deepEqual(rowsOf(body), ['д. 2 service kept service-otherwise 2026-03-01–']);
});

test('only the chosen services are copied', async () => {
  await addService(houses[0]);
  await addService(houses[0], { utilityServiceId: 2 });
  const only = copying({ houseIds: [houses[2]], utilityServiceIds: [2] });
  const { body } = await core.ask(owner, copyHouseSetup, only);
  assert.deepEqual(
    body.houses[0]?.rows.map(({ utilityServiceId }) => utilityServiceId),
    [2],
  );
});

test('a new tariff ends the current one, and names the applied months of each house', async () => {
  for (const [index, houseId] of houses.entries())
    await addTariff(await addService(houseId), { value: String(50 + index) });
  core.books.answer = { appliedMonths: ['2026-07'], chargedMonths: [], hasCharges: true };
  core.books.questions.length = 0;
  const told = await core.ask(owner, setTariffOfHouses, giving({}));
  assert.deepEqual(rowsOf(told.body), [
    'д. 1 tariff changed 50 → 60 2026-07-01–',
    'д. 2 tariff changed 51 → 60 2026-07-01–',
    'д. 3 tariff changed 52 → 60 2026-07-01–',
  ]);
  assert.deepEqual(
    told.body.houses.map(({ appliedMonths }) => appliedMonths),
    [['2026-07'], ['2026-07'], ['2026-07']],
  );
  assert.deepEqual(
    core.books.questions.map(({ houseId, from, to }) => [houseId, from, to]),
    houses.map((houseId) => [houseId, '2026-07', undefined]),
  );
  assert.deepEqual(
    (await listStored())[0],
    'ул. Мира, д. 1 cold-water norm 2026-01-01: 60 2026-07-01–',
  );
  const again = await core.ask(owner, setTariffOfHouses, giving({}));
  assert.deepEqual([again.body.changed, again.body.kept], [0, 3]);
  const { items } = (await core.ask(owner, listCoreChanges, { query: { organizationId } })).body;
  const tariffs = items.filter(({ action }) => action.startsWith('tariff.'));
  assert.deepEqual(
    tariffs
      .slice(0, 6)
      .map(({ action }) => action)
      .toSorted(),
    [
      'tariff.changed',
      'tariff.changed',
      'tariff.changed',
      'tariff.created',
      'tariff.created',
      'tariff.created',
    ],
  );
});

test('a value of the same day is replaced, one between two others ends before the later one', async () => {
  const service = await addService(houses[0]);
  await addTariff(service, { validTo: '2026-06-30' });
  await addTariff(service, { value: '55', validFrom: '2026-07-01' });
  const only = { houseIds: [houses[0]] };
  const replaced = await core.ask(owner, setTariffOfHouses, giving({ ...only, value: '56' }));
  assert.deepEqual(rowsOf(replaced.body), ['д. 1 tariff changed 55 → 56 2026-07-01–']);
  const between = giving({ ...only, value: '52', validFrom: '2026-03-01' });
  const { body } = await core.ask(owner, setTariffOfHouses, between);
  assert.deepEqual(rowsOf(body), ['д. 1 tariff changed 50 → 52 2026-03-01–2026-06-30']);
});

test('a norm is set the same way as a tariff', async () => {
  await addNorm(await addService(houses[0]));
  const only = giving({ houseIds: [houses[0]], value: '5.25' });
  const { body } = await core.ask(owner, setNormOfHouses, only);
  assert.deepEqual(rowsOf(body), ['д. 1 norm changed 4.5 → 5.25 2026-07-01–']);
});

test('a house without the service, a later one and an overlap are refused with reasons, and nothing is stored', async () => {
  const first = await addService(houses[0]);
  await addTariff(first, { validTo: '2026-12-31' });
  await addService(houses[1], { validFrom: '2026-10-01' });
  const standing = await listStored();
  const wrong = { validTo: '2026-09-30' };
  const tried = await core.ask(owner, setTariffOfHouses, giving(wrong, true));
  assert.deepEqual(
    tried.body.houses.flatMap(({ rows }) => rows.map(({ reason, day }) => [reason, day])),
    [
      ['period-overlap', '2026-01-01'],
      ['service-begins-later', '2026-10-01'],
      ['service-unknown', null],
    ],
  );
  const refused = await core.askOnce(owner, setTariffOfHouses, giving(wrong));
  assert.equal(refused.problem.code, 'houses-refused');
  assert.equal(refused.problem.errors?.length, 3);
  assert.deepEqual(await listStored(), standing);
});

const BAD = [
  { why: 'days reversed', body: { validTo: '2026-06-30' }, path: '/validTo' },
  { why: 'a house twice', body: { houseIds: [1, 1] }, path: '/houseIds' },
  { why: 'no house', body: { houseIds: [] }, path: '/houseIds' },
  { why: 'a component of a service of one part', body: { component: 'heat' }, path: '/component' },
  { why: 'below zero', body: { value: '-1' }, path: '/value' },
  { why: 'no document', body: { basis: '' }, path: '/basis' },
];
for (const { why, body, path } of BAD)
  test(`a tariff is refused for ${why}`, async () => {
    const { status, problem } = await core.askOnce(owner, setTariffOfHouses, giving(body));
    assert.equal(status, 400);
    assert.ok(
      problem.errors?.some((error) => error.path === path),
      JSON.stringify(problem),
    );
  });

test('missing and foreign ids look alike: a 404 that names the field', async () => {
  await addService(houses[0]);
  const other = await core.organizationOf(STRANGER);
  const body = { organizationId: other, address: 'чужой' };
  const foreign = (await core.ask(STRANGER, createHouse, { body })).body.id;
  const unknown = giving({ houseIds: [houses[0], foreign] });
  const refused = await core.askOnce(owner, setTariffOfHouses, unknown);
  assert.deepEqual([refused.status, refused.problem.errors?.[0]?.path], [404, '/houseIds/1']);
  const cases = [
    core.askOnce(owner, setTariffOfHouses, giving({ utilityServiceId: 999_999 })),
    core.askOnce(owner, copyHouseSetup, copying({ fromHouseId: foreign })),
    core.askOnce(STRANGER, copyHouseSetup, copying({})),
    core.askOnce(STRANGER, listHouseSetups, { params: { organizationId } }),
  ];
  for (const { status } of await Promise.all(cases)) assert.equal(status, 404);
});

test('the table has sixty houses with twelve services in one answer', async () => {
  await Promise.all(Array.from({ length: 57 }, async (_, index) => addHouse(`д. ${index + 4}`)));
  for (let service = 1; service <= 12; service += 1) {
    const { methods } = await core.db
      .selectFrom('utilityServices')
      .select('methods')
      .where('id', '=', service)
      .executeTakeFirstOrThrow();
    await addService(houses[0], { utilityServiceId: service, method: methods[0] });
  }
  const listed = await core.ask(owner, listHouseSetups, {
    params: { organizationId },
    query: { limit: 200 },
  });
  const houseIds = listed.body.items.map(({ houseId }) => houseId);
  const copied = await core.ask(owner, copyHouseSetup, copying({ houseIds }));
  assert.equal(copied.body.added, 59 * 12);
  const table = await core.ask(owner, listHouseSetups, {
    params: { organizationId },
    query: { limit: 200 },
  });
  assert.equal(table.body.items.length, 60);
  assert.equal(table.body.nextCursor, null);
  assert.ok(table.body.items.every(({ services }) => services.length === 12));
});

test('two users who change the same houses at once both succeed, one after the other', async () => {
  for (const houseId of houses) await addTariff(await addService(houseId));
  const values = ['61', '62', '63', '64'];
  const answers = await Promise.all(
    values.map(async (value) => core.ask(owner, setTariffOfHouses, giving({ value }))),
  );
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200, 200],
  );
  const stored = new Set((await listStored()).map((text) => text.split(': ')[1]));
  assert.equal(stored.size, 1, [...stored].join('; '));
});
