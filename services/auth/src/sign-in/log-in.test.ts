import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { changePassword } from '@kvartplata/contracts/auth/own-sessions.ts';
import { endCurrentSession } from '@kvartplata/contracts/auth/sessions.ts';
import { startSession } from '@kvartplata/contracts/auth/sign-in.ts';
import { getCurrentUser } from '@kvartplata/contracts/auth/users.ts';
import { hash } from '@node-rs/argon2';
import { until } from '@kvartplata/platform/testing/until.ts';
import { sql } from 'kysely';
import { createPasswords } from '../passwords/passwords.service.ts';
import { openTestApp, type TestApp } from '../testing/auth-app.ts';
import { signInWithTwoFactor } from '../testing/authenticator.ts';
import {
  createTestClient,
  fromPage,
  PASSWORD,
  personNamed,
  register,
  seenByStranger,
  signIn,
  type Answer,
} from '../testing/test-client.ts';
import { recordFailedSignIn } from './failed-sign-ins.repository.ts';

let auth: TestApp;
before(async () => {
  auth = await openTestApp();
  await register(createTestClient(auth.app), personNamed('ivan'));
});
after(async () => auth.close());

const logInAs = (username: unknown, password: unknown): Promise<Answer> =>
  createTestClient(auth.app).post(startSession.path, { username, password });

describe('a failed sign-in', () => {
  const recorded = async (): Promise<readonly unknown[]> => {
    const { rows } = await sql`
      select user_id as "userId", object_type as "objectType", before, after from audit_log
      where action = 'sign-in.failed'
    `.execute(auth.db);
    return rows;
  };

  it('of a user is in the audit log, at most five times an hour, and without names', async () => {
    const wrong = async (): Promise<number> => (await logInAs('ivan', 'wrong horse')).status;
    assert.equal((await logInAs('nobody.knows', 'wrong horse')).status, 401);
    assert.equal(await wrong(), 401);
    await until('the first is there', async () => (await recorded()).length === 1);
    assert.deepEqual(await recorded(), [
      { userId: null, objectType: 'user', before: null, after: null },
    ]);
    for (let times = 0; times < 6; times += 1) await recordFailedSignIn(auth.db, 'ivan', 'r');
    await recordFailedSignIn(auth.db, 'nobody.knows', 'r');
    assert.equal((await recorded()).length, 5);
    await logInAs('ivan', PASSWORD);
  });
});

