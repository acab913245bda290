// A stored basis as shown to clients, without losing anything.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChargeBasis } from '@kvartplata/domain/charging/charge-line.ts';
import { explain } from './charge-explanation.ts';

const heat: ChargeBasis = {
  rule: 'former-bill',
  component: 'heat',
  unit: 'Гкал',
  daysInMonth: 31,
  parts: [],
};

test('the client gets all that a charge follows from, including the unit of the heat in water', () => {
  const { source, formula, ...told } = explain(heat, 'м³');
  assert.deepEqual(told, heat);
  assert.deepEqual(
    [source, formula],
    ['Bill of the former application; formula 23: the heat in the water', ''],
  );
});

test('the client gets the charges that a correction is the difference to', () => {
  const correction = {
    period: '2026-07',
    reason: 'тариф исправлен',
    stood: [{ chargeId: 7, period: '2026-07', amount: '200.00' }],
    now: heat,
  };
  const told = explain({ rule: 'correction', daysInMonth: 31, parts: [], correction }, 'м³');
  assert.deepEqual(told.correction, correction);
});
