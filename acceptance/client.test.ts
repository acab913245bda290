// The client against the three running services: the life of a session, and the packed client as others use it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createClient } from '@kvartplata/client/client.ts';
import { isRefused, RequestFailure } from '@kvartplata/client/request-failure.ts';
import { withCookies } from '@kvartplata/client/transport.ts';
import { createApiKey } from '@kvartplata/contracts/auth/api-keys.ts';
import { changePassword, endAllSessions } from '@kvartplata/contracts/auth/own-sessions.ts';
import { startSession } from '@kvartplata/contracts/auth/sign-in.ts';
import { getCurrentUser, registerUser } from '@kvartplata/contracts/auth/users.ts';
import { getPayment } from '@kvartplata/contracts/billing/payments.ts';
import { createWebhook } from '@kvartplata/contracts/billing/webhooks.ts';
import { listCoreChanges } from '@kvartplata/contracts/core/audit.ts';
import { seedGoldenHouse } from '@kvartplata/contracts/core/golden-house.ts';
import { createOrganization } from '@kvartplata/contracts/core/organizations.ts';
import { freePort } from '@kvartplata/platform/lifecycle/free-port.ts';
import { clientOf, PASSWORD, signUp } from '@kvartplata/platform/testing/people.ts';
import { ORIGIN } from '@kvartplata/platform/testing/service-environments.ts';
import { makeConsumer } from './testing/consumer.ts';
import { startThreeServices, type ThreeServices } from './testing/three-services.ts';

let services: ThreeServices;
before(async () => {
  services = await startThreeServices({}, { WEBHOOK_ALLOW_PRIVATE: 'true' });
  await signUp(services, 'reader');
});
after(async () => services.stop());

/** Requests as a browser sends them: from the page's origin, so that changes need a CSRF token. */
const asPage = () =>
  createClient({ urls: services.urls, transport: withCookies(fetch, { origin: ORIGIN }) });

test('one session works for all three services, and its changes carry the CSRF token', async () => {
  const { call } = asPage();
  await call(startSession, { body: { username: 'reader', password: PASSWORD } });
  assert.equal((await call(getCurrentUser)).username, 'reader');
  assert.deepEqual(await call(listCoreChanges, { query: { limit: 5 } }), {
    items: [],
    nextCursor: null,
  });
  const passwords = { currentPassword: PASSWORD, newPassword: `${PASSWORD}!` };
  assert.deepEqual(await call(changePassword, { body: passwords }), { success: true });
  await call(changePassword, {
    body: { currentPassword: `${PASSWORD}!`, newPassword: PASSWORD },
  });
});

test('a session ended elsewhere is refused as not signed in, without endless retries', async () => {
  const [one, other] = [asPage(), asPage()];
  for (const { call } of [one, other])
    await call(startSession, { body: { username: 'reader', password: PASSWORD } });
  await other.call(endAllSessions);
  await assert.rejects(one.call(getCurrentUser), (error) => isRefused(error, 'not-signed-in'));
});

test('a validation refusal names its fields', async () => {
  const body = { firstName: '', lastName: 'x', username: 'x', email: 'x', password: 'x' };
  await assert.rejects(asPage().call(registerUser, { body }), (error) => {
    assert.ok(error instanceof RequestFailure);
    assert.equal(error.code, 'validation-failed');
    const fields = new Set(error.problem?.errors?.map((one) => one.path));
    assert.deepEqual(fields, new Set(['/firstName', '/username', '/email', '/password']));
    return true;
  });
});

/** Somebody else's program that uses what the README shows. */
const PROGRAM = `
import { isRefused, itemsOf, createClient } from '@kvartplata/client';
import { getCurrentUser } from '@kvartplata/client/auth';
import { listPayments } from '@kvartplata/client/billing';
import { createReceiver } from './createReceiver.js';
import { explain } from './explain.js';
import { pay } from './pay.js';
import { signIn } from './signIn.js';

const { urls, apiKey, secret, port, username, password } = JSON.parse(process.env['TOLD'] ?? '');
const paid = { amount: '250.00', paidOn: '2026-04-05', reference: 'pp-17' };
const heard = new Promise<string>((resolve) => {
  createReceiver(secret, (_id, { type, data }) => resolve(\`\${type} \${String(data['amount'])}\`)).listen(port, '127.0.0.1');
});
const { id, amount, allocation } = await pay(urls, apiKey, 'LS01', paid);
const again = await pay(urls, apiKey, 'LS01', paid);
const refusals: string[] = [];
for (const [key, number] of [[apiKey, 'LS99'], [apiKey.slice(0, -1), 'LS01']] as const)
  await pay(urls, key, number, paid).catch((error: Error) => refusals.push(error.message));
await pay(urls, apiKey, 'LS01', { ...paid, amount: '-1' }).catch((error: unknown) => refusals.push(explain(error)));
const person = await signIn(urls, { username, password, codeOf: async () => '' });
const user = (await person.call(getCurrentUser)).username;
const listed: number[] = [];
for await (const payment of itemsOf(person, listPayments, { query: { limit: 1 } })) listed.push(payment.id);
const nowhere = createClient({ urls: { billing: 'http://127.0.0.1:9' }, patienceMs: 0, bearer: apiKey });
await nowhere.call(listPayments).catch((error: unknown) => refusals.push(String(isRefused(error, 'unreachable'))));
console.log(JSON.stringify({ id, amount, allocation, again: again.id, user, listed, refusals, heard: await heard }));
process.exit();
`;

test('the packed client signs in, books payments and receives webhooks, as its README shows', async () => {
  const cashier = await signUp(services, 'cashier');
  const { call } = clientOf(services, cashier);
  const { id: organizationId } = await call(createOrganization, { body: { name: 'Уют' } });
  await call(seedGoldenHouse, { body: { organizationId, houseId: 0 } });
  const expiresOn = Temporal.Now.plainDateISO('Europe/Moscow').add({ days: 1 }).toString();
  const { key: apiKey } = await call(createApiKey, {
    body: { organizationId, name: 'Банк', role: 'accountant', expiresOn },
  });
  const port = await freePort();
  const { secret } = await call(createWebhook, {
    body: { organizationId, url: `http://127.0.0.1:${port}/`, events: ['payment.booked'] },
  });
  const consumer = await makeConsumer(PROGRAM);
  after(consumer.remove);
  const told = {
    urls: services.urls,
    apiKey,
    secret,
    port,
    username: 'cashier',
    password: PASSWORD,
  };
  const { code, stdout, stderr } = await consumer.run('main.js', { TOLD: JSON.stringify(told) });
  assert.equal(code, 0, stderr);
  const { id: paymentId, ...rest } = JSON.parse(stdout) as { readonly id: number };
  assert.deepEqual(rest, {
    amount: '250.00',
    allocation: [{ debtKind: 'principal', period: null, amount: '250.00' }],
    again: paymentId,
    user: 'cashier',
    listed: [paymentId],
    refusals: [
      'there is no account LS99',
      'not-signed-in: Sign in first',
      'validation-failed, /amount must be a decimal above 0 to 999999999.99 with at most 2 places',
      'true',
    ],
    heard: 'payment.booked 250.00',
  });
  assert.equal((await call(getPayment, { params: { paymentId } })).status, 'BOOKED');
});
