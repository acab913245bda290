// Connects the core-service to its dependencies: database, key-value store, the other services.
import path from 'node:path';
import type { ServiceName } from '@kvartplata/contracts/endpoint.ts';
import { openDatabase, type Database } from '@kvartplata/platform/database/database.ts';
import type { SchemaWanted } from '@kvartplata/platform/database/fitness.ts';
import { buildInfoOf } from '@kvartplata/platform/http/build-info.ts';
import { DATA_IN_ERRORS } from '@kvartplata/platform/http/create-server.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import { ROLE_RULES, type RoleRules } from '@kvartplata/platform/identity/memberships.ts';
import { askAuth } from '@kvartplata/platform/identity/remote-sessions.ts';
import { openJobQueue } from '@kvartplata/platform/jobs/job-queue.ts';
import { measureJobs } from '@kvartplata/platform/jobs/job-metrics.ts';
import { createComplaint } from '@kvartplata/platform/lifecycle/complain.ts';
import { openFoundation } from '@kvartplata/platform/lifecycle/foundation.ts';
import { createServiceClient } from '@kvartplata/platform/service-client/service-client.ts';
import { countServiceFailures } from '@kvartplata/platform/service-client/service-metrics.ts';
import { pino, type Logger } from 'pino';
import { createAccess } from './access/access.service.ts';
import { createApp } from './app.ts';
import { createBooksClient } from './access/books-client.ts';
import type { CoreConfig } from './config.ts';
import { workImports } from './exchange/imports/run-import.job.ts';
import { createOpeningsClient } from './access/openings-client.ts';
import { workMoves } from './exchange/moves/run-move.job.ts';
import { createUsersClient } from './access/users-client.ts';
import { QUEUES } from './queues.ts';
import type { Tables } from './tables.ts';
import { readSystemVersion } from './exchange/version/version.service.ts';

export type CoreService = {
  readonly app: HttpServer;
  /** Called after the last request, in this order. */
  readonly release: readonly (() => Promise<void>)[];
};

export type ServiceOptions = {
  readonly now?: () => Date;
  /** The permissions of each role. */
  readonly rules?: RoleRules;
  /** False: jobs are queued, but not worked. */
  readonly works?: boolean;
};

export const WANTED: SchemaWanted = {
  folder: path.resolve(import.meta.dirname, '../migrations'),
  role: 'core_app',
  hasJobs: true,
};

export async function openService(
  config: CoreConfig,
  { now = () => new Date(), rules = ROLE_RULES, works = true }: ServiceOptions = {},
): Promise<CoreService> {
  const log = pino({
    level: config.logLevel,
    base: { service: 'core' },
    redact: { paths: DATA_IN_ERRORS, remove: true },
  });
  const foundation = await openFoundation<Tables>('core', config, WANTED, log);
  const queue = await openJobQueue({
    databaseUrl: config.databaseUrl,
    queues: QUEUES,
    role: foundation.role,
    onError: createComplaint(log, 'the job queue met an error'),
  });
  measureJobs(foundation.metrics, queue);
  const failures = countServiceFailures(foundation.metrics);
  const client = (service: ServiceName, baseUrl: string) =>
    createServiceClient({
      caller: 'core',
      service,
      baseUrl,
      key: foundation.keys.service,
      now,
      onFailure: () => failures(service),
      tracing: foundation.tracing,
    });
  const auth = client('auth', config.authServiceUrl);
  const billing = client('billing', config.billingServiceUrl);
  const books = createBooksClient(billing);
  const openings = createOpeningsClient(billing);
  const access = createAccess(foundation.database, rules);
  const progress = openProgress(config, foundation.role, log);
  const app = await createApp({
    ...config,
    ...foundation,
    access,
    queue,
    users: createUsersClient(auth),
    books,
    openings,
    ...askAuth(auth, foundation.values),
    now,
    buildInfo: buildInfoOf(config, now()),
    systemVersion: readSystemVersion(),
  });
  if (works) {
    await workImports({
      db: access.everything,
      progress: createAccess(progress).everything,
      queue,
      books,
      now,
      log,
    });
    await workMoves({ db: access.everything, queue, openings, books, now, log });
  }
  return {
    app,
    release: [queue.stop, async () => progress.db.destroy(), foundation.close],
  };
}

/** A connection for the progress of imports. */
function openProgress(
  { databaseUrl: url }: CoreConfig,
  role: string,
  log: Pick<Logger, 'warn'>,
): Database<Tables> {
  return openDatabase<Tables>({
    url,
    poolSize: 1,
    applicationName: 'core-service',
    role,
    onIdleError: (error) =>
      log.warn({ reason: error.message }, 'an idle database connection broke'),
  });
}
