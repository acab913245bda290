// The configuration of the billing-service (specification 1.2).
import { readConfig, required } from '@kvartplata/platform/config/config.ts';
import { serviceUrl } from '@kvartplata/platform/config/readers.ts';
import {
  assertSecretStrength,
  serviceVariables,
} from '@kvartplata/platform/config/service-variables.ts';

export type BillingConfig = ReturnType<typeof readBillingConfig>;

/** @throws ConfigurationError that names every missing or wrong variable */
export function readBillingConfig(environment: Readonly<Record<string, string | undefined>>) {
  const config = readConfig(
    {
      ...serviceVariables(8003),
      authServiceUrl: required('AUTH_SERVICE_URL', serviceUrl),
      coreServiceUrl: required('CORE_SERVICE_URL', serviceUrl),
    },
    environment,
  );
  assertSecretStrength(config);
  return config;
}
