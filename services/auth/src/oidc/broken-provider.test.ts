// A provider that is unavailable, slow or responds with nonsense, and tokens that prove nothing: nobody gets in, and nobody waits
// long.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import * as api from '@kvartplata/contracts/auth/oidc.ts';
import type { JWTPayload } from 'jose';
import { openTestApp, type TestApp } from '../testing/auth-app.ts';
import { createTestClient } from '../testing/test-client.ts';
import { createOidcProvider } from './oidc-provider.ts';
import {
  metadataOf,
  startBrokenProvider,
  type Answer,
  type BrokenProvider,
} from '../testing/broken-oidc-provider.ts';
import { CLIENT } from '../testing/real-oidc-provider.ts';

const REDIRECT_URI = `http://localhost:8001${api.finishOidcSignIn.path}`;
const HOUR_AGO = Math.floor(Date.now() / 1000) - 3600;
const LONG = 'x'.repeat(300_000);

type Told = { readonly why: string; readonly answer: Answer };

const NONSENSE: readonly Told[] = [
  { why: 'an error of its own', answer: { status: 500 } },
  { why: 'a page', answer: (response) => response.end('<html>sign in</html>') },
  {
    why: 'JSON that is cut short',
    answer: (response) => {
      response.setHeader('content-type', 'application/json');
      response.end('{"issuer":');
    },
  },
  { why: 'more than anybody reads', answer: { padding: LONG } },
  { why: 'no answer', answer: () => undefined },
  { why: 'a connection that breaks', answer: (response) => response.destroy() },
  {
    why: 'a redirect',
    answer: (response) => {
      response.writeHead(302, { location: 'http://localhost:1/' });
      response.end();
    },
  },
];

describe('a provider that cannot be trusted', () => {
  let provider: BrokenProvider;
  let auth: TestApp;
  before(async () => {
    provider = await startBrokenProvider();
    // The first request of a process takes longer than the limit of the others.
    const patient = createOidcProvider({ ...settings(), answerSeconds: 30 });
    await patient.addressFor({ state: 's', nonce: 'n', codeVerifier: 'v' });
    auth = await openTestApp({ oidcProvider: createOidcProvider(settings()) });
  });
  after(async () => {
    await auth.close();
    await provider.stop();
  });

  const settings = () => ({
    ...CLIENT,
    issuer: provider.issuer,
    redirectUri: REDIRECT_URI,
    name: undefined,
    answerSeconds: 1,
  });

  /** Returns from the provider with a code, or with the given query. */
  async function comeBack(query: Readonly<Record<string, string>> = { code: 'a-code' }) {
    const client = createTestClient(auth.app);
    const away = await client.get(api.startOidcSignIn.path);
    const asked = new URL(String(away.headers['location'])).searchParams;
    const search = new URLSearchParams({ ...query, state: asked.get('state') ?? '' });
    return {
      nonce: asked.get('nonce') ?? '',
      finish: async () => client.get(`${api.finishOidcSignIn.path}?${search.toString()}`),
    };
  }

  async function codeFor(claims: (nonce: string) => JWTPayload, by?: 'somebody'): Promise<unknown> {
    const { nonce, finish } = await comeBack();
    const token = await provider.idToken(claims(nonce), by);
    provider.token = { access_token: 'x', token_type: 'Bearer', id_token: token };
    return (await finish()).json['code'];
  }

  test('is accepted when its token is in order', async () => {
    // The identity is not linked to any user, but it was recognized.
    assert.equal(await codeFor((nonce) => ({ nonce })), 'oidc-identity-unknown');
  });

  const UNPROVEN: readonly { readonly why: string; readonly claims: JWTPayload }[] = [
    { why: 'another nonce', claims: { nonce: 'of another sign-in' } },
    { why: 'no nonce', claims: { nonce: undefined } },
    { why: 'another issuer', claims: { iss: 'https://another.example' } },
    { why: 'another client', claims: { aud: 'another' } },
    { why: 'a time that is over', claims: { iat: HOUR_AGO, exp: HOUR_AGO + 60 } },
    { why: 'a subject that is no name', claims: { sub: 'нет\u0000' } },
    { why: 'an endless subject', claims: { sub: 'x'.repeat(256) } },
  ];
  for (const { why, claims } of UNPROVEN)
    test(`is refused with a token of ${why}`, async () => {
      assert.equal(await codeFor((nonce) => ({ nonce, ...claims })), 'oidc-refused');
    });

  test('is refused with a token that is unsigned or signed by somebody else', async () => {
    assert.equal(await codeFor((nonce) => ({ nonce }), 'somebody'), 'oidc-refused');
    const { nonce, finish } = await comeBack();
    const [, payload] = (await provider.idToken({ nonce })).split('.');
    const header = Buffer.from('{"alg":"none"}').toString('base64url');
    provider.token = { access_token: 'x', token_type: 'Bearer', id_token: `${header}.${payload}.` };
    assert.equal((await finish()).json['code'], 'oidc-refused');
  });

  const ANSWERS: readonly {
    readonly query: Readonly<Record<string, string>>;
    readonly code: string;
  }[] = [
    { query: { error: 'access_denied' }, code: 'oidc-refused' },
    { query: { error: 'server_error' }, code: 'dependency-unavailable' },
    { query: {}, code: 'oidc-refused' },
    { query: { code: 'a', iss: 'https://another.example' }, code: 'oidc-refused' },
  ];
  for (const { query, code } of ANSWERS)
    test(`a user who comes back with ${JSON.stringify(query)} gets ${code}`, async () => {
      const { finish } = await comeBack(query);
      assert.equal((await finish()).json['code'], code);
    });

  test('refuses a bad code, and is unavailable when our settings are wrong', async () => {
    for (const [error, code] of [
      ['invalid_grant', 'oidc-refused'],
      ['invalid_client', 'dependency-unavailable'],
    ]) {
      provider.token = { status: 400, error };
      assert.equal((await (await comeBack()).finish()).json['code'], code);
    }
  });

  for (const { why, answer } of NONSENSE)
    test(`that answers a code with ${why} is unavailable`, async () => {
      provider.token = answer;
      const { finish } = await comeBack();
      const refused = await finish();
      assert.equal(refused.json['code'], 'dependency-unavailable', refused.text);
      assert.equal(refused.status, 503);
    });

  for (const { why, answer } of [
    ...NONSENSE,
    { why: 'metadata of another', answer: metadataOf('https://another.example') },
    { why: 'nothing that it should', answer: {} },
  ])
    test(`that is discovered with ${why} is unavailable, and found once it is in order`, async () => {
      const found = createOidcProvider(settings());
      const secrets = { state: 's', nonce: 'n', codeVerifier: 'v' };
      provider.discovery = answer;
      await assert.rejects(found.addressFor(secrets), { code: 'dependency-unavailable' });
      provider.discovery = undefined;
      assert.match(await found.addressFor(secrets), /\/authorize\?/);
    });

  test('that cannot be reached is unavailable', async () => {
    const gone = createOidcProvider({ ...settings(), issuer: 'http://localhost:1' });
    const secrets = { state: 's', nonce: 'n', codeVerifier: 'v' };
    await assert.rejects(gone.addressFor(secrets), { code: 'dependency-unavailable' });
  });
});
