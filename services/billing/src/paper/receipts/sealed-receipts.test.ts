// How a receipt protects against rewritten books: the head of the log of seals on every page and, for a closed month, the proof
// as an attached file.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { closeCycle } from '@kvartplata/contracts/billing/close.ts';
import { getHouseReceipts, getReceipt } from '@kvartplata/contracts/billing/receipts.ts';
import { getCheckpoint } from '@kvartplata/contracts/billing/seals.ts';
import type { Endpoint } from '@kvartplata/contracts/endpoint.ts';
import type { Sent } from '@kvartplata/platform/testing/answered.ts';
import { readProof, verifyProof } from '@kvartplata/platform/proof/verify-proof.js';
import { applyMonth } from '../../testing/booked-month.ts';
import { startBillingStand, type BillingStand } from '../../testing/billing-stand.ts';
import { changeBankDetails, CONTRACTOR } from '../../testing/contractor.ts';
import { makePayingHouse, type PayingHouse } from '../../testing/paying-house.ts';
import { fileIn, textOfPages } from '../../testing/pdf-pages.ts';
import { ask, calculate } from '../../testing/test-user.ts';

let stand: BillingStand;
let house: PayingHouse;
let period: string;
let cycleId: number;

before(async () => {
  stand = await startBillingStand();
  house = await makePayingHouse(stand);
  await changeBankDetails(stand, house, CONTRACTOR);
  period = Temporal.Now.plainDateISO('Europe/Moscow')
    .toPlainYearMonth()
    .subtract({ months: 3 })
    .toString();
  const { houseId } = house;
  ({ billingCycleId: cycleId } = await calculate(stand.app, house.user, { houseId }, period));
  await applyMonth(stand, house.user, cycleId);
});
after(async () => stand.stop());

async function download(receipts: Endpoint, sent: Sent): Promise<Buffer> {
  const { status, bytes } = await ask(stand.app, house.user, receipts, sent);
  assert.equal(status, 200);
  return bytes;
}

const ofAccount = async (): Promise<Buffer> =>
  download(getReceipt, {
    params: { personalAccountId: house.accounts[0] ?? 0 },
    query: { period },
  });

test('before a month is closed its receipt has no proof and no head of the log', async () => {
  const pdf = await ofAccount();
  assert.ok(!textOfPages(pdf).join().includes('Печатей в общем журнале'));
  assert.equal(fileIn(pdf), undefined);
});

test('a receipt of a closed month has its proof attached, and every page the head of the log', async () => {
  await house.ask(closeCycle, { params: { cycleId } });
  const { body } = await house.ask(getCheckpoint);
  const [, size, root] = body.checkpoint.split('\n');
  const line = `Печатей в общем журнале закрытых месяцев: ${size}, отпечаток журнала ${root}`;
  const pdf = await ofAccount();
  assert.ok(textOfPages(pdf).join().includes(line), textOfPages(pdf).join());
  const file = new Uint8Array(fileIn(pdf) ?? []);
  const verdict = await verifyProof(await readProof(file));
  assert.ok(verdict.isGood);
  assert.equal(verdict.line.split('|')[3], String(house.accounts[0]));

  const { houseId } = house;
  const all = textOfPages(await download(getHouseReceipts, { query: { houseId, period } }));
  assert.ok(all.length > 1 && all.every((text) => text.includes(line)));
});
