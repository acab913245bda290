// By registered persons.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calculateHouse } from '../../calculate-house.ts';
import { account, amounts, day, house, reasonOf, service, tariff } from '../../testing/facts.ts';

const lift = house([service(1, 'own-1', 'per-person', { tariffs: [tariff('90')] })]);

test('a lift is charged per registered person: 2 × 90', () => {
  assert.deepEqual(amounts(lift, account(1)), ['180.00']);
});

test('2 → 3 persons on 16 July: 2 × 90 × 15/31 + 3 × 90 × 16/31', () => {
  const registeredPersons = [
    { count: 2, validFrom: day('2020-01-01') },
    { count: 3, validFrom: day('2026-07-16') },
  ];
  assert.deepEqual(amounts(lift, account(1, { registeredPersons })), ['87.10', '139.35']);
});

test('where nobody is registered the owners do not count: no line, and no skipped account', () => {
  const nobody = [{ count: 0, validFrom: day('2020-01-01') }];
  const empty = account(1, { owners: 3, registeredPersons: nobody });
  assert.deepEqual(calculateHouse(lift, [empty]), {
    lines: [],
    skipped: [],
    idle: [],
    commonNeeds: [],
  });
});

test('a person who moves in is charged from that day: 1 × 90 × 16/31', () => {
  const registeredPersons = [
    { count: 0, validFrom: day('2020-01-01') },
    { count: 1, validFrom: day('2026-07-16') },
  ];
  assert.deepEqual(amounts(lift, account(1, { owners: 2, registeredPersons })), ['46.45']);
});

test('a temporary absence changes nothing', () => {
  const absences = [{ from: day('2026-07-01'), to: day('2026-07-31'), persons: 1 }];
  assert.deepEqual(amounts(lift, account(1, { absences })), ['180.00']);
});

test('an account without a tariff is refused', () => {
  const facts = house([service(1, 'own-1', 'per-person', { tariffs: [] })]);
  assert.equal(reasonOf(facts, account(1)), 'tariff-missing');
});
