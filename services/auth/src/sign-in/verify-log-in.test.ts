import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  changePassword,
  endAllSessions,
  listOwnSessions,
} from '@kvartplata/contracts/auth/own-sessions.ts';
import { endCurrentSession, refreshSession } from '@kvartplata/contracts/auth/sessions.ts';
import { answerChallenge, startSession } from '@kvartplata/contracts/auth/sign-in.ts';
import { disableTwoFactor, getTwoFactorStatus } from '@kvartplata/contracts/auth/two-factor.ts';
import { getCurrentUser } from '@kvartplata/contracts/auth/users.ts';
import { openTestApp, type TestApp } from '../testing/auth-app.ts';
import {
  beginMany,
  beginSignIn,
  listAudited,
  outcomeOf,
  signInAgain,
  signInWithTwoFactor,
  tally,
  verifyLogIn,
  wrongCode,
} from '../testing/authenticator.ts';
import { createTestClient, fromPage, PASSWORD, type TestClient } from '../testing/test-client.ts';

let auth: TestApp;
before(async () => {
  auth = await openTestApp();
});
after(async () => auth.close());

const amrOf = (client: TestClient): unknown => {
  const [, claims = ''] = (client.cookies.get('access_token') ?? '').split('.');
  return (JSON.parse(Buffer.from(claims, 'base64url').toString()) as { amr: unknown }).amr;
};

describe('signing in with two-factor sign-in on', () => {
  it('gives a challenge and no session, and in return for its code what a login gives', async () => {
    const owner = await signInWithTwoFactor(auth, 'way');
    const client = createTestClient(auth.app);
    const login = await client.post(
      startSession.path,
      { username: 'way', password: PASSWORD },
      fromPage(),
    );
    assert.equal(login.status, 200);
    const { challengeToken, ...rest } = login.json;
    assert.deepEqual(rest, {
      twoFactorRequired: true,
      expiresIn: 300,
      methods: ['totp', 'recovery-code'],
    });
    assert.deepEqual(login.setCookies, [
      `two_factor=${String(challengeToken)}; Max-Age=300; Path=/api/auth/2fa; HttpOnly; SameSite=Strict`,
    ]);
    assert.equal((await client.get(getCurrentUser.path)).status, 401);

    const answer = await client.post(answerChallenge.path, { code: owner.code() }, fromPage());
    assert.equal(answer.status, 200);
    assert.equal(answer.headers['cache-control'], 'no-store');
    const { user, csrfToken, ...others } = answer.json;
    assert.deepEqual(others, {
      twoFactorRequired: false,
      accessTokenExpiresAt: new Date(auth.now().getTime() + 600_000).toISOString(),
    });
    assert.deepEqual([...client.cookies.keys()].toSorted(), [
      'access_token',
      'csrf',
      'refresh_token',
    ]);
    const current = await client.get(getCurrentUser.path);
    assert.deepEqual(current.json, { ...(user as object), roles: current.json['roles'] });
    assert.equal((user as Record<string, unknown>)['twoFactorEnabled'], true);
    const logout = await client.post(
      endCurrentSession.path,
      undefined,
      fromPage(String(csrfToken)),
    );
    assert.equal(logout.status, 200);
  });

  it('secures the cookie of the challenge with HTTPS, and shares it with no other host', async () => {
    const guarded = await openTestApp({ config: { useHttps: true, cookieDomain: 'example.org' } });
    try {
      await signInWithTwoFactor(guarded, 'way');
      const body = { username: 'way', password: PASSWORD };
      const { json, setCookies } = await createTestClient(guarded.app).post(
        startSession.path,
        body,
      );
      assert.deepEqual(setCookies, [
        `__Secure-two_factor=${String(json['challengeToken'])}; Max-Age=300; Path=/api/auth/2fa; HttpOnly; Secure; SameSite=Strict`,
      ]);
    } finally {
      await guarded.close();
    }
  });

  it('prefers the challenge in the body of a program without cookies to that of the cookie', async () => {
    const owner = await signInWithTwoFactor(auth, 'program');
    const browser = await beginSignIn(auth, 'program');
    const challengeToken = browser.cookies.get('two_factor');
    const program = createTestClient(auth.app);
    program.cookies.set('two_factor', 'nonsense');
    assert.equal((await verifyLogIn(program, { code: owner.code(), challengeToken })).status, 200);
    assert.equal((await program.get(getCurrentUser.path)).status, 200);
    assert.equal(
      outcomeOf(await verifyLogIn(browser, { code: owner.code(1) })),
      '401 challenge-over',
    );
  });

  it('remembers how the user signed in, through refreshes too', async () => {
    const owner = await signInWithTwoFactor(auth, 'methods');
    assert.deepEqual(amrOf(owner.client), ['pwd']);
    const byCode = await signInAgain(auth, owner);
    const byRecovery = await beginSignIn(auth, 'methods');
    await verifyLogIn(byRecovery, { recoveryCode: owner.recoveryCodes[0] });
    for (const client of [byCode, byRecovery]) {
      assert.deepEqual(amrOf(client), ['pwd', 'otp']);
      assert.equal((await client.post(refreshSession.path)).status, 200);
      assert.deepEqual(amrOf(client), ['pwd', 'otp']);
    }
    const { items } = (await byCode.get(listOwnSessions.path)).json;
    const methods = (items as { readonly methods: readonly string[] }[]).map(
      (item) => item.methods,
    );
    assert.deepEqual(methods.map(String).sort(), ['pwd', 'pwd,otp', 'pwd,otp']);
    const audited = await listAudited(auth, owner.userId);
    assert.deepEqual(
      audited.map(({ action }) => action),
      [
        'user.registered',
        'session.started',
        'two-factor.enabled',
        'session.started',
        'recovery-code.used',
        'session.started',
      ],
    );
    assert.equal(audited[3]?.details, '{"methods": ["pwd", "otp"]}');
  });

  it('needs no CSRF token, but is refused to foreign pages', async () => {
    const owner = await signInWithTwoFactor(auth, 'origin');
    const client = await beginSignIn(auth, 'origin');
    for (const origin of ['https://evil.example', 'null']) {
      const answer = await client.post(answerChallenge.path, { code: owner.code() }, { origin });
      assert.equal(outcomeOf(answer), '403 origin-not-allowed');
    }
    assert.equal((await verifyLogIn(client, { code: owner.code() })).status, 200);
  });
});

