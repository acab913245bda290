// The three databases of a backup: those that the environment names, else the embedded ones of `npm start`.
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
 * @param how embedded ones are looked at also while a platform runs, or held against one
 * @throws ConfigurationError for a URL that is none; an Error when they are to be held and a platform runs
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
