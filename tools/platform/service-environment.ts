// The environment of each service of a started platform: the shared variables of specification 1.2 for all, `AUTH_…`, `CORE_…`
// and `BILLING_…` for one, and defaults for a machine without any.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readAuthConfig } from '@kvartplata/auth-service/src/config.ts';
import { readBillingConfig } from '@kvartplata/billing-service/src/config.ts';
import { readCoreConfig } from '@kvartplata/core-service/src/config.ts';
import { ConfigurationError } from '@kvartplata/platform/config/config.ts';
import { port } from '@kvartplata/platform/config/readers.ts';
import type { SchemaWanted } from '@kvartplata/platform/database/fitness.ts';

export const SERVICES = ['auth', 'core', 'billing'] as const;
export type ServiceName = (typeof SERVICES)[number];
export type Environment = Readonly<Record<string, string>>;

export const ROOT = path.resolve(import.meta.dirname, '../..');

/** Variables of all three, also with the prefix of one. */
export const SHARED = [
  'APP_ENV',
  'JWT_SECRET',
  'JWT_SECRET_PREVIOUS',
  'CORS_ORIGIN',
  'USE_HTTPS',
  'DOMAIN',
  'LOG_LEVEL',
  'HTTP_HOST',
  'TRUSTED_PROXIES',
  'BOOTSTRAP_ADMIN',
  'RATE_LIMIT_SCALE',
  'SESSION_IDLE_HOURS',
  'SESSION_ABSOLUTE_DAYS',
  'CBR_URL',
  'PUBLIC_URL',
  'GIS_ZHKH_VERSION',
  'GIS_ZHKH_FACTS_VERSION',
  'WEBHOOK_ALLOW_PRIVATE',
  'CHECKPOINT_KEY',
  'CHECKPOINT_KEY_FILE',
  'CHECKPOINT_ORIGIN',
  'CHECKPOINT_PAST_KEYS',
  'CHECKPOINT_WITNESSES',
  'SMTP_URL',
  'MAIL_FROM',
  'MAIL_DIRECTORY',
  'MAIL_PER_MINUTE',
  'MAIL_BOUNCES',
  'OIDC_ISSUER',
  'OIDC_CLIENT_ID',
  'OIDC_CLIENT_SECRET',
  'OIDC_REDIRECT_URI',
  'OIDC_NAME',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
];
/** Variables of one, always with its prefix. */
export const OWN = [
  'HTTP_PORT',
  'DATABASE_URL',
  'DATABASE_POOL_SIZE',
  'REDIS_URL',
  'MIGRATE_ON_START',
  'AUTH_SERVICE_URL',
  'CORE_SERVICE_URL',
  'BILLING_SERVICE_URL',
];
const DEFAULT_PORTS: Readonly<Record<ServiceName, string>> = {
  auth: '8001',
  core: '8002',
  billing: '8003',
};
const READERS = { auth: readAuthConfig, core: readCoreConfig, billing: readBillingConfig };

export type Defaults = {
  readonly jwtSecret: string;
  /** The embedded database of a service without a URL in the environment. */
  readonly databaseUrlOf: (service: ServiceName) => string;
  /** Letters become files there when no mail server is configured. */
  readonly mailDirectory: string;
};

/** What a service needs of its database. */
export function wantedBy(service: ServiceName): SchemaWanted {
  return { folder: path.join(ROOT, 'services', service, 'migrations'), role: `${service}_app` };
}

/** The services without a database URL in the environment. */
export function servicesWithoutDatabase(environment: NodeJS.ProcessEnv): readonly ServiceName[] {
  return SERVICES.filter((service) => !environment[`${service.toUpperCase()}_DATABASE_URL`]);
}

