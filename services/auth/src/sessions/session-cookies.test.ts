import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startSession } from '@kvartplata/contracts/auth/sign-in.ts';
import { openTestApp } from '../testing/auth-app.ts';
import { PASSWORD, signIn, type TestClient } from '../testing/test-client.ts';
import { cookieSettingsOf } from './session-cookies.ts';

/** The attributes of each cookie that a login sets, without its value. */
async function cookiesOfLogin(config: {
  readonly useHttps: boolean;
  readonly cookieDomain: string;
}): Promise<Record<string, string>> {
  const auth = await openTestApp({ config });
  try {
    const client: TestClient = await signIn(auth.app, 'ivan');
    const answer = await client.post(startSession.path, { username: 'ivan', password: PASSWORD });
    return Object.fromEntries(
      answer.setCookies.map((line) => {
        const [, name, attributes] = /^([^=]+)=[^;]+; (.*)$/.exec(line) ?? [];
        return [String(name), String(attributes)];
      }),
    );
  } finally {
    await auth.close();
  }
}

describe('the cookies of a session', () => {
  it('stay on this host when DOMAIN is localhost', async () => {
    assert.deepEqual(await cookiesOfLogin({ useHttps: false, cookieDomain: 'localhost' }), {
      access_token: 'Max-Age=600; Path=/; HttpOnly; SameSite=Lax',
      refresh_token: 'Max-Age=43200; Path=/api/auth; HttpOnly; SameSite=Strict',
      csrf: 'Path=/; HttpOnly; SameSite=Strict',
    });
  });

  it('are secure and shared within the domain with HTTPS, but the refresh token is not shared', async () => {
    assert.deepEqual(await cookiesOfLogin({ useHttps: true, cookieDomain: 'example.org' }), {
      '__Secure-access_token':
        'Max-Age=600; Domain=example.org; Path=/; HttpOnly; Secure; SameSite=Lax',
      '__Secure-refresh_token': 'Max-Age=43200; Path=/api/auth; HttpOnly; Secure; SameSite=Strict',
      '__Secure-csrf': 'Domain=example.org; Path=/; HttpOnly; Secure; SameSite=Strict',
    });
  });

  for (const cookieDomain of [
    'localhost',
    '127.0.0.1',
    '::1',
    '[::1]',
    'example.org:8001',
    'a b.c',
  ]) {
    it(`name no domain when DOMAIN is ${cookieDomain}: clients would drop them`, () => {
      assert.equal(cookieSettingsOf({ useHttps: false, cookieDomain }).domain, undefined);
    });
  }
});
