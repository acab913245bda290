// The core-service on everything that it stands on: database, key-value store, the other services.
import path from 'node:path';
import { buildInfoOf } from '@kvartplata/platform/http/build-info.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import { ROLE_RULES, type RoleRules } from '@kvartplata/platform/identity/memberships.ts';
import { findRemoteSession } from '@kvartplata/platform/identity/remote-sessions.ts';
import { openFoundation } from '@kvartplata/platform/lifecycle/foundation.ts';
import { createServiceClient } from '@kvartplata/platform/service-client/service-client.ts';
import { pino } from 'pino';
import { createAccess } from './access/access.service.ts';
import { createApp } from './app.ts';
import { createBooksClient } from './books/books-client.ts';
import type { CoreConfig } from './config.ts';
import { createUsersClient } from './members/users-client.ts';
import type { Tables } from './tables.ts';
import { readSystemVersion } from './version/version.service.ts';

export type CoreService = {
  readonly app: HttpServer;
  /** To be released after the last request, in this order. */
  readonly release: readonly (() => Promise<void>)[];
};

export type ServiceOptions = {
  readonly now?: () => Date;
  /** What memberships allow. */
  readonly rules?: RoleRules;
};

const MIGRATIONS = path.resolve(import.meta.dirname, '../migrations');

export async function openService(
  config: CoreConfig,
  { now = () => new Date(), rules = ROLE_RULES }: ServiceOptions = {},
): Promise<CoreService> {
  const log = pino({ level: config.logLevel, base: { service: 'core' } });
  const foundation = await openFoundation<Tables>('core', config, MIGRATIONS, log);
  const client = (service: string, baseUrl: string) =>
    createServiceClient({ caller: 'core', service, baseUrl, key: foundation.keys.service, now });
  const auth = client('auth', config.authServiceUrl);
  const billing = client('billing', config.billingServiceUrl);
  const app = await createApp({
    ...config,
    ...foundation,
    access: createAccess(foundation.database, rules),
    users: createUsersClient(auth),
    books: createBooksClient(billing),
    findSession: findRemoteSession(auth, foundation.keyValue),
    now,
    buildInfo: buildInfoOf(config, now()),
    systemVersion: readSystemVersion(),
  });
  return { app, release: [foundation.close] };
}
