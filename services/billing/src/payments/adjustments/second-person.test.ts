// Adjustments above the organization's limit: they wait until another person confirms or rejects them.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { addressOf } from '@kvartplata/contracts/address.ts';
import {
  confirmAdjustment,
  createAdjustment,
  getAdjustment,
  listAdjustments,
  rejectAdjustment,
  reverseAdjustment,
} from '@kvartplata/contracts/billing/adjustments.ts';
import { listClosingChecks } from '@kvartplata/contracts/billing/closing-checks.ts';
import { closeCycle } from '@kvartplata/contracts/billing/close.ts';
import { getOrganization, replaceOrganization } from '@kvartplata/contracts/core/organizations.ts';
import { startBillingStand, type BillingStand } from '../../testing/billing-stand.ts';
import { assertInOrder } from '../../testing/in-order.ts';
import { makePayingHouse, type PayingHouse } from '../../testing/paying-house.ts';
import { addMember, ask, askOnce, inCore, type TestUser } from '../../testing/test-user.ts';

const LINE = { kind: 'write-off', reason: 'Смерть должника', basis: 'Решение суда 2-45/2026' };

let stand: BillingStand;
let house: PayingHouse;
let second: TestUser;
let viewer: TestUser;
let personalAccountId = 0;
let cycleId = 0;

before(async () => {
  stand = await startBillingStand();
});
after(async () => stand.stop());

/** An account that owes 5000.00 for January, in an organization whose limit is 1000.00. */
beforeEach(async () => {
  house = await makePayingHouse(stand);
  [personalAccountId = 0] = house.accounts;
  ({ cycleId } = await house.charge('2026-01', [[personalAccountId, '5000.00']]));
  await confirmAbove('1000.00');
  [second, viewer] = await Promise.all([stand.newUser(), stand.newUser()]);
  await addMember(stand.coreUrl, house, second, 'accountant');
  await addMember(stand.coreUrl, house, viewer, 'viewer');
});

async function confirmAbove(limit: string | null): Promise<void> {
  const { call } = inCore(stand, house.user);
  const params = { organizationId: house.organizationId };
  const { name } = await call(getOrganization, { params });
  await call(replaceOrganization, { params, body: { name, confirmAbove: limit } });
}

async function add(amount: string, line: object = LINE) {
  return house.ask(createAdjustment, { body: { personalAccountId, ...line, amount } });
}

async function waitingLine(amount = '-2000'): Promise<number> {
  const { status, body, text } = await add(amount);
  assert.equal(status, 202, text);
  return body.id;
}

const named = (adjustmentId: number) => ({ params: { adjustmentId } });

async function confirm(adjustmentId: number, user = second) {
  return ask(stand.app, user, confirmAdjustment, named(adjustmentId));
}

