// How the services read the variables of a deployment.
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readAuthConfig } from '@kvartplata/auth-service/src/config.ts';
import { readBillingConfig } from '@kvartplata/billing-service/src/config.ts';
import { readCoreConfig } from '@kvartplata/core-service/src/config.ts';
import { ROOT, type ServiceName } from '../../platform/service-environment.ts';

const READERS = { auth: readAuthConfig, core: readCoreConfig, billing: readBillingConfig };
export const SOME_SECRET = randomBytes(32).toString('base64');

/** @throws ConfigurationError when the service would not start with them */
export function readAs(service: ServiceName, variables: Readonly<Record<string, string>>) {
  return READERS[service](variables);
}

/** The variables that no service reads. */
export function unknownNames(variables: Readonly<Record<string, string>>): readonly string[] {
  const sources = [
    'platform/config/service-variables.ts',
    'platform/mail/mail-variables.ts',
    ...(['auth', 'core', 'billing'] as const).map((name) => `services/${name}/src/config.ts`),
  ];
  const texts = sources.map((file) => readFileSync(path.join(ROOT, file), 'utf8')).join('\n');
  const known = new Set(texts.match(/(?<=')[A-Z][A-Z_]+(?=')/g));
  return Object.keys(variables).filter((name) => !known.has(name));
}
