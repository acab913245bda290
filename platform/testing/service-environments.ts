// The three services as tests, fault tests and benchmarks start them: environments in which they find each other, with the
// caller's databases, and their processes.
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type { ServiceName } from '@kvartplata/contracts/endpoint.ts';
import { freePort } from '../lifecycle/free-port.ts';
import { allOrNone, startServiceProcess, type ServiceProcess } from './service-process.ts';

export type Variables = Readonly<Record<string, string>>;

export type ServiceEnvironments = {
  readonly urls: Readonly<Record<ServiceName, string>>;
  readonly ports: Readonly<Record<ServiceName, number>>;
  readonly secret: string;
  readonly environmentOf: (service: ServiceName) => Variables;
};

export const ORIGIN = 'http://localhost:3000';

/** The entry of its process. */
export function mainOf(service: ServiceName): string {
  return path.resolve(import.meta.dirname, `../../services/${service}/src/main.ts`);
}

/** @param more variables for all three, overriding the defaults */
export async function makeEnvironments(
  databaseUrlOf: (service: ServiceName) => string,
  more: Variables = {},
): Promise<ServiceEnvironments> {
  const secret = more['JWT_SECRET'] ?? randomBytes(32).toString('base64');
  const ports = { auth: await freePort(), core: await freePort(), billing: await freePort() };
  const urlOf = (service: ServiceName): string => `http://127.0.0.1:${ports[service]}`;
  return {
    urls: { auth: urlOf('auth'), core: urlOf('core'), billing: urlOf('billing') },
    ports,
    secret,
    environmentOf: (service) => ({
      APP_ENV: 'dev',
      HTTP_HOST: '127.0.0.1',
      HTTP_PORT: String(ports[service]),
      DATABASE_URL: databaseUrlOf(service),
      REDIS_URL: 'memory:',
      JWT_SECRET: secret,
      CORS_ORIGIN: ORIGIN,
      USE_HTTPS: 'false',
      DOMAIN: 'localhost',
      LOG_LEVEL: 'silent',
      AUTH_SERVICE_URL: urlOf('auth'),
      CORE_SERVICE_URL: urlOf('core'),
      BILLING_SERVICE_URL: urlOf('billing'),
      CBR_URL: 'off',
      ...more,
    }),
  };
}

/** Starts all three at once, or none. */
export async function startServices(
  start: (service: ServiceName) => Promise<ServiceProcess>,
): Promise<Record<ServiceName, ServiceProcess>> {
  const [auth, core, billing] = await allOrNone([start('auth'), start('core'), start('billing')]);
  return { auth, core, billing };
}

/** Starts a process of a service, possibly one of several. */
export async function startService(
  service: ServiceName,
  environment: Variables,
): Promise<ServiceProcess> {
  return startServiceProcess(mainOf(service), environment);
}
