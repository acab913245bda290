// Looks again and again whether a database that does not fit has come to fit.
import type { Logger } from 'pino';
import { openDatabase } from '../database/database.ts';
import { readFitness, reasonOf, type Fitness, type SchemaWanted } from '../database/fitness.ts';
import { logFitness } from './fitness-dependencies.ts';

export type DatabaseWatch = {
  /** As it was last seen, unfit. */
  readonly fitness: () => Fitness;
  readonly isAway: () => boolean;
  /** Looks: whether the database fits, or lacks only what the service itself brings. */
  readonly mayOpen: () => Promise<boolean>;
  readonly close: () => Promise<void>;
};

export type Watched = {
  readonly service: string;
  readonly config: { readonly databaseUrl: string; readonly migrateOnStart: boolean };
  readonly wanted: SchemaWanted;
  readonly first: Fitness;
  readonly log: Pick<Logger, 'warn' | 'info'>;
};

export function watchDatabase({ service, config, wanted, first, log }: Watched): DatabaseWatch {
  // As the owner, and connected all the time: who restores the database sees that somebody waits for it.
  const { db } = openDatabase<unknown>({
    url: config.databaseUrl,
    poolSize: 1,
    applicationName: `${service}-service`,
    staysConnected: true,
  });
  let fitness = first;
  let isAway = false;
  logFitness(log, first);
  return {
    fitness: () => fitness,
    isAway: () => isAway,
    mayOpen: async () => {
      try {
        const seen = await readFitness(db, wanted);
        isAway = false;
        if (canBeOpened(seen, config.migrateOnStart)) return true;
        if (reasonOf(seen) !== reasonOf(fitness)) logFitness(log, seen);
        fitness = seen;
      } catch (error) {
        if (!isAway) log.warn({ reason: (error as Error).message }, 'the database is away');
        isAway = true;
      }
      return false;
    },
    close: async () => db.destroy(),
  };
}

function canBeOpened({ schema, role }: Fitness, migrates: boolean): boolean {
  return role === undefined && (schema === undefined || (migrates && schema.state !== 'ahead'));
}
