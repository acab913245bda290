import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { listUserSummaries } from '@kvartplata/contracts/auth/internal.ts';
import { getCurrentUser, listUsers } from '@kvartplata/contracts/auth/users.ts';
import { signServiceToken } from '@kvartplata/platform/identity/service-token.ts';
import { openTestApp, type TestApp } from '../testing/auth-app.ts';
import {
  createTestClient,
  fromPage,
  listAllPages,
  personNamed,
  register,
  signIn,
  type Answer,
  type TestClient,
} from '../testing/test-client.ts';

type Item = { readonly id: number; readonly username: string; readonly platformRole: string };

const USERS = listUsers.path;

let auth: TestApp;
let admin: TestClient;
before(async () => {
  auth = await openTestApp();
  admin = await signIn(auth.app, 'admin');
  const people = [
    { username: 'anna', firstName: 'Анна', lastName: 'Ёлкина', email: 'anna@дом.рф' },
    { username: 'Борис', firstName: 'Boris', lastName: 'O’Neil', email: 'b_100%@example.org' },
    { username: 'vera', firstName: 'Вера', lastName: 'Петрова', email: 'vera@example.org' },
  ];
  for (const person of people)
    await register(createTestClient(auth.app), { ...personNamed(person.username), ...person });
});
after(async () => auth.close());

function assertProblem(answer: Answer, status: number, code: string): void {
  assert.equal(answer.status, status, answer.text);
  assert.equal(answer.json['code'], code);
}

async function found(query: string): Promise<readonly string[]> {
  const answer = await admin.get(`${USERS}${query}`);
  assert.equal(answer.status, 200, answer.text);
  return (answer.json['items'] as readonly Item[]).map(({ username }) => username);
}

async function idOf(username: string): Promise<number> {
  const { id } = await auth.db
    .selectFrom('users')
    .select('id')
    .where('username', '=', username)
    .executeTakeFirstOrThrow();
  return id;
}

describe('the users for admins', () => {
  it('are listed in order of registration, with their role and without secrets', async () => {
    const answer = await admin.get(USERS);
    const [first, second] = answer.json['items'] as readonly Item[];
    assert.equal(first?.platformRole, 'admin');
    assert.deepEqual(second, {
      id: await idOf('anna'),
      firstName: 'Анна',
      lastName: 'Ёлкина',
      username: 'anna',
      email: 'anna@дом.рф',
      twoFactorEnabled: false,
      createdAt: auth.now().toISOString(),
      platformRole: 'user',
    });
    assert.equal(answer.json['nextCursor'], null);
    assert.equal(answer.headers['cache-control'], 'no-store');
  });

  const SEARCHES: readonly (readonly [string, readonly string[], string])[] = [
    ['ANN', ['anna'], 'a part of a username, in whatever case'],
    ['бОРИ', ['Борис'], 'a Russian username'],
    ['ёлк', ['anna'], 'a Russian last name'],
    ['анна ёлкина', ['anna'], 'first and last name'],
    ['ёлкина анна', ['anna'], 'last and first name'],
    ['@ДОМ', ['anna'], 'an international e-mail'],
    ['%', ['Борис'], 'a sign that means something in SQL'],
    ['_100', ['Борис'], 'another one'],
    ["' or 1=1", [], 'SQL'],
    ['никто', [], 'nobody'],
  ];
  for (const [search, usernames, why] of SEARCHES) {
    it(`are found by "${search}": ${why}`, async () => {
      assert.deepEqual(await found(`?search=${encodeURIComponent(search)}`), usernames);
    });
  }

  it('come in pages that neither repeat nor omit anybody', async () => {
    const pages = await listAllPages<Item>(admin, `${USERS}?limit=3`);
    const seen = pages.map(({ username }) => username);
    assert.deepEqual(seen, await found(''));
  });

  for (const query of [
    'search=',
    'search=%00',
    `search=${'x'.repeat(101)}`,
    'limit=0',
    'cursor=x',
    'role=admin',
  ])
    it(`are not listed for ?${query.slice(0, 20)}`, async () => {
      assertProblem(await admin.get(`${USERS}?${query}`), 400, 'validation-failed');
    });
});

