// Starts the billing-service: the only place that reads its environment, listens and exits.
import path from 'node:path';
import { buildInfoOf } from '@kvartplata/platform/http/build-info.ts';
import { findRemoteSession } from '@kvartplata/platform/identity/remote-sessions.ts';
import { openJobQueue } from '@kvartplata/platform/jobs/job-queue.ts';
import { openFoundation } from '@kvartplata/platform/lifecycle/foundation.ts';
import { listen } from '@kvartplata/platform/lifecycle/listen.ts';
import { runService } from '@kvartplata/platform/lifecycle/run-service.ts';
import { createServiceClient } from '@kvartplata/platform/service-client/service-client.ts';
import { pino } from 'pino';
import { createAccess } from './access/access.service.ts';
import { createCoreClient } from './access/core-client.ts';
import { createApp } from './app.ts';
import { CALCULATION_QUEUE } from './calculation-jobs/calculation-jobs.service.ts';
import { workCalculations } from './calculation-jobs/run-calculation.job.ts';
import { readBillingConfig } from './config.ts';
import type { BillingTables } from './tables.ts';

await runService('billing', async () => {
  const config = readBillingConfig(process.env);
  const now = (): Date => new Date();
  const log = pino({ level: config.logLevel, base: { service: 'billing' } });
  const foundation = await openFoundation<BillingTables>(
    'billing',
    config,
    path.resolve(import.meta.dirname, '../migrations'),
    log,
  );
  const queue = await openJobQueue({
    databaseUrl: config.databaseUrl,
    queues: [CALCULATION_QUEUE],
    role: foundation.role,
    onError: (error) => log.error({ err: error }, 'the job queue met an error'),
  });
  const client = (service: string, baseUrl: string) =>
    createServiceClient({ caller: 'billing', service, baseUrl, key: foundation.keys.service, now });
  const core = createCoreClient(client('core', config.coreServiceUrl));
  const access = createAccess({
    database: foundation.database,
    core,
    store: foundation.keyValue,
  });
  const findSession = findRemoteSession(client('auth', config.authServiceUrl), foundation.keyValue);
  const app = await createApp({
    config,
    foundation,
    buildInfo: buildInfoOf(config, now()),
    access,
    queue,
    findSession,
    now,
  });
  await workCalculations(access.everything, queue, core, log);
  return listen(app, {
    port: config.httpPort,
    host: config.httpHost,
    release: [queue.stop, foundation.close],
  });
});
