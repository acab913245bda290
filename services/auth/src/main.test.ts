import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import {
  endCurrentSession,
  getCsrfToken,
  refreshSession,
} from '@kvartplata/contracts/auth/sessions.ts';
import { answerChallenge, startSession } from '@kvartplata/contracts/auth/sign-in.ts';
import { enableTwoFactor, setUpTwoFactor } from '@kvartplata/contracts/auth/two-factor.ts';
import { getCurrentUser, registerUser } from '@kvartplata/contracts/auth/users.ts';
import {
  allOrNone,
  ServiceStartError,
  startServiceProcess,
  type ServiceProcess,
} from '@kvartplata/platform/testing/service-process.ts';
import { createTestDatabase } from '@kvartplata/platform/testing/test-database.ts';
import { openDatabase } from '@kvartplata/platform/database/database.ts';
import type { Readiness } from '@kvartplata/contracts/health.ts';
import { freePort } from '@kvartplata/platform/lifecycle/free-port.ts';
import { sql } from 'kysely';
import { TOTP } from 'otpauth';
import { PASSWORD, personNamed } from './testing/test-client.ts';

/** How often a waiting service tries its database. */
const LOOK_MS = 1_000;
const MAIN = path.join(import.meta.dirname, 'main.ts');

const ENVIRONMENT = {
  APP_ENV: 'dev',
  HTTP_PORT: '8001',
  DATABASE_URL: 'postgres://nobody@127.0.0.1:1/auth',
  REDIS_URL: 'memory:',
  JWT_SECRET: 'c2hvcnQ=',
  CORS_ORIGIN: 'http://localhost:5173',
  USE_HTTPS: 'false',
  DOMAIN: 'localhost',
};

async function failureOf(env: Record<string, string>): Promise<ServiceStartError> {
  try {
    const service = await startServiceProcess(MAIN, env);
    await service.kill();
  } catch (error) {
    if (error instanceof ServiceStartError) return error;
    throw error;
  }
  throw new Error('the service started');
}

/** The log of a service that has tried its database several times. */
async function linesWhileWaiting(databaseUrl: string): Promise<string> {
  const service = await startServiceProcess(MAIN, {
    ...ENVIRONMENT,
    HTTP_PORT: String(await freePort()),
    DATABASE_URL: databaseUrl,
    LOG_LEVEL: 'warn',
  });
  try {
    for (let looks = 0; looks < 3; looks += 1) {
      assert.equal((await fetch(`${service.url}/ready`)).status, 503);
      await setTimeout(LOOK_MS);
    }
    assert.equal(await service.stop(), 0);
    return service.output();
  } finally {
    await service.kill();
  }
}

/** Makes the database refuse a row in a way that the service does not expect. */
async function refuseUsername(url: string, username: string): Promise<void> {
  const { db } = openDatabase<unknown>({ url, poolSize: 1, applicationName: 'auth-test' });
  const check = sql.lit(username);
  await sql`alter table users add constraint users_no_such check (username <> ${check})`.execute(
    db,
  );
  await db.destroy();
}

