// The auth-service's configuration.
import { optional, readConfig } from '@kvartplata/platform/config/config.ts';
import { text } from '@kvartplata/platform/config/readers.ts';
import { serviceVariables } from '@kvartplata/platform/config/service-variables.ts';

export type AuthConfig = ReturnType<typeof readAuthConfig>;

/** @throws ConfigurationError that names every missing or wrong variable */
export function readAuthConfig(environment: Readonly<Record<string, string | undefined>>) {
  return readConfig(
    {
      ...serviceVariables(8001, environment['APP_ENV']),
      bootstrapAdmin: optional('BOOTSTRAP_ADMIN', text, undefined),
    },
    environment,
  );
}
