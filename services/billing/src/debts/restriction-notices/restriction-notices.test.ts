// Restriction notices: for which service and debt, with which terms; and what is due for them and for court cases.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { addCourtCaseStep, createCourtCase } from '@kvartplata/contracts/billing/court-cases.ts';
import { getAccountList } from '@kvartplata/contracts/billing/account-list.ts';
import { getDebtWorkDue } from '@kvartplata/contracts/billing/debt-work.ts';
import { getDebtors } from '@kvartplata/contracts/billing/debtors.ts';
import { createInstalment } from '@kvartplata/contracts/billing/instalments.ts';
import {
  addRestrictionNoticeStep,
  createRestrictionNotice,
  getRestrictionLetter,
  getRestrictionNotice,
  listRestrictableServices,
  listRestrictionNotices,
  RestrictionNotice,
} from '@kvartplata/contracts/billing/restriction-notices.ts';
import { moscowDayOf } from '@kvartplata/domain/calendar/day.ts';
import type { Endpoint } from '@kvartplata/contracts/endpoint.ts';
import type { Answered, Sent } from '@kvartplata/platform/testing/answered.ts';
import { Check } from 'typebox/value';
import { startBillingStand, type BillingStand } from '../../testing/billing-stand.ts';
import { assertInOrder } from '../../testing/in-order.ts';
import {
  makeOwingServices,
  type OwingServices,
  type SERVICES,
} from '../../testing/owing-services.ts';
import { ask } from '../../testing/test-user.ts';

type Code = keyof typeof SERVICES;

let today = moscowDayOf(new Date());
let stand: BillingStand;
let house: OwingServices;

const on = (day: string): void => void (today = Temporal.PlainDate.from(day));
const account = (index: number): number => house.accounts[index] ?? 0;
const call = async <E extends Endpoint>(endpoint: E, sent?: Sent): Promise<Answered<E>> =>
  ask(stand.app, house.user, endpoint, sent);

/** Accounts with debts since April 2026; two months of a service by the norm are 1000.00. */
before(async () => {
  stand = await startBillingStand({ today: () => today });
  house = await makeOwingServices(stand, await stand.newUser(), 9);
  on('2026-04-20');
  await house.owe(account(0), 'electricity', '1000.01');
  await house.owe(account(1), 'electricity', '1000.00');
  await house.owe(account(2), 'heating', '90000');
  await house.owe(account(3), 'cold-water', '90000');
  await house.owe(account(4), 'upkeep', '90000');
  await house.owe(account(5), 'gas', '90000');
  await house.owe(account(6), 'electricity', '90000');
  await house.owe(account(7), 'electricity', '90000');
  on('2026-06-10');
});
after(async () => {
  await assertInOrder(stand.db);
  await stand.stop();
});

async function make(index: number, code: Code) {
  const body = { personalAccountId: account(index), houseServiceId: house.serviceOf(code) };
  return call(createRestrictionNotice, { body });
}

async function made(index: number, code: Code = 'electricity'): Promise<RestrictionNotice> {
  const { status, body, text } = await make(index, code);
  assert.equal(status, 201, text);
  assert.ok(Check(RestrictionNotice, body));
  return body;
}

async function take(restrictionNoticeId: number, step: string, day: string) {
  const body = { step, on: day, reference: `№ ${step}` };
  return call(addRestrictionNoticeStep, { params: { restrictionNoticeId }, body });
}

test('a debt a kopeck above two monthly norm charges of a service may be warned about', async () => {
  const { body } = await call(listRestrictableServices, {
    query: { personalAccountId: account(0) },
  });
  const electricity = body.items.find(({ name }) => name === 'Электроснабжение');
  assert.deepEqual(
    [electricity?.debt, electricity?.normCharge, electricity?.mayBeWarned],
    ['1000.01', '500.00', true],
  );
  assert.deepEqual(
    body.items.filter(({ name }) => /Отопление|Холодное|Содержание/.test(name)),
    [],
  );
  const { debt, normCharge, state, madeOn, serviceName } = await made(0);
  assert.deepEqual(
    [debt, normCharge, state, madeOn, serviceName],
    ['1000.01', '500.00', 'made', '2026-06-10', 'Электроснабжение'],
  );
});

describe('a notice is refused', () => {
  const cases: readonly (readonly [why: string, index: number, code: Code, refusal: string])[] = [
    ['of exactly two monthly norm charges', 1, 'electricity', '409 debt-below-two-norms'],
    ['of heating', 2, 'heating', '409 service-not-restrictable'],
    ['of cold water', 3, 'cold-water', '409 service-not-restrictable'],
    ['of upkeep', 4, 'upkeep', '409 service-not-restrictable'],
    ['of a service without a norm', 5, 'gas', '409 norm-charge-unknown'],
    ['while one about the service is open', 0, 'electricity', '409 notice-open'],
  ];
  for (const [why, index, code, refusal] of cases)
    test(why, async () => {
      const { status, problem } = await make(index, code);
      assert.equal(`${status} ${problem.code}`, refusal);
    });

  test('of a service of another house', async () => {
    const body = { personalAccountId: account(6), houseServiceId: 987_654 };
    const { status, problem } = await call(createRestrictionNotice, { body });
    assert.equal(`${status} ${problem.code}`, '404 not-found');
  });

  test('of a stranger, who gets a 404', async () => {
    const stranger = await stand.newUser();
    const body = { personalAccountId: account(6), houseServiceId: house.serviceOf('electricity') };
    assert.equal((await ask(stand.app, stranger, createRestrictionNotice, { body })).status, 404);
  });
});

