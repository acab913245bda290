// What the auth-service takes from its environment.
import { optional, readConfig } from '@kvartplata/platform/config/config.ts';
import { text } from '@kvartplata/platform/config/readers.ts';
import {
  assertSecretStrength,
  serviceVariables,
} from '@kvartplata/platform/config/service-variables.ts';

const VARIABLES = {
  ...serviceVariables(8001),
  bootstrapAdmin: optional('BOOTSTRAP_ADMIN', text, undefined),
} as const;

export type AuthConfig = ReturnType<typeof readAuthConfig>;

/** @throws ConfigurationError */
export function readAuthConfig(environment: Readonly<Record<string, string | undefined>>) {
  const config = readConfig(VARIABLES, environment);
  assertSecretStrength(config);
  return config;
}