describe('the role on the platform', () => {
  const put = async (client: TestClient, username: string, platformRole: unknown) =>
    client.put(`${USERS}/${await idOf(username)}/platform-role`, { platformRole });

  it('is granted and revoked, with effect at once', async () => {
    const helper = await signIn(auth.app, 'helper');
    assert.equal((await helper.get(USERS)).status, 403);
    const given = await put(admin, 'helper', 'admin');
    assert.equal(given.status, 200);
    assert.deepEqual([given.json['username'], given.json['platformRole']], ['helper', 'admin']);
    assert.equal((await helper.get(USERS)).status, 200);
    assert.deepEqual((await helper.get(getCurrentUser.path)).json['roles'], ['admin']);
    assert.equal((await put(admin, 'helper', 'admin')).status, 200, 'it is one already');
    assert.equal((await put(admin, 'helper', 'user')).json['platformRole'], 'user');
    assert.equal((await helper.get(USERS)).status, 403);
  });

  it('of the last admin cannot be revoked', async () => {
    assertProblem(await put(admin, 'admin', 'user'), 409, 'last-admin');
    assert.equal((await admin.get(USERS)).status, 200);
  });

  it('leaves one admin when two demote each other at once, every time', async () => {
    const other = await signIn(auth.app, 'rival');
    for (let round = 0; round < 10; round += 1) {
      await auth.db
        .updateTable('users')
        .set({ platformRole: 'admin' })
        .where('username', 'in', ['admin', 'rival'])
        .execute();
      const answers = await Promise.all([put(admin, 'rival', 'user'), put(other, 'admin', 'user')]);
      const statuses = answers.map(({ status }) => status);
      assert.equal(statuses.filter((status) => status === 200).length, 1, String(statuses));
      const admins = await auth.db
        .selectFrom('users')
        .select('id')
        .where('platformRole', '=', 'admin')
        .execute();
      assert.equal(admins.length, 1);
    }
    await auth.db
      .updateTable('users')
      .set({ platformRole: 'admin' })
      .where('username', '=', 'admin')
      .execute();
    await auth.db
      .updateTable('users')
      .set({ platformRole: 'user' })
      .where('username', '=', 'rival')
      .execute();
  });

  it('of an unknown user is a 404', async () => {
    for (const id of ['999999', '999999999999999']) {
      const answer = await admin.put(`${USERS}/${id}/platform-role`, { platformRole: 'admin' });
      assertProblem(answer, 404, 'not-found');
    }
  });

  for (const id of ['0', '-1', '0x1', '1e3', 'me', '99999999999999999999'])
    it(`is refused for the id ${id}`, async () => {
      const answer = await admin.put(`${USERS}/${id}/platform-role`, { platformRole: 'admin' });
      assertProblem(answer, 400, 'validation-failed');
    });

  const BODIES: readonly (readonly [Record<string, unknown> | undefined, string])[] = [
    [{ platformRole: 'owner' }, 'no role of the platform'],
    [{ platformRole: null }, 'null'],
    [{ platformRole: ['admin'] }, 'a list'],
    [{}, 'nothing said'],
    [undefined, 'no body'],
    [{ platformRole: 'user', id: 1 }, 'an unknown field'],
  ];
  for (const [body, why] of BODIES)
    it(`is not set by ${JSON.stringify(body)}: ${why}`, async () => {
      const answer = await admin.put(`${USERS}/${await idOf('vera')}/platform-role`, body);
      assertProblem(answer, 400, 'validation-failed');
    });

  it('is changed by admins only, and from their pages with a CSRF token', async () => {
    const nobody = createTestClient(auth.app);
    const user = await signIn(auth.app, 'plain');
    assertProblem(await put(nobody, 'vera', 'admin'), 401, 'not-signed-in');
    assertProblem(await put(user, 'plain', 'admin'), 403, 'forbidden');
    assertProblem(await nobody.get(USERS), 401, 'not-signed-in');
    const url = `${USERS}/${await idOf('vera')}/platform-role`;
    const answer = await admin.put(url, { platformRole: 'admin' }, fromPage());
    assertProblem(answer, 403, 'csrf-token-invalid');
  });
});

describe('what core and billing ask about users', () => {
  const ask = async (query: string, headers?: Record<string, string>): Promise<Answer> => {
    const token = await signServiceToken(auth.keys.service, 'core', 'auth', auth.now());
    const asService = { authorization: `Bearer ${token}` };
    return createTestClient(auth.app).get(
      `${listUserSummaries.path}${query}`,
      headers ?? asService,
    );
  };

  it('is answered by ids, with the known users and only their names', async () => {
    const [anna, vera] = [await idOf('anna'), await idOf('vera')];
    assert.deepEqual((await ask(`?ids=${anna}`)).json, {
      users: [{ id: anna, username: 'anna', firstName: 'Анна', lastName: 'Ёлкина' }],
    });
    const { json } = await ask(`?ids=${vera},999999,${anna},${anna}`);
    const usernames = (json['users'] as readonly Item[]).map(({ username }) => username);
    assert.deepEqual(usernames, ['anna', 'vera']);
    const many = Array.from({ length: 200 }, (_, index) => 900_000 + index).join(',');
    assert.deepEqual((await ask(`?ids=${many}`)).json, { users: [] });
  });

  it('is answered with the names by which a user may be invited', async () => {
    const { json } = await ask(`/${await idOf('Борис')}/names`);
    assert.deepEqual(json, { username: 'Борис', email: 'b_100%@example.org' });
    assertProblem(await ask('/999999/names'), 404, 'not-found');
  });

  const tooMany = Array.from({ length: 201 }, (_, index) => index + 1).join(',');
  for (const query of [
    '',
    '?username=anna',
    '?username=anna&ids=1',
    '?ids=',
    '?ids=1,',
    '?ids=0',
    '?ids=1;2',
    '?ids=0x1',
    '?ids=9999999999999999',
    `?ids=${tooMany}`,
    '?email=anna',
    '?ids=1&ids=2',
  ]) {
    it(`is a 400 for "${query.slice(0, 30)}"`, async () => {
      assertProblem(await ask(query), 400, 'validation-failed');
    });
  }

  it('is for services only', async () => {
    const token = admin.cookies.get('access_token');
    for (const headers of [{}, { authorization: `Bearer ${token}` }])
      for (const query of ['?ids=1', '/1/names'])
        assertProblem(await ask(query, headers), 401, 'service-token-required');
  });
});