describe('logging in', () => {
  it('returns the user and a CSRF token, and the cookies open what is for users', async () => {
    const client = createTestClient(auth.app);
    const answer = await client.post(
      startSession.path,
      { username: 'ivan', password: PASSWORD },
      fromPage(),
    );
    assert.equal(answer.status, 200);
    assert.equal(answer.headers['cache-control'], 'no-store');
    const { user, csrfToken, ...rest } = answer.json;
    assert.deepEqual(rest, {
      twoFactorRequired: false,
      accessTokenExpiresAt: new Date(auth.now().getTime() + 600_000).toISOString(),
    });
    const current = await client.get(getCurrentUser.path);
    assert.equal(current.status, 200);
    assert.equal(current.headers['cache-control'], 'no-store');
    assert.deepEqual(current.json, { ...(user as object), roles: ['admin'] });
    const logout = await client.post(
      endCurrentSession.path,
      undefined,
      fromPage(String(csrfToken)),
    );
    assert.deepEqual([logout.status, logout.json], [200, { success: true }]);
  });

  it('accepts the username in any case', async () => {
    assert.equal((await logInAs('IVAN', PASSWORD)).status, 200);
    assert.equal((await logInAs('ｉｖａｎ', PASSWORD)).status, 200);
  });

  it('takes the e-mail in place of the username', async () => {
    assert.equal((await logInAs('Ivan@Example.org', PASSWORD)).status, 200);
  });

  it('answers an unknown user and a wrong password with the same bytes', async () => {
    const answers = [
      await logInAs('ivan', 'неверный конь'),
      await logInAs('nobody', 'неверный конь'),
      await logInAs('nobody', PASSWORD),
      await logInAs('nobody@example.org', PASSWORD),
      await logInAs('ivan@example.org', 'неверный конь'),
      await logInAs("' or 1=1 --", PASSWORD),
    ];
    for (const answer of answers) {
      assert.equal(answer.status, 401);
      assert.equal(answer.json['code'], 'wrong-credentials');
      assert.deepEqual(answer.setCookies, []);
      assert.equal(seenByStranger(answer), seenByStranger(answers[0]));
    }
  });

  it('checks a hash for an unknown user too', async () => {
    const checked: (string | undefined)[] = [];
    const passwords = await createPasswords();
    const watched = await openTestApp({
      passwords: {
        ...passwords,
        verify: async (passwordHash, password) => {
          checked.push(passwordHash);
          return passwords.verify(passwordHash, password);
        },
      },
    });
    try {
      const client = createTestClient(watched.app);
      const body = { username: 'nobody', password: PASSWORD };
      assert.equal((await client.post(startSession.path, body)).status, 401);
      assert.deepEqual(checked, [undefined]);
    } finally {
      await watched.close();
    }
  });

  it('answers 503 when more sign in than the machine can handle', async () => {
    const busy = await openTestApp({
      passwords: await createPasswords({ running: 1, waiting: 1, waitMs: 2_000 }),
    });
    try {
      const client = createTestClient(busy.app);
      const answers = await Promise.all(
        Array.from({ length: 12 }).map(async (_, index) =>
          client.post(startSession.path, { username: `nobody${index}`, password: PASSWORD }),
        ),
      );
      const refused = answers.filter((answer) => answer.status === 503);
      assert.ok(refused.length > 0);
      assert.equal(answers.filter((answer) => answer.status === 401).length, 12 - refused.length);
      assert.equal(refused[0]?.json['code'], 'overloaded');
      assert.equal(refused[0]?.headers['retry-after'], '2');
    } finally {
      await busy.close();
    }
  });

  it('rehashes a password that was hashed with weaker parameters', async () => {
    await register(createTestClient(auth.app), personNamed('old.hand'));
    const weak = await hash(PASSWORD.normalize('NFKC'), { memoryCost: 8_192, timeCost: 1 });
    const ofOldHand = auth.db.updateTable('users').where('username', '=', 'old.hand');
    await ofOldHand.set({ passwordHash: weak }).execute();
    // From several places at once; one of them is the fastest.
    const body = { username: 'old.hand', password: PASSWORD };
    const answers = await Promise.all(
      [1, 2, 3].map(async (host) =>
        createTestClient(auth.app, `192.0.2.${host}`).post(startSession.path, body),
      ),
    );
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200],
    );
    const { passwordHash: now } = await auth.db
      .selectFrom('users')
      .select('passwordHash')
      .where('username', '=', 'old.hand')
      .executeTakeFirstOrThrow();
    assert.match(now, /m=19456,t=2/);
    assert.equal((await logInAs('old.hand', PASSWORD)).status, 200);
  });

  it('fails when the password is changed in the meantime, with two factors as with one', async () => {
    const passwords = await createPasswords();
    let meanwhile: (() => Promise<Answer>) | undefined;
    const torn = await openTestApp({
      passwords: {
        ...passwords,
        verify: async (passwordHash, password) => {
          const isRight = await passwords.verify(passwordHash, password);
          const change = meanwhile;
          meanwhile = undefined;
          assert.equal((await change?.())?.status ?? 200, 200);
          return isRight;
        },
      },
    });
    try {
      const one = await signIn(torn.app, 'one.factor');
      const { client: two } = await signInWithTwoFactor(torn, 'two.factors');
      const change = { currentPassword: PASSWORD, newPassword: 'новый конь 43' };
      for (const [username, owner] of [
        ['one.factor', one],
        ['two.factors', two],
      ] as const) {
        meanwhile = async () => owner.post(changePassword.path, change);
        // From elsewhere, because tries from one address wait for each other.
        const client = createTestClient(torn.app, '192.0.2.1');
        const answer = await client.post(startSession.path, { username, password: PASSWORD });
        assert.deepEqual([answer.status, answer.json['code']], [401, 'wrong-credentials']);
        assert.deepEqual(answer.setCookies, []);
      }
    } finally {
      await torn.close();
    }
  });

  it('needs no CSRF token, but is refused to foreign pages', async () => {
    const client = createTestClient(auth.app);
    const body = { username: 'ivan', password: PASSWORD };
    assert.equal((await client.post(startSession.path, body, fromPage())).status, 200);
    for (const origin of ['https://evil.example', 'null'])
      assert.equal((await client.post(startSession.path, body, { origin })).status, 403);
  });

  for (const [username, password] of [
    [null, PASSWORD],
    ['ivan', null],
    ['ivan', 7],
    [['ivan'], PASSWORD],
    ['', PASSWORD],
    ['ivan', ''],
    ['ivan', 'p'.repeat(257)],
  ]) {
    it(`refuses ${JSON.stringify([username, password]).slice(0, 40)}`, async () => {
      const answer = await logInAs(username, password);
      assert.equal(answer.status, 400);
      assert.equal(answer.json['code'], 'validation-failed');
    });
  }
});
