import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { createMetrics } from '@kvartplata/platform/http/metrics.ts';
import { Refusal } from '@kvartplata/platform/http/refusal.ts';
import { deriveKeys } from '@kvartplata/platform/identity/keys.ts';
import type { KeyValueStore } from '@kvartplata/platform/key-value/key-value-store.ts';
import { createMemoryStore } from '@kvartplata/platform/key-value/memory-store.ts';
import { openKeyValueStore } from '@kvartplata/platform/key-value/open-store.ts';
import { missing } from '@kvartplata/platform/testing/programs.ts';
import { startRedisServer, type RedisServer } from '@kvartplata/platform/testing/redis-server.ts';
import { until } from '@kvartplata/platform/testing/until.ts';
import { createLimits, type PasswordTry } from './limits.service.ts';

/** The start of a window of every length. */
const START_MS = Date.parse('2026-07-01T09:00:00Z');

/** Limits by a clock that the test moves; each call has its own keys, and so its own counts. */
function openLimits(store: KeyValueStore, clock = { ms: START_MS }, scale = 1) {
  const metrics = createMetrics('auth');
  const keys = deriveKeys(Buffer.from(randomUUID())).limits;
  const limits = createLimits({ store, keys, scale, now: () => new Date(clock.ms), metrics });
  let looks = 0;
  const attempt = async (who: Partial<PasswordTry>, isRight: boolean): Promise<string> => {
    try {
      const found = await limits.tryPassword(
        { username: 'ivan', address: '203.0.113.5', ...who },
        async () => {
          looks += 1;
          return isRight ? 'ivan' : undefined;
        },
      );
      return found === undefined ? 'wrong' : 'right';
    } catch (error) {
      return waitOf(error);
    }
  };
  return {
    limits,
    metrics,
    looks: () => looks,
    advanceSeconds: (seconds: number) => (clock.ms += seconds * 1000),
    wrong: async (who: Partial<PasswordTry> = {}) => attempt(who, false),
    right: async (who: Partial<PasswordTry> = {}) => attempt(who, true),
  };
}

/** A store that knows which keys were used, and which of them are still there. */
function recordKeys(inner: KeyValueStore) {
  const keys = new Set<string>();
  const store = new Proxy(inner, {
    get:
      (target, name: keyof KeyValueStore) =>
      (key: string, ...rest: readonly unknown[]) => {
        keys.add(key);
        return (target[name] as (...args: readonly unknown[]) => unknown)(key, ...rest);
      },
  });
  const left = async (): Promise<readonly string[]> => {
    const found: string[] = [];
    for (const key of keys) if ((await inner.get(key)) !== undefined) found.push(key);
    return found;
  };
  return { store, keys, left };
}

function waitOf(error: unknown): string {
  if (error instanceof Refusal && error.code === 'too-many-attempts')
    return `wait ${error.retryAfterSeconds}`;
  throw error;
}

async function repeat<T>(times: number, work: (index: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let index = 0; index < times; index += 1) results.push(await work(index));
  return results;
}

const times = (count: number, what: string): string[] => Array<string>(count).fill(what);

describe('the limit of an account from an address, in memory', () => {
  const store = createMemoryStore();
  after(async () => store.close());
  passwordLimit(() => store);
});

describe(
  'the limit of an account from an address, in Redis',
  { skip: missing('redis-server') },
  () => {
    let server: RedisServer;
    let store: KeyValueStore;
    before(async () => {
      server = await startRedisServer();
      store = await openKeyValueStore(server.url, () => undefined);
      await until('the store answers', async () => store.ping().then(() => true));
    });
    after(async () => {
      await store.close();
      await server.kill();
    });
    passwordLimit(() => store);
  },
);

