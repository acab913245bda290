// Signing in through a real provider, over real sockets: only users who have linked an identity there, using their password, get
// in.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createApiKey, listApiKeys } from '@kvartplata/contracts/auth/api-keys.ts';
import * as api from '@kvartplata/contracts/auth/oidc.ts';
import { endAllSessions, listOwnSessions } from '@kvartplata/contracts/auth/own-sessions.ts';
import { requestPasswordReset, resetPassword } from '@kvartplata/contracts/auth/password-resets.ts';
import { refreshSession } from '@kvartplata/contracts/auth/sessions.ts';
import { answerChallenge, startSession } from '@kvartplata/contracts/auth/sign-in.ts';
import { enableTwoFactor, setUpTwoFactor } from '@kvartplata/contracts/auth/two-factor.ts';
import { getCurrentUser } from '@kvartplata/contracts/auth/users.ts';
import { sql } from 'kysely';
import { lookUpResets } from '../password-resets/password-resets.service.ts';
import { resetTokenFor } from '../password-resets/reset-token.ts';
import { openTestApp, ORIGIN, type TestApp } from '../testing/auth-app.ts';
import { codeAt, STEP_SECONDS } from '../testing/authenticator.ts';
import {
  createTestClient,
  fromPage,
  PASSWORD,
  signIn,
  type Answer,
  type TestClient,
} from '../testing/test-client.ts';
import { createOidcProvider } from './oidc-provider.ts';
import { CLIENT, startRealProvider, type RealProvider } from '../testing/real-oidc-provider.ts';

const REDIRECT_URI = `http://localhost:8001${api.finishOidcSignIn.path}`;
const AS_BROWSER = { accept: 'text/html,application/xhtml+xml' };

