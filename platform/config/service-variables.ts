// The variables that every service takes (specification 1.2), and the rules that bind several of them.
import { ConfigurationError, optional, required } from './config.ts';
import {
  base64Secret,
  boolean,
  integer,
  keyValueUrl,
  origin,
  port,
  postgresUrl,
  text,
} from './readers.ts';

const SECRET_MIN_BYTES = 32;
const SECRET_MIN_DISTINCT_BYTES = 8;
/** In the text or in the bytes it stands for: nobody draws these words at random. */
const PLACEHOLDER = /change.?me|secret|password|example|placeholder/i;

/** The variables of one service; `defaultPort` is the port the specification gives it. */
export function serviceVariables(defaultPort: number) {
  return {
    appEnv: optional('APP_ENV', text, 'production'),
    httpPort: optional('HTTP_PORT', port, defaultPort),
    httpHost: optional('HTTP_HOST', text, '0.0.0.0'),
    databaseUrl: required('DATABASE_URL', postgresUrl),
    databasePoolSize: optional('DATABASE_POOL_SIZE', integer(1, 500), 10),
    keyValueUrl: required('REDIS_URL', keyValueUrl),
    jwtSecret: required('JWT_SECRET', base64Secret),
    corsOrigin: required('CORS_ORIGIN', origin),
    useHttps: required('USE_HTTPS', boolean),
    cookieDomain: required('DOMAIN', text),
    migrateOnStart: optional('MIGRATE_ON_START', boolean, true),
    logLevel: optional('LOG_LEVEL', logLevel, 'info'),
    buildVersion: optional('BUILD_VERSION', text, undefined),
    buildTime: optional('BUILD_TIME', text, undefined),
    buildCommit: optional('BUILD_COMMIT', text, undefined),
    buildBranch: optional('BUILD_BRANCH', text, undefined),
  } as const;
}

/**
 * Outside dev a signing secret that is short or well known is as good as none.
 * @throws ConfigurationError
 */
export function assertSecretStrength(config: {
  readonly appEnv: string;
  readonly jwtSecret: Buffer;
}): void {
  if (config.appEnv === 'dev') return;
  const secret = config.jwtSecret;
  if (
    secret.length < SECRET_MIN_BYTES ||
    new Set(secret).size < SECRET_MIN_DISTINCT_BYTES ||
    PLACEHOLDER.test(secret.toString('latin1')) ||
    PLACEHOLDER.test(secret.toString('base64'))
  ) {
    throw new ConfigurationError([
      `JWT_SECRET must hold at least ${SECRET_MIN_BYTES} random bytes in base64 unless APP_ENV is dev`,
    ]);
  }
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const;

function logLevel(value: string): (typeof LOG_LEVELS)[number] {
  const level = LOG_LEVELS.find((known) => known === value);
  if (level === undefined)
    throw new Error(`must be one of ${LOG_LEVELS.join(', ')}, not "${value}"`);
  return level;
}
