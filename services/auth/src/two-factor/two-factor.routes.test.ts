import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { refreshSession } from '@kvartplata/contracts/auth/sessions.ts';
import { startSession } from '@kvartplata/contracts/auth/sign-in.ts';
import type { Endpoint } from '@kvartplata/contracts/endpoint.ts';
import {
  disableTwoFactor,
  enableTwoFactor,
  getTwoFactorStatus,
  setUpTwoFactor,
} from '@kvartplata/contracts/auth/two-factor.ts';
import { getCurrentUser } from '@kvartplata/contracts/auth/users.ts';
import { openTestApp, type TestApp } from '../testing/auth-app.ts';
import {
  codeAt,
  listAudited,
  setUp,
  signInAgain,
  signInWithTwoFactor,
  STEP_SECONDS,
  wrongCode,
} from '../testing/authenticator.ts';
import { codeOfPng } from '../testing/png.ts';
import {
  createTestClient,
  fromPage,
  PASSWORD,
  signIn,
  type Answer,
  type TestClient,
} from '../testing/test-client.ts';

const OFF = { enabled: false, method: null, pending: false, enabledAt: null };
const FIVE_MINUTES_SECONDS = 300;

let auth: TestApp;
before(async () => {
  auth = await openTestApp();
});
after(async () => auth.close());

const statusOf = async (client: TestClient) => (await client.get(getTwoFactorStatus.path)).json;
const verifySetup = async (client: TestClient, code: unknown): Promise<Answer> =>
  client.post(enableTwoFactor.path, { code });
const disable = async (client: TestClient, proof: object): Promise<Answer> =>
  client.post(disableTwoFactor.path, { password: PASSWORD, ...proof });