describe('a challenge', () => {
  it('checks five of 200 concurrent guesses', async () => {
    const owner = await signInWithTwoFactor(auth, 'guessed');
    const client = await beginSignIn(auth, 'guessed');
    const challengeToken = client.cookies.get('two_factor');
    const code = wrongCode(owner);
    const guesses = Array.from({ length: 200 }, async () =>
      verifyLogIn(createTestClient(auth.app), { code, challengeToken }),
    );
    assert.deepEqual(tally(await Promise.all(guesses)), {
      '401 wrong-code': 5,
      '401 challenge-over': 195,
    });
    const factor = auth.db.selectFrom('twoFactors').where('userId', '=', owner.userId);
    const { id, failures } = await factor.select(['id', 'failures']).executeTakeFirstOrThrow();
    assert.equal(failures, 5);
    const challenges = auth.db.selectFrom('signInChallenges').where('twoFactorId', '=', id);
    assert.deepEqual(await challenges.select('attempts').execute(), [{ attempts: 5 }]);
    assert.equal(
      outcomeOf(await verifyLogIn(client, { code: owner.code() })),
      '401 challenge-over',
    );
  });

  it('is answered once, even by concurrent good proofs, and uses up only one', async () => {
    const owner = await signInWithTwoFactor(auth, 'double');
    const client = await beginSignIn(auth, 'double');
    const challengeToken = client.cookies.get('two_factor');
    const proofs = owner.recoveryCodes
      .slice(0, 5)
      .map((recoveryCode) => ({ recoveryCode, challengeToken }));
    const answers = await Promise.all(
      proofs.map(async (proof) => verifyLogIn(createTestClient(auth.app), proof)),
    );
    assert.deepEqual(tally(answers), { '200 signed in': 1, '401 challenge-over': 4 });
    const status = await owner.client.get(getTwoFactorStatus.path);
    assert.equal(status.json['recoveryCodesRemaining'], 9);
  });

  it('expires after five minutes, and is deleted by later sign-ins', async () => {
    const owner = await signInWithTwoFactor(auth, 'slow');
    const [early, late] = await beginMany(auth, 2, 'slow');
    assert.ok(early && late);
    auth.advanceSeconds(299);
    assert.equal((await verifyLogIn(early, { code: owner.code() })).status, 200);
    auth.advanceSeconds(1);
    assert.equal(outcomeOf(await verifyLogIn(late, { code: owner.code(1) })), '401 challenge-over');
    for (let turn = 0; turn < 30; turn += 1) await beginSignIn(auth, 'slow');
    const old = auth.db.selectFrom('signInChallenges').where('expiresAt', '<=', auth.now());
    assert.deepEqual(await old.select('attempts').execute(), []);
  });

  it('that is missing or was never issued is over', async () => {
    const client = createTestClient(auth.app);
    assert.equal(outcomeOf(await verifyLogIn(client, { code: '123456' })), '401 challenge-over');
    const made = { code: '123456', challengeToken: 'nonsense' };
    assert.equal(outcomeOf(await verifyLogIn(client, made)), '401 challenge-over');
  });

  it('is over once two-factor sign-in is turned off', async () => {
    const owner = await signInWithTwoFactor(auth, 'undone');
    const client = await beginSignIn(auth, 'undone');
    const off = await owner.client.post(disableTwoFactor.path, {
      password: PASSWORD,
      code: owner.code(),
    });
    assert.equal(off.status, 200);
    const proof = { recoveryCode: owner.recoveryCodes[0] };
    assert.equal(outcomeOf(await verifyLogIn(client, proof)), '401 challenge-over');
  });

  const ENDED_BY: readonly (readonly [url: string, body: Record<string, string> | undefined])[] = [
    [changePassword.path, { currentPassword: PASSWORD, newPassword: 'новый конь 43' }],
    [endAllSessions.path, undefined],
  ];
  for (const [url, body] of ENDED_BY) {
    it(`is over after ${url}, and that of another user is not`, async () => {
      const owner = await signInWithTwoFactor(auth, `ended${url.replaceAll('/', '.')}`);
      const other = await signInWithTwoFactor(auth, `kept${url.replaceAll('/', '.')}`);
      const client = await beginSignIn(auth, owner.username);
      const ofOther = await beginSignIn(auth, other.username);
      assert.equal((await owner.client.post(url, body)).status, 200);
      const proof = { recoveryCode: owner.recoveryCodes[0] };
      assert.equal(outcomeOf(await verifyLogIn(client, proof)), '401 challenge-over');
      assert.equal((await verifyLogIn(ofOther, { code: other.code() })).status, 200);
    });
  }

  it('is stored as a hash', async () => {
    await signInWithTwoFactor(auth, 'hashed');
    const token = String((await beginSignIn(auth, 'hashed')).cookies.get('two_factor'));
    assert.match(token, /^[A-Za-z0-9_-]{43}$/);
    const stored = await auth.db.selectFrom('signInChallenges').select('tokenHash').execute();
    const hashes = stored.map(({ tokenHash: hash }) => hash.toString('latin1')).join('\n');
    assert.ok(
      !hashes.includes(token) &&
        !hashes.includes(Buffer.from(token, 'base64url').toString('latin1')),
    );
  });
});

