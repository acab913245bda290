// What every response has, whatever it is: the security headers, CORS for one origin only, nothing for caches to store, cookies
// as restricted as possible, and errors in one format.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startSession } from '@kvartplata/contracts/auth/sign-in.ts';
import { getCurrentUser } from '@kvartplata/contracts/auth/users.ts';
import { createCycle, listCycles } from '@kvartplata/contracts/billing/cycles.ts';
import { createOrganization, listOrganizations } from '@kvartplata/contracts/core/organizations.ts';
import { SERVICES, type ServiceName } from '@kvartplata/contracts/endpoint.ts';
import { openSession, PASSWORD, signUp, type Person } from '@kvartplata/platform/testing/people.ts';
import { ORIGIN } from '@kvartplata/platform/testing/service-environments.ts';
import { problemOf } from './testing/problems.ts';
import { askRaw, type RawAnswer } from './testing/raw-request.ts';
import { startThreeServices, type ThreeServices } from './testing/three-services.ts';

type Routes = { readonly read: string; readonly write: string };
const ROUTES: Readonly<Record<ServiceName, Routes>> = {
  auth: { read: getCurrentUser.path, write: startSession.path },
  core: { read: listOrganizations.path, write: createOrganization.path },
  billing: { read: listCycles.path, write: createCycle.path },
};

let services: ThreeServices;
let person: Person;
before(async () => {
  services = await startThreeServices();
  person = await signUp(services, 'resident');
});
after(async () => services.stop());

const signedIn = (): string => `authorization: ${person.authorization}`;

async function read(service: ServiceName, ...lines: string[]): Promise<RawAnswer> {
  return askRaw(services.urls[service] + ROUTES[service].read, [signedIn(), ...lines]);
}

async function write(service: ServiceName, lines: string[], body: string): Promise<RawAnswer> {
  return askRaw(services.urls[service] + ROUTES[service].write, lines, 'POST', body);
}

/** Responses of every kind: private, public, a page, and refusals of each layer. */
async function samplesOf(service: ServiceName): Promise<Record<string, RawAnswer>> {
  const url = services.urls[service];
  return {
    private: await read(service),
    health: await askRaw(`${url}/health`, []),
    docs: await askRaw(`${url}/docs/`, []),
    nobody: await askRaw(url + ROUTES[service].read, []),
    'no route': await askRaw(`${url}/nowhere`, [signedIn()]),
    'no JSON': await write(service, [signedIn(), 'content-type: application/json'], '{'),
  };
}

async function assertOnEverySample(check: (headers: Headers, what: string) => void): Promise<void> {
  for (const service of SERVICES)
    for (const [name, { headers }] of Object.entries(await samplesOf(service)))
      check(headers, `${service}, ${name}`);
}

test('a request with two Host headers is a 400, whichever of them is ours', async () => {
  for (const service of SERVICES)
    for (const second of ['evil.example', new URL(services.urls[service]).host]) {
      const answer = await read(service, `Host: ${second}`);
      assert.deepEqual(
        [answer.status, problemOf(answer, service).code],
        [400, 'malformed-request'],
        service,
      );
    }
});

describe('every answer', () => {
  test('keeps a browser from guessing types, framing, and running foreign scripts', async () => {
    await assertOnEverySample((headers, what) => {
      assert.equal(headers.get('x-content-type-options'), 'nosniff', what);
      assert.equal(headers.get('x-frame-options'), 'SAMEORIGIN', what);
      assert.equal(headers.get('referrer-policy'), 'no-referrer', what);
      const policy = headers.get('content-security-policy') ?? '';
      assert.match(policy, /default-src 'self'/, what);
      assert.match(policy, /frame-ancestors 'self'/, what);
      assert.match(policy, /object-src 'none'/, what);
      assert.doesNotMatch(policy, /script-src[^;]*unsafe/, what);
    });
  });

  test('lets the page read the headers that it needs', async () => {
    await assertOnEverySample((headers, what) => {
      const exposed = headers.get('access-control-expose-headers')?.split(', ') ?? [];
      for (const name of [
        'x-request-id',
        'location',
        'etag',
        'retry-after',
        'idempotency-replayed',
      ])
        assert.ok(exposed.includes(name), `${what}: ${name}`);
    });
  });

  test('does not reveal the server’s software', async () => {
    await assertOnEverySample((headers, what) => {
      assert.equal(headers.get('x-powered-by'), null, what);
      assert.equal(headers.get('server'), null, what);
    });
  });

  test('without HTTPS does not ask browsers to use it', async () => {
    await assertOnEverySample((headers, what) => {
      assert.equal(headers.get('strict-transport-security'), null, what);
      const policy = headers.get('content-security-policy') ?? '';
      assert.doesNotMatch(policy, /upgrade-insecure-requests/, what);
    });
  });

  test('to a signed-in user may not be stored', async () => {
    for (const service of SERVICES) {
      const { health, docs, ...ofUser } = await samplesOf(service);
      assert.deepEqual([health?.status, docs?.status], [200, 200]);
      for (const [name, { headers }] of Object.entries(ofUser))
        assert.equal(headers.get('cache-control'), 'no-store', `${service}, ${name}`);
    }
  });

  test('carries the request id that was sent, if it is well-formed', async () => {
    for (const service of SERVICES) {
      const sane = await read(service, 'x-request-id: month-end.7');
      assert.equal(sane.headers.get('x-request-id'), 'month-end.7', service);
      for (const id of ['', 'a b', 'x'.repeat(65), '<script>', '../7', 'é']) {
        const answer = await read(service, `x-request-id: ${id}`);
        assert.match(answer.headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/, id);
      }
    }
  });
});

