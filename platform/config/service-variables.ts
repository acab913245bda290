// The variables that every service reads (specification 1.2).
import { optional, required } from './config.ts';
import {
  base64Secret,
  boolean,
  integer,
  keyValueUrl,
  networks,
  origin,
  port,
  postgresUrl,
  semanticVersion,
  serviceUrl,
  strongSecret,
  text,
  utcInstant,
} from './readers.ts';

/**
 * The variables of one service.
 * @param defaultPort the port that the specification gives it
 * @param appEnv the value of APP_ENV: outside dev the secret has to be a strong one
 */
export function serviceVariables(defaultPort: number, appEnv: string | undefined) {
  const secret = appEnv === 'dev' ? base64Secret : strongSecret;
  return {
    appEnv: optional('APP_ENV', text, 'production'),
    httpPort: optional('HTTP_PORT', port, defaultPort),
    httpHost: optional('HTTP_HOST', text, '0.0.0.0'),
    // Only these proxies are believed when they name the client in X-Forwarded-For.
    trustedProxies: optional('TRUSTED_PROXIES', networks, []),
    databaseUrl: required('DATABASE_URL', postgresUrl),
    // Imports hold one connection and write their progress over another.
    databasePoolSize: optional('DATABASE_POOL_SIZE', integer(2, 500), 10),
    keyValueUrl: required('REDIS_URL', keyValueUrl),
    jwtSecret: required('JWT_SECRET', secret),
    // Only verifies: tokens signed with the previous secret stay valid until they expire.
    jwtSecretPrevious: optional('JWT_SECRET_PREVIOUS', secret, undefined),
    corsOrigin: required('CORS_ORIGIN', origin),
    useHttps: required('USE_HTTPS', boolean),
    cookieDomain: required('DOMAIN', text),
    migrateOnStart: optional('MIGRATE_ON_START', boolean, true),
    // How long a stopping service keeps answering, so that load balancers notice that it is not ready.
    drainSeconds: optional('DRAIN_SECONDS', integer(0, 15), appEnv === 'dev' ? 0 : 5),
    logLevel: optional('LOG_LEVEL', logLevel, 'info'),
    // Where traces are sent; without it there is no tracing.
    traceEndpoint: optional('OTEL_EXPORTER_OTLP_ENDPOINT', serviceUrl, undefined),
    buildVersion: optional('BUILD_VERSION', semanticVersion, undefined),
    buildTime: optional('BUILD_TIME', utcInstant, undefined),
    buildCommit: optional('BUILD_COMMIT', text, undefined),
    buildBranch: optional('BUILD_BRANCH', text, undefined),
  } as const;
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const;

function logLevel(value: string): (typeof LOG_LEVELS)[number] {
  const level = LOG_LEVELS.find((known) => known === value);
  if (level === undefined)
    throw new Error(`must be one of ${LOG_LEVELS.join(', ')}, not "${value}"`);
  return level;
}