describe('answering a challenge', () => {
  const BAD_BODIES: readonly (readonly [body: Record<string, unknown> | undefined, why: string])[] =
    [
      [undefined, 'no body'],
      [{}, 'neither a code nor a recovery code'],
      [{ code: '123456', recoveryCode: 'AAAA-AAAA-AAAA-AAAA' }, 'both'],
      [{ code: '12345' }, 'five digits'],
      [{ code: '1234567' }, 'seven digits'],
      [{ code: 'abcdef' }, 'letters'],
      [{ code: 123_456 }, 'a number'],
      [{ code: null }, 'null'],
      [{ code: null, recoveryCode: 'AAAA-AAAA-AAAA-AAAA' }, 'null beside a recovery code'],
      [{ recoveryCode: null }, 'null for a recovery code'],
      [{ recoveryCode: 7 }, 'a number for a recovery code'],
      [{ code: '123456', challengeToken: null }, 'null for a challenge'],
      [{ code: '123456', challengeToken: '' }, 'an empty challenge'],
      [{ code: '123456', username: 'way' }, 'an unknown field'],
    ];
  let client: TestClient;
  before(async () => {
    await signInWithTwoFactor(auth, 'clumsy');
    client = await beginSignIn(auth, 'clumsy');
  });
  for (const [body, why] of BAD_BODIES) {
    it(`with ${why} is a 400`, async () => {
      const answer = await client.post(answerChallenge.path, body);
      assert.equal(outcomeOf(answer), '400 validation-failed', answer.text);
    });
  }

  it('with an invalid body uses no try', async () => {
    const { attempts } = await auth.db
      .selectFrom('signInChallenges')
      .innerJoin('twoFactors', 'twoFactors.id', 'signInChallenges.twoFactorId')
      .innerJoin('users', 'users.id', 'twoFactors.userId')
      .select('signInChallenges.attempts')
      .where('users.username', '=', 'clumsy')
      .executeTakeFirstOrThrow();
    assert.equal(attempts, 0);
  });
});
