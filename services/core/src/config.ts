// The core-service's configuration.
import { optional, readConfig, required } from '@kvartplata/platform/config/config.ts';
import { serviceUrl } from '@kvartplata/platform/config/readers.ts';
import { serviceVariables } from '@kvartplata/platform/config/service-variables.ts';

export type CoreConfig = ReturnType<typeof readCoreConfig>;

/** @throws ConfigurationError that names every missing or wrong variable */
export function readCoreConfig(environment: Readonly<Record<string, string | undefined>>) {
  return readConfig(
    {
      ...serviceVariables(8002, environment['APP_ENV']),
      authServiceUrl: required('AUTH_SERVICE_URL', serviceUrl),
      // Asked which months are applied and for its version; the service starts without it.
      billingServiceUrl: optional('BILLING_SERVICE_URL', serviceUrl, 'http://localhost:8003'),
    },
    environment,
  );
}
