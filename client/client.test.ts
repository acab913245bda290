import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { endSession, listThings, makeThing, readFile, replaceThing } from './testing/operations.ts';
import { askedServices, json, refused, type SeenRequest } from './testing/asked-services.ts';
import { createClient, type ClientOptions } from './client.ts';
import { RequestFailure } from './request-failure.ts';

const urls = { auth: 'http://auth.example', core: 'http://core.example' };
const THING = { id: 7, name: 'a thing' };

/** A client and the requests its services receive; a CSRF token is available if a call needs one. */
function open(
  answer: (request: SeenRequest, count: number) => Response,
  options: Partial<ClientOptions> = {},
) {
  const { transport, seen } = askedServices((request, count) =>
    request.what === 'GET /api/auth/csrf-token'
      ? json(200, { csrfToken: `token ${count}` })
      : answer(request, count),
  );
  return { ...createClient({ urls, transport, patienceMs: 2_000, ...options }), seen };
}

const whatOf = (seen: readonly SeenRequest[]): readonly string[] => seen.map(({ what }) => what);

describe('a call', () => {
  test('finds the address of its operation, and returns the body of the answer', async () => {
    const { call, seen } = open(() => json(200, { items: [THING], nextCursor: null }));
    const { items } = await call(listThings, {
      params: { shelfId: 3 },
      query: { month: Temporal.PlainYearMonth.from('2026-10'), search: 'a & b', limit: undefined },
    });
    assert.deepEqual(items, [THING]);
    assert.deepEqual(whatOf(seen), ['GET /api/shelves/3/things?month=2026-10&search=a+%26+b']);
    assert.equal(seen[0]?.headers.get('x-csrf-token'), null);
  });

  test('sends a change with a CSRF token, which it requests once', async () => {
    const { call, seen } = open(() => json(201, THING));
    for (let count = 0; count < 2; count += 1)
      await call(makeThing, { params: { shelfId: 3 }, body: { name: 'a thing', note: undefined } });
    assert.deepEqual(whatOf(seen), [
      'GET /api/auth/csrf-token',
      'POST /api/shelves/3/things',
      'POST /api/shelves/3/things',
    ]);
    assert.equal(seen[1]?.headers.get('x-csrf-token'), 'token 1');
    assert.equal(seen[1].body, '{"name":"a thing"}');
  });

  test('with an access token needs neither cookies nor CSRF tokens', async () => {
    const { call, seen } = open(() => json(201, THING), { bearer: 'of a program' });
    await call(makeThing, { params: { shelfId: 3 }, body: { name: 'a thing' } });
    assert.deepEqual(whatOf(seen), ['POST /api/shelves/3/things']);
    assert.equal(seen[0]?.headers.get('authorization'), 'Bearer of a program');
  });

  test('sends the version that a change is based on, and returns that of the answer', async () => {
    const { callWhole, seen } = open(() => json(200, THING, { etag: '"5"' }));
    const { status, answer, etag } = await callWhole(replaceThing, {
      params: { id: 7 },
      body: { name: 'a thing' },
      ifMatch: '"4"',
    });
    assert.deepEqual([status, answer, etag], [200, THING, '"5"']);
    assert.equal(seen.at(-1)?.headers.get('if-match'), '"4"');
  });

  test('of an operation without an answer returns nothing', async () => {
    const { call } = open(() => new Response(null, { status: 204 }));
    assert.equal(await call(endSession), undefined);
  });

  test('for a file returns the answer with its body unread', async () => {
    const { callFile } = open(() => new Response('%PDF', { status: 200 }));
    assert.equal(await (await callFile(readFile, { params: { id: 1 } })).text(), '%PDF');
  });

  test('that is refused fails with the problem document', async () => {
    const { call } = open(() => refused(409, 'conflict'));
    await assert.rejects(
      call(replaceThing, { params: { id: 7 }, body: { name: 'x' } }),
      (error) => {
        assert.ok(error instanceof RequestFailure);
        assert.deepEqual(
          [error.status, error.code, error.problem?.title],
          [409, 'conflict', 'conflict'],
        );
        return true;
      },
    );
  });
});

