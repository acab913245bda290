// By the volume of the contract.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calculateHouse } from '../../calculate-house.ts';
import { formulaOf } from '../../explanation/formula.ts';
import {
  account,
  accountService,
  day,
  house,
  reasonOf,
  service,
  tariff,
} from '../../testing/facts.ts';

const bin = house([service(1, 'own-1', 'calculated-volume', { tariffs: [tariff('50')] })]);
const contract = accountService(1, { contractVolumeE6: 1_500_000n });
const shop = account(1, { roomKind: 'non-residential' });

test('an account with a contract pays for the contract volume: 1.5 × 50', () => {
  const [line] = calculateHouse(bin, [{ ...shop, services: [contract] }]).lines;
  assert.equal(line?.amountKopecks, 7_500n);
  assert.equal(line?.rateType, 'calculated-volume');
  assert.equal(line && formulaOf(line.basis, 'м³'), '1.5 a month; 1.5 м³ × 50 = 75.00');
});

test('an account opened on 16 July pays for 16 of 31 days: 1.5 × 16/31 × 50', () => {
  const late = { ...shop, openedOn: day('2026-07-16'), services: [contract] };
  assert.equal(calculateHouse(bin, [late]).lines[0]?.amountKopecks, 3_871n);
});

test('a flat without a contract owes nothing, and a shop without one is refused', () => {
  assert.deepEqual(calculateHouse(bin, [account(2)]), {
    lines: [],
    skipped: [],
    idle: [],
    commonNeeds: [],
  });
  assert.equal(reasonOf(bin, shop), 'contract-volume-missing');
});

test('a contract for an account not charged for the service has no effect', () => {
  const until = { charged: false, reason: 'other', validTo: day('2026-07-10') } as const;
  const idle = { ...contract, ...until };
  assert.deepEqual(calculateHouse(bin, [{ ...account(2), services: [idle] }]), {
    lines: [],
    skipped: [],
    idle: [],
    commonNeeds: [],
  });
});
