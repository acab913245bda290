// Runs a service on its port. Until its database is available and fits, the port serves /health, /ready and /metrics and returns
// 503 for everything else; then the service takes over by itself.
import type { ServiceName } from '@kvartplata/contracts/endpoint.ts';
import { setTimeout } from 'node:timers/promises';
import { pino } from 'pino';
import { AbsentDatabaseError } from '../database/absence.ts';
import {
  FIT,
  reasonOf,
  UnfitDatabaseError,
  type Fitness,
  type SchemaWanted,
} from '../database/fitness.ts';
import type { HttpServer } from '../http/server.ts';
import { watchDatabase, type DatabaseWatch } from './database-watch.ts';
import type { FoundationConfig } from './foundation.ts';
import { listen } from './listen.ts';
import type { RunningService } from './run-service.ts';
import { createWaitingRoom, type RoomConfig } from './waiting-room.ts';

export type ServiceConfig = FoundationConfig &
  RoomConfig & {
    readonly httpHost: string;
    readonly httpPort: number;
    readonly drainSeconds: number;
  };

export type OpenedService = {
  readonly app: HttpServer;
  /** Closed after the last request, in this order. */
  readonly release: readonly (() => Promise<void>)[];
};

export type Serving = {
  readonly service: ServiceName;
  readonly config: ServiceConfig;
  readonly wanted: SchemaWanted;
  /** @throws UnfitDatabaseError when the database does not fit yet, AbsentDatabaseError when it is unavailable */
  readonly open: () => Promise<OpenedService>;
  /** Called when a waiting service cannot be opened for another reason. */
  readonly giveUp: (error: unknown) => void;
};

const LOOK_MS = 1_000;

export async function serve(serving: Serving): Promise<RunningService> {
  const { config } = serving;
  try {
    return await listenTo(await serving.open(), config);
  } catch (error) {
    if (error instanceof UnfitDatabaseError) return waitAndServe(serving, error.fitness);
    if (error instanceof AbsentDatabaseError) return waitAndServe(serving, FIT, error.message);
    throw error;
  }
}

async function listenTo({ app, release }: OpenedService, config: ServiceConfig) {
  return listen(app, {
    port: config.httpPort,
    host: config.httpHost,
    drainMs: config.drainSeconds * 1000,
    release,
  });
}

/** @param absence why the database is unavailable; its fitness is unknown then */
async function waitAndServe(
  serving: Serving,
  first: Fitness,
  absence?: string,
): Promise<RunningService> {
  const { service, config, wanted } = serving;
  const log = pino({ level: config.logLevel, base: { service } });
  const stopping = new AbortController();
  const watch = watchDatabase({ service, config, wanted, first, absence, log });
  const room = await createWaitingRoom(service, config, watch);
  const running = await listen(room, {
    port: config.httpPort,
    host: config.httpHost,
    release: [watch.close],
  });
  const served = openWhenFit(serving, watch, stopping.signal).then(async (opened) => {
    // For a moment nothing listens on the port.
    await running.stop();
    return opened === undefined ? undefined : listenTo(opened, config);
  });
  served.then(
    (successor) => successor !== undefined && log.info('the database fits now'),
    serving.giveUp,
  );
  return {
    url: running.url,
    waitsFor: absence ?? reasonOf(first),
    stop: async () => {
      stopping.abort();
      await (await served)?.stop();
    },
  };
}

/** @returns undefined when it was told to stop first */
async function openWhenFit(
  { open }: Serving,
  watch: DatabaseWatch,
  signal: AbortSignal,
): Promise<OpenedService | undefined> {
  for (;;) {
    await setTimeout(LOOK_MS, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return undefined;
    if (!(await watch.mayOpen())) continue;
    try {
      return await open();
    } catch (error) {
      if (error instanceof AbsentDatabaseError) watch.wasAway(error.message);
      else if (!(error instanceof UnfitDatabaseError)) throw error;
    }
  }
}