/** The rules of the password limit, for either kind of store. */
function passwordLimit(open: () => KeyValueStore): void {
  it('lets five wrong tries pass, then asks for 60, 120, 240, 480, 900, 900 seconds', async () => {
    const { wrong, advanceSeconds } = openLimits(open());
    assert.deepEqual(await repeat(5, async () => wrong()), times(5, 'wrong'));
    for (const seconds of [60, 120, 240, 480, 900, 900]) {
      assert.equal(await wrong(), `wait ${seconds}`);
      advanceSeconds(seconds - 1);
      assert.equal(await wrong(), 'wait 1');
      advanceSeconds(1);
      assert.equal(await wrong(), 'wrong');
    }
  });

  it('is cleared by a success', async () => {
    const { wrong, right } = openLimits(open());
    await repeat(4, async () => wrong());
    assert.equal(await right(), 'right');
    assert.deepEqual(await repeat(5, async () => wrong()), times(5, 'wrong'));
    assert.equal(await right(), 'wait 60');
  });

  it('lets at most five of fifty concurrent tries check a password', async () => {
    const { wrong, looks } = openLimits(open());
    const answers = await Promise.all(Array.from({ length: 50 }, async () => wrong()));
    assert.equal(looks(), 5);
    assert.equal(answers.filter((answer) => answer === 'wait 60').length, 45);
  });

  it('refuses none of fifty concurrent correct tries', async () => {
    const { right } = openLimits(open(), undefined, 10);
    const answers = await Promise.all(Array.from({ length: 50 }, async () => right()));
    assert.deepEqual(answers, times(50, 'right'));
  });

  it('keeps nothing of an address without failures', async () => {
    const { store, left } = recordKeys(open());
    const { limits, right } = openLimits(store);
    await repeat(3, async (index) => right({ username: `right${index}` }));
    const who = { username: 'ivan', address: '203.0.113.5' };
    const busy = async (): Promise<never> => Promise.reject(new Refusal('overloaded'));
    await assert.rejects(limits.tryPassword(who, busy), { code: 'overloaded' });
    assert.deepEqual(await left(), []);
  });

  it('keeps nothing of the names that a refused address makes up', async () => {
    const { store, left } = recordKeys(open());
    const { wrong, limits } = openLimits(store);
    const madeUp = (index: number) => ({ username: `made-up${index}` });
    await repeat(30, async (index) => wrong(madeUp(index)));
    const kept = await left();
    assert.equal(kept.length, 31, 'each name that was tried, and the address');
    const later = await repeat(50, async (index) => wrong(madeUp(30 + index)));
    assert.deepEqual(later, times(50, 'wait 300'));
    assert.deepEqual(await left(), kept);
    const inviting = { organizationId: 1, invitedBy: 7 };
    await repeat(50, async () => limits.countInvitationLetter(inviting));
    const others = async (index: number): Promise<string> =>
      limits.countInvitationLetter({ ...inviting, organizationId: 2 + index }).then(
        () => 'counted',
        (error: unknown) => (waitOf(error), 'refused'),
      );
    assert.deepEqual(await repeat(20, others), times(20, 'refused'));
    assert.equal((await left()).length, 33, 'one user, one organization');
  });

  it('counts the tries of several processes together', async () => {
    const keys = deriveKeys(Buffer.from(randomUUID())).limits;
    const now = (): Date => new Date(START_MS);
    const processes = Array.from({ length: 4 }, () =>
      createLimits({ store: open(), keys, scale: 1, now, metrics: createMetrics('auth') }),
    );
    let looks = 0;
    const who = { username: 'ivan', address: '203.0.113.5' };
    const tries = Array.from({ length: 40 }, async (_, index) =>
      processes[index % 4]?.tryPassword(who, async () => void (looks += 1)),
    );
    await Promise.allSettled(tries);
    assert.equal(looks, 5);
  });
}

describe('the limit of an account from an address', () => {
  it('is one for all spellings of the name', async () => {
    const { wrong } = openLimits(createMemoryStore());
    for (const username of ['ivan', 'IVAN', 'Ivan', 'ｉｖａｎ', 'iVaN']) await wrong({ username });
    assert.equal(await wrong({ username: 'ivaN' }), 'wait 60');
  });

  it('locks out nobody at another address, and no other account', async () => {
    const { wrong, right } = openLimits(createMemoryStore());
    await repeat(5, async () => wrong());
    assert.equal(await right(), 'wait 60');
    assert.equal(await right({ address: '203.0.113.6' }), 'right');
    assert.equal(await right({ username: 'anna' }), 'right');
  });

  it('treats all addresses of one IPv6 network as one', async () => {
    const { wrong, right } = openLimits(createMemoryStore());
    await repeat(5, async (index) => wrong({ address: `2001:db8:1:2::${index + 1}` }));
    assert.equal(await right({ address: '2001:db8:1:2:ffff::1' }), 'wait 60');
    assert.equal(await right({ address: '2001:db8:1:3::1' }), 'right');
  });

  it('forgets failures an hour after the last one', async () => {
    const clock = { ms: START_MS };
    const { wrong, right, advanceSeconds } = openLimits(
      createMemoryStore(() => clock.ms),
      clock,
    );
    await repeat(4, async () => wrong());
    advanceSeconds(3_600);
    assert.deepEqual(await repeat(5, async () => wrong()), times(5, 'wrong'));
    assert.equal(await right(), 'wait 60');
  });

  it('does not count tries that failed for reasons of ours', async () => {
    const { limits, wrong } = openLimits(createMemoryStore());
    const who = { username: 'ivan', address: '203.0.113.5' };
    await repeat(40, async () =>
      assert.rejects(
        limits.tryPassword(who, async () => Promise.reject(new Refusal('overloaded'))),
        { code: 'overloaded' },
      ),
    );
    assert.deepEqual(await repeat(5, async () => wrong()), times(5, 'wrong'));
  });

  it('is neither shortened nor extended by tries in the meantime', async () => {
    const { wrong, advanceSeconds } = openLimits(createMemoryStore());
    await repeat(5, async () => wrong());
    advanceSeconds(30);
    assert.deepEqual(await repeat(20, async () => wrong()), times(20, 'wait 30'));
    advanceSeconds(30);
    assert.equal(await wrong(), 'wrong');
  });

  it('leaves neither names nor addresses in the store', async () => {
    const { store, keys } = recordKeys(createMemoryStore());
    const { limits, wrong } = openLimits(store);
    await wrong();
    await limits.countRegistration('203.0.113.5');
    assert.equal(keys.size, 3);
    for (const key of keys) assert.match(key, /^limits:[a-z]+:[A-Za-z0-9_-]{43}(?::\d+)?$/);
  });
});

