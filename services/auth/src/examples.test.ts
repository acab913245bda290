// The story told by the examples in the OpenAPI document.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClient, type Client } from '@kvartplata/client/client.ts';
import { withCookies } from '@kvartplata/client/transport.ts';
import {
  createApiKey,
  getApiKey,
  listApiKeys,
  withdrawApiKey,
} from '@kvartplata/contracts/auth/api-keys.ts';
import { listAuthChanges } from '@kvartplata/contracts/auth/audit.ts';
import { AUTH } from '@kvartplata/contracts/auth/catalogue.ts';
import {
  getApiKeyState,
  getSessionState,
  getUserNames,
  listUserSummaries,
  resetSecondFactor,
  writeInvitationLetter,
} from '@kvartplata/contracts/auth/internal.ts';
import {
  changePassword,
  endAllSessions,
  endOwnSession,
  listOwnSessions,
} from '@kvartplata/contracts/auth/own-sessions.ts';
import {
  endCurrentSession,
  getCsrfToken,
  refreshSession,
} from '@kvartplata/contracts/auth/sessions.ts';
import { listMailMessages } from '@kvartplata/contracts/auth/mail-messages.ts';
import {
  finishOidcSignIn,
  getOidcIdentity,
  getOidcProvider,
  linkOidcIdentity,
  startOidcSignIn,
  unlinkOidcIdentity,
} from '@kvartplata/contracts/auth/oidc.ts';
import { requestPasswordReset, resetPassword } from '@kvartplata/contracts/auth/password-resets.ts';
import { answerChallenge, startSession } from '@kvartplata/contracts/auth/sign-in.ts';
import {
  disableTwoFactor,
  enableTwoFactor,
  getTwoFactorStatus,
  setUpTwoFactor,
  stepUp,
} from '@kvartplata/contracts/auth/two-factor.ts';
import {
  changePlatformRole,
  getCurrentUser,
  listUsers,
  registerUser,
  type User,
} from '@kvartplata/contracts/auth/users.ts';
import { getHealth, getMetrics, getReadiness } from '@kvartplata/contracts/operation.ts';
import { apiKeyHashOf } from '@kvartplata/platform/identity/api-key.ts';
import { signServiceToken } from '@kvartplata/platform/identity/service-token.ts';
import { openExampleBook } from '@kvartplata/platform/testing/example-book.ts';
import { injectedInto } from '@kvartplata/platform/testing/injected.ts';
import { lookUpResets } from './password-resets/password-resets.service.ts';
import { resetTokenFor } from './password-resets/reset-token.ts';
import { openTestApp, type TestApp } from './testing/auth-app.ts';
import { codeAt, STEP_SECONDS } from './testing/authenticator.ts';

const EXAMPLES = new URL('../../../contracts/auth/examples.json', import.meta.url);
const BROWSER = {
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  accept: 'application/json',
};
const ANNA = { username: 'anna', password: 'correct horse battery' };
const BORIS = { username: 'boris', password: 'a staple for the horse' };

