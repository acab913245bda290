// The databases in the environment: AUTH_DATABASE_URL, CORE_DATABASE_URL and BILLING_DATABASE_URL.
import { ConfigurationError } from '@kvartplata/platform/config/config.ts';
import { postgresUrl } from '@kvartplata/platform/config/readers.ts';
import { SERVICES, type ServiceName } from './service-environment.ts';

/**
 * @returns the databases in the environment, in the order of the services
 * @throws ConfigurationError that names every invalid URL
 */
export function namedDatabases(environment: NodeJS.ProcessEnv): ReadonlyMap<ServiceName, string> {
  const urls = new Map<ServiceName, string>();
  const problems: string[] = [];
  for (const service of SERVICES) {
    const name = `${service.toUpperCase()}_DATABASE_URL`;
    const value = environment[name];
    if (!value) continue;
    try {
      urls.set(service, postgresUrl(value));
    } catch (error) {
      problems.push(`${name} ${(error as Error).message}`);
    }
  }
  if (problems.length > 0) throw new ConfigurationError(problems);
  return urls;
}

/** A database's URL without its password: `owner@host:5432/billing`. */
export function withoutPassword(url: string): string {
  const shown = new URL(url);
  return `${shown.username === '' ? '' : `${shown.username}@`}${shown.hostname}:${shown.port || '5432'}${shown.pathname}`;
}
