// The three services on databases of their own, with real HTTP between them: auth as a process; core and billing in
// this one, so that a test can take one of the two nets of tenancy away.
import { readBillingConfig } from '@kvartplata/billing-service/src/config.ts';
import { openService as openBilling } from '@kvartplata/billing-service/src/service.ts';
import { SERVICES, type ServiceName } from '@kvartplata/contracts/endpoint.ts';
import { readCoreConfig } from '@kvartplata/core-service/src/config.ts';
import { openService as openCore } from '@kvartplata/core-service/src/service.ts';
import { deriveKeys, type Keys } from '@kvartplata/platform/identity/keys.ts';
import type { RoleRules } from '@kvartplata/platform/identity/memberships.ts';
import { freePort } from '@kvartplata/platform/lifecycle/free-port.ts';
import { listen, type ListenOptions } from '@kvartplata/platform/lifecycle/listen.ts';
import type { RunningService } from '@kvartplata/platform/lifecycle/run-service.ts';
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
  /** The databases as their owner, past every guard but the triggers. */
  readonly owners: Readonly<Record<ServiceName, pg.Pool>>;
  /** One more process of a service, on the same database and key-value store. */
  readonly startReplica: (service: ServiceName) => Promise<ServiceProcess>;
  /** Takes auth away from the other two. */
  readonly stopAuth: () => Promise<void>;
  /** All three again, on the same ports and databases, with these variables over those of the start. */
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

/** @param more variables for all three, over the defaults */
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

async function runAll(environmentOf: EnvironmentOf, nets: Nets): Promise<Running> {
  const auth = await startService('auth', environmentOf('auth'));
  const running: RunningService[] = [];
  try {
    const rules = nets.rules === undefined ? {} : { rules: nets.rules };
    const coreConfig = readCoreConfig(environmentOf('core'));
    const core = await openCore(coreConfig, rules);
    running.unshift(await listen(core.app, placeOf(coreConfig, core.release)));
    const billingConfig = readBillingConfig(environmentOf('billing'));
    const billing = await openBilling(billingConfig, rules);
    running.unshift(await listen(billing.app, placeOf(billingConfig, billing.release)));
  } catch (error) {
    for (const service of running) await service.stop();
    await auth.kill();
    throw error;
  }
  const stopAuth = async (): Promise<void> => void (await auth.stop());
  return {
    stopAuth,
    stop: async () => {
      for (const service of running) await service.stop();
      await stopAuth();
    },
  };
}

function placeOf(
  { httpPort, httpHost }: { readonly httpPort: number; readonly httpHost: string },
  release: ListenOptions['release'],
): ListenOptions {
  return { port: httpPort, host: httpHost, release };
}

function openAsOwner(connectionString: string): pg.Pool {
  const pool = new pg.Pool({ connectionString, max: 2 });
  // Its end is not waited for by the server: the database may be dropped under a connection that says goodbye.
  pool.on('error', () => undefined);
  return pool;
}

async function switchRowSecurityOff(owner: pg.Pool): Promise<void> {
  const { rows } = await owner.query<{ name: string }>(
    `select relname as name from pg_class where relrowsecurity and relnamespace = 'public'::regnamespace`,
  );
  for (const { name } of rows) await owner.query(`alter table ${name} disable row level security`);
}
