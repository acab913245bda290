import assert from 'node:assert/strict';
import { test } from 'node:test';
import { whereNext, whichHouses, whichReport, whichSignIn } from './searches.ts';

const all = whichReport('houseId', 'periodFrom', 'periodTo', 'split', 'minMonths', 'order');

test('a report takes its parameters from the address', () => {
  const search = { houseId: 7, periodFrom: '2026-01', periodTo: '2026-03', split: true };
  assert.deepEqual(all(search), search);
  assert.deepEqual(whichReport('periodTo')(search), { periodTo: '2026-03' });
});

test('invalid parameters are ignored', () => {
  assert.deepEqual(
    all({ houseId: '7', minMonths: -1, split: 'yes', order: 'size', periodFrom: '2026-13' }),
    {},
  );
  assert.deepEqual(all({ periodFrom: '2026-05', periodTo: '2026-03' }), {}, 'reversed months');
});

test('a redirect never leads to another site', () => {
  assert.deepEqual(whereNext({ next: '/reports' }), { next: '/reports' });
  for (const next of ['//evil.example', '/\\evil.example', 'https://evil.example', 3])
    assert.deepEqual(whereNext({ next }), {});
});

test('only a known code says why a sign-in failed', () => {
  assert.deepEqual(whichSignIn({ failed: 'oidc-refused' }), { failed: 'oidc-refused' });
  for (const failed of ['anything', 'constructor', 7])
    assert.deepEqual(whichSignIn({ failed }), {});
});

test('the form for a new house is open only if the address says so', () => {
  assert.deepEqual(whichHouses({ add: true }), { add: true });
  for (const add of ['true', 1, false, undefined]) assert.deepEqual(whichHouses({ add }), {});
});
