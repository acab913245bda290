import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { addressOf } from '@kvartplata/contracts/address.ts';
import {
  listUtilityServices,
  UtilityService,
} from '@kvartplata/contracts/core/utility-services.ts';
import { CATALOGUE } from '@kvartplata/domain/charging/testing/catalogue.ts';
import { formatScaled } from '@kvartplata/domain/money/scaled.ts';
import { Check } from 'typebox/value';
import type { Sent } from '@kvartplata/platform/testing/answered.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

const NEWCOMER = 5;

let core: TestApp;
before(async () => {
  core = await createTestApp();
});
after(async () => core.close());

async function pageOf(query: Sent['query'] = {}) {
  const response = await core.ask(NEWCOMER, listUtilityServices, { query });
  assert.equal(response.status, 200, response.text);
  return response.body;
}

test('every signed-in user can read the whole catalogue', async () => {
  const { items, nextCursor } = await pageOf();
  assert.equal(nextCursor, null);
  for (const item of items) assert.ok(Check(UtilityService, item), JSON.stringify(item));
  assert.deepEqual(
    items.map(({ code, unit, precision, methods }) => [code, unit, precision, methods.join()]),
    [
      ['cold-water', 'м³', 3, 'meter,norm,calculated-volume'],
      ['hot-water', 'м³', 3, 'meter,norm,calculated-volume'],
      ['water-disposal', 'м³', 3, 'water-disposal,norm,calculated-volume'],
      ['heating', 'Гкал', 6, 'heating'],
      ['electricity', 'кВт·ч', 3, 'meter,norm,calculated-volume'],
      ['upkeep', 'м²', 2, 'area'],
      ['cold-water-odn', 'м³', 3, 'odn'],
      ['hot-water-two-component', 'м³', 3, 'meter,norm,calculated-volume'],
      ['electricity-day', 'кВт·ч', 3, 'meter,calculated-volume'],
      ['electricity-night', 'кВт·ч', 3, 'meter,calculated-volume'],
      ['gas', 'м³', 3, 'meter,norm,calculated-volume'],
      ['waste', 'м³', 6, 'norm,area-norm,calculated-volume'],
      ['major-repairs', 'м²', 2, 'area'],
      ['hot-water-odn', 'м³', 3, 'odn'],
      ['hot-water-two-component-odn', 'м³', 3, 'odn'],
      ['water-disposal-odn', 'м³', 3, 'odn'],
      ['electricity-odn', 'кВт·ч', 3, 'odn'],
      ['electricity-day-odn', 'кВт·ч', 3, 'odn'],
      ['electricity-night-odn', 'кВт·ч', 3, 'odn'],
      ['electricity-peak', 'кВт·ч', 3, 'meter,calculated-volume'],
      ['electricity-half-peak', 'кВт·ч', 3, 'meter,calculated-volume'],
      ['electricity-peak-odn', 'кВт·ч', 3, 'odn'],
      ['electricity-half-peak-odn', 'кВт·ч', 3, 'odn'],
    ],
  );
});

test('only hot water has two components, only water and electricity have the coefficient', async () => {
  const { items } = await pageOf();
  const codesOf = (list: readonly UtilityService[]) => list.map(({ code }) => code);
  assert.deepEqual(codesOf(items.filter(({ components }) => components.join() === 'cold,heat')), [
    'hot-water-two-component',
    'hot-water-two-component-odn',
  ]);
  assert.ok(items.every(({ components }) => [0, 2].includes(components.length)));
  assert.deepEqual(codesOf(items.filter(({ coefficientAllowed }) => coefficientAllowed)), [
    'cold-water',
    'hot-water',
    'electricity',
    'hot-water-two-component',
  ]);
});

test('the tests of the calculation know each service as it is in the catalogue', async () => {
  const { items } = await pageOf();
  for (const { code, coefficients, ...service } of items) {
    const known = CATALOGUE[code];
    assert.ok(known, code);
    const { coefficients: knownCoefficients, ...facts } = known;
    assert.deepEqual({ ...service, ...facts }, service, code);
    assert.deepEqual(
      coefficients.map(({ value, validFrom, validTo }) => [value, validFrom, validTo]),
      knownCoefficients.map(({ valueE2, validFrom, validTo }) => [
        formatScaled(valueE2, 2),
        String(validFrom),
        validTo === null ? null : String(validTo),
      ]),
      code,
    );
  }
  assert.equal(items.length, Object.keys(CATALOGUE).length);
});

test('every service that another refers to is in the catalogue, with the same unit', async () => {
  const { items } = await pageOf();
  for (const { code, unit, drainsInto, commonNeedsOf, hoursOf } of items)
    for (const named of [drainsInto, hoursOf, ...commonNeedsOf]) {
      if (named === null) continue;
      assert.equal(items.find((other) => other.code === named)?.unit, unit, `${code}: ${named}`);
    }
});

describe('the coefficient K', () => {
  const values: readonly (readonly [service: string, day: string, value: string | undefined])[] = [
    ['cold-water', '2016-12-31', undefined],
    ['cold-water', '2017-01-01', '1.50'],
    ['cold-water', '2025-12-05', '1.50'],
    ['cold-water', '2025-12-06', '3.00'],
    ['hot-water', '2025-12-06', '1.50'],
    ['hot-water-two-component', '2026-01-01', '1.50'],
    ['electricity', '2026-01-01', '1.50'],
    ['heating', '2026-01-01', undefined],
    ['gas', '2026-01-01', undefined],
    ['waste', '2026-01-01', undefined],
    ['water-disposal', '2026-01-01', undefined],
  ];
  for (const [service, on, value] of values) {
    test(`of ${service} on ${on} is ${value ?? 'not known'}`, async () => {
      const { items } = await pageOf();
      const known = items
        .find(({ code }) => code === service)
        ?.coefficients.filter(
          ({ validFrom, validTo }) => validFrom <= on && (validTo === null || on <= validTo),
        );
      assert.deepEqual(
        known?.map((one) => one.value),
        value === undefined ? [] : [value],
      );
    });
  }

  test('cites its act everywhere', async () => {
    const { items } = await pageOf();
    for (const { code, coefficients } of items)
      for (const { basis } of coefficients) assert.match(basis, /№ (354|1871)/, code);
  });
});

test('a service of common-house needs names the services it is for, and no other does', async () => {
  const { items } = await pageOf();
  for (const { code, methods, commonNeedsOf } of items)
    assert.equal(commonNeedsOf.length > 0, methods.includes('odn'), code);
});

test('the catalogue is paged as usual, and refused without signing in', async () => {
  const first = await pageOf({ limit: 3 });
  const rest = await pageOf({ cursor: first.nextCursor });
  const all = await pageOf();
  assert.equal(first.items.length, 3);
  assert.deepEqual([...first.items, ...rest.items], all.items);
  assert.equal(
    (await core.ask(NEWCOMER, listUtilityServices, { query: { houseId: 1 } })).status,
    400,
  );
  assert.equal((await core.app.inject(addressOf(listUtilityServices))).statusCode, 401);
});