describe('a sign-in through the provider', () => {
  let real: RealProvider;
  let auth: TestApp;
  before(async () => {
    real = await startRealProvider(REDIRECT_URI);
    auth = await openTestApp({
      oidcProvider: createOidcProvider({
        ...CLIENT,
        issuer: real.issuer,
        redirectUri: REDIRECT_URI,
        name: 'Провайдер',
      }),
      listMemberships: async () => [{ organizationId: 1, role: 'owner' }],
    });
  });
  after(async () => {
    await auth.close();
    await real.stop();
  });

  /** The path and the query with which the provider sends the browser back. */
  async function cameBack(url: unknown, login: string): Promise<string> {
    const { pathname, search } = new URL(await real.visit(String(url), login));
    return pathname + search;
  }

  async function link(client: TestClient, login: string): Promise<Answer> {
    const answer = await client.post(api.linkOidcIdentity.path, { password: PASSWORD });
    assert.equal(answer.status, 200, answer.text);
    return client.get(await cameBack(answer.json['url'], login));
  }

  async function signInAs(login: string, client = createTestClient(auth.app)): Promise<Answer> {
    const away = await client.get(api.startOidcSignIn.path);
    assert.equal(away.status, 302);
    return client.get(await cameBack(away.headers['location'], login));
  }

  async function actionsOf(client: TestClient): Promise<readonly string[]> {
    const { id } = (await client.get(getCurrentUser.path)).json as { readonly id: number };
    const { rows } = await sql<{ action: string }>`
      select action from audit_log where user_id = ${id} order by id
    `.execute(auth.db);
    return rows.map(({ action }) => action);
  }

  test('starts at the provider, with PKCE, a state and a nonce that are new each time', async () => {
    const client = createTestClient(auth.app);
    const [one, other] = [
      await client.get(api.startOidcSignIn.path),
      await client.get(api.startOidcSignIn.path),
    ].map(({ headers }) => new URL(String(headers['location'])));
    assert.equal(one?.origin, real.issuer);
    assert.equal(one?.searchParams.get('code_challenge_method'), 'S256');
    assert.equal(one?.searchParams.get('redirect_uri'), REDIRECT_URI);
    for (const name of ['state', 'nonce', 'code_challenge']) {
      assert.match(one?.searchParams.get(name) ?? '', /^[\w-]{43}$/);
      assert.notEqual(one?.searchParams.get(name), other?.searchParams.get(name));
    }
  });

  test('works for a user who has linked the account with their password', async () => {
    const anna = await signIn(auth.app, 'anna');
    const wrong = await anna.post(api.linkOidcIdentity.path, { password: 'not the password' });
    assert.equal(wrong.status, 401);
    const linked = await link(anna, 'anna-there');
    assert.equal(linked.headers['location'], `${ORIGIN}/security?linked=true`);

    const client = createTestClient(auth.app);
    const arrived = await signInAs('anna-there', client);
    assert.equal(arrived.headers['location'], `${ORIGIN}/`);
    assert.equal(client.cookies.has('oidc'), false);
    assert.equal((await client.get(getCurrentUser.path)).json['username'], 'anna');
    const { items } = (await client.get(listOwnSessions.path)).json as {
      readonly items: readonly { readonly current: boolean; readonly methods: unknown }[];
    };
    assert.deepEqual(items.find(({ current }) => current)?.methods, ['oidc']);
    const { identity } = (await client.get(api.getOidcIdentity.path))
      .json as unknown as api.OidcIdentity;
    assert.equal(identity?.label, 'anna-there@provider.example');
    assert.equal(identity?.lastUsedAt, auth.now().toISOString());
    assert.ok((await actionsOf(anna)).includes('oidc-identity.linked'));
    const { rows } = await sql`select recipient, template from mail_messages`.execute(auth.db);
    assert.deepEqual(rows, [{ recipient: 'anna@example.org', template: 'oidc-identity-linked' }]);
  });

  test('tells the user of an unlinked account how to link it, whatever its e-mail', async () => {
    await signIn(auth.app, 'stranger');
    await auth.db
      .updateTable('users')
      .set({ email: 'twin@provider.example', emailKey: 'twin@provider.example' })
      .where('username', '=', 'stranger')
      .execute();
    const refused = await signInAs('twin');
    assert.equal(refused.status, 403);
    assert.equal(refused.json['code'], 'oidc-identity-unknown');
    const client = createTestClient(auth.app);
    const { headers } = await client.get(api.startOidcSignIn.path);
    const back = await cameBack(headers['location'], 'twin');
    const shown = await client.get(back, AS_BROWSER);
    assert.equal(shown.headers['location'], `${ORIGIN}/sign-in?failed=oidc-identity-unknown`);
  });

  test('links an account to one user, and a user to one account', async () => {
    const boris = await signIn(auth.app, 'boris');
    const taken = await link(boris, 'anna-there');
    assert.equal(taken.json['code'], 'oidc-identity-taken');
    await link(boris, 'boris-there');
    const again = await boris.post(api.linkOidcIdentity.path, { password: PASSWORD });
    assert.equal(again.json['code'], 'oidc-identity-exists');
    await boris.delete(api.unlinkOidcIdentity.path);
    assert.equal((await boris.delete(api.unlinkOidcIdentity.path)).status, 404);
    assert.equal((await signInAs('boris-there')).json['code'], 'oidc-identity-unknown');
  });

  test('ends with the link: sessions that it began elsewhere end too, those of the password continue', async () => {
    const galina = await signIn(auth.app, 'galina');
    const elsewhere = await signIn(auth.app, 'galina');
    await link(galina, 'galina-there');
    const begun = createTestClient(auth.app);
    await signInAs('galina-there', begun);
    const statusOf = async (client: TestClient) => (await client.get(getCurrentUser.path)).status;
    assert.equal(await statusOf(begun), 200);
    assert.equal((await galina.delete(api.unlinkOidcIdentity.path)).status, 204);
    assert.deepEqual(
      [await statusOf(begun), await statusOf(elsewhere), await statusOf(galina)],
      [401, 200, 200],
    );
    assert.equal((await begun.post(refreshSession.path)).status, 401);
  });

  test('fails if the account is unlinked while it waits for the code', async () => {
    const darya = await signIn(auth.app, 'darya');
    await link(darya, 'darya-there');
    const { secret } = (await darya.post(setUpTwoFactor.path, { password: PASSWORD })).json;
    await darya.post(enableTwoFactor.path, { code: codeAt(String(secret), auth.now()) });
    auth.advanceSeconds(STEP_SECONDS);
    const client = createTestClient(auth.app);
    await signInAs('darya-there', client);
    await darya.delete(api.unlinkOidcIdentity.path);
    const code = codeAt(String(secret), auth.now());
    const { json } = await client.post(answerChallenge.path, { code });
    assert.equal(json['code'], 'challenge-over');
  });

  test('still asks for the code when two-factor sign-in is on', async () => {
    const vera = await signIn(auth.app, 'vera');
    await link(vera, 'vera-there');
    const { secret } = (await vera.post(setUpTwoFactor.path, { password: PASSWORD })).json;
    await vera.post(enableTwoFactor.path, { code: codeAt(String(secret), auth.now()) });
    auth.advanceSeconds(STEP_SECONDS);
    const client = createTestClient(auth.app);
    const arrived = await signInAs('vera-there', client);
    assert.equal(arrived.headers['location'], `${ORIGIN}/sign-in?code=true`);
    assert.equal(client.cookies.has('access_token'), false);
    const code = codeAt(String(secret), auth.now());
    assert.equal((await client.post(answerChallenge.path, { code })).status, 200);
    const { items } = (await client.get(listOwnSessions.path)).json as {
      readonly items: readonly { readonly current: boolean; readonly methods: unknown }[];
    };
    assert.deepEqual(items.find(({ current }) => current)?.methods, ['oidc', 'otp']);
  });

  test('returns to the page where it began, and never to another site', async () => {
    const client = createTestClient(auth.app);
    const away = await client.get(`${api.startOidcSignIn.path}?next=/payments%3FhouseId%3D1`);
    const back = await cameBack(away.headers['location'], 'anna-there');
    const { headers } = await client.get(back);
    assert.equal(headers['location'], `${ORIGIN}/payments?houseId=1`);
    for (const next of ['//evil.example', '/\\evil.example', 'https://evil.example', '/a b'])
      assert.equal(
        (await client.get(`${api.startOidcSignIn.path}?next=${encodeURIComponent(next)}`)).status,
        400,
        next,
      );
  });

  test('can be finished once, in the browser that began it', async () => {
    const client = createTestClient(auth.app);
    const away = await client.get(api.startOidcSignIn.path);
    const back = await cameBack(away.headers['location'], 'anna-there');
    const stranger = createTestClient(auth.app);
    const foreign = await stranger.get(back);
    assert.equal(foreign.status, 401);
    assert.equal(foreign.json['code'], 'oidc-sign-in-over');
    await stranger.get(api.startOidcSignIn.path);
    assert.equal((await stranger.get(back)).json['code'], 'oidc-sign-in-over');
    const cookies = new Map(client.cookies);
    assert.equal((await client.get(back)).status, 302);
    for (const [name, value] of cookies) client.cookies.set(name, value);
    assert.equal((await client.get(back)).json['code'], 'oidc-sign-in-over');
  });

  test('accepts a code once', async () => {
    const client = createTestClient(auth.app);
    const away = await client.get(api.startOidcSignIn.path);
    const used = new URLSearchParams(
      (await cameBack(away.headers['location'], 'anna-there')).split('?')[1],
    );
    await client.get(`${api.finishOidcSignIn.path}?${used.toString()}`);
    const next = await client.get(api.startOidcSignIn.path);
    used.set('state', new URL(String(next.headers['location'])).searchParams.get('state') ?? '');
    const answer = await client.get(`${api.finishOidcSignIn.path}?${used.toString()}`);
    assert.equal(answer.json['code'], 'oidc-refused');
  });

  test('expires after ten minutes', async () => {
    const client = createTestClient(auth.app);
    const away = await client.get(api.startOidcSignIn.path);
    const back = await cameBack(away.headers['location'], 'anna-there');
    auth.advanceSeconds(600);
    assert.equal((await client.get(back)).json['code'], 'oidc-sign-in-over');
  });

  test('links nothing for a session that has ended in the meantime', async () => {
    const galina = await signIn(auth.app, 'galina');
    const { json } = await galina.post(api.linkOidcIdentity.path, { password: PASSWORD });
    const back = await cameBack(json['url'], 'galina-there');
    await galina.post(endAllSessions.path);
    const refused = await galina.get(back, AS_BROWSER);
    assert.equal(refused.headers['location'], `${ORIGIN}/security?failed=oidc-sign-in-over`);
    assert.equal((await signInAs('galina-there')).json['code'], 'oidc-identity-unknown');
  });

  test('needs the CSRF token of the page to link or unlink', async () => {
    const client = await signIn(auth.app, 'dina');
    for (const answer of [
      await client.post(api.linkOidcIdentity.path, { password: PASSWORD }, fromPage()),
      await client.delete(api.unlinkOidcIdentity.path, fromPage()),
    ])
      assert.equal(answer.json['code'], 'csrf-token-invalid');
  });

  test('is unlinked by a password reset, which ends API keys too', async () => {
    const egor = await signIn(auth.app, 'egor');
    await link(egor, 'egor-there');
    await egor.post(createApiKey.path, {
      organizationId: 1,
      name: 'Банк',
      role: 'viewer',
      expiresOn: '2026-12-31',
    });
    const client = createTestClient(auth.app);
    await client.post(requestPasswordReset.path, { email: 'egor@example.org' });
    await lookUpResets(auth.db, auth.now());
    const { id } = await auth.db
      .selectFrom('passwordResets')
      .select('id')
      .executeTakeFirstOrThrow();
    const token = resetTokenFor(auth.keys.resets, id);
    const reset = await client.post(resetPassword.path, { token, password: PASSWORD });
    assert.equal(reset.status, 200, reset.text);
    assert.equal((await signInAs('egor-there')).json['code'], 'oidc-identity-unknown');
    const again = createTestClient(auth.app);
    await again.post(startSession.path, { username: 'egor', password: PASSWORD });
    const { items } = (await again.get(listApiKeys.path)).json as {
      readonly items: readonly { readonly status: string }[];
    };
    assert.deepEqual(
      items.map(({ status }) => status),
      ['WITHDRAWN'],
    );
    const actions = await actionsOf(again);
    assert.ok(actions.includes('api-key.withdrawn') && actions.includes('oidc-identity.unlinked'));
  });

  test('is not offered without a provider', async () => {
    const without = await openTestApp();
    const client = createTestClient(without.app);
    assert.deepEqual((await client.get(api.getOidcProvider.path)).json, { provider: null });
    for (const { path } of [api.startOidcSignIn, api.finishOidcSignIn])
      assert.equal((await client.get(path)).json['code'], 'oidc-off', path);
    await without.close();
  });
});
