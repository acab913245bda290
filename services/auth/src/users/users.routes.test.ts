import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { getCurrentUser, registerUser } from '@kvartplata/contracts/auth/users.ts';
import { sql } from 'kysely';
import { ORIGIN, openTestApp, type TestApp } from '../testing/auth-app.ts';
import {
  createTestClient,
  fromPage,
  personNamed,
  register,
  rolesAfterLogin,
  signIn,
  withoutRequestId,
  type Answer,
} from '../testing/test-client.ts';

const REGISTER = registerUser.path;

describe('registering', () => {
  let auth: TestApp;
  before(async () => {
    auth = await openTestApp();
  });
  after(async () => auth.close());

  it('returns the user without secrets, and its Location, and does not sign in', async () => {
    const client = createTestClient(auth.app);
    const answer = await register(client, personNamed('ivan.petrov'));
    assert.equal(answer.status, 201);
    assert.equal(answer.headers['location'], getCurrentUser.path);
    assert.equal(answer.headers['cache-control'], 'no-store');
    assert.deepEqual(answer.setCookies, []);
    const { id, ...rest } = answer.json;
    assert.ok(Number.isSafeInteger(id));
    assert.deepEqual(rest, {
      firstName: 'Иван',
      lastName: 'Петров',
      username: 'ivan.petrov',
      email: 'ivan.petrov@example.org',
      twoFactorEnabled: false,
      createdAt: auth.now().toISOString(),
    });
    assert.equal((await client.get(getCurrentUser.path)).status, 401);
  });

  it('accepts Russian usernames and international e-mails', async () => {
    const answer = await register(createTestClient(auth.app), {
      ...personNamed('Ёлка_7'),
      email: 'почта@пример.рф',
    });
    assert.equal(answer.status, 201);
    assert.equal(answer.json['username'], 'Ёлка_7');
  });

  it('answers a taken username and a taken e-mail, in any case, with the same bytes', async () => {
    const client = createTestClient(auth.app);
    assert.equal((await register(client, personNamed('Taken'))).status, 201);
    const clashes = [
      { ...personNamed('Taken'), email: 'other@example.org' },
      { ...personNamed('tAKEN'), email: 'other@example.org' },
      { ...personNamed('other'), email: 'taken@example.org' },
      { ...personNamed('other'), email: 'TAKEN@EXAMPLE.ORG' },
      { ...personNamed('other'), email: 'ｔａｋｅｎ@example.org' },
    ];
    const answers = await Promise.all(clashes.map(async (person) => register(client, person)));
    for (const answer of answers) {
      assert.equal(answer.status, 409);
      assert.equal(answer.json['code'], 'username-or-email-taken');
      assert.equal(answer.headers['location'], undefined);
      assert.equal(withoutRequestId(answer), withoutRequestId(answers[0]));
    }
    assert.equal((await register(client, personNamed('other'))).status, 201);
  });

  it('gives a name to one of many concurrent requests', async () => {
    const client = createTestClient(auth.app);
    const token = await client.csrfToken();
    const answers = await Promise.all(
      Array.from({ length: 12 }).map(async (_, index) =>
        client.post(
          REGISTER,
          { ...personNamed('wanted'), email: `wanted${index}@example.org` },
          { 'x-csrf-token': token },
        ),
      ),
    );
    const statuses = answers.map((answer) => answer.status);
    assert.equal(statuses.filter((status) => status === 201).length, 1);
    assert.equal(statuses.filter((status) => status === 409).length, 11);
  });

  it('needs a CSRF token of this client from everybody, browser or not', async () => {
    const client = createTestClient(auth.app);
    const person = personNamed('nobody');
    const withoutCookie = await client.post(REGISTER, person, { 'x-csrf-token': 'a.b' });
    const token = await client.csrfToken();
    const stranger = createTestClient(auth.app);
    await stranger.csrfToken();
    const refused = [
      withoutCookie,
      await client.post(REGISTER, person),
      await client.post(REGISTER, person, fromPage()),
      await client.post(REGISTER, person, { 'x-csrf-token': `${token}x` }),
      await client.post(REGISTER, person, { authorization: 'Bearer nonsense' }),
      await stranger.post(REGISTER, person, { 'x-csrf-token': token }),
    ];
    for (const answer of refused) {
      assert.equal(answer.status, 403);
      assert.equal(answer.json['code'], 'csrf-token-invalid');
    }
  });

  it('is possible while signed in, also with only the refresh cookie left', async () => {
    const client = await signIn(auth.app, 'busy');
    assert.equal((await register(client, personNamed('busy2'))).status, 201);
    client.cookies.delete('access_token');
    assert.equal((await register(client, personNamed('busy3'))).status, 201);
  });

  it('refuses other origins whatever token they send', async () => {
    const client = createTestClient(auth.app);
    const token = await client.csrfToken();
    for (const origin of ['https://evil.example', 'null', `${ORIGIN}.evil.example`]) {
      const headers = { origin, 'x-csrf-token': token };
      const answer = await client.post(REGISTER, personNamed('evil'), headers);
      assert.equal(answer.status, 403);
      assert.equal(answer.json['code'], 'origin-not-allowed');
    }
  });

  const WRONG_FIELDS: readonly (readonly [string, unknown, string])[] = [
    ['firstName', null, 'null'],
    ['firstName', 7, 'a number'],
    ['firstName', '', 'empty'],
    ['firstName', ' Иван', 'a space in front'],
    ['firstName', 'Иван\nПетров', 'two lines'],
    ['lastName', 'я'.repeat(101), 'too long'],
    ['lastName', ['Петров'], 'a list'],
    ['username', 'ab', 'too short'],
    ['username', 'a'.repeat(65), 'too long'],
    ['username', 'ivan petrov', 'a space within'],
    ['username', '.ivan', 'a dot in front'],
    ['username', 'ivаn', 'letters of two alphabets that look alike'],
    ['username', '<script>', 'markup'],
    ['username', { toString: 'ivan' }, 'an object'],
    ['email', 'nobody', 'no e-mail'],
    ['email', 'a@b', 'no domain'],
    ['email', `${'a'.repeat(250)}@b.ru`, 'too long'],
    ['email', `${'ﷺ'.repeat(20)}@b.ru`, 'too long once it is normalized'],
    ['email', 'a\u0001b@example.org', 'a control character'],
    ['email', 'a@example.org, b@example.org', 'two of them'],
    ['password', 'short', 'too short'],
    ['password', 'p'.repeat(257), 'too long'],
    ['password', 12345678, 'a number'],
    ['password', true, 'a boolean'],
    ['bootstrapSecret', '', 'empty'],
    ['bootstrapSecret', 's'.repeat(65), 'too long'],
    ['bootstrapSecret', null, 'null'],
    ['platformRole', 'admin', 'an unknown field'],
    ['constructor', 'x', 'the name of a prototype’s property'],
  ];
  for (const [field, value, why] of WRONG_FIELDS) {
    it(`refuses ${field} ${JSON.stringify(value).slice(0, 30)}: ${why}`, async () => {
      const client = createTestClient(auth.app);
      const answer = await register(client, { ...personNamed('wrong'), [field]: value });
      assertProblem(answer, 400, 'validation-failed');
      assert.equal((answer.json['errors'] as { path: string }[])[0]?.path, `/${field}`);
    });
  }

  it('names every missing field', async () => {
    const answer = await register(createTestClient(auth.app), {});
    const paths = (answer.json['errors'] as { path: string }[]).map((error) => error.path);
    assert.deepEqual(paths, ['/firstName', '/lastName', '/username', '/email', '/password']);
  });

  const good = JSON.stringify(personNamed('raw'));
  const WRONG_BODIES = [
    { why: 'no JSON', body: '{', type: 'application/json', status: 400, code: 'malformed-json' },
    {
      why: 'one key twice',
      body: good.replace('{', '{"username":"first",'),
      type: 'application/json',
      status: 400,
      code: 'malformed-json',
    },
    {
      why: 'a NUL',
      body: good.replace('raw', String.raw`r\u0000w`),
      type: 'application/json',
      status: 400,
      code: 'malformed-json',
    },
    {
      why: 'half a surrogate pair',
      body: good.replace('raw', String.raw`r\ud800w`),
      type: 'application/json',
      status: 400,
      code: 'malformed-json',
    },
    {
      why: 'a list',
      body: `[${good}]`,
      type: 'application/json',
      status: 400,
      code: 'validation-failed',
    },
    { why: 'null', body: 'null', type: 'application/json', status: 400, code: 'validation-failed' },
    { why: 'nothing', body: '', type: 'application/json', status: 400, code: 'validation-failed' },
    { why: 'text', body: good, type: 'text/plain', status: 415, code: 'unsupported-media-type' },
    {
      why: 'a form',
      body: 'username=raw',
      type: 'application/x-www-form-urlencoded',
      status: 415,
      code: 'unsupported-media-type',
    },
    {
      why: 'more than 1 MiB',
      body: good.replace('Иван', 'И'.repeat(600_000)),
      type: 'application/json',
      status: 413,
      code: 'body-too-large',
    },
  ];
  for (const { why, body, type, status, code } of WRONG_BODIES) {
    it(`answers ${status} ${code} to a body that is ${why}`, async () => {
      const client = createTestClient(auth.app);
      const token = await client.csrfToken();
      const response = await auth.app.inject({
        method: 'POST',
        url: REGISTER,
        headers: {
          'content-type': type,
          'x-csrf-token': token,
          cookie: `csrf=${client.cookies.get('csrf')}`,
        },
        payload: body,
      });
      assert.equal(response.statusCode, status, response.body);
      assert.match(String(response.headers['content-type']), /^application\/problem\+json/);
      assert.equal(response.json().code, code);
    });
  }
});

