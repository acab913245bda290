// The environments of three services that find each other, on databases that a test names.
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { freePort } from '@kvartplata/platform/lifecycle/free-port.ts';

export const SERVICES = ['auth', 'core', 'billing'] as const;
export type ServiceName = (typeof SERVICES)[number];
export type Variables = Readonly<Record<string, string>>;

export type ServiceEnvironments = {
  readonly urls: Readonly<Record<ServiceName, string>>;
  readonly secret: string;
  readonly environmentOf: (service: ServiceName) => Variables;
};

export const ORIGIN = 'http://localhost:3000';

/** What starts it as a process. */
export function mainOf(service: ServiceName): string {
  return path.resolve(import.meta.dirname, `../../services/${service}/src/main.ts`);
}

/** @param more variables for all three, over the defaults */
export async function makeEnvironments(
  databaseUrlOf: (service: ServiceName) => string,
  more: Variables = {},
): Promise<ServiceEnvironments> {
  const secret = more['JWT_SECRET'] ?? randomBytes(32).toString('base64');
  const ports = { auth: await freePort(), core: await freePort(), billing: await freePort() };
  const urlOf = (service: ServiceName): string => `http://127.0.0.1:${ports[service]}`;
  return {
    urls: { auth: urlOf('auth'), core: urlOf('core'), billing: urlOf('billing') },
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