const foreignOrigins: { origin: string; why: string }[] = [
  { origin: 'null', why: 'a sandboxed page or a file' },
  { origin: 'https://localhost:3000', why: 'another scheme' },
  { origin: 'http://localhost:3001', why: 'another port' },
  { origin: 'http://localhost', why: 'no port' },
  { origin: 'http://localhost:30000', why: 'a port that begins alike' },
  { origin: 'http://localhost:3000.example.org', why: 'a host that begins alike' },
  { origin: 'http://notlocalhost:3000', why: 'a host that ends alike' },
  { origin: 'http://127.0.0.1:3000', why: 'the address of the same host' },
  { origin: 'http://LOCALHOST:3000', why: 'the host in capitals' },
  { origin: `${ORIGIN}/`, why: 'a slash behind it' },
  { origin: `${ORIGIN}, http://example.org`, why: 'two origins in one' },
  { origin: '*', why: 'a star' },
];
const preflight = (origin: string): string[] => [
  `origin: ${origin}`,
  'access-control-request-method: POST',
  'access-control-request-headers: content-type, x-csrf-token',
];

describe('a page of another origin', () => {
  for (const { origin, why } of foreignOrigins) {
    test(`may not read, passes no preflight and changes nothing: ${why}`, async () => {
      for (const service of SERVICES) {
        const url = services.urls[service] + ROUTES[service].write;
        const get = await read(service, `origin: ${origin}`);
        const asked = await askRaw(url, preflight(origin), 'OPTIONS');
        const json = [signedIn(), 'content-type: application/json', `origin: ${origin}`];
        const posted = await write(service, json, '{}');
        for (const { headers } of [get, asked, posted])
          assert.equal(headers.get('access-control-allow-origin'), null, service);
        assert.match(get.headers.get('vary') ?? '', /\bOrigin\b/, service);
        assert.equal(problemOf(posted, service).code, 'origin-not-allowed');
      }
    });
  }
});

test('a page of our own origin may read with its cookies, and passes the preflight', async () => {
  for (const service of SERVICES) {
    const url = services.urls[service] + ROUTES[service].write;
    const asked = await askRaw(url, preflight(ORIGIN), 'OPTIONS');
    assert.equal(asked.status, 204, service);
    for (const { headers } of [asked, await read(service, `origin: ${ORIGIN}`)]) {
      assert.equal(headers.get('access-control-allow-origin'), ORIGIN, service);
      assert.equal(headers.get('access-control-allow-credentials'), 'true', service);
    }
    assert.equal(asked.headers.get('access-control-allow-methods'), 'GET, POST, PUT, DELETE');
    assert.match(asked.headers.get('access-control-allow-headers') ?? '', /x-csrf-token/);
  }
});

