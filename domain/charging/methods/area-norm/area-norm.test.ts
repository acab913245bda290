// By area and norm: waste, if the region has chosen area.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calculateHouse } from '../../calculate-house.ts';
import { account, amounts, house, norm, reasonOf, service, tariff } from '../../testing/facts.ts';

const waste = service(1, 'waste', 'area-norm', {
  precision: 6,
  norms: [norm('0.008')],
  tariffs: [tariff('700')],
});

test('waste by area is charged in cubic metres per square metre: 50 × 0.008 × 700', () => {
  const { lines } = calculateHouse(house([waste]), [account(1)]);
  assert.equal(lines[0]?.amountKopecks, 28_000n);
  assert.equal(lines[0]?.consumptionE6, 400_000n);
});

test('neither persons nor their absences count', () => {
  const absences = [
    {
      from: Temporal.PlainDate.from('2026-07-01'),
      to: Temporal.PlainDate.from('2026-07-31'),
      persons: 2,
    },
  ];
  assert.deepEqual(amounts(house([waste]), account(1, { absences })), ['280.00']);
});

test('a norm that changes splits the month: 50 × 0.008 × 15/31 × 700, 50 × 0.016 × 16/31 × 700', () => {
  const norms = [norm('0.008', '2020-01-01', '2026-07-15'), norm('0.016', '2026-07-16')];
  assert.deepEqual(amounts(house([{ ...waste, norms }]), account(1)), ['135.48', '289.03']);
});

test('an account without a norm and a shop without a contract are refused', () => {
  assert.equal(reasonOf(house([{ ...waste, norms: [] }]), account(1)), 'norm-missing');
  const shop = account(1, { roomKind: 'non-residential' });
  assert.equal(reasonOf(house([waste]), shop), 'contract-volume-missing');
});