describe('the first admin', () => {
  it('is the first to register in development, and only one when many register at once', async () => {
    const auth = await openTestApp();
    try {
      const names = Array.from({ length: 10 }).map((_, index) => `first${index}`);
      await Promise.all(
        names.map(async (name) => register(createTestClient(auth.app), personNamed(name))),
      );
      const roles = await Promise.all(names.map(async (name) => rolesAfterLogin(auth.app, name)));
      assert.equal(roles.flat().filter((role) => role === 'admin').length, 1);
      assert.equal(roles.flat().filter((role) => role === 'user').length, 9);
    } finally {
      await auth.close();
    }
  });

  it('does not exist in production without a configured name', async () => {
    const auth = await openTestApp({ config: { appEnv: 'production' } });
    try {
      await register(createTestClient(auth.app), personNamed('early'));
      assert.deepEqual(await rolesAfterLogin(auth.app, 'early'), ['user']);
    } finally {
      await auth.close();
    }
  });

  it('needs a good password in production like everybody else', async () => {
    const auth = await openTestApp({ config: { appEnv: 'production', bootstrapAdmin: 'chief' } });
    try {
      const person = { ...personNamed('chief'), password: 'Password12345' };
      const answer = await register(createTestClient(auth.app), person);
      assertProblem(answer, 400, 'validation-failed');
      assert.doesNotMatch(answer.text, /Password12345/);
    } finally {
      await auth.close();
    }
  });
});

describe('the database', () => {
  it('forbids the service to delete rows, and bounds every value', async () => {
    const auth = await openTestApp();
    try {
      await register(createTestClient(auth.app), personNamed('kept'));
      await assert.rejects(auth.db.deleteFrom('users').execute(), { code: '42501' });
      await assert.rejects(sql`delete from audit_log`.execute(auth.db), { code: '42501' });
      await assert.rejects(
        auth.db
          .updateTable('users')
          .set({ firstName: 'x'.repeat(101) })
          .execute(),
        { constraint: 'users_first_name_length' },
      );
    } finally {
      await auth.close();
    }
  });
});

function assertProblem(answer: Answer, status: number, code: string): void {
  assert.equal(answer.status, status, answer.text);
  assert.match(String(answer.headers['content-type']), /^application\/problem\+json/);
  assert.equal(answer.json['code'], code);
}
