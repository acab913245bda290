// The auth-service for a test: its own database, a clock that the test moves, and a client with a cookie jar.
import { createMetrics, type Metrics } from '@kvartplata/platform/http/metrics.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import { openDatabase } from '@kvartplata/platform/database/database.ts';
import { deriveKeys, type Keys } from '@kvartplata/platform/identity/keys.ts';
import { createMemoryStore } from '@kvartplata/platform/key-value/memory-store.ts';
import { createTestDatabase } from '@kvartplata/platform/testing/test-database.ts';
import { createApp, type AppDeps } from '../app.ts';
import { createPasswords } from '../passwords/passwords.service.ts';
import type { Db, Tables } from '../tables.ts';

export const ORIGIN = 'http://localhost:5173';

export type TestApp = {
  readonly app: HttpServer;
  readonly db: Db;
  readonly keys: Keys;
  readonly metrics: Metrics;
  /** As the owner of the tables. */
  readonly databaseUrl: string;
  readonly advanceSeconds: (seconds: number) => void;
  readonly now: () => Date;
  readonly close: () => Promise<void>;
};

export type TestAppOptions = {
  readonly config?: Partial<AppDeps['config']>;
  readonly passwords?: AppDeps['passwords'];
  readonly keys?: Keys;
  readonly keyValue?: AppDeps['keyValue'];
  /** Core's answers; by default nobody is a member of anything. */
  readonly listMemberships?: AppDeps['listMemberships'];
  /** By default there is every organization. */
  readonly hasOrganization?: AppDeps['hasOrganization'];
  readonly mail?: AppDeps['mail'];
  readonly oidcProvider?: AppDeps['oidcProvider'];
};

export async function openTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const database = await createTestDatabase('auth');
  const { db } = openDatabase<Tables>({
    url: database.url,
    poolSize: 10,
    applicationName: 'auth-test',
    role: 'auth_app',
  });
  const keys = options.keys ?? deriveKeys(Buffer.from('a secret of the tests'));
  let clockMs = Date.parse('2026-07-01T09:00:00Z');
  const now = (): Date => new Date(clockMs);
  const metrics = createMetrics('auth');
  const app = await createAppOn(db, keys, metrics, now, options);
  return {
    app,
    db,
    keys,
    metrics,
    databaseUrl: database.url,
    advanceSeconds: (seconds) => (clockMs += seconds * 1000),
    now,
    close: async () => {
      await app.close();
      await db.destroy();
      await database.drop();
    },
  };
}

/** The same service started once more, with the database and clock of the first but other keys. */
export async function restartTestApp(auth: TestApp, keys: Keys): Promise<TestApp> {
  const metrics = createMetrics('auth');
  const app = await createAppOn(auth.db, keys, metrics, auth.now, {});
  return { ...auth, app, keys, metrics, close: async () => app.close() };
}

async function createAppOn(
  db: Db,
  keys: Keys,
  metrics: Metrics,
  now: () => Date,
  options: TestAppOptions,
): Promise<HttpServer> {
  return createApp({
    config: {
      appEnv: 'dev',
      bootstrapAdmin: undefined,
      cookieDomain: 'localhost',
      corsOrigin: ORIGIN,
      logLevel: 'silent',
      rateLimitScale: 1_000,
      sessionAbsoluteDays: 7,
      sessionIdleHours: 12,
      trustedProxies: [],
      useHttps: false,
      ...options.config,
    },
    db,
    keys,
    metrics,
    dependencies: [],
    buildInfo: { version: 'unknown', buildTime: '', commit: 'unknown', branch: 'unknown' },
    keyValue: options.keyValue ?? createMemoryStore(() => now().getTime()),
    mail: options.mail ?? { isOn: true, nudge: () => {} },
    oidcProvider: options.oidcProvider,
    passwords: options.passwords ?? (await createPasswords()),
    listMemberships: options.listMemberships ?? (async () => []),
    hasOrganization: options.hasOrganization ?? (async () => true),
    now,
  });
}