const JSON_TYPE = 'content-type: application/json';
const mistakes: {
  ask: (service: ServiceName) => Promise<RawAnswer>;
  status: number;
  why: string;
}[] = [
  { ask: async (s) => askRaw(services.urls[s] + ROUTES[s].read, []), status: 401, why: 'nobody' },
  {
    ask: async (s) => askRaw(`${services.urls[s]}${ROUTES[s].read}/nowhere/at/all`, [signedIn()]),
    status: 404,
    why: 'no such route',
  },
  {
    ask: async (s) => askRaw(services.urls[s] + ROUTES[s].read, [signedIn()], 'PATCH'),
    status: 404,
    why: 'no such method',
  },
  {
    ask: async (s) => askRaw(`${services.urls[s]}/api/%zz`, [signedIn()]),
    status: 400,
    why: 'an address that cannot be read',
  },
  {
    ask: async (s) => askRaw(services.urls[s], ['x\u0001: 1']),
    status: 400,
    why: 'headers that cannot be read',
  },
  {
    ask: async (s) => askRaw(`${services.urls[s]}${ROUTES[s].read}?more=1`, [signedIn()]),
    status: 400,
    why: 'a query that it does not know',
  },
  { ask: async (s) => write(s, [signedIn(), JSON_TYPE], '{"a":1'), status: 400, why: 'half JSON' },
  { ask: async (s) => write(s, [signedIn(), JSON_TYPE], '[]'), status: 400, why: 'a wrong body' },
  {
    ask: async (s) => write(s, [signedIn(), 'content-type: text/plain'], '{}'),
    status: 415,
    why: 'a type that is not taken',
  },
  {
    ask: async (s) => write(s, [signedIn(), JSON_TYPE], ' '.repeat(1_048_577)),
    status: 413,
    why: 'a body of more than a mebibyte',
  },
];

describe('a refusal is a problem document with the id of its request', () => {
  for (const { ask, status, why } of mistakes) {
    test(`when it is for ${why}`, async () => {
      for (const service of SERVICES) {
        const answer = await ask(service);
        assert.equal(problemOf(answer, service).status, status, service);
        assert.equal(answer.headers.get('cache-control'), 'no-store', service);
      }
    });
  }

  test('an OPTIONS request that is no preflight is not refused', async () => {
    for (const service of SERVICES) {
      const url = services.urls[service] + ROUTES[service].read;
      assert.equal((await askRaw(url, [], 'OPTIONS')).status, 204, service);
    }
  });
});

describe('cookies', () => {
  /** The attributes of each cookie, except those of its lifetime. */
  async function attributes(): Promise<Record<string, string>> {
    const answer = await fetch(`${services.urls.auth}${startSession.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: person.username, password: PASSWORD }),
    });
    assert.equal(answer.status, 200, await answer.text());
    return Object.fromEntries(
      answer.headers.getSetCookie().map((line) => {
        const [pair = '', ...rest] = line.split('; ');
        return [
          pair.split('=')[0] ?? '',
          rest
            .filter((part) => !/^(?:Max-Age|Expires)=/.test(part))
            .sort()
            .join('; '),
        ];
      }),
    );
  }

  test('of a host without a dot belong to that host alone, and are not Secure without HTTPS', async () => {
    assert.deepEqual(await attributes(), {
      access_token: 'HttpOnly; Path=/; SameSite=Lax',
      refresh_token: 'HttpOnly; Path=/api/auth; SameSite=Strict',
      csrf: 'HttpOnly; Path=/; SameSite=Strict',
    });
  });

  const withHttps: { domain: string; shared: string; why: string }[] = [
    { domain: 'example.org', shared: 'Domain=example.org; ', why: 'of a domain' },
    { domain: '192.0.2.1', shared: '', why: 'of an address' },
  ];
  for (const { domain, shared, why } of withHttps) {
    test(`${why}, with HTTPS, are Secure by name and by attribute, and HSTS is sent`, async () => {
      await services.restart({ USE_HTTPS: 'true', DOMAIN: domain });
      assert.deepEqual(await attributes(), {
        '__Secure-access_token': `${shared}HttpOnly; Path=/; SameSite=Lax; Secure`,
        '__Secure-refresh_token': 'HttpOnly; Path=/api/auth; SameSite=Strict; Secure',
        '__Secure-csrf': `${shared}HttpOnly; Path=/; SameSite=Strict; Secure`,
      });
      await assertOnEverySample((headers, what) => {
        assert.match(headers.get('strict-transport-security') ?? '', /max-age=\d{7,}/, what);
      });
      const { accessToken } = await openSession(services.urls.auth, person.username);
      for (const service of SERVICES) {
        const url = services.urls[service] + ROUTES[service].read;
        const secure = await askRaw(url, [`cookie: __Secure-access_token=${accessToken}`]);
        assert.equal(secure.status, 200, service);
        const bare = await askRaw(url, [`cookie: access_token=${accessToken}`]);
        assert.equal(bare.status, 401, service);
      }
    });
  }
});
