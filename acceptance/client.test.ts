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
import { startSession } from '@kvartplata/contracts/auth/sign-in.ts';
import { getCurrentUser, registerUser } from '@kvartplata/contracts/auth/users.ts';
import { listCoreChanges } from '@kvartplata/contracts/core/audit.ts';
import { PASSWORD, signUp } from '@kvartplata/platform/testing/people.ts';
import { ORIGIN, startThreeServices, type ThreeServices } from './testing/three-services.ts';

const README = path.resolve(import.meta.dirname, '../client/README.md');

let services: ThreeServices;
before(async () => {
  services = await startThreeServices();
  await signUp(services, 'reader');
});
after(async () => services.stop());

/** The module that the README shows. */
async function shown(): Promise<{ readonly firstNameOf: FirstNameOf }> {
  const [, snippet = ''] = /```ts\n(.*?)```/s.exec(readFileSync(README, 'utf8')) ?? [];
  const code = stripTypeScriptTypes(snippet).replaceAll(
    /from '([^']+)'/g,
    (_, specifier: string) => `from '${import.meta.resolve(specifier)}'`,
  );
  return (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
    readonly firstNameOf: FirstNameOf;
  };
}
type FirstNameOf = (
  urls: ThreeServices['urls'],
  username: string,
  password: string,
) => Promise<string>;

test('what the README shows signs in and is answered', async () => {
  const { firstNameOf } = await shown();
  assert.equal(await firstNameOf(services.urls, 'reader', PASSWORD), 'Пётр');
});

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
