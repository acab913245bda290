// Amounts above the organization's limit: booked and reversed only by a person who proved their second factor recently.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  confirmAdjustment,
  createAdjustment,
  reverseAdjustment,
} from '@kvartplata/contracts/billing/adjustments.ts';
import { listCharges } from '@kvartplata/contracts/billing/charges.ts';
import { addCourtCaseStep, createCourtCase } from '@kvartplata/contracts/billing/court-cases.ts';
import { createPayment, reversePayment } from '@kvartplata/contracts/billing/payments.ts';
import { reverseCharge } from '@kvartplata/contracts/billing/stornos.ts';
import {
  closeUnidentifiedPayment,
  resolveUnidentifiedPayment,
} from '@kvartplata/contracts/billing/unidentified-payments.ts';
import { getOrganization, replaceOrganization } from '@kvartplata/contracts/core/organizations.ts';
import type { Endpoint } from '@kvartplata/contracts/endpoint.ts';
import { moscowDayOf } from '@kvartplata/domain/calendar/day.ts';
import { signAccessToken } from '@kvartplata/platform/identity/access-token.ts';
import { deriveKeys } from '@kvartplata/platform/identity/keys.ts';
import type { Sent } from '@kvartplata/platform/testing/answered.ts';
import { until } from '@kvartplata/platform/testing/until.ts';
import { startBillingStand, type BillingStand } from '../testing/billing-stand.ts';
import { makePayingHouse, type PayingHouse } from '../testing/paying-house.ts';
import { importRegistry, waiting } from '../testing/registry-files.ts';
import { addMember, askOnce, inCore, type TestUser } from '../testing/test-user.ts';

let stand: BillingStand;
let house: PayingHouse;
let proven: TestUser;
let personalAccountId = 0;

before(async () => {
  stand = await startBillingStand();
  house = await makePayingHouse(stand);
  [personalAccountId = 0] = house.accounts;
  await house.charge('2026-01', [
    [personalAccountId, '5000.00'],
    [house.accounts[1] ?? 0, '5000.00'],
  ]);
  await limitTo('1000.00', house.user);
  proven = await proved(house.user, 0);
  // Billing caches core's answer for three seconds.
  const more = { ...LINE, kind: 'write-off', debtKind: 'penalty', amount: '-1000.01' };
  await until('billing knows the limit', async () => {
    const sent = { body: { personalAccountId, ...more } };
    return (await codeOf(house.user, createAdjustment, sent)) === 'step-up-needed';
  });
});
after(async () => stand.stop());

/** The same session with a token that has the time of its last second-factor proof. */
async function proved(user: TestUser, secondsAgo: number): Promise<TestUser> {
  const [, payload = ''] = user.authorization.split('.');
  const told: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString());
  const { sub, sid } = told as { readonly sub: string; readonly sid: string };
  const keys = deriveKeys(Buffer.from(stand.environment['JWT_SECRET'] ?? '', 'base64'));
  const { token } = await signAccessToken(
    keys.access,
    {
      userId: Number(sub),
      sessionId: sid,
      authenticatedAt: new Date(Date.now() - secondsAgo * 1000),
      methods: ['pwd', 'otp'],
    },
    new Date(),
  );
  return { ...user, authorization: `Bearer ${token}` };
}

async function limitTo(
  stepUpAbove: string | null,
  user: TestUser,
  confirmAbove: string | null = null,
): Promise<void> {
  const { call } = inCore(stand, user);
  const params = { organizationId: house.organizationId };
  const { name } = await call(getOrganization, { params });
  await call(replaceOrganization, { params, body: { name, stepUpAbove, confirmAbove } });
}

const paymentOf = (amount: string): Sent => ({
  body: { personalAccountId, amount, paidOn: moscowDayOf(new Date()).toString() },
});
const LINE = { kind: 'charge', reason: 'Замена замка', basis: 'Акт 7' };

async function codeOf(user: TestUser, operation: Endpoint, sent: Sent) {
  const answer = await askOnce(stand.app, user, operation, sent);
  return answer.status < 300 ? answer.status : answer.problem.code;
}

test('a payment above the limit needs a proof at most ten minutes old', async () => {
  assert.equal(await codeOf(house.user, createPayment, paymentOf('1000.00')), 201);
  const key = { 'idempotency-key': 'a-large-payment' };
  const large = { ...paymentOf('1000.01'), headers: key };
  assert.equal(await codeOf(house.user, createPayment, large), 'step-up-needed');
  const late = await proved(house.user, 601);
  assert.equal(await codeOf(late, createPayment, large), 'step-up-needed');
  // The key is still unused: a refusal does not store it.
  assert.equal(await codeOf(proven, createPayment, large), 201);
});

