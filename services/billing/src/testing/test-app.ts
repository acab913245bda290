// The billing-service's application on a database of its own, without other services: for slices that need nothing from auth and
// core. The test defines users and the clock.
import type { Endpoint } from '@kvartplata/contracts/endpoint.ts';
import { openDatabase } from '@kvartplata/platform/database/database.ts';
import { createMetrics, type Metrics } from '@kvartplata/platform/http/metrics.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import { signAccessToken } from '@kvartplata/platform/identity/access-token.ts';
import { deriveKeys } from '@kvartplata/platform/identity/keys.ts';
import type { FindSession } from '@kvartplata/platform/identity/session.ts';
import type { JobQueue } from '@kvartplata/platform/jobs/job-queue.ts';
import { createMemoryStore } from '@kvartplata/platform/key-value/memory-store.ts';
import { sendOnce, type Answered, type Sent } from '@kvartplata/platform/testing/answered.ts';
import { injectedInto } from '@kvartplata/platform/testing/injected.ts';
import { createTestDatabase } from '@kvartplata/platform/testing/test-database.ts';
import { MAIL_IS_OFF } from '@kvartplata/platform/mail/mail.ts';
import type { LogFn } from 'pino';
import { createAccess } from '../access/access.service.ts';
import type { CoreClient } from '../access/core-client.ts';
import { createApp } from '../app.ts';
import { readBillingConfig, type BillingConfig } from '../config.ts';
import type { KeyRateClient } from '../penalties/key-rate-import/key-rate-client.ts';
import { createKeyRateImports } from '../penalties/key-rate-import/key-rate-import.service.ts';
import type { Checkpoints } from '../books/seals/checkpoints.service.ts';
import type { DryRuns } from '../month/calculation-jobs/dry-runs.service.ts';
import type { BillingTables, Db } from '../tables.ts';

export type TestApp = {
  readonly app: HttpServer;
  /** As the service sees it. */
  readonly db: Db;
  /** As the owner of the tables. */
  readonly databaseUrl: string;
  readonly metrics: Metrics;
  /** The log of the key-rate import. */
  readonly logged: Logged[];
  /** The service's current time; tests may move it. */
  readonly clock: { now: Date };
  /** Calls as a user; `admin` as the platform's admin, `nobody` without a token. */
  readonly ask: <E extends Endpoint>(
    user: number | 'admin' | 'nobody',
    endpoint: E,
    sent?: Sent,
  ) => Promise<Answered<E>>;
  /** The bearer header of a user. */
  readonly authorizationOf: (user: number | 'admin') => Promise<string>;
  readonly close: () => Promise<void>;
};

const ADMIN_USER_ID = 999_999;
const ADMIN_SESSION = 'session-of-the-admin';
const KEYS = deriveKeys(Buffer.alloc(32, 7));
const AWAY = 'http://127.0.0.1:9';
const BUILD = { version: '0.1.0', commit: 'abc1234', branch: 'main' };
/** For a service called without a socket: any address will do. */
const IN_PROCESS = 'http://in.process';

/** @param keyRateClient undefined when the import of key rates is off */
export async function createTestApp(
  now = '2026-08-15T09:00:00Z',
  keyRateClient?: KeyRateClient,
): Promise<TestApp> {
  const logged: Logged[] = [];
  const testDatabase = await createTestDatabase('billing');
  const database = openDatabase<BillingTables>({
    url: testDatabase.url,
    poolSize: 10,
    applicationName: 'billing-test',
    role: 'billing_app',
  });
  const clock = { now: new Date(now) };
  const [metrics, store] = [createMetrics('billing'), createMemoryStore()];
  const access = createAccess({ database, core: notAsked('core') as CoreClient, store });
  const app = await createApp({
    config: configOf(testDatabase.url),
    foundation: {
      database,
      role: 'billing_app',
      keyValue: store,
      values: store,
      keys: KEYS,
      metrics,
      tracing: undefined,
      dependencies: [],
      close: async () => undefined,
    },
    buildInfo: { ...BUILD, buildTime: now },
    access,
    queue: notAsked('the queue') as JobQueue,
    checkpoints: notAsked('checkpoints') as Checkpoints,
    dryRuns: notAsked('dry runs') as DryRuns,
    keyRateImports: createKeyRateImports({
      db: access.everything,
      client: keyRateClient,
      metrics,
      log: createLog(logged),
      now: () => clock.now,
    }),
    mail: MAIL_IS_OFF,
    findSession,
    now: () => clock.now,
  });

  return {
    app,
    db: access.everything,
    databaseUrl: testDatabase.url,
    metrics,
    logged,
    clock,
    authorizationOf: async (user) => authorizationOf(user, clock.now),
    ask: async (user, endpoint, sent) =>
      sendOnce(
        injectedInto(app),
        IN_PROCESS,
        user === 'nobody' ? undefined : await authorizationOf(user, clock.now),
        endpoint,
        sent,
      ),
    close: async () => {
      await app.close();
      await store.close();
      await database.db.destroy();
      await testDatabase.drop();
    },
  };
}

const findSession: FindSession = async ({ sessionId }) => ({
  active: true,
  platformRole: sessionId === ADMIN_SESSION ? 'admin' : 'user',
});

function configOf(databaseUrl: string): BillingConfig {
  return readBillingConfig({
    APP_ENV: 'dev',
    DATABASE_URL: databaseUrl,
    REDIS_URL: 'memory:',
    JWT_SECRET: Buffer.alloc(32, 7).toString('base64'),
    CORS_ORIGIN: 'http://localhost:3000',
    USE_HTTPS: 'false',
    DOMAIN: 'localhost',
    LOG_LEVEL: 'silent',
    AUTH_SERVICE_URL: AWAY,
    CORE_SERVICE_URL: AWAY,
    CBR_URL: 'off',
  });
}

async function authorizationOf(user: number | 'admin', now: Date): Promise<string> {
  const { token } = await signAccessToken(
    KEYS.access,
    {
      userId: user === 'admin' ? ADMIN_USER_ID : user,
      sessionId: user === 'admin' ? ADMIN_SESSION : `session-of-${user}`,
      authenticatedAt: now,
      methods: ['pwd'],
    },
    now,
  );
  return `Bearer ${token}`;
}

export type Logged = { readonly level: string; readonly message: string; readonly facts: unknown };

/** A log that stores its entries. */
export function createLog(logged: Logged[]): Record<'info' | 'warn' | 'error', LogFn> {
  const keeping =
    (level: string): LogFn =>
    (facts: unknown, message?: string) =>
      void logged.push(
        typeof facts === 'string'
          ? { level, message: facts, facts: {} }
          : { level, message: message ?? '', facts },
      );
  return { info: keeping('info'), warn: keeping('warn'), error: keeping('error') };
}

/** A dependency that must not be used: any call fails with a message. */
function notAsked(what: string): object {
  return new Proxy(
    {},
    {
      get: (_, name) => {
        throw new Error(`${what} was asked for ${String(name)}`);
      },
    },
  );
}