describe('setting two-factor sign-in up', () => {
  it('leads from a secret and its first code to ten recovery codes, and the status shows it', async () => {
    const client = await signIn(auth.app, 'way');
    assert.deepEqual(await statusOf(client), { ...OFF, recoveryCodesRemaining: 0 });
    const secret = await setUp(client);
    assert.deepEqual(await statusOf(client), { ...OFF, pending: true, recoveryCodesRemaining: 0 });
    assert.equal((await client.get(getCurrentUser.path)).json['twoFactorEnabled'], false);
    const answer = await verifySetup(client, codeAt(secret, auth.now()));
    assert.equal(answer.status, 200);
    assert.equal(answer.headers['cache-control'], 'no-store');
    assert.deepEqual(Object.keys(answer.json).toSorted(), ['enabled', 'recoveryCodes']);
    assert.equal((answer.json['recoveryCodes'] as string[]).length, 10);
    assert.deepEqual(await statusOf(client), {
      enabled: true,
      method: 'totp',
      pending: false,
      enabledAt: auth.now().toISOString(),
      recoveryCodesRemaining: 10,
    });
    assert.equal((await client.get(getCurrentUser.path)).json['twoFactorEnabled'], true);
  });

  it('shows the secret as text, as a URI and as a QR code of that URI', async () => {
    const client = await signIn(auth.app, 'camera');
    const answer = await client.post(setUpTwoFactor.path);
    const { secret, otpauthUri, qrCode, expiresIn, ...rest } = answer.json;
    assert.deepEqual([rest, expiresIn], [{}, 600]);
    assert.match(String(secret), /^[A-Z2-7]{32}$/);
    assert.match(
      String(otpauthUri),
      new RegExp(`^otpauth://totp/Kvartplata:camera\\?.*secret=${String(secret)}&`),
    );
    const [type, data] = String(qrCode).split(',');
    assert.equal(type, 'data:image/png;base64');
    assert.equal(codeOfPng(Buffer.from(String(data), 'base64')), otpauthUri);
  });

  it('needs the password when the last sign-in is older than five minutes', async () => {
    const client = await signIn(auth.app, 'later');
    auth.advanceSeconds(FIVE_MINUTES_SECONDS);
    assert.equal((await client.post(setUpTwoFactor.path, {})).status, 200);
    auth.advanceSeconds(1);
    const without = await client.post(setUpTwoFactor.path, {});
    assert.deepEqual([without.status, without.json['code']], [403, 'password-required']);
    // A refresh extends the session, but does not prove who is using it.
    await client.post(refreshSession.path);
    assert.equal((await client.post(setUpTwoFactor.path)).status, 403);
    const wrong = await client.post(setUpTwoFactor.path, { password: 'неверный конь' });
    assert.deepEqual([wrong.status, wrong.json['code']], [401, 'wrong-credentials']);
    assert.equal((await client.post(setUpTwoFactor.path, { password: PASSWORD })).status, 200);
  });

  it('replaces the secret when begun again, also after too many tries', async () => {
    const client = await signIn(auth.app, 'again');
    const first = await setUp(client);
    const second = await setUp(client);
    const old = await verifySetup(client, codeAt(first, auth.now()));
    assert.deepEqual([old.status, old.json['code']], [400, 'validation-failed']);
    assert.equal((await verifySetup(client, codeAt(second, auth.now()))).status, 200);
  });

  it('answers a wrong code with a 400 that names it, and allows five tries', async () => {
    const client = await signIn(auth.app, 'guessing');
    const secret = await setUp(client);
    const bad = codeAt(secret, auth.now(), 5);
    const answers = await Promise.all(
      Array.from({ length: 20 }, async () => verifySetup(client, bad)),
    );
    const wrong = answers.filter(({ status }) => status === 400);
    assert.equal(wrong.length, 5);
    assert.deepEqual(wrong[0]?.json['errors'], [
      { path: '/code', message: 'is wrong', code: 'wrong-code' },
    ]);
    const over = answers.filter(({ json }) => json['code'] === 'two-factor-setup-over');
    assert.equal(over.length, 15);
    const late = await verifySetup(client, codeAt(secret, auth.now()));
    assert.deepEqual([late.status, late.json['code']], [409, 'two-factor-setup-over']);
    assert.equal((await statusOf(client))['pending'], false);
    const again = await setUp(client);
    assert.equal((await verifySetup(client, codeAt(again, auth.now()))).status, 200);
  });

  it('expires after ten minutes', async () => {
    const client = await signIn(auth.app, 'slow');
    const inTime = await setUp(client);
    auth.advanceSeconds(599);
    assert.equal((await statusOf(client))['pending'], true);
    assert.equal((await verifySetup(client, codeAt(inTime, auth.now(), 5))).status, 400);
    assert.equal((await client.post(refreshSession.path)).status, 200);
    auth.advanceSeconds(1);
    const answer = await verifySetup(client, codeAt(inTime, auth.now()));
    assert.deepEqual([answer.status, answer.json['code']], [409, 'two-factor-setup-over']);
    assert.deepEqual(await statusOf(client), { ...OFF, recoveryCodesRemaining: 0 });
  });

  it('is refused when it is on, and verified by one of many concurrent requests', async () => {
    const client = await signIn(auth.app, 'eager');
    const secret = await setUp(client);
    const code = codeAt(secret, auth.now());
    const answers = await Promise.all(
      Array.from({ length: 20 }, async () => verifySetup(client, code)),
    );
    assert.equal(answers.filter(({ status }) => status === 200).length, 1);
    for (const again of [
      ...answers.filter(({ status }) => status !== 200),
      await client.post(setUpTwoFactor.path),
    ])
      assert.deepEqual([again.status, again.json['code']], [409, 'two-factor-enabled']);
    assert.equal((await statusOf(client))['recoveryCodesRemaining'], 10);
  });

  it('has nothing to verify before it begins', async () => {
    const client = await signIn(auth.app, 'hasty');
    const answer = await verifySetup(client, '123456');
    assert.deepEqual([answer.status, answer.json['code']], [409, 'two-factor-setup-over']);
  });

  it('stores neither the secret nor a recovery code in plain text', async () => {
    const owner = await signInWithTwoFactor(auth, 'reader');
    const factors = await auth.db.selectFrom('twoFactors').selectAll().execute();
    const codes = await auth.db.selectFrom('recoveryCodes').selectAll().execute();
    const stored = [
      ...factors.flatMap(({ secretEncrypted: bytes }) => [
        bytes?.toString('latin1'),
        bytes?.toString('hex'),
      ]),
      ...codes.map(({ codeHash: hash }) => hash.toString('latin1')),
      JSON.stringify(await listAudited(auth, owner.userId)),
    ].join('\n');
    for (const secret of [owner.secret, ...owner.recoveryCodes])
      assert.ok(!stored.includes(secret), 'a secret is stored as it is');
  });
});