describe('a line above the limit', () => {
  test('waits, and books nothing until another person confirms it', async () => {
    const { status, body, headers } = await add('-2000.00');
    assert.equal(status, 202);
    assert.equal(headers.get('location'), addressOf(getAdjustment, named(body.id)));
    assert.deepEqual([body.status, body.bookedIn, body.settledBy], ['WAITING', null, null]);
    assert.deepEqual(await house.owed(personalAccountId), ['5000.00', '0.00']);

    const own = await confirm(body.id, house.user);
    assert.deepEqual([own.status, own.problem.code], [403, 'second-person-required']);
    assert.equal((await confirm(body.id, viewer)).problem.code, 'forbidden');
    assert.equal((await confirm(body.id, await stand.newUser())).status, 404);
    assert.deepEqual(await house.owed(personalAccountId), ['5000.00', '0.00']);

    const confirmed = await confirm(body.id);
    assert.equal(confirmed.status, 200, confirmed.text);
    const { settledBy, requestedBy, ...told } = confirmed.body;
    assert.deepEqual([told.id, told.status, told.bookedIn], [body.id, 'BOOKED', '2026-01']);
    assert.ok(settledBy !== null && settledBy !== requestedBy);
    assert.deepEqual(await house.owed(personalAccountId), ['3000.00', '0.00']);
    assert.deepEqual((await house.ask(getAdjustment, named(body.id))).body, confirmed.body);
    assert.deepEqual((await house.ask(listAdjustments)).body.items, [confirmed.body]);
    await assertInOrder(stand.db);
  });

  test('is one beyond the limit, whatever its sign', async () => {
    assert.equal((await add('-1000.00')).status, 201);
    assert.equal((await add('-1000.01')).status, 202);
    assert.equal((await add('1000.01', { ...LINE, kind: 'court-fee' })).status, 202);
    await confirmAbove('0');
    assert.equal((await add('-0.01')).status, 202);
    await confirmAbove(null);
    assert.equal((await add('-1000.01')).status, 201);
  });

  test('is listed for those who may confirm it', async () => {
    const id = await waitingLine();
    const query = { status: 'WAITING', organizationId: house.organizationId };
    const { body } = await ask(stand.app, second, listAdjustments, { query });
    assert.deepEqual(
      body.items.map((line) => [line.id, line.status]),
      [[id, 'WAITING']],
    );
  });

  test('is a remark of the closing checks until it is decided', async () => {
    const remarks = async () => {
      const { body } = await house.ask(listClosingChecks, { params: { cycleId } });
      const check = body.items.find(({ code }) => code === 'waiting-adjustments');
      return check?.rows.map(({ ru, adjustmentId }) => [ru, adjustmentId]);
    };
    assert.deepEqual(await remarks(), []);
    const id = await waitingLine();
    assert.deepEqual(await remarks(), [
      ['\u22122\u00a0000,00\u00a0₽ за январь 2026: Смерть должника', id],
    ]);
    await house.ask(rejectAdjustment, { ...named(id), body: { reason: 'Опечатка' } });
    assert.deepEqual(await remarks(), []);
  });

  test('is booked in the month that is open when it is confirmed', async () => {
    const id = await waitingLine();
    await house.charge('2026-02', [[personalAccountId, '10.00']]);
    const closed = await house.ask(closeCycle, { params: { cycleId } });
    assert.equal(closed.status, 200, closed.text);
    const { body } = await confirm(id);
    assert.deepEqual([body.bookedIn, body.period], ['2026-02', '2026-01']);
    assert.deepEqual(await house.owed(personalAccountId), ['3010.00', '0.00']);
  });

  test('is booked once by concurrent confirmations', async () => {
    const id = await waitingLine();
    const third = await stand.newUser();
    await addMember(stand.coreUrl, house, third, 'owner');
    const answers = await Promise.all(
      [second, third, second].map(async (user) =>
        askOnce(stand.app, user, confirmAdjustment, named(id)),
      ),
    );
    assert.deepEqual(answers.map(({ status }) => String(status)).toSorted(), ['200', '409', '409']);
    const settled = answers.find(({ status }) => status === 409);
    assert.equal(settled?.problem.code, 'already-settled');
    assert.deepEqual(await house.owed(personalAccountId), ['3000.00', '0.00']);
  });

  test('that is rejected is never booked', async () => {
    const id = await waitingLine();
    const body = { reason: 'Нет решения суда' };
    const rejected = await ask(stand.app, second, rejectAdjustment, { ...named(id), body });
    assert.equal(rejected.status, 200, rejected.text);
    assert.deepEqual([rejected.body.status, rejected.body.note], ['REJECTED', body.reason]);
    assert.equal((await confirm(id)).problem.code, 'already-settled');
    const again = await ask(stand.app, second, rejectAdjustment, { ...named(id), body });
    assert.equal(again.problem.code, 'already-settled');
    const reversed = await house.ask(reverseAdjustment, { ...named(id), body });
    assert.deepEqual([reversed.status, reversed.problem.code], [409, 'adjustment-not-booked']);
    assert.deepEqual(await house.owed(personalAccountId), ['5000.00', '0.00']);
  });

  test('may be withdrawn by its author', async () => {
    const body = { reason: 'Опечатка в сумме' };
    const sent = { ...named(await waitingLine()), body };
    assert.equal((await house.ask(rejectAdjustment, sent)).body.status, 'REJECTED');
  });

  test('cannot be reversed while it waits, nor confirmed once booked', async () => {
    const id = await waitingLine();
    const storno = { ...named(id), body: { reason: 'Ошибка' } };
    assert.equal(
      (await house.ask(reverseAdjustment, storno)).problem.code,
      'adjustment-not-booked',
    );
    const { body: small } = await add('-1');
    assert.equal((await confirm(small.id)).problem.code, 'already-settled');
    await confirm(id);
    assert.equal((await confirm(id)).problem.code, 'already-settled');
    assert.equal((await house.ask(reverseAdjustment, storno)).body.status, 'REVERSED');
    assert.deepEqual(await house.owed(personalAccountId), ['4999.00', '0.00']);
  });
});
