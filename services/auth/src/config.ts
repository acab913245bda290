// The auth-service's configuration.
import { finishOidcSignIn } from '@kvartplata/contracts/auth/oidc.ts';
import { ConfigurationError, optional, readConfig } from '@kvartplata/platform/config/config.ts';
import { integer, positiveNumber, serviceUrl, text } from '@kvartplata/platform/config/readers.ts';
import { serviceVariables } from '@kvartplata/platform/config/service-variables.ts';
import { mailVariables, requireSender } from '@kvartplata/platform/mail/mail-variables.ts';

export type AuthConfig = ReturnType<typeof readAuthConfig>;

/** @throws ConfigurationError that names every missing or wrong variable */
export function readAuthConfig(environment: Readonly<Record<string, string | undefined>>) {
  const appEnv = environment['APP_ENV'];
  const config = readConfig(
    {
      ...serviceVariables(8001, appEnv),
      // Only queried about makers of API keys: signing in does not depend on it.
      coreServiceUrl: optional('CORE_SERVICE_URL', serviceUrl, 'http://localhost:8002'),
      ...mailVariables(),
      bootstrapAdmin: optional('BOOTSTRAP_ADMIN', text, undefined),
      // A working day and its evening; the next morning one signs in again.
      sessionIdleHours: optional('SESSION_IDLE_HOURS', integer(1, 720), 12),
      sessionAbsoluteDays: optional('SESSION_ABSOLUTE_DAYS', integer(1, 90), 7),
      // Tests and demonstrations all come from one address.
      rateLimitScale: optional('RATE_LIMIT_SCALE', positiveNumber, appEnv === 'dev' ? 100 : 1),
      oidcIssuer: optional('OIDC_ISSUER', issuer(appEnv), undefined),
      oidcClientId: optional('OIDC_CLIENT_ID', text, undefined),
      oidcClientSecret: optional('OIDC_CLIENT_SECRET', text, undefined),
      oidcRedirectUri: optional('OIDC_REDIRECT_URI', callback, undefined),
      oidcName: optional('OIDC_NAME', text, undefined),
    },
    environment,
  );
  const { oidcIssuer, oidcClientId, oidcClientSecret, oidcRedirectUri, oidcName } = config;
  const oidc = oidcOf({
    OIDC_ISSUER: oidcIssuer,
    OIDC_CLIENT_ID: oidcClientId,
    OIDC_CLIENT_SECRET: oidcClientSecret,
  });
  const redirectUri =
    oidcRedirectUri ?? `http://localhost:${config.httpPort}${finishOidcSignIn.path}`;
  return {
    ...requireSender(config),
    oidc: oidc === undefined ? undefined : { ...oidc, redirectUri, name: oidcName },
  };
}

/** All three variables, or none of them. @throws ConfigurationError that names those that are missing */
function oidcOf(told: {
  readonly OIDC_ISSUER: string | undefined;
  readonly OIDC_CLIENT_ID: string | undefined;
  readonly OIDC_CLIENT_SECRET: string | undefined;
}) {
  const { OIDC_ISSUER: of, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = told;
  if (of !== undefined && clientId !== undefined && clientSecret !== undefined)
    return { issuer: of, clientId, clientSecret };
  const missing = Object.entries(told).flatMap(([name, value]) =>
    value === undefined ? [name] : [],
  );
  if (missing.length === Object.keys(told).length) return undefined;
  throw new ConfigurationError(
    missing.map((name) => `${name} is missing: the three of OIDC belong together`),
  );
}

/** The provider's statements about people are trusted, so nobody may tamper with them on the way. */
function issuer(appEnv: string | undefined): (value: string) => string {
  return (value) => {
    const url = serviceUrl(value);
    if (appEnv !== 'dev' && !url.startsWith('https:'))
      throw new Error('must be a URL that starts with https:// unless APP_ENV is dev');
    return value;
  };
}

function callback(value: string): string {
  const url = serviceUrl(value);
  if (!url.endsWith(finishOidcSignIn.path) || /[?#]/.test(url))
    throw new Error(`must be a URL that ends with ${finishOidcSignIn.path}`);
  return url;
}
