// Polls a database that does not fit the code, or is unavailable, until it fits.
import type { Logger } from 'pino';
import { absenceOf } from '../database/absence.ts';
import { openDatabase } from '../database/database.ts';
import { readFitness, reasonOf, type Fitness, type SchemaWanted } from '../database/fitness.ts';
import { mayMigrate } from '../database/schema-fault.ts';
import { logFitness } from './fitness-dependencies.ts';

export type DatabaseWatch = {
  /** As last seen. */
  readonly fitness: () => Fitness;
  /** Why it was unavailable when last tried; undefined when it was available. */
  readonly absence: () => string | undefined;
  /** Checks whether the database fits, or lacks only what the service itself creates. */
  readonly mayOpen: () => Promise<boolean>;
  /** The database was unavailable while the service tried to create what is missing, such as a role: it may try again. */
  readonly wasAway: (reason: string) => void;
  readonly close: () => Promise<void>;
};

export type Watched = {
  readonly service: string;
  readonly config: { readonly databaseUrl: string; readonly migrateOnStart: boolean };
  readonly wanted: SchemaWanted;
  readonly first: Fitness;
  /** Why it is unavailable, if so; its fitness is unknown then. */
  readonly absence: string | undefined;
  readonly log: Pick<Logger, 'warn' | 'info'>;
};

export function watchDatabase({
  service,
  config,
  wanted,
  first,
  absence: firstAbsence,
  log,
}: Watched): DatabaseWatch {
  // Connects as the owner and stays connected: whoever restores the database sees that a service is waiting for it.
  const { db } = openDatabase<unknown>({
    url: config.databaseUrl,
    poolSize: 1,
    applicationName: `${service}-service`,
    staysConnected: true,
  });
  let fitness = first;
  let absence = firstAbsence;
  // The service may create what is missing, such as a role: it has to try once.
  let isUntried = absence !== undefined;
  if (absence === undefined) logFitness(log, first);
  else logAbsence(log, absence);

  function wasAway(reason: string): void {
    if (reason !== absence) logAbsence(log, reason);
    absence = reason;
    isUntried = true;
  }

  return {
    fitness: () => fitness,
    absence: () => absence,
    wasAway,
    mayOpen: async () => {
      try {
        const seen = await readFitness(db, wanted);
        // Keep reporting the last state until the service takes over.
        if (isUntried || canBeOpened(seen, config.migrateOnStart)) {
          isUntried = false;
          return true;
        }
        absence = undefined;
        if (reasonOf(seen) !== reasonOf(fitness)) logFitness(log, seen);
        fitness = seen;
      } catch (error) {
        wasAway(absenceOf(error) ?? (error as Error).message);
      }
      return false;
    },
    close: async () => db.destroy(),
  };
}

function logAbsence(log: Pick<Logger, 'warn'>, reason: string): void {
  log.warn(`nothing is answered until the database is there: ${reason}`);
}

function canBeOpened({ schema, role }: Fitness, migrates: boolean): boolean {
  return role === undefined && (schema === undefined || (migrates && mayMigrate(schema)));
}
