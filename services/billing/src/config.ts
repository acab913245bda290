// The configuration of the billing-service (specification 1.2).
import { readConfig, required } from '@kvartplata/platform/config/config.ts';
import { serviceUrl } from '@kvartplata/platform/config/readers.ts';
import { serviceVariables } from '@kvartplata/platform/config/service-variables.ts';

export type BillingConfig = ReturnType<typeof readBillingConfig>;

/** @throws ConfigurationError that names every missing or wrong variable */
export function readBillingConfig(environment: Readonly<Record<string, string | undefined>>) {
  return readConfig(
    {
      ...serviceVariables(8003, environment['APP_ENV']),
      authServiceUrl: required('AUTH_SERVICE_URL', serviceUrl),
      coreServiceUrl: required('CORE_SERVICE_URL', serviceUrl),
    },
    environment,
  );
}
