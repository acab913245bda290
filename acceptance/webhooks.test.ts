// Webhooks over the network: every event is queued in the transaction of its cause, signed, retried when it failed, and sent to
// nobody else.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { applyCycle } from '@kvartplata/contracts/billing/apply.ts';
import { createPayment, reversePayment } from '@kvartplata/contracts/billing/payments.ts';
import * as api from '@kvartplata/contracts/billing/webhooks.ts';
import { listAccountsOfHouse } from '@kvartplata/contracts/core/personal-accounts.ts';
import type { Client } from '@kvartplata/client/client.ts';
import { clientOf, signUp, type Person } from '@kvartplata/platform/testing/people.ts';
import { until } from '@kvartplata/platform/testing/until.ts';
import { makeBilledHouse, type BilledHouse } from './testing/billed-house.ts';
import { computeMonth } from './testing/computed-month.ts';
import { ask, askOnce } from './testing/people.ts';
import { startThreeServices, type ThreeServices } from './testing/three-services.ts';

type Told = {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly json: { readonly type: string; readonly data: Readonly<Record<string, unknown>> };
};

let services: ThreeServices;
let owner: Client;
let person: Person;
let house: BilledHouse;
let personalAccountId: number;
let receiver: Server;
const told: Told[] = [];
/** The next responses; afterwards a 204. */
const answers: (number | 'never')[] = [];