export function environmentOf(
  service: ServiceName,
  environment: NodeJS.ProcessEnv,
  defaults: Defaults,
): Environment {
  const own = named(environment, [...SHARED, ...OWN], `${service.toUpperCase()}_`);
  return {
    APP_ENV: 'dev',
    HTTP_HOST: '127.0.0.1',
    HTTP_PORT: DEFAULT_PORTS[service],
    REDIS_URL: 'memory:',
    JWT_SECRET: defaults.jwtSecret,
    CORS_ORIGIN: pageOriginOf(environment),
    USE_HTTPS: 'false',
    DOMAIN: 'localhost',
    // By default a machine for trying things out contacts nobody outside.
    CBR_URL: 'off',
    MAIL_DIRECTORY: defaults.mailDirectory,
    ...addressesOf(environment),
    ...(own['DATABASE_URL'] === undefined ? { DATABASE_URL: defaults.databaseUrlOf(service) } : {}),
    ...named(environment, SHARED, ''),
    ...own,
    ...buildOf(service),
  };
}

/** The origin of the page: the only one that the services accept. */
export function pageOriginOf(environment: NodeJS.ProcessEnv): string {
  const ofPage = Number(environment['WEB_HTTP_PORT']) || 3000;
  return environment['CORS_ORIGIN'] || `http://localhost:${ofPage}`;
}

/**
 * Reads the configuration of all three as they will, and where the page is to be served.
 * @throws ConfigurationError that names every invalid variable of every service, as the caller spelled it
 */
export function assertConfigurations(
  environments: Readonly<Record<ServiceName, Environment>>,
  given: NodeJS.ProcessEnv,
): void {
  const problems = new Set<string>();
  for (const service of SERVICES) {
    try {
      READERS[service](environments[service]);
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error;
      for (const problem of error.problems) problems.add(spelled(problem, service, given));
    }
  }
  const ofPage = pagePortProblem(given['WEB_HTTP_PORT']);
  if (ofPage !== undefined) problems.add(ofPage);
  if (problems.size > 0) throw new ConfigurationError([...problems]);
}

function pagePortProblem(value: string | undefined): string | undefined {
  if (!value || value === 'off') return undefined;
  try {
    port(value);
    return undefined;
  } catch (error) {
    return `WEB_HTTP_PORT ${(error as Error).message}, nor off`;
  }
}

function spelled(problem: string, service: ServiceName, given: NodeJS.ProcessEnv): string {
  const prefixed = `${service.toUpperCase()}_${problem}`;
  const [name = ''] = prefixed.split(' ', 1);
  return name in given ? prefixed : problem;
}

function addressesOf(environment: NodeJS.ProcessEnv): Environment {
  const address = (service: ServiceName): string => {
    const url = `http://127.0.0.1:${environment[`${service.toUpperCase()}_HTTP_PORT`] || DEFAULT_PORTS[service]}`;
    // An invalid port is reported by its own name, not as a URL that nobody has set.
    return URL.canParse(url) ? url : `http://127.0.0.1:${DEFAULT_PORTS[service]}`;
  };
  return {
    AUTH_SERVICE_URL: address('auth'),
    CORE_SERVICE_URL: address('core'),
    BILLING_SERVICE_URL: address('billing'),
  };
}

function named(
  environment: NodeJS.ProcessEnv,
  names: readonly string[],
  prefix: string,
): Environment {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = environment[prefix + name];
      return value === undefined || value === '' ? [] : [[name, value]];
    }),
  );
}

function buildOf(service: ServiceName): Environment {
  const { version } = JSON.parse(
    readFileSync(path.join(ROOT, 'services', service, 'package.json'), 'utf8'),
  ) as { version: string };
  commit ??= {
    BUILD_COMMIT: git('rev-parse', '--short', 'HEAD'),
    BUILD_BRANCH: git('symbolic-ref', '--short', 'HEAD'),
  };
  return { BUILD_VERSION: version, BUILD_TIME: new Date().toISOString(), ...commit };
}

/** Cached: git is slow, and the start should not wait. */
let commit: Environment | undefined;

/**
 * A downloaded archive has no git folder, a machine may have no git, a detached HEAD no branch: then the fact is unknown. git
 * must not search above the project, where it would find the history of something else.
 */
function git(...args: readonly string[]): string {
  try {
    return execFileSync('git', args, {
      cwd: ROOT,
      env: { ...process.env, GIT_CEILING_DIRECTORIES: path.dirname(ROOT) },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return 'unknown';
  }
}
