// Looks again and again whether a database that does not fit, or cannot be asked, has come to fit.
import type { Logger } from 'pino';
import { absenceOf } from '../database/absence.ts';
import { openDatabase } from '../database/database.ts';
import { readFitness, reasonOf, type Fitness, type SchemaWanted } from '../database/fitness.ts';
import { mayMigrate } from '../database/schema-fault.ts';
import { logFitness } from './fitness-dependencies.ts';

export type DatabaseWatch = {
  /** As it was last seen. */
  readonly fitness: () => Fitness;
  /** Why it could not be asked when it was last tried. */
  readonly absence: () => string | undefined;
  /** Looks: whether the database fits, or lacks only what the service itself brings. */
  readonly mayOpen: () => Promise<boolean>;
  /** A part of it was away when the service tried to bring what is missing, a role too: it may try again. */
  readonly wasAway: (reason: string) => void;
  readonly close: () => Promise<void>;
};

export type Watched = {
  readonly service: string;
  readonly config: { readonly databaseUrl: string; readonly migrateOnStart: boolean };
  readonly wanted: SchemaWanted;
  readonly first: Fitness;
  /** Why it cannot be asked, if so; nothing is known of its fitness then. */
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
  // As the owner, and connected all the time: who restores the database sees that somebody waits for it.
  const { db } = openDatabase<unknown>({
    url: config.databaseUrl,
    poolSize: 1,
    applicationName: `${service}-service`,
    staysConnected: true,
  });
  let fitness = first;
  let absence = firstAbsence;
  // The service may bring what is missing, a role too: it has to try once.
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
        // What is said meanwhile stands until the service takes over.
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
