// Closing a month: once, in the right order, and from then on the database rejects every entry in it.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { applyCycle } from '@kvartplata/contracts/billing/apply.ts';
import { closeCycle } from '@kvartplata/contracts/billing/close.ts';
import { reversePayment } from '@kvartplata/contracts/billing/payments.ts';
import { reverseCharge } from '@kvartplata/contracts/billing/stornos.ts';
import { firstDayOf, lastDayOf } from '@kvartplata/domain/calendar/billing-month.ts';
import { moscowDayOf } from '@kvartplata/domain/calendar/day.ts';
import type { Answered } from '@kvartplata/platform/testing/answered.ts';
import { until } from '@kvartplata/platform/testing/until.ts';
import type pg from 'pg';
import { assertInOrder } from '../../testing/in-order.ts';
import { startBillingStand, type BillingStand } from '../../testing/billing-stand.ts';
import { makePayingHouse, type PayingHouse } from '../../testing/paying-house.ts';
import { writeCharges } from '../../testing/written-charges.ts';

let stand: BillingStand;
let owner: pg.Pool;
let house: PayingHouse;
/** Two months ago, so that the tests' days are past by the database's clock, too. */
const thisMonth = moscowDayOf(new Date()).toPlainYearMonth().subtract({ months: 2 });
const [firstDay, lastDay] = [firstDayOf(thisMonth), lastDayOf(thisMonth)];
let today = lastDay;

before(async () => {
  stand = await startBillingStand({ today: () => today });
  ({ owner } = stand);
});
after(async () => {
  await assertInOrder(stand.db);
  await stand.stop();
});

const payer = (): number => house.accounts[0] ?? 0;

async function close(cycleId: number): Promise<Answered<typeof closeCycle>> {
  return house.ask(closeCycle, { params: { cycleId } });
}

async function apply(cycleId: number): Promise<Answered<typeof applyCycle>> {
  return house.ask(applyCycle, { params: { cycleId } });
}

async function statusOf(cycleId: number): Promise<string | undefined> {
  const { rows } = await owner.query<{ status: string }>(
    'select status from billing_cycles where id = $1',
    [cycleId],
  );
  return rows[0]?.status;
}

describe('a month', () => {
  let february: number;
  before(async () => {
    house = await makePayingHouse(stand);
    // Created first: once a later month is closed, this cycle could no longer be opened.
    ({ cycleId: february } = await house.draft('2026-02', []));
  });

  test('is closed once, after it is applied', async () => {
    const { cycleId } = await house.draft('2026-01', [[payer(), '100.00']]);
    const early = await close(cycleId);
    assert.deepEqual([early.status, early.problem.code], [409, 'cycle-not-applied']);
    await apply(cycleId);
    const { status, body } = await close(cycleId);
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual([body.id, body.status, body.chargesTotal], [cycleId, 'CLOSED', '100.00']);
    assert.ok(body.closedAt !== null && body.appliedAt !== null && body.closedAt > body.appliedAt);
    const again = await close(cycleId);
    assert.deepEqual([again.status, again.problem.code], [409, 'cycle-not-applied']);
  });

  test('waits for the charges of the months before it', async () => {
    const { cycleId: march } = await house.draft('2026-03', [[payer(), '100.00']]);
    const { cycleId: april } = await house.charge('2026-04', [[payer(), '100.00']]);
    const early = await close(april);
    assert.deepEqual([early.status, early.problem.code], [409, 'earlier-cycle-draft']);
    assert.match(early.problem.detail ?? '', /2026-03/);
    assert.equal(await statusOf(april), 'APPLIED');
    await apply(march);
    assert.equal((await close(april)).status, 200);
    // Its month can get no entries any more, but has not been closed itself.
    assert.equal(await statusOf(march), 'APPLIED');
    assert.equal((await close(march)).status, 200);
  });

  test('computed after a later one was closed cannot be applied any more', async () => {
    const { organizationId, houseId } = house;
    const place = { organizationId, houseId, personalAccountId: payer(), houseServiceId: 1 };
    await writeCharges(owner, [{ ...place, period: '2026-02-01', amount: '100.00' }]);
    const owed = await house.owed(payer());
    const answer = await apply(february);
    assert.deepEqual([answer.status, answer.problem.code], [409, 'month-closed']);
    assert.deepEqual([await statusOf(february), await house.owed(payer())], ['DRAFT', owed]);
  });

  test('once closed accepts no entry from a posting function', async () => {
    for (const [month, refused] of [
      ['2026-04', true],
      ['2026-02', true],
      ['2026-05', false],
    ] as const) {
      const client = await owner.connect();
      await client.query(
        `begin; set local app.sees_all = on; select app.ensure_month('${month}-01')`,
      );
      const open = client.query('select app.require_open($1, $2)', [
        house.organizationId,
        `${month}-01`,
      ]);
      if (refused) await assert.rejects(open, { constraint: 'ledger_entries_month_is_open' });
      else await open;
      await client.query('rollback');
      client.release();
    }
  });
});