describe('turning two-factor sign-in off', () => {
  it('needs the password and a proof, ends all other sessions, and is audited', async () => {
    const owner = await signInWithTwoFactor(auth, 'leaver');
    const other = await signInAgain(auth, owner);
    auth.advanceSeconds(STEP_SECONDS);
    const answer = await disable(owner.client, { code: owner.code() });
    assert.deepEqual([answer.status, answer.json], [200, { enabled: false }]);
    assert.equal((await other.get(getCurrentUser.path)).status, 401);
    assert.equal((await other.post(refreshSession.path)).status, 401);
    assert.equal((await owner.client.get(getCurrentUser.path)).json['twoFactorEnabled'], false);
    assert.deepEqual(await statusOf(owner.client), { ...OFF, recoveryCodesRemaining: 0 });
    const client = createTestClient(auth.app);
    const login = await client.post(startSession.path, { username: 'leaver', password: PASSWORD });
    assert.equal(login.json['twoFactorRequired'], false);
    assert.deepEqual(
      (await listAudited(auth, owner.userId)).map(({ action }) => action),
      [
        'user.registered',
        'session.started',
        'two-factor.enabled',
        'session.started',
        'session.ended',
        'two-factor.disabled',
        'session.started',
      ],
    );
  });

  it('accepts a recovery code as well, and afterwards a new setup with new codes', async () => {
    const owner = await signInWithTwoFactor(auth, 'phoneless');
    const [recoveryCode] = owner.recoveryCodes;
    assert.equal((await disable(owner.client, { recoveryCode })).status, 200);
    const secret = await setUp(owner.client, PASSWORD);
    assert.equal((await verifySetup(owner.client, codeAt(secret, auth.now()))).status, 200);
    auth.advanceSeconds(STEP_SECONDS);
    for (const proof of [{ code: owner.code() }, { recoveryCode: owner.recoveryCodes[1] }])
      assert.equal((await disable(owner.client, proof)).json['code'], 'wrong-code');
    assert.equal((await disable(owner.client, { code: codeAt(secret, auth.now()) })).status, 200);
  });

  it('is no way to guess the password: each wrong one counts as a failed login', async () => {
    const owner = await signInWithTwoFactor(auth, 'guessed');
    for (let index = 0; index < 5; index += 1) {
      const answer = await disable(owner.client, { password: 'неверный', code: owner.code() });
      assert.equal(answer.json['code'], 'wrong-credentials');
    }
    const answer = await disable(owner.client, { code: owner.code() });
    assert.deepEqual([answer.status, answer.headers['retry-after']], [429, '60']);
    const setup = await owner.client.post(setUpTwoFactor.path, { password: PASSWORD });
    assert.equal(setup.status, 429);
    auth.advanceSeconds(60);
    assert.equal((await disable(owner.client, { code: owner.code() })).status, 200);
  });

  it('is refused for a wrong password or a wrong proof, and nothing changes', async () => {
    const owner = await signInWithTwoFactor(auth, 'stubborn');
    const answers = [
      await disable(owner.client, { password: 'неверный конь', code: owner.code() }),
      await disable(owner.client, { code: wrongCode(owner) }),
      await disable(owner.client, { recoveryCode: 'AAAA-AAAA-AAAA-AAAA' }),
    ];
    assert.deepEqual(
      answers.map(({ status, json }) => [status, json['code']]),
      [
        [401, 'wrong-credentials'],
        [401, 'wrong-code'],
        [401, 'wrong-code'],
      ],
    );
    assert.equal((await statusOf(owner.client))['enabled'], true);
    // The code that came with the wrong password was not checked.
    assert.equal((await disable(owner.client, { code: owner.code() })).status, 200);
  });

  it('happens once, and is refused where it is off', async () => {
    const owner = await signInWithTwoFactor(auth, 'many');
    const proofs = owner.recoveryCodes.map((recoveryCode) => ({ recoveryCode }));
    const answers = await Promise.all(proofs.map(async (proof) => disable(owner.client, proof)));
    assert.equal(answers.filter(({ status }) => status === 200).length, 1);
    const late = await disable(owner.client, { code: owner.code() });
    assert.deepEqual([late.status, late.json['code']], [409, 'two-factor-not-enabled']);
    const ended = (await listAudited(auth, owner.userId)).filter(
      ({ action }) => action === 'two-factor.disabled',
    );
    assert.equal(ended.length, 1);
  });
});

