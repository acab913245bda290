// Starts the core-service: the only file that reads the environment, listens and exits.
import path from 'node:path';
import { buildInfoOf } from '@kvartplata/platform/http/build-info.ts';
import { findRemoteSession } from '@kvartplata/platform/identity/remote-sessions.ts';
import { openFoundation } from '@kvartplata/platform/lifecycle/foundation.ts';
import { listen } from '@kvartplata/platform/lifecycle/listen.ts';
import { runService, type RunningService } from '@kvartplata/platform/lifecycle/run-service.ts';
import { createServiceClient } from '@kvartplata/platform/service-client/service-client.ts';
import { pino } from 'pino';
import { createAccess } from './access/access.service.ts';
import { createApp } from './app.ts';
import { readCoreConfig } from './config.ts';
import { createUsersClient } from './members/users-client.ts';
import type { Tables } from './tables.ts';
import { readSystemVersion } from './version/version.service.ts';

const MIGRATIONS = path.resolve(import.meta.dirname, '../migrations');

const now = (): Date => new Date();

await runService('core', start);

async function start(): Promise<RunningService> {
  const config = readCoreConfig(process.env);
  const log = pino({ level: config.logLevel, base: { service: 'core' } });
  const foundation = await openFoundation<Tables>('core', config, MIGRATIONS, log);
  const auth = createServiceClient({
    caller: 'core',
    service: 'auth',
    baseUrl: config.authServiceUrl,
    key: foundation.keys.service,
    now,
  });
  const app = await createApp({
    ...config,
    ...foundation,
    access: createAccess(foundation.database),
    users: createUsersClient(auth),
    findSession: findRemoteSession(auth, foundation.keyValue),
    now,
    buildInfo: buildInfoOf(config, now()),
    systemVersion: readSystemVersion(),
  });
  return listen(app, {
    port: config.httpPort,
    host: config.httpHost,
    release: [foundation.close],
  });
}
