// A reading that is changed after it was charged, and the receipt printed afterwards.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { getReceipt } from '@kvartplata/contracts/billing/receipts.ts';
import { listReadings, replaceReading } from '@kvartplata/contracts/core/readings.ts';
import type { ChargeBasis } from '@kvartplata/domain/charging/charge-line.ts';
import { missing } from '@kvartplata/platform/testing/programs.ts';
import { startBillingStand, type BillingStand } from '../../testing/billing-stand.ts';
import { changeBankDetails, CONTRACTOR } from '../../testing/contractor.ts';
import { makeMeteredHouse, type MeteredHouse } from '../../testing/metered-house.ts';
import { textOfPages } from '../../testing/pdf-pages.ts';
import { ask, type TestUser } from '../../testing/test-user.ts';
import { withChargedReadings } from './charged-readings.ts';

describe('a receipt', { skip: missing('pdftoppm') }, () => {
  let stand: BillingStand;
  let owner: TestUser;
  let house: MeteredHouse;
  let meterId: number;

  before(async () => {
    stand = await startBillingStand();
    owner = await stand.newUser();
    house = await makeMeteredHouse(stand, owner);
    await changeBankDetails(stand, { ...house, user: owner }, CONTRACTOR);
    const service = await house.addService('cold-water', 'meter', '3.1');
    meterId = await house.addMeter(service, 'cold-water');
    await house.read(meterId, { '2025-01': '14', '2025-02': '18' });
    await house.charge('2025-02');
  });
  after(async () => stand.stop());

  async function text(): Promise<string> {
    const { bytes } = await ask(stand.app, owner, getReceipt, {
      params: { personalAccountId: house.accountId },
      query: { period: '2025-02' },
    });
    return textOfPages(bytes).join('\n');
  }

  test('has the readings that its charges were counted from', async () => {
    const { items } = await house.call(listReadings, { params: { meterId } });
    const february = items.find(({ period }) => period === '2025-02');
    assert.ok(february);
    assert.match(await text(), /по прибору: 18 − 14/);
    assert.match(await text(), /18,000 \(25\.02/);
    const body = { value: '19', takenOn: february.takenOn };
    await house.call(replaceReading, { params: { readingId: february.id }, body });
    assert.match(await text(), /по прибору: 18 − 14/);
    assert.match(await text(), /18,000 \(25\.02/);
    assert.doesNotMatch(await text(), /19,000/);
    await house.charge('2025-02');
    assert.match(await text(), /19,000 \(25\.02/);
  });
});

describe('meters with the same number', () => {
  const DAY = { digits: 5, rollover: false, previousOn: '2026-06-25', currentOn: '2026-07-25' };
  const counted = (previous: string, current: string) => ({
    serialNumber: 'б/н',
    previous,
    current,
    ...DAY,
  });
  const unread = (meterId: number) => ({
    meterId,
    serialNumber: 'б/н',
    because: 'reading-missing' as const,
    period: 1,
  });
  const meter = (meterId: number) => ({
    meterId,
    serviceName: 'Холодная вода',
    unit: 'м³',
    serialNumber: 'б/н',
    verifiedUntil: null,
    current: null,
    previous: null,
  });
  const charge = (basis: Partial<ChargeBasis>) => ({
    serviceName: 'Холодная вода',
    basis: { rule: 'individual-meter' as const, daysInMonth: 31, parts: [], ...basis },
  });
  const FIRST = counted('0.000', '3.000');
  const SECOND = counted('100.000', '107.000');

  for (const { why, meters, charges, shown } of [
    {
      why: 'each has its own readings',
      meters: [meter(7), meter(8)],
      charges: [charge({ meters: [FIRST, SECOND] }), charge({ meters: [FIRST, SECOND] })],
      shown: ['3.000', '107.000'],
    },
    {
      why: 'one that was not read stays as core knows it',
      meters: [meter(7), meter(8)],
      charges: [charge({ meters: [SECOND], unread: [unread(7)] })],
      shown: [undefined, '107.000'],
    },
    {
      why: 'those of another month, of a correction, are not shown',
      meters: [meter(7), meter(8)],
      charges: [
        charge({ meters: [FIRST, SECOND] }),
        charge({
          meters: [counted('90.000', '91.000'), counted('90.000', '92.000')],
          correction: { period: '2026-05', reason: 'ошибка', stood: [] },
        }),
      ],
      shown: ['3.000', '107.000'],
    },
    {
      why: 'nothing is guessed if their number has changed since',
      meters: [meter(7)],
      charges: [charge({ meters: [FIRST, SECOND] })],
      shown: [undefined],
    },
  ])
    test(why, () => {
      const values = withChargedReadings(meters, charges).map(({ current }) => current?.value);
      assert.deepEqual(values, shown);
    });
});
