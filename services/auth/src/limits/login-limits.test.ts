import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { startSession } from '@kvartplata/contracts/auth/sign-in.ts';
import type { KeyValueStore } from '@kvartplata/platform/key-value/key-value-store.ts';
import { openKeyValueStore } from '@kvartplata/platform/key-value/open-store.ts';
import { missing } from '@kvartplata/platform/testing/programs.ts';
import { startRedisServer } from '@kvartplata/platform/testing/redis-server.ts';
import { until } from '@kvartplata/platform/testing/until.ts';
import { createPasswords } from '../passwords/passwords.service.ts';
import { openTestApp, type TestApp } from '../testing/auth-app.ts';
import {
  createTestClient,
  PASSWORD,
  personNamed,
  register,
  seenByStranger,
  type Answer,
} from '../testing/test-client.ts';

const WRONG = 'неверный конь 42';

async function logIn(
  auth: TestApp,
  username: string,
  password: string,
  address?: string,
): Promise<Answer> {
  return createTestClient(auth.app, address).post(startSession.path, { username, password });
}

async function failFiveTimes(auth: TestApp, username: string): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  while (answers.length < 5) answers.push(await logIn(auth, username, WRONG));
  return answers;
}

function assertTooMany(answer: Answer, retryAfter: string): void {
  assert.equal(answer.status, 429, answer.text);
  assert.equal(answer.json['code'], 'too-many-attempts');
  assert.equal(answer.headers['retry-after'], retryAfter);
}

describe('too many wrong passwords', () => {
  let auth: TestApp;
  const checked: (string | undefined)[] = [];
  before(async () => {
    const passwords = await createPasswords();
    auth = await openTestApp({
      passwords: {
        ...passwords,
        verify: async (passwordHash, password) => {
          checked.push(passwordHash);
          return passwords.verify(passwordHash, password);
        },
      },
    });
    for (const name of ['ivan', 'crowd', 'known'])
      await register(createTestClient(auth.app), personNamed(name));
  });
  after(async () => auth.close());

  it('block even the right one until the time is over', async () => {
    await failFiveTimes(auth, 'ivan');
    checked.length = 0;
    assertTooMany(await logIn(auth, 'IVAN', PASSWORD), '60');
    auth.advanceSeconds(59);
    assertTooMany(await logIn(auth, 'ivan', PASSWORD), '1');
    assert.deepEqual(checked, []);
    assert.equal((await logIn(auth, 'ivan', PASSWORD, '203.0.113.7')).status, 200);
    auth.advanceSeconds(1);
    assert.equal((await logIn(auth, 'ivan', PASSWORD)).status, 200);
    assert.equal((await logIn(auth, 'ivan', WRONG)).status, 401);
  });

  it('are checked five times when fifty come at once', async () => {
    checked.length = 0;
    const answers = await Promise.all(
      Array.from({ length: 50 }, async () => logIn(auth, 'crowd', WRONG)),
    );
    assert.equal(checked.length, 5);
    assert.equal(answers.filter((answer) => answer.status === 401).length, 5);
    for (const answer of answers.filter(({ status }) => status !== 401))
      assertTooMany(answer, '60');
  });

  it('are answered alike for a known and an unknown name, after the same work', async () => {
    const seen: string[] = [];
    for (const username of ['known', 'nobody']) {
      checked.length = 0;
      const answers = [
        ...(await failFiveTimes(auth, username)),
        await logIn(auth, username, WRONG),
      ];
      seen.push(JSON.stringify([checked.length, answers.map(seenByStranger)]));
    }
    assert.equal(seen[0], seen[1]);
  });

  it('from one client of a proxy do not affect others, and nobody else may name a client', async () => {
    const behind = await openTestApp({ config: { trustedProxies: ['10.0.0.1'] } });
    const from = async (address: string, forwardedFor: string): Promise<Answer> =>
      createTestClient(behind.app, address).post(
        startSession.path,
        { username: 'ivan', password: WRONG },
        { 'x-forwarded-for': forwardedFor },
      );
    try {
      for (let index = 0; index < 5; index += 1) await from('10.0.0.1', '203.0.113.1');
      assertTooMany(await from('10.0.0.1', '203.0.113.1'), '60');
      assert.equal((await from('10.0.0.1', '203.0.113.2')).status, 401);
      for (let index = 0; index < 5; index += 1)
        assert.equal((await from('198.51.100.1', `203.0.113.${index + 10}`)).status, 401);
      assertTooMany(await from('198.51.100.1', '203.0.113.99'), '60');
    } finally {
      await behind.close();
    }
  });
});

describe('the limits of an address', () => {
  it('apply across accounts, and RATE_LIMIT_SCALE widens them', async () => {
    const auth = await openTestApp({ config: { rateLimitScale: 0.1 } });
    try {
      for (const name of ['a', 'b', 'c'])
        assert.equal((await logIn(auth, name, WRONG)).status, 401);
      assertTooMany(await logIn(auth, 'd', WRONG), '300');
      assert.equal((await logIn(auth, 'd', WRONG, '203.0.113.7')).status, 401);
    } finally {
      await auth.close();
    }
  });

  it('count registrations, taken names too, but not malformed ones', async () => {
    const auth = await openTestApp({ config: { rateLimitScale: 0.2 } });
    try {
      const client = createTestClient(auth.app);
      for (const password of ['short', '1234567'])
        assert.equal((await register(client, { ...personNamed('ivan'), password })).status, 400);
      assert.equal((await register(client, personNamed('ivan'))).status, 201);
      assert.equal((await register(client, personNamed('ivan'))).status, 409);
      assertTooMany(await register(client, personNamed('anna')), '3600');
      auth.advanceSeconds(3_600);
      assert.equal((await register(client, personNamed('anna'))).status, 201);
    } finally {
      await auth.close();
    }
  });
});

describe('without the key-value store', () => {
  /** Signing in works, and the fifth failure still blocks. */
  async function assertLimited(auth: TestApp, username: string): Promise<void> {
    await register(createTestClient(auth.app), personNamed(username));
    assert.equal((await logIn(auth, username, PASSWORD)).status, 200);
    for (const answer of await failFiveTimes(auth, username)) assert.equal(answer.status, 401);
    assertTooMany(await logIn(auth, username, PASSWORD), '60');
  }

  async function withStore(
    url: string,
    work: (auth: TestApp, store: KeyValueStore) => Promise<void>,
  ): Promise<void> {
    const store = await openKeyValueStore(url, () => undefined);
    const auth = await openTestApp({ keyValue: store });
    try {
      await work(auth, store);
    } finally {
      await auth.close();
      await store.close();
    }
  }

  it(
    'sign-in works and limits count, when Redis freezes and when it dies',
    { skip: missing('redis-server') },
    async () => {
      const redis = await startRedisServer();
      try {
        await withStore(redis.url, async (auth, store) => {
          await until('Redis answers', async () => store.ping().then(() => true));
          await assertLimited(auth, 'before');
          redis.freeze();
          await assertLimited(auth, 'frozen');
          redis.thaw();
          await redis.kill();
          await assertLimited(auth, 'dead');
          assert.match(
            await auth.metrics.registry.metrics(),
            /^key_value_fallbacks_total\{[^}]*\} [1-9]/m,
          );
        });
      } finally {
        await redis.kill();
      }
    },
  );

  it('both hold when Redis takes connections and never answers', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    const sockets = new Set<Socket>();
    silent.on('connection', (socket) => sockets.add(socket));
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    await withStore(`redis://127.0.0.1:${port}`, async (auth) => assertLimited(auth, 'silent'));
    for (const socket of sockets) socket.destroy();
    silent.close();
  });
});