before(async () => {
  services = await startThreeServices({}, { WEBHOOK_ALLOW_PRIVATE: 'true' });
  await signUp(services, 'administrator');
  person = await signUp(services, 'owner');
  owner = clientOf(services, person);
  house = await makeBilledHouse(services, person, 0);
  const params = { houseId: house.houseId };
  const { items } = await owner.call(listAccountsOfHouse, { params, query: { limit: 1 } });
  personalAccountId = items[0]?.id ?? 0;
  receiver = createServer((request, response) => {
    let body = '';
    request.on('data', (piece) => (body += String(piece)));
    request.on('end', () => {
      told.push({ headers: request.headers, body, json: JSON.parse(body) as Told['json'] });
      const answer = answers.shift() ?? 204;
      if (answer !== 'never') response.writeHead(answer).end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
});
after(async () => {
  receiver.closeAllConnections();
  receiver.close();
  await services.stop();
});

const urlOf = (path: string): string =>
  `http://127.0.0.1:${(receiver.address() as AddressInfo).port}${path}`;

async function add(events: readonly api.WebhookEvent[], path = '/hook') {
  const body = { organizationId: house.organizationId, url: urlOf(path), events: [...events] };
  return owner.call(api.createWebhook, { body });
}

async function pay(amount: string, reference?: string) {
  const body = { personalAccountId, amount, paidOn: '2026-02-10', reference };
  return owner.call(createPayment, { body });
}

async function waitFor(type: string, count = 1): Promise<readonly Told[]> {
  const found = () => told.filter(({ json }) => json.type === type);
  await until(`${count} × ${type}`, async () => found().length >= count);
  return found();
}

test('a payment and its reversal are sent, signed, and once each', async () => {
  const { id: webhookId, secret } = await add(['payment.booked', 'payment.reversed']);
  const { id } = await pay('12.34', 'first');
  await owner.call(reversePayment, { params: { paymentId: id }, body: { reason: 'ошибка' } });
  const [booked] = await waitFor('payment.booked');
  const [reversed] = await waitFor('payment.reversed');
  assert.ok(booked && reversed);
  const { data } = booked.json;
  assert.deepEqual(
    [data['id'], data['amount'], data['organizationId']],
    [id, '12.34', house.organizationId],
  );
  assert.deepEqual([reversed.json.data['id'], reversed.json.data['status']], [id, 'REVERSED']);
  for (const { headers, body } of [booked, reversed]) {
    const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
    const signature = createHmac('sha256', key).update(signed).digest('base64');
    assert.equal(headers['webhook-signature'], `v1,${signature}`);
  }
  await until('both are marked', async () => {
    const { items } = await owner.call(api.listWebhookDeliveries, { params: { webhookId } });
    return (
      items.length === 2 &&
      items.every(({ status, answered }) => status === 'DELIVERED' && answered === 204)
    );
  });
  assert.equal(told.length, 2);
  const listed = await owner.call(api.listWebhooks, {
    query: { organizationId: house.organizationId },
  });
  assert.ok(!JSON.stringify(listed).includes('whsec_'), 'the secret is shown once');
  await owner.call(api.deleteWebhook, { params: { webhookId } });
});

test('a calculated and applied month is sent with its job', async () => {
  told.length = 0;
  const { id: webhookId } = await add(['job.finished', 'month.applied']);
  const [, second = ''] = house.months;
  const { id: jobId, billingCycleId } = await computeMonth(
    owner,
    { houseId: house.houseId },
    second,
  );
  const [job] = await waitFor('job.finished');
  const { organizationId } = house;
  const done = { organizationId, kind: 'calculation', id: jobId, status: 'COMPLETED' };
  assert.deepEqual(job?.json.data, done);
  await owner.call(applyCycle, { params: { cycleId: billingCycleId } });
  const [applied] = await waitFor('month.applied');
  assert.equal(applied?.json.data['id'], billingCycleId);
  await owner.call(api.deleteWebhook, { params: { webhookId } });
});

test('a failed delivery is retried with the same id, and shows its reason', async () => {
  told.length = 0;
  answers.push(500);
  const { id: webhookId } = await add(['payment.booked']);
  await owner.call(api.testWebhook, { params: { webhookId } });
  await waitFor('webhook.test');
  const deliveries = async () =>
    (await owner.call(api.listWebhookDeliveries, { params: { webhookId } })).items;
  await until('the failure is told', async () => {
    const [first] = await deliveries();
    return first?.failure === 'refused' && first.answered === 500 && first.status === 'WAITING';
  });
  const [one, again] = await waitFor('webhook.test', 2);
  assert.deepEqual(one?.json.data, { organizationId: house.organizationId, id: webhookId });
  assert.equal(one?.headers['webhook-id'], again?.headers['webhook-id']);
  await until('it has arrived', async () => {
    const [first] = await deliveries();
    return first?.status === 'DELIVERED' && first.attempts === 2;
  });
  await owner.call(api.deleteWebhook, { params: { webhookId } });
});

test('a receiver that never answers holds up neither payments nor other receivers', async () => {
  told.length = 0;
  answers.push('never');
  const slow = await add(['payment.reversed'], '/slow');
  await owner.call(api.testWebhook, { params: { webhookId: slow.id } });
  await waitFor('webhook.test');
  const quick = await add(['payment.booked'], '/quick');
  const startedMs = performance.now();
  await pay('1.00', 'beside a slow receiver');
  await waitFor('payment.booked');
  assert.ok(performance.now() - startedMs < 8_000, 'before the slow one is given up');
  for (const { id } of [slow, quick])
    await owner.call(api.deleteWebhook, { params: { webhookId: id } });
});

test('a refused payment sends no event, and another organization receives nothing', async () => {
  told.length = 0;
  const stranger = await signUp(services, 'stranger');
  const others = await makeBilledHouse(services, stranger, 0);
  const theirs = clientOf(services, stranger);
  const body = { organizationId: others.organizationId, url: urlOf('/theirs') };
  await theirs.call(api.createWebhook, { body: { ...body, events: ['payment.booked'] } });
  const { id: webhookId } = await add(['payment.booked'], '/ours');
  const twice = { personalAccountId, amount: '5.00', paidOn: '2026-02-11', reference: 'twice' };
  await owner.call(createPayment, { body: twice });
  const refused = await ask(services, person.authorization, createPayment, { body: twice });
  assert.equal(refused.status, 409);
  await owner.call(api.testWebhook, { params: { webhookId } });
  await waitFor('webhook.test');
  assert.deepEqual(
    told.map(({ json: { type, data } }) => [type, data['organizationId']]),
    [
      ['payment.booked', house.organizationId],
      ['webhook.test', house.organizationId],
    ],
  );
});

test('a webhook is sent at most ten tests a minute', async () => {
  const { id: webhookId } = await add(['month.closed'], '/tested');
  const sendTest = async () =>
    askOnce(services, person.authorization, api.testWebhook, { params: { webhookId } });
  for (let nth = 0; nth < 10; nth += 1) assert.equal((await sendTest()).status, 200);
  const refused = await sendTest();
  assert.deepEqual([refused.status, refused.problem.code], [429, 'too-many-requests']);
  await services.owners.billing.query(
    `update webhook_deliveries set occurred_at = now() - interval '61 seconds' where webhook_id = $1`,
    [webhookId],
  );
  assert.equal((await sendTest()).status, 200);
});
