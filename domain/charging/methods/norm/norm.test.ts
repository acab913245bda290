// By the norm: persons times norm, by the days of each.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatKopecks } from '../../../money/kopecks.ts';
import { calculateHouse } from '../../calculate-house.ts';
import { account, amounts, day, house, norm, service, tariff } from '../../testing/facts.ts';

test('2 → 3 persons on 16 July: 151.85 + 242.97', () => {
  // 2 × 3.19 × 15/31 × 49.19 and 3 × 3.19 × 16/31 × 49.19
  const facts = house([
    service(1, 'hot-water', 'norm', { tariffs: [tariff('49.19')], norms: [norm('3.19')] }),
  ]);
  const moved = account(1, {
    registeredPersons: [
      { count: 2, validFrom: day('2020-01-01') },
      { count: 3, validFrom: day('2026-07-16') },
    ],
  });
  assert.deepEqual(amounts(facts, moved), ['151.85', '242.97']);
});

test('tariff 100 → 200 on 16 July, 1 person, norm 3.19: 154.35 + 329.29', () => {
  const facts = house([
    service(1, 'hot-water', 'norm', {
      tariffs: [tariff('100', '2020-01-01', '2026-07-15'), tariff('200', '2026-07-16')],
      norms: [norm('3.19')],
    }),
  ]);
  const one = account(1, { registeredPersons: [{ count: 1, validFrom: day('2020-01-01') }] });
  assert.deepEqual(amounts(facts, one), ['154.35', '329.29']);
  const [line] = calculateHouse(facts, [one]).lines;
  assert.equal(line && formatKopecks(line.amountKopecks), '483.64');
  assert.equal(line?.tariffE4, 2_000_000n);
});

test('a norm that changes splits the month too', () => {
  const facts = house([
    service(1, 'hot-water', 'norm', {
      norms: [norm('3.1', '2020-01-01', '2026-07-15'), norm('6.2', '2026-07-16')],
    }),
  ]);
  assert.deepEqual(amounts(facts, account(1)), ['300.00', '640.00']); // 2 × 3.1 × 15/31 × 100, 2 × 6.2 × 16/31 × 100
});

test('waste is charged by the norm of a person: 2 × 0.16 × 500', () => {
  const waste = service(1, 'waste', 'norm', {
    precision: 6,
    norms: [norm('0.16')],
    tariffs: [tariff('500')],
  });
  assert.deepEqual(amounts(house([waste]), account(1)), ['160.00']);
});

test('the owners count where nobody is registered', () => {
  const facts = house([service(1, 'hot-water', 'norm', { norms: [norm('3')] })]);
  const nobody = [{ count: 0, validFrom: day('2020-01-01') }];
  assert.deepEqual(amounts(facts, account(1, { owners: 3, registeredPersons: nobody })), [
    '900.00',
  ]);
});
