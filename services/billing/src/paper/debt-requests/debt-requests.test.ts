// Debt requests: the day by which to answer, that an answer is given only once, and that only a debt confirmed by a court counts.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addressOf } from '@kvartplata/contracts/address.ts';
import {
  answerDebtRequest,
  createDebtRequest,
  getDebtRequest,
  listDebtRequests,
} from '@kvartplata/contracts/billing/debt-requests.ts';
import { moscowDayOf, parseDay } from '@kvartplata/domain/calendar/day.ts';
import { startBillingStand, type BillingStand } from '../../testing/billing-stand.ts';
import { makePayingHouse, type PayingHouse } from '../../testing/paying-house.ts';
import { ask } from '../../testing/test-user.ts';

let stand: BillingStand;
let house: PayingHouse;
let today = moscowDayOf(new Date());

before(async () => {
  stand = await startBillingStand({ today: () => today });
  house = await makePayingHouse(stand);
  today = parseDay('2026-11-26');
});
after(async () => stand.stop());

const account = (nth: number): number => house.accounts[nth] ?? 0;

async function write(number: string, more: object = {}) {
  const body = {
    personalAccountId: account(0),
    number,
    requestedBy: 'УСЗН района',
    receivedOn: '2026-11-02',
  };
  return house.ask(createDebtRequest, { body: { ...body, ...more } });
}

test('a request waits until its fifth working day, and can be answered once', async () => {
  const { status, body, headers } = await write('10-1');
  assert.equal(status, 201);
  assert.equal(
    headers.get('location'),
    addressOf(getDebtRequest, { params: { debtRequestId: body.id } }),
  );
  // November 4th is a public holiday.
  assert.deepEqual([body.dueOn, body.status, body.answer], ['2026-11-10', 'WAITING', null]);
  assert.equal(body.isDueOnPreliminary, false);
  const query = { organizationId: house.organizationId };
  const waiting = (await house.ask(listDebtRequests, { query })).body.items;
  assert.deepEqual(
    waiting.map(({ id }) => id),
    [body.id],
  );
  const params = { debtRequestId: body.id };
  const answered = await house.ask(answerDebtRequest, { params, body: {} });
  assert.deepEqual([answered.status, answered.body.answer], [200, 'no-debt']);
  assert.deepEqual((await house.ask(getDebtRequest, { params })).body, answered.body);
  const again = await house.ask(answerDebtRequest, { params, body: {} });
  assert.deepEqual([again.status, again.problem.code], [409, 'already-settled']);
  assert.deepEqual((await house.ask(listDebtRequests, { query })).body.items, []);
});

test('an answer with a debt needs both the act of a court and the sum', async () => {
  const { body } = await write('10-2');
  const params = { debtRequestId: body.id };
  const half = await house.ask(answerDebtRequest, {
    params,
    body: { courtAct: 'приказ 2-17/2026' },
  });
  assert.deepEqual([half.status, half.problem.errors?.[0]?.path], [400, '/confirmedAmount']);
  const { body: answered } = await house.ask(answerDebtRequest, {
    params,
    body: { courtAct: 'приказ 2-17/2026', confirmedAmount: '1534.56' },
  });
  assert.deepEqual(
    [answered.answer, answered.courtAct, answered.confirmedAmount],
    ['debt', 'приказ 2-17/2026', '1534.56'],
  );
});

test('a duplicate request, or one with a future day, is refused', async () => {
  await write('10-3');
  const twice = await write('10-3');
  assert.deepEqual([twice.status, twice.problem.code], [409, 'debt-request-exists']);
  assert.equal((await write('10-3', { personalAccountId: account(1) })).status, 201);
  const early = await write('10-4', { receivedOn: '2026-11-27' });
  assert.deepEqual([early.status, early.problem.errors?.[0]?.code], [400, 'after-today']);
});

test('strangers cannot see or answer it', async () => {
  const { body } = await write('10-5');
  const stranger = await stand.newUser();
  const params = { debtRequestId: body.id };
  const seen = await ask(stand.app, stranger, getDebtRequest, { params });
  assert.equal(seen.status, 404);
  const answered = await ask(stand.app, stranger, answerDebtRequest, { params, body: {} });
  assert.equal(answered.status, 404);
});

test('a request beyond the known days of rest has a preliminary deadline', async () => {
  const usual = today;
  today = parseDay('2026-12-29');
  try {
    const { status, body } = await write('10-6', { receivedOn: '2026-12-24' });
    assert.equal(status, 201);
    assert.deepEqual([body.dueOn, body.isDueOnPreliminary], ['2027-01-11', true]);
  } finally {
    today = usual;
  }
});

test('a request dated before 2016 is refused, and the field is named', async () => {
  for (const receivedOn of ['1900-01-01', '2015-12-31']) {
    const { status, problem } = await write('10-old', { receivedOn });
    assert.deepEqual([status, problem.errors?.[0]?.path], [400, '/receivedOn']);
  }
  assert.equal((await write('10-first', { receivedOn: '2016-01-11' })).status, 201);
});