describe('a month that is not over', () => {
  before(async () => {
    house = await makePayingHouse(stand);
  });

  test('cannot be applied before its first day', async () => {
    today = firstDay.subtract({ days: 1 });
    try {
      const { cycleId } = await house.draft(String(thisMonth), [[payer(), '100.00']]);
      const early = await apply(cycleId);
      assert.deepEqual([early.status, early.problem.code], [409, 'month-not-over']);
      assert.deepEqual(
        [await statusOf(cycleId), await house.owed(payer())],
        ['DRAFT', ['0.00', '0.00']],
      );
      today = firstDay;
      assert.equal((await apply(cycleId)).status, 200);
    } finally {
      today = lastDay;
    }
  });

  test('can be neither applied nor closed in the database, whatever day is given', async () => {
    const { cycleId } = await house.draft('2026-02', [[payer(), '1.00']]);
    const step = async (status: string, day: string): Promise<unknown> =>
      owner.query(
        `update billing_cycles set status = $2, applied_at = coalesce(applied_at, now()),
           applied_on = case $2 when 'APPLIED' then $3::date else applied_on end,
           closed_at = case $2 when 'CLOSED' then now() end,
           closed_on = case $2 when 'CLOSED' then $3::date end
         where id = $1`,
        [cycleId, status, day],
      );
    const tomorrow = moscowDayOf(new Date()).add({ days: 2 }).toString();
    await assert.rejects(step('APPLIED', '2026-01-31'), {
      constraint: 'billing_cycles_applied_when_begun',
    });
    await assert.rejects(step('APPLIED', tomorrow), { constraint: 'billing_cycles_day_has_come' });
    await step('APPLIED', '2026-02-01');
    await assert.rejects(step('CLOSED', '2026-02-28'), {
      constraint: 'billing_cycles_closed_when_over',
    });
    await assert.rejects(step('CLOSED', tomorrow), { constraint: 'billing_cycles_day_has_come' });
    assert.equal(await statusOf(cycleId), 'APPLIED');
  });
});

describe('once months are closed', () => {
  let chargeId: number;
  let paymentId: number;
  before(async () => {
    house = await makePayingHouse(stand);
    const { cycleId, chargeIds } = await house.charge('2026-01', [
      [payer(), '100.00'],
      [payer(), '50.00'],
    ]);
    chargeId = chargeIds[0] ?? 0;
    paymentId = (
      await house.pay({ personalAccountId: payer(), amount: '70', paidOn: '2026-02-03' })
    ).id;
    assert.equal((await close(cycleId)).status, 200);
  });

  test('entries for them are booked in the first month that is not closed', async () => {
    const { status, body } = await house.ask(reverseCharge, {
      params: { chargeId },
      body: { reason: 'ошибка' },
    });
    assert.deepEqual([status, body.period, body.effectiveOn], [200, '2026-02', '2026-01-31']);
    const late = { personalAccountId: payer(), amount: '5', paidOn: '2026-01-20' };
    const payment = await house.pay(late);
    assert.deepEqual([payment.period, payment.paidOn], ['2026-02', '2026-01-20']);
    const entries = await house.entries(payer());
    assert.deepEqual(
      entries
        .filter(({ id }) => id === payment.id)
        .map((entry) => [entry.period, entry.effectiveOn]),
      [['2026-02', '2026-01-20']],
    );
  });

  test('including the current month, that is the month after it', async () => {
    const { cycleId } = await house.charge(String(thisMonth), [[payer(), '10.00']]);
    const early = await close(cycleId);
    assert.deepEqual(
      [early.status, early.problem.code],
      [409, 'month-not-over'],
      'on its last day',
    );
    assert.equal(await statusOf(cycleId), 'APPLIED');
    today = lastDay.add({ days: 1 });
    assert.equal((await close(cycleId)).status, 200);
    const payment = await house.pay({
      personalAccountId: payer(),
      amount: '5',
      paidOn: '2026-02-04',
    });
    const next = String(thisMonth.add({ months: 1 }));
    assert.equal(payment.period, next);
    const { body } = await house.ask(reversePayment, {
      params: { paymentId },
      body: { reason: 'возврат' },
    });
    assert.deepEqual(
      body.entries.map(({ period, effectiveOn }) => [period, effectiveOn]),
      [[next, '2026-02-03']],
    );
  });

  test('another company’s months are not affected', async () => {
    const stranger = await makePayingHouse(stand);
    const payment = await stranger.pay({
      personalAccountId: stranger.accounts[0],
      amount: '5',
      paidOn: '2026-02-04',
    });
    assert.equal(payment.period, '2026-02');
  });
});

describe('concurrent closing and booking', () => {
  test('closing waits for a booking under way, and a later booking goes into the next month', async () => {
    house = await makePayingHouse(stand);
    const { cycleId } = await house.charge('2026-02', [[payer(), '100.00']]);
    const booking = await owner.connect();
    let hasClosed = false;
    try {
      await booking.query('begin');
      await booking.query('select app.hold_months_open($1)', [house.organizationId]);
      const closing = close(cycleId).finally(() => (hasClosed = true));
      await until('somebody waits, or has closed', async () => hasClosed || (await isWaitedFor()));
      assert.equal(hasClosed, false);
      const paying = house.pay({ personalAccountId: payer(), amount: '5', paidOn: '2026-02-04' });
      await booking.query('commit');
      assert.equal((await closing).status, 200);
      assert.equal((await paying).period, '2026-03');
    } finally {
      booking.release(true);
    }
  });

  async function isWaitedFor(): Promise<boolean> {
    const { rowCount } = await owner.query(
      `select from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`,
    );
    return rowCount === 1;
  }
});