describe('the key of a write', () => {
  test('differs for each write, and stays the same for each retry', async () => {
    const { call, seen } = open((_request, count) =>
      count === 2
        ? refused(503, 'dependency-unavailable', { 'retry-after': '0' })
        : json(201, THING),
    );
    for (let count = 0; count < 2; count += 1)
      await call(makeThing, { params: { shelfId: 3 }, body: { name: 'a thing' } });
    const [first, again, second] = seen
      .slice(1)
      .map(({ headers }) => headers.get('idempotency-key'));
    assert.match(first ?? '', /^[0-9a-f]{32}$/);
    assert.equal(again, first);
    assert.notEqual(second, first);
  });

  test('is the caller’s, if one is given', async () => {
    const { call, seen } = open(() => json(201, THING));
    const body = { name: 'a thing' };
    await call(makeThing, { params: { shelfId: 3 }, body, idempotencyKey: 'pp-17' });
    assert.equal(seen.at(-1)?.headers.get('idempotency-key'), 'pp-17');
  });
});

const AGAIN = { 'retry-after': '0' };
const unreachable = (): never => {
  throw new TypeError('fetch failed');
};
const lost = (): Response =>
  new Response(
    new ReadableStream({
      start: (stream) => {
        stream.enqueue(new TextEncoder().encode('{"items":['));
        stream.error(new TypeError('terminated'));
      },
    }),
  );
const TRIES: readonly {
  readonly first: () => Response;
  readonly read: boolean;
  readonly write: boolean;
  readonly keyed: boolean;
  readonly why: string;
}[] = [
  {
    first: unreachable,
    read: true,
    write: false,
    keyed: true,
    why: 'no answer: a write may have happened',
  },
  {
    first: lost,
    read: true,
    write: false,
    keyed: true,
    why: 'half an answer is none',
  },
  {
    first: () => refused(503, 'overloaded', AGAIN),
    read: true,
    write: true,
    keyed: true,
    why: 'nobody has begun it',
  },
  {
    first: () => refused(429, 'too-many-requests', AGAIN),
    read: true,
    write: true,
    keyed: true,
    why: 'nobody has begun it either',
  },
  {
    first: () => refused(503, 'dependency-unavailable', AGAIN),
    read: true,
    write: false,
    keyed: true,
    why: 'a write may have happened in part',
  },
  {
    first: () => refused(409, 'idempotency-key-in-use'),
    read: true,
    write: false,
    keyed: true,
    why: 'its first try is still running',
  },
  {
    first: () => refused(503, 'overloaded'),
    read: false,
    write: false,
    keyed: false,
    why: 'it is not said when',
  },
  {
    first: () => refused(429, 'too-many-attempts', { 'retry-after': '900' }),
    read: false,
    write: false,
    keyed: false,
    why: 'who tried too often waits by themselves',
  },
  {
    first: () => refused(500, 'internal-error', AGAIN),
    read: false,
    write: false,
    keyed: false,
    why: 'it would fail again',
  },
];

for (const { first, read, write, keyed, why } of TRIES) {
  test(`${read ? 'tried again' : 'not tried again'}: ${why}`, async () => {
    const isTriedAgain = async (ask: (client: ReturnType<typeof open>) => Promise<unknown>) => {
      let isFirst = true;
      const client = open(() => {
        if (!isFirst) return json(200, { items: [], nextCursor: null });
        isFirst = false;
        return first();
      });
      return ask(client).then(
        () => true,
        (error: unknown) => {
          assert.ok(error instanceof RequestFailure, String(error));
          return false;
        },
      );
    };
    const params = { shelfId: 3 };
    const body = { name: 'a thing' };
    assert.equal(await isTriedAgain(async ({ call }) => call(listThings, { params })), read);
    assert.equal(
      await isTriedAgain(async ({ call }) => call(replaceThing, { params: { id: 7 }, body })),
      write,
    );
    assert.equal(await isTriedAgain(async ({ call }) => call(makeThing, { params, body })), keyed);
  });
}

test('retries end after a while, and the caller gets the failure', async () => {
  const { call, seen } = open(unreachable, { patienceMs: 250 });
  await assert.rejects(call(listThings, { params: { shelfId: 3 } }), {
    code: 'unreachable',
    status: 0,
  });
  assert.equal(seen.length, 2, 'after 100 ms, and not after 200 more');
});

test('an answer that is no JSON fails like an error of the service', async () => {
  const { call } = open(() => new Response('<h1>Sign in to the network</h1>'));
  await assert.rejects(call(listThings, { params: { shelfId: 3 } }), {
    name: 'RequestFailure',
    code: 'internal-error',
  });
});

test('a caller who aborts gets their own reason', async () => {
  const given = new AbortController();
  const { call } = open(unreachable);
  const asked = call(listThings, { params: { shelfId: 3 }, signal: given.signal });
  given.abort(new Error('the page is left'));
  await assert.rejects(asked, /the page is left/);
});