describe('the routes of two-factor sign-in', () => {
  const BAD_BODIES: readonly (readonly [
    operation: Pick<Endpoint, 'id' | 'path'>,
    body: Record<string, unknown>,
    why: string,
  ])[] = [
    [setUpTwoFactor, { pasword: PASSWORD }, 'an unknown field'],
    [setUpTwoFactor, { password: null }, 'null'],
    [setUpTwoFactor, { password: '' }, 'an empty password'],
    [setUpTwoFactor, { password: 12_345_678 }, 'a number'],
    [enableTwoFactor, {}, 'nothing'],
    [enableTwoFactor, { code: '12345' }, 'five digits'],
    [enableTwoFactor, { code: '1234567' }, 'seven digits'],
    [enableTwoFactor, { code: '12345a' }, 'a letter'],
    [enableTwoFactor, { code: '١٢٣٤٥٦' }, 'other digits'],
    [enableTwoFactor, { code: '123456\n' }, 'a line break'],
    [enableTwoFactor, { code: 123_456 }, 'a number'],
    [enableTwoFactor, { code: null }, 'null'],
    [enableTwoFactor, { code: ['123456'] }, 'a list'],
    [enableTwoFactor, { code: '123456', recoveryCode: 'A' }, 'a recovery code'],
    [disableTwoFactor, { password: PASSWORD }, 'no proof'],
    [disableTwoFactor, { code: '123456' }, 'no password'],
    [disableTwoFactor, { password: PASSWORD, code: '123456', recoveryCode: 'A' }, 'two proofs'],
    [disableTwoFactor, { password: PASSWORD, code: '123456', force: true }, 'an unknown field'],
    [disableTwoFactor, { password: PASSWORD, recoveryCode: '' }, 'an empty recovery code'],
    [
      disableTwoFactor,
      { password: PASSWORD, recoveryCode: 'A'.repeat(65) },
      'a long recovery code',
    ],
    [disableTwoFactor, { password: PASSWORD, recoveryCode: null }, 'null'],
    [disableTwoFactor, { password: null, code: '123456' }, 'null for a password'],
  ];
  let client: TestClient;
  before(async () => {
    client = await signIn(auth.app, 'clumsy');
  });
  for (const [{ id, path }, body, why] of BAD_BODIES) {
    it(`refuse at ${id} a body with ${why}`, async () => {
      const answer = await client.post(path, body);
      assert.deepEqual(
        [answer.status, answer.json['code']],
        [400, 'validation-failed'],
        answer.text,
      );
    });
  }

  it('are for signed-in users, and require the CSRF token from a browser', async () => {
    const proof = { password: PASSWORD, code: '123456' };
    const asked = [
      [setUpTwoFactor, {}],
      [enableTwoFactor, { code: '123456' }],
      [disableTwoFactor, proof],
    ] as const;
    const nobody = createTestClient(auth.app);
    assert.equal((await nobody.get(getTwoFactorStatus.path)).status, 401);
    for (const [{ path }, body] of asked) {
      assert.equal((await nobody.post(path, body)).status, 401);
      const answer = await client.post(path, body, fromPage());
      assert.deepEqual([answer.status, answer.json['code']], [403, 'csrf-token-invalid']);
    }
    const token = await client.csrfToken();
    assert.equal((await client.post(setUpTwoFactor.path, undefined, fromPage(token))).status, 200);
  });
});
