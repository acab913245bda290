// The three services on databases of their own, with real HTTP between them, in this process: the modules are loaded only once,
// and a test can disable one of the two layers of tenant isolation.
import { readAuthConfig } from '@kvartplata/auth-service/src/config.ts';
import { openService as openAuth } from '@kvartplata/auth-service/src/service.ts';
import { readBillingConfig } from '@kvartplata/billing-service/src/config.ts';
import { openService as openBilling } from '@kvartplata/billing-service/src/service.ts';
import { SERVICES, type ServiceName } from '@kvartplata/contracts/endpoint.ts';
import { readCoreConfig } from '@kvartplata/core-service/src/config.ts';
import { openService as openCore } from '@kvartplata/core-service/src/service.ts';
import { deriveKeys, type Keys } from '@kvartplata/platform/identity/keys.ts';
import type { RoleRules } from '@kvartplata/platform/identity/memberships.ts';
import { freePort } from '@kvartplata/platform/lifecycle/free-port.ts';
import { listen } from '@kvartplata/platform/lifecycle/listen.ts';
import type { RunningService } from '@kvartplata/platform/lifecycle/run-service.ts';
import type { OpenedService, ServiceConfig } from '@kvartplata/platform/lifecycle/serve.ts';
import {
  makeEnvironments,
  startService,
  type Variables,
} from '@kvartplata/platform/testing/service-environments.ts';
import type { ServiceProcess } from '@kvartplata/platform/testing/service-process.ts';
import { createTestDatabase } from '@kvartplata/platform/testing/test-database.ts';
import pg from 'pg';

export type ThreeServices = {
  readonly urls: Readonly<Record<ServiceName, string>>;
  readonly keys: Keys;
  /** Connections as the databases' owners, subject to nothing but the triggers. */
  readonly owners: Readonly<Record<ServiceName, pg.Pool>>;
  /** Another process of a service, on the same database and key-value store. */
  readonly startReplica: (service: ServiceName) => Promise<ServiceProcess>;
  /** Makes auth unavailable to the other two. */
  readonly stopAuth: () => Promise<void>;
  /** Restarts all three on the same ports and databases; these variables override those of the start. */
  readonly restart: (more: Variables) => Promise<void>;
  readonly stop: () => Promise<void>;
};

export type Nets = {
  /** Instead of the rules of memberships. */
  readonly rules?: RoleRules;
  /** False: row-level security is off on every table. */
  readonly rowSecurity?: boolean;
};

type EnvironmentOf = (service: ServiceName) => Variables;
type Running = { readonly stopAuth: () => Promise<void>; readonly stop: () => Promise<void> };

/** @param more variables for all three, overriding the defaults */
export async function startThreeServices(
  nets: Nets = {},
  more: Variables = {},
): Promise<ThreeServices> {
  const databases = {
    auth: await createTestDatabase('auth'),
    core: await createTestDatabase('core'),
    billing: await createTestDatabase('billing'),
  };
  const { urls, secret, environmentOf } = await makeEnvironments(
    (service) => databases[service].url,
    more,
  );
  let running = await runAll(environmentOf, nets);
  const owners = {
    auth: openAsOwner(databases.auth.url),
    core: openAsOwner(databases.core.url),
    billing: openAsOwner(databases.billing.url),
  };
  if (nets.rowSecurity === false)
    await Promise.all([owners.core, owners.billing].map(switchRowSecurityOff));
  return {
    urls,
    keys: deriveKeys(Buffer.from(secret, 'base64')),
    owners,
    startReplica: async (service) =>
      startService(service, {
        ...environmentOf(service),
        HTTP_PORT: String(await freePort()),
      }),
    stopAuth: async () => running.stopAuth(),
    restart: async (changed) => {
      await running.stop();
      running = await runAll((service) => ({ ...environmentOf(service), ...changed }), nets);
    },
    stop: async () => {
      await running.stop();
      for (const service of SERVICES) {
        await owners[service].end();
        await databases[service].drop();
      }
    },
  };
}

async function runAll(environmentOf: EnvironmentOf, { rules }: Nets): Promise<Running> {
  const nets = rules === undefined ? {} : { rules };
  const running: RunningService[] = [];
  const run = async (
    { httpPort: port, httpHost: host }: Pick<ServiceConfig, 'httpPort' | 'httpHost'>,
    { app, release }: OpenedService,
  ): Promise<RunningService> => {
    const service = await listen(app, { port, host, release });
    running.unshift(service);
    return service;
  };
  const stop = async (): Promise<void> => {
    for (const service of running.splice(0)) await service.stop();
  };
  try {
    const authConfig = readAuthConfig(environmentOf('auth'));
    const auth = await run(authConfig, await openAuth(authConfig));
    const coreConfig = readCoreConfig(environmentOf('core'));
    await run(coreConfig, await openCore(coreConfig, nets));
    const billingConfig = readBillingConfig(environmentOf('billing'));
    await run(billingConfig, await openBilling(billingConfig, nets));
    const stopAuth = async (): Promise<void> => {
      running.splice(running.indexOf(auth), 1);
      await auth.stop();
    };
    return { stopAuth, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function openAsOwner(connectionString: string): pg.Pool {
  const pool = new pg.Pool({ connectionString, max: 2 });
  // The server does not wait for its end: the database may be dropped while a connection is closing.
  pool.on('error', () => undefined);
  return pool;
}

async function switchRowSecurityOff(owner: pg.Pool): Promise<void> {
  const { rows } = await owner.query<{ name: string }>(
    `select relname as name from pg_class where relrowsecurity and relnamespace = 'public'::regnamespace`,
  );
  for (const { name } of rows) await owner.query(`alter table ${name} disable row level security`);
}