/** Keeps cookies like a browser, for successive requests over real HTTP. */
function openBrowser(url: string) {
  const cookies = new Map<string, string>();
  return async (method: string, route: string, body?: unknown, csrfToken?: string) => {
    const response = await fetch(`${url}${route}`, {
      method,
      headers: {
        origin: ENVIRONMENT.CORS_ORIGIN,
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(csrfToken === undefined ? {} : { 'x-csrf-token': csrfToken }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const json = (await response.json()) as Record<string, string>;
    return { status: response.status, json, cookies: new Map(cookies) };
  };
}

function secretsIn(service: ServiceProcess): readonly string[] {
  return [...service.output().matchAll(/"bootstrapSecret":"([^"]+)"/g)].map(
    ([, secret = '']) => secret,
  );
}

describe('the auth-service as a process', () => {
  it('registers, signs in with one factor and with two, refreshes and signs out over HTTP, and logs nothing about the person', async () => {
    const database = await createTestDatabase('empty');
    const port = String(await freePort());
    const env = { ...ENVIRONMENT, HTTP_PORT: port, DATABASE_URL: database.url };
    const service = await startServiceProcess(MAIN, env);
    try {
      const ask = openBrowser(service.url);
      const person = personNamed('geheimnis');
      const before = (await ask('GET', getCsrfToken.path)).json['csrfToken'];
      assert.equal((await ask('POST', registerUser.path, person, before)).status, 201);
      assert.equal((await ask('POST', registerUser.path, person, before)).status, 409);
      const wrong = { username: 'geheimnis', password: 'falsches pferd' };
      assert.equal((await ask('POST', startSession.path, wrong)).status, 401);
      const body = { username: 'geheimnis', password: PASSWORD };
      const login = await ask('POST', startSession.path, body);
      assert.equal(login.status, 200);
      const csrfToken = login.json['csrfToken'];
      const refreshed = await ask('POST', refreshSession.path, undefined, csrfToken);
      assert.equal(refreshed.status, 200);
      assert.deepEqual((await ask('GET', getCurrentUser.path)).json['roles'], ['admin']);
      const setup = await ask('POST', setUpTwoFactor.path, {}, csrfToken);
      const totpSecret = String(setup.json['secret']);
      const code = new TOTP({ secret: totpSecret }).generate();
      const on = await ask('POST', enableTwoFactor.path, { code }, csrfToken);
      const recoveryCodes = on.json['recoveryCodes'] as unknown as readonly string[];
      const challenged = await ask('POST', startSession.path, body);
      const proof = { recoveryCode: recoveryCodes[0] };
      const verified = await ask('POST', answerChallenge.path, proof);
      assert.equal(verified.status, 200);
      const leaving = verified.json['csrfToken'];
      assert.equal((await ask('POST', endCurrentSession.path, undefined, leaving)).status, 200);
      assert.equal((await ask('GET', getCurrentUser.path)).status, 401);
      assert.equal((await ask('GET', '/health')).status, 200);
      assert.equal((await ask('GET', '/ready')).status, 200);

      await refuseUsername(database.url, 'kaputt');
      const failing = { ...personNamed('kaputt'), lastName: 'Kaputtnik' };
      const broken = openBrowser(service.url);
      const token = (await broken('GET', getCsrfToken.path)).json['csrfToken'];
      assert.equal((await broken('POST', registerUser.path, failing, token)).status, 500);

      const secrets = [
        'geheimnis',
        'Иван',
        'Петров',
        'Kaputtnik',
        PASSWORD,
        'pferd',
        '$argon2id$',
        String(csrfToken),
        ...login.cookies.values(),
        ...refreshed.cookies.values(),
        totpSecret,
        ...recoveryCodes,
        String(challenged.json['challengeToken']),
      ];
      assert.equal(await service.stop(), 0);
      const log = service.output();
      assert.match(log, /"route":"\/api\/auth\/login","status":401/);
      for (const secret of secrets) assert.ok(!log.includes(secret), `the log holds ${secret}`);
    } finally {
      await service.kill();
      await database.drop();
    }
  });

  it('prints the bootstrap secret once, by one of two replicas that start at once, at any log level', async () => {
    const database = await createTestDatabase('auth');
    const start = async () =>
      startServiceProcess(MAIN, {
        ...ENVIRONMENT,
        APP_ENV: 'production',
        BOOTSTRAP_ADMIN: 'chief',
        DATABASE_URL: database.url,
        HTTP_PORT: String(await freePort()),
        JWT_SECRET: randomBytes(32).toString('base64'),
        LOG_LEVEL: 'error',
      });
    const replicas = await allOrNone([start(), start()]);
    const later = await start();
    try {
      const secrets = [...replicas, later].flatMap(secretsIn);
      assert.equal(secrets.length, 1);

      const ask = openBrowser(later.url);
      const csrfToken = (await ask('GET', getCsrfToken.path)).json['csrfToken'];
      const chief = { ...personNamed('chief'), bootstrapSecret: secrets[0] };
      assert.equal((await ask('POST', registerUser.path, chief, csrfToken)).status, 201);
      await ask('POST', startSession.path, { username: 'chief', password: PASSWORD });
      assert.deepEqual((await ask('GET', getCurrentUser.path)).json['roles'], ['admin']);
      await Promise.all([...replicas, later].map(async (service) => service.stop()));
      const printed = [...replicas, later].map((service) => service.output()).join('');
      assert.equal(printed.split(String(secrets[0])).length - 1, 1);
    } finally {
      await Promise.all([...replicas, later].map(async (service) => service.kill()));
      await database.drop();
    }
  });

  it('names all missing variables in one message, and exits with 1', async () => {
    const { exitCode, output } = await failureOf({});
    assert.equal(exitCode, 1);
    assert.equal(output.match(/cannot start/g)?.length, 1);
    for (const name of [
      'DATABASE_URL',
      'REDIS_URL',
      'JWT_SECRET',
      'CORS_ORIGIN',
      'USE_HTTPS',
      'DOMAIN',
    ])
      assert.match(output, new RegExp(`^ {2}${name} is missing$`, 'm'));
  });

  it('says in one line that the database does not answer, and waits for it', async () => {
    const output = await linesWhileWaiting(ENVIRONMENT.DATABASE_URL);
    assert.match(output, /^\{.*: the database at 127\.0\.0\.1:1 does not answer"\}\n$/);
  });

  it('says in one line that the database does not exist, and waits for it', async () => {
    const database = await createTestDatabase('auth');
    await database.drop();
    const output = await linesWhileWaiting(database.url);
    assert.match(output, /^\{.*the database refuses the connection: .* does not exist"\}\n$/);
  });

  it('says at /ready why a database that answers is down: outside dev it has to be durable', async () => {
    const database = await createTestDatabase('auth');
    const service = await startServiceProcess(MAIN, {
      ...ENVIRONMENT,
      APP_ENV: 'production',
      JWT_SECRET: Buffer.from(Array.from({ length: 32 }, (_, nth) => nth * 7)).toString('base64'),
      HTTP_PORT: String(await freePort()),
      DATABASE_URL: database.url,
      DRAIN_SECONDS: '0',
    });
    try {
      // Databases of tests may run without durability.
      const answer = await fetch(`${service.url}/ready`);
      assert.equal(answer.status, 503);
      const { dependencies, reasons } = (await answer.json()) as Readiness;
      assert.equal(dependencies['database'], 'down');
      assert.equal(reasons?.['database'], 'the database runs without fsync, synchronous_commit');
    } finally {
      await service.kill();
      await database.drop();
    }
  });

  it('refuses a short or well-known JWT_SECRET unless APP_ENV is dev', async () => {
    for (const secret of ['c2hvcnQ=', Buffer.from('changeme').toString('base64')]) {
      const env = { ...ENVIRONMENT, APP_ENV: 'production', JWT_SECRET: secret };
      const { exitCode, output } = await failureOf(env);
      assert.equal(exitCode, 1);
      assert.match(output, /JWT_SECRET must hold at least 32 random bytes/);
      assert.ok(!output.includes(secret));
    }
  });
});
