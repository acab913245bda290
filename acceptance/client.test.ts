// The client against the three services as they run: what its README shows, and what a session goes through.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { createClient } from '@kvartplata/client/client.ts';
import { isRefused, RequestFailure } from '@kvartplata/client/request-failure.ts';
import { withCookies } from '@kvartplata/client/transport.ts';
import { changePassword, endAllSessions } from '@kvartplata/contracts/auth/own-sessions.ts';
import { startSession, type Credentials } from '@kvartplata/contracts/auth/sign-in.ts';
import { getCurrentUser, registerUser } from '@kvartplata/contracts/auth/users.ts';
import { getPayment, type Payment } from '@kvartplata/contracts/billing/payments.ts';
import { listCoreChanges } from '@kvartplata/contracts/core/audit.ts';
import { seedGoldenHouse } from '@kvartplata/contracts/core/golden-house.ts';
import { createOrganization } from '@kvartplata/contracts/core/organizations.ts';
import { clientOf, PASSWORD, signUp } from '@kvartplata/platform/testing/people.ts';
import { ORIGIN } from '@kvartplata/platform/testing/service-environments.ts';
import { startThreeServices, type ThreeServices } from './testing/three-services.ts';

const README = path.resolve(import.meta.dirname, '../client/README.md');

let services: ThreeServices;
before(async () => {
  services = await startThreeServices();
  await signUp(services, 'reader');
});
after(async () => services.stop());

/** As a browser asks: from the page's origin, so that its changes need a CSRF token. */
const asPage = () =>
  createClient({ urls: services.urls, transport: withCookies(fetch, { origin: ORIGIN }) });

test('a session is one for all three services, and its changes carry the CSRF token', async () => {
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

test('a session that another has ended is over, and not asked for again and again', async () => {
  const [one, other] = [asPage(), asPage()];
  for (const { call } of [one, other])
    await call(startSession, { body: { username: 'reader', password: PASSWORD } });
  await other.call(endAllSessions);
  await assert.rejects(one.call(getCurrentUser), (error) => isRefused(error, 'not-signed-in'));
});

test('what is refused names its fields', async () => {
  const body = { firstName: '', lastName: 'x', username: 'x', email: 'x', password: 'x' };
  await assert.rejects(asPage().call(registerUser, { body }), (error) => {
    assert.ok(error instanceof RequestFailure);
    assert.equal(error.code, 'validation-failed');
    const fields = new Set(error.problem?.errors?.map((one) => one.path));
    assert.deepEqual(fields, new Set(['/firstName', '/username', '/email', '/password']));
    return true;
  });
});

type Shown = {
  readonly pay: (
    urls: ThreeServices['urls'],
    cashier: Credentials,
    accountNumber: string,
    paid: { readonly amount: string; readonly paidOn: string },
  ) => Promise<Payment>;
};

/** The module that the README shows. */
async function shown(): Promise<Shown> {
  const [, snippet = ''] = /```ts\n(.*?)```/s.exec(readFileSync(README, 'utf8')) ?? [];
  const code = stripTypeScriptTypes(snippet).replaceAll(
    /from '([^']+)'/g,
    (_, specifier: string) => `from '${import.meta.resolve(specifier)}'`,
  );
  return (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as Shown;
}

test('what the README shows signs in, finds an account and books its payment', async () => {
  const cashier = await signUp(services, 'cashier');
  const { call } = clientOf(services, cashier);
  const { id: organizationId } = await call(createOrganization, { body: { name: 'Уют' } });
  await call(seedGoldenHouse, { body: { organizationId, houseId: 0 } });
  const { pay } = await shown();
  const credentials = { username: 'cashier', password: PASSWORD };
  const paid = { amount: '250.00', paidOn: '2026-04-05' };
  const { id: paymentId, amount, allocation } = await pay(services.urls, credentials, 'LS01', paid);
  assert.equal(amount, '250.00');
  assert.deepEqual(allocation, [{ debtKind: 'principal', period: null, amount: '250.00' }]);
  assert.equal((await call(getPayment, { params: { paymentId } })).status, 'BOOKED');
  await assert.rejects(pay(services.urls, credentials, 'LS99', paid), /no account LS99/);
});
