// The auth-service's configuration.
import { optional, readConfig } from '@kvartplata/platform/config/config.ts';
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
      // Only asked about who makes API keys: signing in needs nobody.
      coreServiceUrl: optional('CORE_SERVICE_URL', serviceUrl, 'http://localhost:8002'),
      ...mailVariables(),
      bootstrapAdmin: optional('BOOTSTRAP_ADMIN', text, undefined),
      // A working day and its evening; in the morning one signs in again.
      sessionIdleHours: optional('SESSION_IDLE_HOURS', integer(1, 720), 12),
      sessionAbsoluteDays: optional('SESSION_ABSOLUTE_DAYS', integer(1, 90), 7),
      // Tests and demonstrations all come from one address.
      rateLimitScale: optional('RATE_LIMIT_SCALE', positiveNumber, appEnv === 'dev' ? 100 : 1),
    },
    environment,
  );
  return requireSender(config);
}