test('what the document shows as examples is what the service answers', async () => {
  let state = '';
  const auth = await openTestApp({
    listMemberships: async () => [{ organizationId: 1, role: 'owner' }],
    oidcProvider: {
      issuer: 'https://id.example.org',
      name: 'Example ID',
      addressFor: async (secrets) => {
        ({ state } = secrets);
        return 'https://id.example.org/authorize';
      },
      identify: async () => ({ subject: '2f1c', label: 'anna@example.org' }),
    },
  });
  const book = openExampleBook(auth.app, AUTH, EXAMPLES);
  const urls = { auth: 'http://auth' };
  const browser = (): Client =>
    createClient({ urls, transport: withCookies(injectedInto(auth.app), BROWSER) });

  const anna = browser();
  await anna.call(getCsrfToken);
  const name = { firstName: 'Anna', lastName: 'Ivanova', email: 'anna@example.org' };
  const { id: annaId } = await anna.call(registerUser, { body: { ...name, ...ANNA } });
  await anna.call(startSession, { body: ANNA });
  await anna.call(getCurrentUser);
  await anna.call(refreshSession);
  const boris = browser();
  const his = { firstName: 'Boris', lastName: 'Petrov', email: 'boris@example.org' };
  const { id: borisId } = await boris.call(registerUser, { body: { ...his, ...BORIS } });

  const { id: veraId } = await book.aside(async () => enrolled(auth, browser()));

  await anna.call(listUsers, { query: { search: 'petrov', limit: 10 } });
  await anna.call(changePlatformRole, {
    params: { userId: borisId },
    body: { platformRole: 'admin' },
  });

  await anna.call(getTwoFactorStatus);
  const { secret } = await anna.call(setUpTwoFactor, { body: { password: ANNA.password } });
  await anna.call(enableTwoFactor, { body: { code: codeAt(secret, auth.now()) } });
  auth.advanceSeconds(STEP_SECONDS);
  const telephone = browser();
  const challenge = await telephone.call(startSession, { body: ANNA });
  assert.ok(challenge.twoFactorRequired);
  const { challengeToken } = challenge;
  await telephone.call(answerChallenge, {
    body: { challengeToken, code: codeAt(secret, auth.now()) },
  });
  auth.advanceSeconds(STEP_SECONDS);
  await anna.call(stepUp, { body: { code: codeAt(secret, auth.now()) } });
  auth.advanceSeconds(STEP_SECONDS);
  const proof = { password: ANNA.password, code: codeAt(secret, auth.now()) };

  const { items } = await anna.call(listOwnSessions);
  const [there, here] = [
    items.find(({ current }) => !current),
    items.find(({ current }) => current),
  ];
  await anna.call(endOwnSession, { params: { sessionId: there?.id ?? '' } });
  await anna.call(disableTwoFactor, { body: proof });
  const newPassword = 'another horse with a battery';
  await anna.call(changePassword, { body: { currentPassword: ANNA.password, newPassword } });
  await anna.call(getOidcProvider);
  await anna.call(linkOidcIdentity, { body: { password: newPassword, language: 'en' } });
  await anna.call(finishOidcSignIn, { query: { state, code: 'Yt5n0cXh2w9Rk1' } });
  await anna.call(getOidcIdentity);
  await browser().call(startOidcSignIn, { query: { next: '/payments' } });
  await anna.call(unlinkOidcIdentity);
  await assert.rejects(anna.call(unlinkOidcIdentity), { status: 404 });
  await anna.call(listAuthChanges, { query: { object: 'user', limit: 2 } });

  const { key, id: apiKeyId } = await anna.call(createApiKey, {
    body: { organizationId: 1, name: 'Bank registry', role: 'accountant', expiresOn: '2026-12-31' },
  });
  await anna.call(listApiKeys, { query: { organizationId: 1, limit: 10 } });
  await anna.call(getApiKey, { params: { apiKeyId } });

  const core = createClient({
    urls,
    transport: injectedInto(auth.app),
    bearer: await signServiceToken(auth.keys.service, 'core', 'auth', auth.now()),
  });
  await core.call(getSessionState, {
    params: { sessionId: here?.id ?? '' },
    query: { userId: annaId },
  });
  const hash = apiKeyHashOf(key)?.toString('hex') ?? '';
  await core.call(getApiKeyState, { params: { hash } });
  await anna.call(withdrawApiKey, { params: { apiKeyId } });
  await core.call(listUserSummaries, { query: { ids: [annaId, borisId] } });
  await core.call(getUserNames, { params: { userId: annaId } });
  await core.call(resetSecondFactor, {
    params: { userId: veraId },
    body: { resetBy: annaId, organizationId: 1, language: 'en' },
  });
  await core.call(writeInvitationLetter, {
    params: { letterId: 'a8a0ba3c-6f43-4a5b-9ee4-7d1b9c1f2e60' },
    body: {
      email: 'vera@example.org',
      organizationId: 1,
      organizationName: 'Garden Street 12',
      role: 'accountant',
      language: 'en',
      invitedBy: 7,
    },
  });

  const stranger = browser();
  await stranger.call(requestPasswordReset, {
    body: { email: 'anna@example.org', language: 'en' },
  });
  await lookUpResets(auth.db, auth.now());
  const { id: resetId } = await auth.db
    .selectFrom('passwordResets')
    .select('id')
    .executeTakeFirstOrThrow();
  const token = resetTokenFor(auth.keys.resets, resetId);
  await stranger.call(resetPassword, { body: { token, password: ANNA.password } });
  await anna.call(startSession, { body: ANNA });
  await anna.call(listMailMessages, { query: { limit: 1 } });

  await anna.call(endAllSessions);
  await boris.call(startSession, { body: BORIS });
  await boris.call(endCurrentSession);

  const operator = createClient({ urls, transport: injectedInto(auth.app) });
  await operator.call(getHealth('auth'));
  await operator.call(getReadiness('auth'));
  await operator.callFile(getMetrics('auth'));

  await auth.close();
  book.close();
});

/** A user who has turned two-factor sign-in on. */
async function enrolled(auth: TestApp, vera: Client): Promise<User> {
  const credentials = { username: 'vera', password: 'the horse is correct' };
  await vera.call(getCsrfToken);
  const name = { firstName: 'Vera', lastName: 'Orlova', email: 'vera.orlova@example.org' };
  const user = await vera.call(registerUser, { body: { ...name, ...credentials } });
  await vera.call(startSession, { body: credentials });
  const { secret } = await vera.call(setUpTwoFactor, {});
  await vera.call(enableTwoFactor, { body: { code: codeAt(secret, auth.now()) } });
  return user;
}
