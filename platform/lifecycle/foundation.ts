// What every service is built on: its migrated database, its key-value store, the derived keys and the metrics.
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { AbsentDatabaseError, absenceOf } from '../database/absence.ts';
import { openDatabase, type Database } from '../database/database.ts';
import { listUnsafeSettings } from '../database/durability.ts';
import { describeFarNodes } from '../database/far-nodes.ts';
import {
  bringUpToDate,
  FIT,
  isFit,
  isReadOnly,
  readFitness,
  UnfitDatabaseError,
  type SchemaWanted,
} from '../database/fitness.ts';
import { createDurations, createGauges, createMetrics, type Metrics } from '../http/metrics.ts';
import { DependencyFault, type Dependency } from '../http/operations.routes.ts';
import { deriveKeys, type Keys } from '../identity/keys.ts';
import type { Tracing } from '../tracing/tracing.ts';
import type { KeyValueStore } from '../key-value/key-value-store.ts';
import { openKeyValueStore } from '../key-value/open-store.ts';
import { signValues, type ValueStore } from '../key-value/signed-values.ts';
import { warnSometimes } from './complain.ts';
import { fitnessDependencies } from './fitness-dependencies.ts';

export type FoundationConfig = {
  readonly appEnv: string;
  readonly databaseUrl: string;
  readonly databasePoolSize: number;
  readonly keyValueUrl: string;
  readonly jwtSecret: Buffer;
  readonly jwtSecretPrevious: Buffer | undefined;
  readonly migrateOnStart: boolean;
  readonly traceEndpoint?: string | undefined;
};

export type Foundation<Tables> = {
  readonly database: Database<Tables>;
  /** The role that queries run as. */
  readonly role: string;
  /** For counters; anybody who can write to the store can change them. */
  readonly keyValue: KeyValueStore;
  /** The same store with signed values, for what has to be trusted. */
  readonly values: ValueStore;
  readonly keys: Keys;
  readonly metrics: Metrics;
  /** Undefined when tracing is off. */
  readonly tracing: Tracing | undefined;
  readonly dependencies: readonly Dependency[];
  readonly close: () => Promise<void>;
};

/**
 * @param service its name
 * @param wanted queries run as its role, never as the owner
 * @throws UnfitDatabaseError when the schema does not fit the code or the role is unusable; AbsentDatabaseError when the database
 *   is unavailable, or refuses the connection or writes; another error when it cannot be migrated
 */
export async function openFoundation<Tables>(
  service: string,
  config: FoundationConfig,
  wanted: SchemaWanted,
  log: Pick<Logger, 'warn' | 'info'>,
): Promise<Foundation<Tables>> {
  await prepareDatabase(service, config, wanted, log);
  const { role } = wanted;
  const metrics = createMetrics(service);
  const database = openDatabase<Tables>({
    url: config.databaseUrl,
    poolSize: config.databasePoolSize,
    applicationName: `${service}-service`,
    staysConnected: true,
    role,
    // The error contains the whole client, including the connection's keys: only its message is logged.
    onIdleError: (error) =>
      log.warn({ reason: error.message }, 'an idle database connection broke'),
    onWaited: createDurations(
      metrics,
      'database_wait_seconds',
      'How long work has waited for a connection of the pool',
    ),
  });
  const tracing = await openTracingOf(service, config, log);
  measurePool(metrics, database as Database<unknown>);
  const keyValue = await openKeyValueStore(
    config.keyValueUrl,
    warnSometimes(log, 'the key-value store is unavailable'),
  );
  const keys = deriveKeys(config.jwtSecret, config.jwtSecretPrevious);
  return {
    database,
    role,
    keyValue,
    values: signValues(keyValue, keys.values),
    keys,
    metrics,
    tracing,
    dependencies: [
      {
        name: 'database',
        whenAway: 'down',
        probe: async () => probeDatabase(database as Database<unknown>, config.appEnv),
      },
      ...fitnessDependencies(
        FIT,
        async () => readFitness(database.db as Kysely<unknown>, wanted),
        log,
      ),
      { name: 'keyValue', whenAway: 'degraded', probe: async () => keyValue.ping() },
    ],
    close: async () => {
      await keyValue.close();
      await database.db.destroy();
      await tracing?.close();
    },
  };
}

/** Loads the tracing code only when it is needed. */
async function openTracingOf(
  service: string,
  { traceEndpoint: endpoint }: FoundationConfig,
  log: Pick<Logger, 'warn'>,
): Promise<Tracing | undefined> {
  if (endpoint === undefined) return undefined;
  const { openTracing } = await import('../tracing/tracing.ts');
  const warn = warnSometimes(log, 'traces are not collected');
  return openTracing({ service, endpoint, onError: warn });
}

/** Connects as the owner. */
async function prepareDatabase(
  service: string,
  config: FoundationConfig,
  wanted: SchemaWanted,
  log: Pick<Logger, 'info'>,
): Promise<void> {
  const owner = openDatabase<unknown>({
    url: config.databaseUrl,
    poolSize: 1,
    applicationName: `${service}-migrations`,
  });
  try {
    if (config.migrateOnStart) await migrate(owner.db, wanted, log);
    const fitness = await readFitness(owner.db, wanted);
    if (!isFit(fitness)) throw new UnfitDatabaseError(fitness);
    if (wanted.hasJobs === true && (await isReadOnly(owner.db)))
      throw new AbsentDatabaseError('the database is read-only now');
  } catch (error) {
    const absence = absenceOf(error);
    if (absence === undefined) throw error;
    throw new AbsentDatabaseError(absence, { cause: error });
  } finally {
    await owner.db.destroy();
  }
}

/** A missing role, or a database ahead of the code, is found by the check that follows. */
async function migrate(
  owner: Kysely<unknown>,
  wanted: SchemaWanted,
  log: Pick<Logger, 'info'>,
): Promise<void> {
  try {
    const ran = await bringUpToDate(owner, wanted, { tell: (line) => log.info(line) });
    if (ran.length > 0) log.info({ migrations: ran }, 'database migrated');
  } catch (error) {
    if (!(error instanceof UnfitDatabaseError)) throw error;
  }
}

function measurePool(metrics: Metrics, { pool }: Database<unknown>): void {
  createGauges(
    metrics,
    'database_connections',
    'Connections of the pool by what they do, beside how many there may be and what waits for one',
    ['state'],
    () => [
      { labels: { state: 'busy' }, value: pool.totalCount - pool.idleCount },
      { labels: { state: 'idle' }, value: pool.idleCount },
      { labels: { state: 'most' }, value: pool.options.max },
      { labels: { state: 'wanted' }, value: pool.waitingCount },
    ],
  );
}

async function probeDatabase({ db, pool }: Database<unknown>, appEnv: string): Promise<void> {
  const unsafe = await listUnsafeSettings(db).catch((error: unknown) => {
    throw new DependencyFault('down', absenceOf(error) ?? (error as Error).message);
  });
  if (unsafe.length > 0 && appEnv !== 'dev')
    throw new DependencyFault('down', `the database runs without ${unsafe.join(', ')}`);
  const far = await describeFarNodes(pool);
  if (far !== undefined) throw new DependencyFault('degraded', far);
}
