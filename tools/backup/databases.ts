// The three databases of a backup: those in the environment, by default the embedded ones of `npm start`.
import { ConfigurationError } from '@kvartplata/platform/config/config.ts';
import {
  holdEmbedded,
  visitEmbedded,
  type EmbeddedDatabases,
} from '../platform/embedded-databases.ts';
import { namedDatabases, withoutPassword } from '../platform/named-databases.ts';
import { servicesWithoutDatabase, type ServiceName } from '../platform/service-environment.ts';

export type Databases = {
  readonly urlOf: (service: ServiceName) => string;
  /** Which one it is, for a person to read. */
  readonly placeOf: (service: ServiceName) => string;
  readonly close: () => Promise<void>;
};

/**
 * A forgotten variable must not lead to the databases that somebody once tried the platform out with: they are taken where nothing
 * is named, or where their folder is.
 * @throws ConfigurationError
 */
export function requireAllNamed(environment: NodeJS.ProcessEnv): void {
  if (environment['DATA_DIR']) return;
  const forgotten = servicesWithoutDatabase(environment).map(
    (service) => `${service.toUpperCase()}_DATABASE_URL`,
  );
  if (forgotten.length > 0)
    throw new ConfigurationError([
      `${forgotten.join(', ')} is missing: set it, or DATA_DIR for the embedded database of npm start`,
    ]);
}

/**
 * @param how embedded databases are visited, also while the platform is running, or held against it
 * @throws ConfigurationError for an invalid URL, or if only some are named; an Error when they should be held and a platform is running
 */
export async function openDatabases(
  environment: NodeJS.ProcessEnv,
  how: 'visit' | 'hold',
): Promise<Databases> {
  const named = namedDatabases(environment);
  const others = servicesWithoutDatabase(environment);
  if (named.size > 0) requireAllNamed(environment);
  const open = how === 'visit' ? visitEmbedded : holdEmbedded;
  const embedded: EmbeddedDatabases | undefined =
    others.length === 0 ? undefined : await open(environment, others);
  return {
    urlOf: (service) => named.get(service) ?? embedded?.urlOf(service) ?? '',
    placeOf: (service) => {
      const url = named.get(service);
      return url === undefined ? `embedded in ${embedded?.directory}` : withoutPassword(url);
    },
    close: async () => embedded?.close(),
  };
}