describe('a session', () => {
  test('that has expired is refreshed once for all who wait, and their requests are sent again', async () => {
    let isOver = true;
    const { call, seen } = open(({ what }) => {
      if (what === 'POST /api/auth/refresh') isOver = false;
      if (what === 'POST /api/auth/refresh')
        return json(200, { csrfToken: 'new', accessTokenExpiresAt: '' });
      return isOver ? refused(401, 'not-signed-in') : json(200, { items: [], nextCursor: null });
    });
    const params = { shelfId: 3 };
    await Promise.all([call(listThings, { params }), call(listThings, { params })]);
    assert.equal(whatOf(seen).filter((what) => what.endsWith('/refresh')).length, 1);
  });

  test('is refreshed once even if the refusal of another call arrives after the refresh', async () => {
    const refreshed = Promise.withResolvers<void>();
    let isOver = true;
    const services = askedServices(({ what }) => {
      if (what.endsWith('/csrf-token')) return json(200, { csrfToken: 'old' });
      if (!what.endsWith('/refresh'))
        return isOver ? refused(401, 'not-signed-in') : json(200, { items: [], nextCursor: null });
      isOver = false;
      return json(200, { csrfToken: 'new', accessTokenExpiresAt: '' });
    });
    const { call } = createClient({
      urls,
      transport: async (url, init) => {
        const answer = await services.transport(url, init);
        if (answer.status === 401 && url.includes('/shelves/4/')) await refreshed.promise;
        return answer;
      },
    });
    const late = call(listThings, { params: { shelfId: 4 } });
    await call(listThings, { params: { shelfId: 3 } });
    refreshed.resolve();
    await late;
    const refreshes = whatOf(services.seen).filter((what) => what.endsWith('/refresh'));
    assert.equal(refreshes.length, 1);
  });

  test('that cannot be refreshed is requested from the user, and waiting requests are sent again', async () => {
    let isSignedIn = false;
    const { call } = open(() => (isSignedIn ? json(200, THING) : refused(401, 'not-signed-in')), {
      onSessionOver: async () => void (isSignedIn = true),
    });
    assert.deepEqual(await call(replaceThing, { params: { id: 7 }, body: { name: 'x' } }), THING);
  });

  test('that cannot be refreshed is a failure if nobody can be asked', async () => {
    const { call } = open(() => refused(401, 'not-signed-in'));
    await assert.rejects(call(listThings, { params: { shelfId: 3 } }), { code: 'not-signed-in' });
  });

  test('is not asked for by an operation that needs none', async () => {
    const { call, seen } = open(() => refused(401, 'not-signed-in'));
    await assert.rejects(call(endSession), { code: 'not-signed-in' });
    assert.deepEqual(whatOf(seen), ['GET /api/auth/csrf-token', 'POST /api/auth/leave']);
  });
});

test('a refused CSRF token is requested again, once', async () => {
  const { call, seen } = open(({ headers }) =>
    headers.get('x-csrf-token') === 'token 3'
      ? json(200, THING)
      : refused(403, 'csrf-token-invalid'),
  );
  await call(replaceThing, { params: { id: 7 }, body: { name: 'x' } });
  assert.equal(seen.length, 4);
});

describe('a second factor', () => {
  const params = { shelfId: 3 };
  const body = { name: 'a thing' };

  test('is asked for once, after the session, and the same write is sent again', async () => {
    let isOver = true;
    let isProven = false;
    const { call, seen } = open(
      ({ what }) => {
        if (what === 'POST /api/auth/refresh') isOver = false;
        if (isOver) return refused(401, 'not-signed-in');
        if (what === 'POST /api/auth/refresh')
          return json(200, { csrfToken: 'new', accessTokenExpiresAt: '' });
        return isProven ? json(201, THING) : refused(403, 'step-up-needed');
      },
      { onStepUp: async () => void (isProven = true) },
    );
    assert.deepEqual(await call(makeThing, { params, body }), THING);
    const tries = seen.filter(({ what }) => what === 'POST /api/shelves/3/things');
    assert.equal(tries.length, 3);
    assert.equal(new Set(tries.map(({ headers }) => headers.get('idempotency-key'))).size, 1);
  });

  test('that nobody can be asked for, or that is declined, is a failure', async () => {
    const { call } = open(() => refused(403, 'step-up-needed'));
    await assert.rejects(call(makeThing, { params, body }), { code: 'step-up-needed' });
    const unwilling = open(() => refused(403, 'step-up-needed'), {
      onStepUp: async (refusal) => Promise.reject(refusal),
    });
    await assert.rejects(unwilling.call(makeThing, { params, body }), { code: 'step-up-needed' });
    assert.equal(unwilling.seen.filter(({ what }) => what.endsWith('/things')).length, 1);
  });
});
