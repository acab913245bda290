// The three databases of a backup: those in the environment, by default the embedded ones of `npm start`.
import {
  holdEmbedded,
  visitEmbedded,
  type EmbeddedDatabases,
} from '../platform/embedded-databases.ts';
import { namedDatabases } from '../platform/named-databases.ts';
import { servicesWithoutDatabase, type ServiceName } from '../platform/service-environment.ts';

export type Databases = {
  readonly urlOf: (service: ServiceName) => string;
  readonly close: () => Promise<void>;
};

/**
 * @param how embedded databases are visited, also while the platform is running, or held against it
 * @throws ConfigurationError for an invalid URL; an Error when they should be held and a platform is running
 */
export async function openDatabases(
  environment: NodeJS.ProcessEnv,
  how: 'visit' | 'hold',
): Promise<Databases> {
  const named = namedDatabases(environment);
  const others = servicesWithoutDatabase(environment);
  const open = how === 'visit' ? visitEmbedded : holdEmbedded;
  const embedded: EmbeddedDatabases | undefined =
    others.length === 0 ? undefined : await open(environment, others);
  return {
    urlOf: (service) => named.get(service) ?? embedded?.urlOf(service) ?? '',
    close: async () => embedded?.close(),
  };
}
