// The core-service's HTTP application, with its slices in the order of the README.
import type { BuildInfo } from '@kvartplata/contracts/health.ts';
import { listCoreChanges } from '@kvartplata/contracts/core/audit.ts';
import { CORE } from '@kvartplata/contracts/core/catalogue.ts';
import { moscowDayOf } from '@kvartplata/domain/calendar/day.ts';
import { auditRoutes } from '@kvartplata/platform/audit/audit.routes.ts';
import type { Metrics } from '@kvartplata/platform/http/metrics.ts';
import type { Dependency } from '@kvartplata/platform/http/operations.routes.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import { createServiceApp } from '@kvartplata/platform/http/service-app.ts';
import type { Keys } from '@kvartplata/platform/identity/keys.ts';
import type { FindApiKey, FindSession } from '@kvartplata/platform/identity/session.ts';
import type { JobQueue } from '@kvartplata/platform/jobs/job-queue.ts';
import type { Tracing } from '@kvartplata/platform/tracing/tracing.ts';
import type { Access } from './access/access.service.ts';
import type { BooksClient } from './access/books-client.ts';
import type { OpeningsClient } from './access/openings-client.ts';
import type { UsersClient } from './access/users-client.ts';

import { exchangeWing } from './exchange/wing.routes.ts';
import { meteringWing } from './metering/wing.routes.ts';
import { pricesWing } from './prices/wing.routes.ts';
import { registryWing } from './registry/wing.routes.ts';

export type AppDependencies = {
  readonly access: Access;
  readonly users: UsersClient;
  readonly books: BooksClient;
  readonly openings: OpeningsClient;
  readonly queue: JobQueue;
  readonly keys: Keys;
  readonly metrics: Metrics;
  readonly tracing?: Tracing | undefined;
  /** Checked by /ready. */
  readonly dependencies: readonly Dependency[];
  readonly findSession: FindSession;
  readonly findApiKey?: FindApiKey;
  readonly now: () => Date;
  readonly buildInfo: BuildInfo;
  readonly systemVersion: string;
  readonly authServiceUrl: string;
  readonly billingServiceUrl: string;
  readonly corsOrigin: string;
  readonly useHttps: boolean;
  readonly trustedProxies: readonly string[];
  readonly logLevel: string;
};

export async function createApp(deps: AppDependencies): Promise<HttpServer> {
  const { keys, corsOrigin, useHttps, findSession, findApiKey, now } = deps;
  const app = await createServiceApp({
    catalogue: CORE,
    buildInfo: deps.buildInfo,
    trustedProxies: deps.trustedProxies,
    logLevel: deps.logLevel,
    metrics: deps.metrics,
    tracing: deps.tracing,
    dependencies: deps.dependencies,
    authentication: { keys, corsOrigin, useHttps, findSession, findApiKey, now },
  });
  const { access } = deps;
  const whole = { ...deps, today: (): Temporal.PlainDate => moscowDayOf(now()) };
  registryWing(app, whole);
  pricesWing(app, whole);
  meteringWing(app, whole);
  exchangeWing(app, whole);
  auditRoutes(app, listCoreChanges, {
    readableBy: async (request, organizationId) => {
      const caller = await access.callerOf(request);
      return { db: caller.db, organizationIds: caller.organizationsOf(organizationId) };
    },
  });
  return app;
}
