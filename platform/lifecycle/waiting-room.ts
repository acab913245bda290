// Serves a service's port while its database does not fit: /health, /ready and /metrics work, everything else is a 503.
import { catalogueOf } from '@kvartplata/contracts/catalogue.ts';
import type { ServiceName } from '@kvartplata/contracts/endpoint.ts';
import type { Fitness } from '../database/fitness.ts';
import { buildInfoOf, type BuildVariables } from '../http/build-info.ts';
import { createMetrics } from '../http/metrics.ts';
import type { HttpServer } from '../http/server.ts';
import { DependencyFault } from '../http/operations.routes.ts';
import { createServiceApp } from '../http/service-app.ts';
import { deriveKeys } from '../identity/keys.ts';
import type { DatabaseWatch } from './database-watch.ts';
import { fitnessDependencies } from './fitness-dependencies.ts';

export type RoomConfig = BuildVariables & {
  readonly corsOrigin: string;
  readonly useHttps: boolean;
  readonly trustedProxies: readonly string[];
  readonly logLevel: string;
  readonly jwtSecret: Buffer;
};

export async function createWaitingRoom(
  service: ServiceName,
  config: RoomConfig,
  watch: Pick<DatabaseWatch, 'fitness' | 'absence'>,
): Promise<HttpServer> {
  const database = async (): Promise<void> => {
    const absence = watch.absence();
    if (absence !== undefined) throw new DependencyFault('down', absence);
  };
  const fitness = async (): Promise<Fitness> => {
    if (watch.absence() !== undefined) throw new Error('nothing is known of it');
    return watch.fitness();
  };
  const silent = { info: () => undefined, warn: () => undefined };
  return createServiceApp({
    catalogue: catalogueOf(
      service,
      { description: 'Waits for its database', tags: {}, examples: {} },
      [],
    ),
    buildInfo: buildInfoOf(config, new Date()),
    trustedProxies: config.trustedProxies,
    logLevel: config.logLevel,
    metrics: createMetrics(service),
    dependencies: [
      {
        name: 'database',
        whenAway: 'down',
        probe: database,
        keepsOut: () => watch.absence() !== undefined,
      },
      ...fitnessDependencies(watch.fitness(), fitness, silent),
    ],
    authentication: {
      keys: deriveKeys(config.jwtSecret, undefined),
      corsOrigin: config.corsOrigin,
      useHttps: config.useHttps,
      // No request gets as far as the check of its session.
      findSession: async () => undefined,
      now: () => new Date(),
    },
  });
}
