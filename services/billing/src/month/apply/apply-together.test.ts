// A hundred callers apply one month at once, on two processes: only one of them succeeds; twenty repetitions.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { applyCycle } from '@kvartplata/contracts/billing/apply.ts';
import { askAgain } from '@kvartplata/platform/testing/ask-again.ts';
import { sendOnce, type Answered } from '@kvartplata/platform/testing/answered.ts';
import type { ServiceProcess } from '@kvartplata/platform/testing/service-process.ts';
import { assertInOrder } from '../../testing/in-order.ts';
import { startBillingStand, type BillingStand } from '../../testing/billing-stand.ts';
import { makePayingHouse, type PayingHouse } from '../../testing/paying-house.ts';

const TIMES = 20;
const CALLERS = 100;

let stand: BillingStand;
let other: ServiceProcess;
let house: PayingHouse;

before(async () => {
  stand = await startBillingStand();
  other = await stand.startWorker();
  house = await makePayingHouse(stand);
});
after(async () => stand.stop());

type Applied = Answered<typeof applyCycle>;

async function applyHere(cycleId: number): Promise<Applied> {
  return askAgain(async () => house.ask(applyCycle, { params: { cycleId } }));
}

async function applyThere(cycleId: number): Promise<Applied> {
  const { authorization } = house.user;
  return askAgain(async () =>
    sendOnce(fetch, other.url, authorization, applyCycle, { params: { cycleId } }),
  );
}

for (let nth = 1; nth <= TIMES; nth += 1) {
  test(`only one of ${CALLERS} concurrent callers applies the month, time ${nth}`, async () => {
    const period = new Date(Date.UTC(2024, nth - 1)).toISOString().slice(0, 7);
    const { cycleId } = await house.draft(
      period,
      house.accounts.map((account) => [account, '1.00']),
    );
    const answers = await Promise.all(
      Array.from({ length: CALLERS }, async (_, caller) =>
        caller % 2 === 0 ? applyHere(cycleId) : applyThere(cycleId),
      ),
    );
    const done = answers.filter(({ status }) => status === 200);
    assert.equal(done.length, 1);
    assert.equal(done[0]?.body.ledgerEntriesCreated, house.accounts.length);
    const refused = answers.filter(({ status }) => status !== 200);
    assert.deepEqual(
      new Set(refused.map(({ status, problem }) => `${status} ${problem.code}`)),
      new Set(['409 nothing-to-apply']),
    );
    for (const account of house.accounts)
      assert.deepEqual(await house.owed(account), [`${nth}.00`, '0.00']);
    await assertInOrder(stand.db);
  });
}
