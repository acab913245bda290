// The billing-service's HTTP application: its wings, in the order of their dependencies.
import type { BuildInfo } from '@kvartplata/contracts/health.ts';
import { moscowDayOf } from '@kvartplata/domain/calendar/day.ts';
import { listBillingChanges } from '@kvartplata/contracts/billing/audit.ts';
import { BILLING } from '@kvartplata/contracts/billing/catalogue.ts';
import { auditRoutes } from '@kvartplata/platform/audit/audit.routes.ts';
import { createServiceApp } from '@kvartplata/platform/http/service-app.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import type { FindApiKey, FindSession } from '@kvartplata/platform/identity/session.ts';
import { createLimitStore } from '@kvartplata/platform/key-value/limit-store.ts';
import type { JobQueue } from '@kvartplata/platform/jobs/job-queue.ts';
import type { OpenedMail } from '@kvartplata/platform/mail/mail.ts';
import type { Foundation } from '@kvartplata/platform/lifecycle/foundation.ts';
import type { Access } from './access/access.service.ts';
import type { Checkpoints } from './books/seals/checkpoints.service.ts';
import { booksWing } from './books/wing.routes.ts';
import { publicUrlOf, type BillingConfig } from './config.ts';
import { debtsWing } from './debts/wing.routes.ts';
import type { DryRuns } from './month/calculation-jobs/dry-runs.service.ts';
import { monthWing } from './month/wing.routes.ts';
import { paperWing } from './paper/wing.routes.ts';
import { createBookingTurns } from './payments/booking-turns.ts';
import { paymentsWing } from './payments/wing.routes.ts';
import type { KeyRateImports } from './penalties/key-rate-import/key-rate-import.service.ts';
import { measureRules } from './penalties/penalty-rules/warn-of-ending-rules.job.ts';
import { penaltiesWing } from './penalties/wing.routes.ts';
import type { BillingTables } from './tables.ts';

export type BillingDeps = {
  readonly config: BillingConfig;
  readonly foundation: Foundation<BillingTables>;
  readonly buildInfo: BuildInfo;
  readonly access: Access;
  readonly queue: JobQueue;
  readonly checkpoints: Checkpoints;
  readonly dryRuns: DryRuns;
  readonly keyRateImports: KeyRateImports;
  readonly mail: Pick<OpenedMail, 'isOn' | 'dependency'>;
  readonly findSession: FindSession;
  readonly findApiKey?: FindApiKey;
  readonly now: () => Date;
  /** The current day in Moscow by `now`; tests may set another. */
  readonly today?: () => Temporal.PlainDate;
};

export async function createApp({
  config,
  foundation,
  buildInfo,
  access,
  queue,
  checkpoints,
  dryRuns,
  keyRateImports,
  mail,
  findSession,
  findApiKey,
  now,
  today = () => moscowDayOf(now()),
}: BillingDeps): Promise<HttpServer> {
  const { keys, metrics, dependencies, tracing } = foundation;
  const app = await createServiceApp({
    catalogue: BILLING,
    buildInfo,
    trustedProxies: config.trustedProxies,
    logLevel: config.logLevel,
    metrics,
    tracing,
    dependencies: [...dependencies, mail.dependency],
    authentication: {
      keys,
      corsOrigin: config.corsOrigin,
      useHttps: config.useHttps,
      findSession,
      findApiKey,
      now,
    },
  });
  const deps = { access, queue, now, today };
  booksWing(app, { ...deps, checkpoints });
  const turns = createBookingTurns(config.databasePoolSize);
  paymentsWing(app, { ...deps, turns });
  penaltiesWing(app, { ...deps, keyRateImports });
  monthWing(app, { ...deps, checkpoints, dryRuns });
  paperWing(app, {
    ...deps,
    checkpoints,
    mail,
    keys,
    limitStore: createLimitStore({ ...deps, keyValue: foundation.keyValue, metrics }, app.log),
    gisZhkhVersion: config.gisZhkhVersion,
    gisZhkhFactsVersion: config.gisZhkhFactsVersion,
    webhookAllowPrivate: config.webhookAllowPrivate,
    publicUrl: publicUrlOf(config),
  });
  debtsWing(app, { ...deps, turns });
  measureRules(metrics, access.everything, now);
  auditRoutes(app, listBillingChanges, {
    readableBy: async (request, organizationId) => {
      const caller = await access.callerOf(request);
      return { db: caller.db, organizationIds: await caller.organizationsOf(organizationId) };
    },
  });
  return app;
}
