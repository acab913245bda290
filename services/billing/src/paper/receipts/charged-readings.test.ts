// A reading that is changed after it was charged, and the receipt printed afterwards.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { getReceipt } from '@kvartplata/contracts/billing/receipts.ts';
import { listReadings, replaceReading } from '@kvartplata/contracts/core/readings.ts';
import { missing } from '@kvartplata/platform/testing/programs.ts';
import { startBillingStand, type BillingStand } from '../../testing/billing-stand.ts';
import { changeBankDetails, CONTRACTOR } from '../../testing/contractor.ts';
import { makeMeteredHouse, type MeteredHouse } from '../../testing/metered-house.ts';
import { textOfPages } from '../../testing/pdf-pages.ts';
import { ask, type TestUser } from '../../testing/test-user.ts';

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
