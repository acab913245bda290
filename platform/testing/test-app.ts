// A service with only a test's own routes, listening on a port of its own: for tests over real HTTP.
import type { AddressInfo } from 'node:net';
import { catalogueOf, type Catalogue } from '@kvartplata/contracts/catalogue.ts';
import { createMetrics } from '../http/metrics.ts';
import type { Dependency } from '../http/operations.routes.ts';
import type { HttpServer } from '../http/server.ts';
import { createServiceApp } from '../http/service-app.ts';
import type { Authentication } from '../identity/authentication.ts';
import { deriveKeys } from '../identity/keys.ts';

const ONLY_FOR_TESTS = catalogueOf(
  'core',
  { description: 'Only for tests', tags: {}, examples: {} },
  [],
);

export const TEST_ORIGIN = 'http://localhost:3000';
export const TEST_KEYS = deriveKeys(Buffer.alloc(32, 'test'));

export type TestApp = {
  readonly url: string;
  readonly port: number;
  readonly app: HttpServer;
  readonly close: () => Promise<void>;
};

export type TestAppOptions = {
  /** The operations of the routes, where they are operations. */
  readonly catalogue?: Catalogue;
  readonly authentication?: Partial<Authentication>;
  readonly dependencies?: readonly Dependency[];
  readonly requestTimeoutMs?: number;
  readonly requestsAtOnce?: number;
  readonly trustedProxies?: readonly string[];
};

/** @param routes adds the routes under test; the service is called `core` */
export async function openTestApp(
  routes: (app: HttpServer) => void,
  options: TestAppOptions = {},
): Promise<TestApp> {
  const app = await createTestApp(routes, options);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, port, app, close: async () => app.close() };
}

/** The same without listening. */
export async function createTestApp(
  routes: (app: HttpServer) => void,
  options: TestAppOptions = {},
): Promise<HttpServer> {
  const app = await createServiceApp({
    catalogue: options.catalogue ?? ONLY_FOR_TESTS,
    buildInfo: { version: '1.2.3', buildTime: '2026-01-01T00:00:00Z', commit: 'abc', branch: 'b' },
    trustedProxies: options.trustedProxies ?? [],
    logLevel: 'silent',
    metrics: createMetrics('core'),
    dependencies: options.dependencies ?? [],
    authentication: {
      keys: TEST_KEYS,
      corsOrigin: TEST_ORIGIN,
      useHttps: false,
      findSession: async () => ({ active: true, platformRole: 'user' }),
      now: () => new Date(),
      ...options.authentication,
    },
    ...(options.requestTimeoutMs === undefined
      ? {}
      : { requestTimeoutMs: options.requestTimeoutMs }),
    ...(options.requestsAtOnce === undefined ? {} : { requestsAtOnce: options.requestsAtOnce }),
  });
  routes(app);
  return app;
}