test('so do lines by hand, and all reversals', async () => {
  const { body: payment } = await askOnce(stand.app, proven, createPayment, paymentOf('2000.00'));
  const adding = { body: { personalAccountId, ...LINE, amount: '1500.00' } };
  assert.equal(await codeOf(house.user, createAdjustment, adding), 'step-up-needed');
  const { body: line } = await askOnce(stand.app, proven, createAdjustment, adding);
  const { body } = await askOnce(stand.app, house.user, listCharges, {
    query: { personalAccountId },
  });
  const reason = { body: { reason: 'Ошибка кассира' } };
  const takenBack = [
    [reversePayment, { params: { paymentId: payment.id }, ...reason }],
    [reverseAdjustment, { params: { adjustmentId: line.id }, ...reason }],
    [reverseCharge, { params: { chargeId: body.items[0]?.id ?? 0 }, ...reason }],
  ] as const;
  for (const [operation, sent] of takenBack) {
    assert.equal(await codeOf(house.user, operation, sent), 'step-up-needed', operation.id);
    assert.ok(Number(await codeOf(proven, operation, sent)) < 300, operation.id);
  }
  const unknown = { params: { adjustmentId: 999_999 } };
  assert.equal(await codeOf(house.user, confirmAdjustment, unknown), 'not-found');
});

test('so does the state duty of a court case', async () => {
  const { body: open } = await askOnce(stand.app, house.user, createCourtCase, {
    body: { personalAccountId: house.accounts[1] ?? 0 },
  });
  const on = moscowDayOf(new Date()).toString();
  const filed = {
    params: { courtCaseId: open.id },
    body: { step: 'filed', on, reference: 'Чек 17', bookCourtFee: true },
  };
  assert.equal(await codeOf(house.user, addCourtCaseStep, filed), 'step-up-needed');
  assert.equal(await codeOf(proven, addCourtCaseStep, filed), 201);
});

test('so does money of a registry without a known account, whatever the decision', async () => {
  const registry = [
    'account;amount;date;reference',
    'LS91;1500;05.03.2026;П-1',
    'LS92;1500;05.03.2026;П-2',
    'LS93;1000;05.03.2026;П-3',
  ];
  await importRegistry(stand.app, house.user, { profile: 'csv' }, registry.join('\n'));
  const [booked, returned, small] = await waiting(stand.app, house.user);
  const named = (one?: { readonly id: number }) => ({ unidentifiedPaymentId: one?.id ?? 0 });
  const resolving = { params: named(booked), body: { personalAccountId } };
  const closing = { params: named(returned), body: { outcome: 'returned', reason: 'Чужой дом' } };
  for (const [operation, sent] of [
    [resolveUnidentifiedPayment, resolving],
    [closeUnidentifiedPayment, closing],
  ] as const) {
    assert.equal(await codeOf(house.user, operation, sent), 'step-up-needed', operation.id);
    assert.equal(await codeOf(proven, operation, sent), 200, operation.id);
  }
  const allowed = { params: named(small), body: { personalAccountId } };
  assert.equal(await codeOf(house.user, resolveUnidentifiedPayment, allowed), 200);
});

test('a line added with a proof needs one of the confirming person, too', async () => {
  await limitTo('1000.00', house.user, '500.00');
  const second = await stand.newUser();
  await addMember(stand.coreUrl, house, second, 'accountant');
  let adjustmentId = 0;
  await until('billing knows that such lines wait', async () => {
    const adding = { body: { personalAccountId, ...LINE, amount: '1500.00' } };
    const { status, body } = await askOnce(stand.app, proven, createAdjustment, adding);
    adjustmentId = body.id;
    return status === 202;
  });
  const sent = { params: { adjustmentId } };
  assert.equal(await codeOf(second, confirmAdjustment, sent), 'step-up-needed');
  assert.equal(await codeOf(await proved(second, 0), confirmAdjustment, sent), 200);
  await limitTo('1000.00', proven);
});

test('an admin, who is no member, is subject to the limit as well', async () => {
  assert.equal(await codeOf(stand.admin, createPayment, paymentOf('1000.01')), 'step-up-needed');
  assert.equal(await codeOf(stand.admin, createPayment, paymentOf('999.99')), 201);
});

test('any owner can lower the limit, but raising or removing it needs a proof', async () => {
  await assert.rejects(limitTo('1000.01', house.user), { code: 'step-up-needed' });
  await assert.rejects(limitTo(null, house.user), { code: 'step-up-needed' });
  await limitTo('900.00', house.user);
  await limitTo(null, proven);
});