test('20 days to pay run from delivery, 10 days from the restriction, and then the service may be suspended', async () => {
  const { id } = await made(6);
  assert.equal((await take(id, 'restricted', '2026-06-10')).problem.code, 'step-out-of-order');
  assert.equal((await take(id, 'delivered', '2026-06-11')).status, 400);
  const delivered = await take(id, 'delivered', '2026-06-10');
  assert.deepEqual([delivered.status, delivered.body.termEndsOn], [201, '2026-06-30']);
  on('2026-08-01');
  assert.equal((await take(id, 'restricted', '2026-06-30')).problem.code, 'term-runs');
  const restricted = await take(id, 'restricted', '2026-07-01');
  // The eleventh is a Saturday.
  assert.equal(restricted.body.termEndsOn, '2026-07-13');
  assert.equal((await take(id, 'suspended', '2026-07-13')).problem.code, 'term-runs');
  const suspended = await take(id, 'suspended', '2026-07-14');
  assert.deepEqual(
    [suspended.body.state, suspended.body.termEndsOn, suspended.body.nextSteps],
    ['suspended', null, ['ended']],
  );
  assert.equal((await take(id, 'ended', '2026-07-20')).body.state, 'ended');
  on('2026-06-10');
});

test('its letter is a PDF, and the list includes it', async () => {
  const { body } = await call(listRestrictionNotices, { query: { open: 'true' } });
  const [notice] = body.items;
  const params = { restrictionNoticeId: notice?.id ?? 0 };
  const { status, bytes } = await call(getRestrictionLetter, { params });
  assert.equal(status, 200);
  assert.equal(bytes.subarray(0, 5).toString(), '%PDF-');
  assert.deepEqual((await call(getRestrictionNotice, { params })).body, notice);
});

test('lists what is due: terms that end, steps of cases, and limitations that run out', async () => {
  const { id } = await made(7);
  await take(id, 'delivered', '2026-06-10');
  const body = { personalAccountId: account(4) };
  const { body: opened } = await call(createCourtCase, { body });
  const due = async () => (await call(getDebtWorkDue, { query: {} })).body;
  const kindsOf = async () =>
    (await due()).items
      .filter(({ personalAccountId }) => [account(4), account(7)].includes(personalAccountId))
      .map(({ kind, dueOn, isOverdue }) => `${kind} ${dueOn}${isOverdue ? ' overdue' : ''}`);
  assert.deepEqual(await kindsOf(), ['case-step 2026-06-17']);
  on('2026-06-24');
  assert.deepEqual(await kindsOf(), ['case-step 2026-06-17 overdue', 'notice-term 2026-06-30']);
  const step = { step: 'filed', on: '2026-06-24', reference: 'Вх. № 5' };
  await call(addCourtCaseStep, { params: { courtCaseId: opened.id }, body: step });
  assert.deepEqual(await kindsOf(), ['notice-term 2026-06-30']);
  // April is due on 15 May 2026: its limitation ends three years later; for one account a court has the claim.
  on('2029-04-20');
  const { items, amountAtRisk } = await due();
  const limitations = items.filter(({ kind }) => kind === 'limitation');
  assert.equal(limitations.length, 7);
  assert.deepEqual(
    [...new Set(limitations.map(({ dueOn, state }) => `${dueOn} ${state}`))],
    ['2029-05-15 2026-04'],
  );
  assert.equal(amountAtRisk, '452000.01');
  on('2026-06-10');
});

test('an instalment plan prevents a new notice, and a restriction under an existing one', async () => {
  on('2026-04-20');
  await house.owe(account(8), 'electricity', '90000');
  on('2026-06-10');
  const { id } = await made(8);
  await take(id, 'delivered', '2026-06-10');
  const plan = {
    personalAccountId: account(8),
    months: 12,
    startsOn: '2026-06-10',
    periods: ['2026-04'],
  };
  assert.equal((await call(createInstalment, { body: plan })).status, 201);
  const services = await call(listRestrictableServices, {
    query: { personalAccountId: account(8) },
  });
  assert.deepEqual(
    services.body.items.map(({ mayBeWarned, instalmentUntil }) => [mayBeWarned, instalmentUntil]),
    [[false, '2027-05']],
  );
  on('2026-07-02');
  const restricted = await take(id, 'restricted', '2026-07-01');
  assert.equal(`${restricted.status} ${restricted.problem.code}`, '409 instalment-runs');
  assert.equal((await take(id, 'ended', '2026-07-01')).body.state, 'ended');
  const again = await make(8, 'electricity');
  assert.equal(`${again.status} ${again.problem.code}`, '409 instalment-runs');
  const query = { houseId: house.houseId };
  const marked = [
    ...(await call(getDebtors, { query })).body.items,
    ...(await call(getAccountList, { query })).body.items,
  ].filter(({ instalmentUntil }) => instalmentUntil !== null);
  assert.deepEqual(
    marked.map(({ personalAccountId, instalmentUntil }) => [personalAccountId, instalmentUntil]),
    [
      [account(8), '2027-05'],
      [account(8), '2027-05'],
    ],
  );
  // The first part is due on 15 July.
  on('2026-07-16');
  assert.equal((await made(8)).state, 'made');
  on('2026-06-10');
});
