// The three services on databases of their own, with real HTTP between them: auth as a process; core and billing in
// this one, so that a test can take one of the two nets of tenancy away.
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { readBillingConfig } from '@kvartplata/billing-service/src/config.ts';
import { openService as openBilling } from '@kvartplata/billing-service/src/service.ts';
import { readCoreConfig } from '@kvartplata/core-service/src/config.ts';
import { openService as openCore } from '@kvartplata/core-service/src/service.ts';
import { deriveKeys, type Keys } from '@kvartplata/platform/identity/keys.ts';
import type { RoleRules } from '@kvartplata/platform/identity/memberships.ts';
import { freePort } from '@kvartplata/platform/lifecycle/free-port.ts';
import { listen } from '@kvartplata/platform/lifecycle/listen.ts';
import { startServiceProcess } from '@kvartplata/platform/testing/service-process.ts';
import { createTestDatabase } from '@kvartplata/platform/testing/test-database.ts';
import pg from 'pg';

export const SERVICES = ['auth', 'core', 'billing'] as const;
export type ServiceName = (typeof SERVICES)[number];

export type ThreeServices = {
  readonly urls: Readonly<Record<ServiceName, string>>;
  readonly keys: Keys;
  /** The databases as their owner, past every guard but the triggers. */
  readonly owners: Readonly<Record<ServiceName, pg.Pool>>;
  readonly stop: () => Promise<void>;
};

export type Nets = {
  /** Instead of the rules of memberships. */
  readonly rules?: RoleRules;
  /** False: row-level security is off on every table. */
  readonly rowSecurity?: boolean;
};

export const ORIGIN = 'http://localhost:3000';
const AUTH_MAIN = path.resolve(import.meta.dirname, '../../services/auth/src/main.ts');

/** @param more variables for all three, over the defaults */
export async function startThreeServices(
  nets: Nets = {},
  more: Readonly<Record<string, string>> = {},
): Promise<ThreeServices> {
  const secret = randomBytes(32);
  const databases = {
    auth: await createTestDatabase('auth'),
    core: await createTestDatabase('core'),
    billing: await createTestDatabase('billing'),
  };
  const ports = { auth: await freePort(), core: await freePort(), billing: await freePort() };
  const urlOf = (service: ServiceName): string => `http://127.0.0.1:${ports[service]}`;
  const environmentOf = (service: ServiceName): Record<string, string> => ({
    APP_ENV: 'dev',
    HTTP_HOST: '127.0.0.1',
    HTTP_PORT: String(ports[service]),
    DATABASE_URL: databases[service].url,
    REDIS_URL: 'memory:',
    JWT_SECRET: secret.toString('base64'),
    CORS_ORIGIN: ORIGIN,
    USE_HTTPS: 'false',
    DOMAIN: 'localhost',
    LOG_LEVEL: 'silent',
    AUTH_SERVICE_URL: urlOf('auth'),
    CORE_SERVICE_URL: urlOf('core'),
    BILLING_SERVICE_URL: urlOf('billing'),
    ...more,
  });
  const rules = nets.rules === undefined ? {} : { rules: nets.rules };
  const auth = await startServiceProcess(AUTH_MAIN, environmentOf('auth'));
  const core = await openCore(readCoreConfig(environmentOf('core')), rules);
  const billing = await openBilling(readBillingConfig(environmentOf('billing')), rules);
  const host = '127.0.0.1';
  const running = [
    await listen(billing.app, { port: ports.billing, host, release: billing.release }),
    await listen(core.app, { port: ports.core, host, release: core.release }),
  ];
  const owners = {
    auth: new pg.Pool({ connectionString: databases.auth.url, max: 2 }),
    core: new pg.Pool({ connectionString: databases.core.url, max: 2 }),
    billing: new pg.Pool({ connectionString: databases.billing.url, max: 2 }),
  };
  if (nets.rowSecurity === false)
    await Promise.all([owners.core, owners.billing].map(switchRowSecurityOff));
  return {
    urls: { auth: urlOf('auth'), core: urlOf('core'), billing: urlOf('billing') },
    keys: deriveKeys(secret),
    owners,
    stop: async () => {
      for (const service of running) await service.stop();
      await auth.stop();
      for (const service of SERVICES) {
        await owners[service].end();
        await databases[service].drop();
      }
    },
  };
}

async function switchRowSecurityOff(owner: pg.Pool): Promise<void> {
  const { rows } = await owner.query<{ name: string }>(
    `select relname as name from pg_class where relrowsecurity and relnamespace = 'public'::regnamespace`,
  );
  for (const { name } of rows) await owner.query(`alter table ${name} disable row level security`);
}