describe('the limit of logins of an address', () => {
  const someone = (index: number) => ({ username: `user${index}` });

  it('lets thirty wrong tries pass in five minutes, across any number of accounts', async () => {
    const { wrong, right, advanceSeconds } = openLimits(createMemoryStore());
    advanceSeconds(100);
    assert.deepEqual(await repeat(30, async (index) => wrong(someone(index))), times(30, 'wrong'));
    assert.equal(await right(someone(30)), 'wait 200');
    assert.equal(await right({ ...someone(30), address: '203.0.113.6' }), 'right');
    advanceSeconds(199);
    assert.equal(await right(someone(30)), 'wait 1');
    advanceSeconds(1);
    assert.equal(await right(someone(30)), 'right');
  });

  it('lets no more pass when they come all at once', async () => {
    const { wrong, looks } = openLimits(createMemoryStore());
    await Promise.all(Array.from({ length: 100 }, async (_, index) => wrong(someone(index))));
    assert.equal(looks(), 30);
  });

  it('counts neither successes nor refused tries', async () => {
    const { wrong, right } = openLimits(createMemoryStore());
    await repeat(50, async (index) => right(someone(index)));
    await repeat(29, async (index) => wrong(someone(index)));
    await repeat(5, async () => wrong({ username: 'ivan' }));
    assert.equal(await wrong({ username: 'ivan' }), 'wait 300');
  });

  it('is widened by the scale, and never reduced to nothing', async () => {
    const wide = openLimits(createMemoryStore(), undefined, 2);
    await repeat(60, async (index) => wide.wrong(someone(index)));
    assert.equal(await wide.wrong(someone(60)), 'wait 300');
    const narrow = openLimits(createMemoryStore(), undefined, 0.001);
    assert.equal(await narrow.wrong(), 'wrong');
    assert.equal(await narrow.wrong(), 'wait 300');
  });

  it('is the only one widened by the scale', async () => {
    const { wrong } = openLimits(createMemoryStore(), undefined, 100);
    await repeat(5, async () => wrong());
    assert.equal(await wrong(), 'wait 60');
  });

  it('is not widened by a success that began in the previous window', async () => {
    const { limits, wrong, advanceSeconds } = openLimits(createMemoryStore());
    const { promise, resolve } = Promise.withResolvers<string>();
    const who = { username: 'slow', address: '203.0.113.5' };
    const slow = limits.tryPassword(who, async () => promise);
    await new Promise(setImmediate);
    advanceSeconds(300);
    await wrong(someone(0));
    resolve('slow');
    await slow;
    await repeat(29, async (index) => wrong(someone(index + 1)));
    assert.equal(await wrong(someone(30)), 'wait 300');
  });
});

describe('the limit of registrations of an address', () => {
  const register = async (
    { limits }: ReturnType<typeof openLimits>,
    address = '203.0.113.5',
  ): Promise<string> => limits.countRegistration(address).then(() => 'counted', waitOf);

  it('lets ten an hour pass', async () => {
    const stand = openLimits(createMemoryStore());
    stand.advanceSeconds(600);
    assert.deepEqual(await repeat(10, async () => register(stand)), times(10, 'counted'));
    assert.equal(await register(stand), 'wait 3000');
    assert.equal(await register(stand, '203.0.113.6'), 'counted');
    stand.advanceSeconds(3_000);
    assert.equal(await register(stand), 'counted');
  });

  it('is widened by the scale', async () => {
    const stand = openLimits(createMemoryStore(), undefined, 1.5);
    assert.deepEqual(await repeat(15, async () => register(stand)), times(15, 'counted'));
    assert.equal(await register(stand), 'wait 3600');
  });
});

it('every outcome is told before its first try, since the alert on guessed passwords compares them', async () => {
  const { metrics } = openLimits(createMemoryStore());
  const text = await metrics.registry.metrics();
  for (const result of ['right', 'wrong', 'limited', 'failed'])
    assert.match(text, new RegExp(`^auth_logins_total\\{result="${result}",[^}]*\\} 0$`, 'm'));
});

it('the outcome of each try is counted for the operator, and so is each limit that refused', async () => {
  const { metrics, wrong, right } = openLimits(createMemoryStore());
  await right();
  await repeat(7, async () => wrong());
  const text = await metrics.registry.metrics();
  assert.match(text, /^auth_logins_total\{result="right",[^}]*\} 1$/m);
  assert.match(text, /^auth_logins_total\{result="wrong",[^}]*\} 5$/m);
  assert.match(text, /^auth_logins_total\{result="limited",[^}]*\} 2$/m);
  assert.match(text, /^auth_limit_hits_total\{limit="account",[^}]*\} 2$/m);
});
