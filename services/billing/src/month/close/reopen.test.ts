// Reopening the last closed month: by an owner, with a recorded reason, while nothing depends on its being closed.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { applyCycle } from '@kvartplata/contracts/billing/apply.ts';
import { closeCycle, reopenCycle } from '@kvartplata/contracts/billing/close.ts';
import { getMonthSeal, MonthSeal } from '@kvartplata/contracts/billing/seals.ts';
import { violates } from '@kvartplata/platform/database/database-errors.ts';
import type { Answered } from '@kvartplata/platform/testing/answered.ts';
import type pg from 'pg';
import { Check } from 'typebox/value';
import { startBillingStand, type BillingStand } from '../../testing/billing-stand.ts';
import { makePayingHouse, type PayingHouse } from '../../testing/paying-house.ts';
import { addMember, ask } from '../../testing/test-user.ts';

let stand: BillingStand;
let owner: pg.Pool;
let house: PayingHouse;
let january: number;
let february: number;

before(async () => {
  stand = await startBillingStand();
  ({ owner } = stand);
  house = await makePayingHouse(stand);
  ({ cycleId: january } = await house.charge('2026-01', [[payer(), '100.00']]));
  ({ cycleId: february } = await house.draft('2026-02', [[payer(), '100.00']]));
});
after(async () => stand.stop());

const payer = (): number => house.accounts[0] ?? 0;

async function reopen(
  cycleId: number,
  body: object = { reason: 'закрыт по ошибке' },
  user = house.user,
): Promise<Answered<typeof reopenCycle>> {
  return ask(stand.app, user, reopenCycle, { params: { cycleId }, body });
}

async function close(cycleId: number): Promise<void> {
  const { status, text } = await house.ask(closeCycle, { params: { cycleId } });
  assert.equal(status, 200, text);
}

async function sealOf(cycleId: number): Promise<MonthSeal> {
  const { body } = await house.ask(getMonthSeal, { params: { cycleId } });
  assert.ok(Check(MonthSeal, body), JSON.stringify(body));
  return body;
}

test('reopening a month that is not closed, or without a reason, is refused', async () => {
  const open = await reopen(january);
  assert.deepEqual([open.status, open.problem.code], [409, 'cycle-not-closed']);
  assert.equal((await reopen(january, {})).status, 400);
});

test('an owner reopens the last closed month, and its seal says so; closing it again makes a new seal', async () => {
  await close(january);
  const first = await sealOf(january);
  assert.deepEqual([first.isValid, first.reopened], [true, []]);
  const accountant = await stand.newUser();
  const place = { ...house, user: house.user };
  await addMember(stand.coreUrl, place, accountant, 'accountant');
  const refused = await reopen(january, undefined, accountant);
  assert.deepEqual([refused.status, refused.problem.code], [403, 'forbidden']);

  const { status, body } = await reopen(january);
  assert.deepEqual([status, body.status, body.closedAt], [200, 'APPLIED', null]);
  const open = await sealOf(january);
  assert.deepEqual([open.sealedAt, open.isValid], [null, null]);
  assert.deepEqual(
    open.reopened.map(({ sealedAt, turnoverHash, chainHash, reason }) => [
      sealedAt,
      turnoverHash,
      chainHash,
      reason,
    ]),
    [[first.sealedAt, first.turnoverHash, first.chainHash, 'закрыт по ошибке']],
  );
  const { rows } = await owner.query<{ after: { reason: string } }>(
    `select after from audit_log where action = 'cycle.reopened' and object_id = $1`,
    [january],
  );
  assert.deepEqual(
    rows.map(({ after: { reason } }) => reason),
    ['закрыт по ошибке'],
  );

  await close(january);
  const second = await sealOf(january);
  assert.deepEqual([second.isValid, second.reopened.length], [true, 1]);
  assert.notEqual(second.sealedAt, first.sealedAt);
  assert.deepEqual(
    [second.turnoverHash, second.chainHash],
    [first.turnoverHash, first.chainHash],
    'nothing was booked meanwhile',
  );
});

test('a month stays closed once something was booked after its closing', async () => {
  const paid = { personalAccountId: payer(), amount: '5', paidOn: '2026-01-20' };
  await house.pay(paid);
  const { status, problem } = await reopen(january);
  assert.deepEqual([status, problem.code], [409, 'month-built-upon']);
  assert.equal((await sealOf(january)).isValid, true);
});

test('a month before an applied one stays closed, and the database enforces reopening rules itself', async () => {
  await assert.rejects(
    owner.query(`update billing_cycles set status = 'APPLIED', closed_at = null where id = $1`, [
      january,
    ]),
    (error: unknown) => violates(error, 'billing_cycles_reopened_for_a_reason'),
  );
  assert.equal((await house.ask(applyCycle, { params: { cycleId: february } })).status, 200);
  const { status, problem } = await reopen(january);
  assert.deepEqual([status, problem.code], [409, 'month-built-upon']);
  assert.equal((await sealOf(january)).isValid, true);
});
