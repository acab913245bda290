// Background work as rows in PostgreSQL: a job is queued in the transaction that requests it, survives the machine that runs it,
// is run by one process at a time, and the waiting organizations take turns.
import { EventEmitter } from 'node:events';
import type { Transaction } from 'kysely';
import { fromKysely, PgBoss } from 'pg-boss';
import { lookForDueJobs } from './due-looks.ts';
import { createRounds, takePriorities, type Line } from './rounds.repository.ts';

export type QueuedJob = {
  /** Takes turns with the other organizations; the `reference` belongs to it. */
  readonly organizationId: number;
  readonly reference: number;
};

export type JobHandler = (job: QueuedJob, signal: AbortSignal) => Promise<void>;

/** For work that belongs to no organization. */
export type SoloHandler = (reference: number, signal: AbortSignal) => Promise<void>;

export type JobQueue = {
  /** Queues the job that `reference` names, in the given transaction. */
  readonly enqueue: <Tables>(
    trx: Transaction<Tables>,
    queue: string,
    job: QueuedJob,
  ) => Promise<void>;
  /** The same for many jobs, which yield to those that the organization queues one by one. */
  readonly enqueueMany: <Tables>(
    trx: Transaction<Tables>,
    queue: string,
    organizationId: number,
    references: readonly number[],
  ) => Promise<void>;
  /**
   * Requests the work of a solo queue. A job that is waiting, for its turn or for a retry, is brought forward; a running one is
   * left alone: however many processes request it together, it is done once.
   */
  readonly ensure: (soloQueue: string, reference: number) => Promise<void>;
  /**
   * Requests the work of a solo queue periodically, once for all processes; its handler then gets the reference 0.
   * @param cron five fields, in Moscow time
   */
  readonly schedule: (soloQueue: string, cron: string) => Promise<void>;
  /**
   * Runs the queue's jobs in this process. A job whose handler throws is retried later, with growing pauses; it must be
   * idempotent. Its signal aborts when the process stops or the lease is lost.
   * @param atOnce how many this process runs at the same time, by default one
   */
  readonly work: (queue: string, handler: JobHandler, atOnce?: number) => Promise<void>;
  /** The same for a solo queue. */
  readonly workSolo: (soloQueue: string, handler: SoloHandler) => Promise<void>;
  /** Called once for a job that has failed too often and is given up. */
  readonly giveUp: (queue: string, handler: JobHandler) => Promise<void>;
  /**
   * Calls the listener each time this process has run the job, successfully or not; other processes are not noticed.
   * @returns stops it
   */
  readonly onRun: (queue: string, reference: number, listener: () => void) => () => void;
  /** How many jobs are waiting and running, for operators. */
  readonly figures: () => Promise<readonly QueueFigures[]>;
  /** Takes no new jobs, waits for running ones to react to their signal, and closes the database. */
  readonly stop: () => Promise<void>;
};

export type QueueFigures = {
  readonly queue: string;
  readonly waiting: number;
  readonly running: number;
  /** Failed too often; kept for some days. */
  readonly failed: number;
  /** How long the oldest due job has been waiting; 0 when there is none. */
  readonly oldestSeconds: number;
};

/** Work that exists at most once, waiting or running. */
export type SoloQueue = {
  readonly name: string;
  /** How often it is retried before it waits for the next request. */
  readonly retries: number;
  readonly firstRetrySeconds: number;
  /** The pauses double up to this one. */
  readonly maxRetrySeconds: number;
};

export type JobQueueOptions = {
  /** A URL whose user may create the queue's tables. */
  readonly databaseUrl: string;
  readonly queues: readonly string[];
  readonly soloQueues?: readonly SoloQueue[];
  /** The role that enqueues; it is granted the rights it needs. */
  readonly role: string | undefined;
  readonly onError: (error: Error) => void;
};

const SCHEMA = 'job_queue';
const POOL_SIZE = 4;
/** Of schedules: nights are Moscow's, whatever the server's zone. */
const TIME_ZONE = 'Europe/Moscow';
const RETRY_LIMIT = 5;
const RETRY_DELAY_SECONDS = 1;
const RETRY_DELAY_MAX_SECONDS = 60;
const HEARTBEAT_SECONDS = 10;
/** Jobs of processes that are gone are looked for more often, and their queue's supervision is then requested. */
const SUPERVISE_SECONDS = 60;
/** So that a requested one does not wait for the last one. */
const MONITOR_SECONDS = 1;
/** Jobs here do not depend on each other. */
const FLOW_SECONDS = 3600;
const EXPIRE_SECONDS = 6 * 3600;
/** The longest that a due job waits if no notification announced it. */
const LOOK_EVERY_MS = 2_000;
/** Workers rarely poll by themselves: they are woken when there is something to do. */
const POLLING_SECONDS = 30;
const STOP_TIMEOUT_MS = 15_000;

export async function openJobQueue(options: JobQueueOptions): Promise<JobQueue> {
  const boss = new PgBoss({
    connectionString: options.databaseUrl,
    application_name: 'job-queue',
    max: POOL_SIZE,
    schema: SCHEMA,
    useListenNotify: true,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    flowIntervalSeconds: FLOW_SECONDS,
    monitorIntervalSeconds: MONITOR_SECONDS,
  });
  boss.on('error', options.onError);
  await boss.start();
  await createQueues(boss, options);
  await createRounds(boss, SCHEMA);
  if (options.role !== undefined) await grantEnqueueing(boss, options.role);
  const looks = lookForDueJobs(boss, {
    schema: SCHEMA,
    everyMs: LOOK_EVERY_MS,
    onError: options.onError,
  });
  const stopping = new AbortController();
  const worked = new Set<string>();
  const runs = new EventEmitter().setMaxListeners(0);
  const run = async <Job extends SoloJob>(
    queue: string,
    handler: Handler<Job>,
    atOnce = 1,
  ): Promise<void> => {
    worked.add(queue);
    const announced: Handler<Job> = async (job, signal) =>
      handler(job, signal).finally(() => runs.emit(runOf(queue, job.reference)));
    for (let worker = 0; worker < atOnce; worker += 1)
      looks.wake(queue, await runJobs(boss, queue, announced, stopping.signal));
  };

  return {
    enqueue: async (trx, queue, { organizationId, reference }) =>
      insert(boss, trx, { queue, organizationId, isMass: false }, [reference]),
    enqueueMany: async (trx, queue, organizationId, references) =>
      insert(boss, trx, { queue, organizationId, isMass: true }, references),
    ensure: async (queue, reference) => {
      await boss.upsert(queue, { reference }, { singletonKey: queue, startAfter: 0 });
    },
    schedule: async (queue, cron) =>
      boss.schedule(queue, cron, { reference: 0 }, { tz: TIME_ZONE, singletonKey: queue }),
    work: async (queue, handler, atOnce) => run<QueuedJob>(queue, handler, atOnce),
    workSolo: async (queue, handler) =>
      run<SoloJob>(queue, async ({ reference }, signal) => handler(reference, signal)),
    giveUp: async (queue, handler) => run<QueuedJob>(givenUp(queue), handler),
    onRun: (queue, reference, listener) => {
      const event = runOf(queue, reference);
      runs.on(event, listener);
      return () => void runs.off(event, listener);
    },
    figures: async () => figuresOf(boss),
    stop: async () => {
      stopping.abort(new Error('the process is stopping'));
      await looks.stop();
      await withinStopTimeout(Promise.all([...worked].map(async (queue) => boss.offWork(queue))));
      await boss.stop({ graceful: false });
    },
  };
}

async function insert<Tables>(
  boss: PgBoss,
  trx: Transaction<Tables>,
  line: Line,
  references: readonly number[],
): Promise<void> {
  const priorities = await takePriorities(trx, SCHEMA, line, references.length);
  const { organizationId } = line;
  const group = { id: `${organizationId}` };
  const jobs = references.map((reference, nth) => ({
    data: { organizationId, reference },
    group,
    priority: priorities[nth] ?? 0,
  }));
  await boss.insert(line.queue, jobs, { db: fromKysely(trx) });
}

type SoloJob = { readonly reference: number };
type Handler<Job> = (job: Job, signal: AbortSignal) => Promise<void>;

/** @returns the worker's id */
async function runJobs<Job extends SoloJob>(
  boss: PgBoss,
  queue: string,
  handler: Handler<Job>,
  stopping: AbortSignal,
): Promise<string> {
  const worker = await boss.work<Job>(
    queue,
    { pollingIntervalSeconds: POLLING_SECONDS, notifyPollingIntervalSeconds: POLLING_SECONDS },
    async ([job]) => {
      if (job === undefined) return;
      // There may be more jobs: without this the next one would wait for the next poll.
      boss.notifyWorker(worker);
      await handler(job.data, AbortSignal.any([job.signal, stopping]));
    },
  );
  return worker;
}

/** Each creation is a transaction of its own, and at almost every start all queues exist. */
async function createQueues(
  boss: PgBoss,
  { queues, soloQueues = [] }: Pick<JobQueueOptions, 'queues' | 'soloQueues'>,
): Promise<void> {
  const known = new Set((await boss.getQueues()).map(({ name }) => name));
  for (const name of queues) if (!known.has(name)) await createQueue(boss, name);
  for (const queue of soloQueues) if (!known.has(queue.name)) await createSoloQueue(boss, queue);
}

async function createQueue(boss: PgBoss, name: string): Promise<void> {
  await boss.createQueue(givenUp(name), {
    retryLimit: RETRY_LIMIT,
    retryDelay: RETRY_DELAY_SECONDS,
    notify: true,
  });
  await boss.createQueue(name, {
    deadLetter: givenUp(name),
    retryLimit: RETRY_LIMIT,
    retryDelay: RETRY_DELAY_SECONDS,
    retryBackoff: true,
    retryDelayMax: RETRY_DELAY_MAX_SECONDS,
    heartbeatSeconds: HEARTBEAT_SECONDS,
    expireInSeconds: EXPIRE_SECONDS,
    notify: true,
  });
}

async function createSoloQueue(
  boss: PgBoss,
  { name, retries, firstRetrySeconds, maxRetrySeconds }: SoloQueue,
): Promise<void> {
  await boss.createQueue(name, {
    policy: 'exclusive',
    retryLimit: retries,
    retryDelay: firstRetrySeconds,
    retryBackoff: true,
    retryDelayMax: maxRetrySeconds,
    heartbeatSeconds: HEARTBEAT_SECONDS,
    expireInSeconds: EXPIRE_SECONDS,
    notify: true,
  });
}

async function grantEnqueueing(boss: PgBoss, role: string): Promise<void> {
  // Granting writes to the catalogue even when nothing changes, and invalidates everybody's cached information on the tables.
  if (await mayEnqueue(boss, role)) return;
  // One statement list is one transaction; the lock prevents concurrent grants by processes that start together. Other nodes have
  // no queue and need no grants, and an unavailable node must not prevent the start.
  await boss.getDb().executeSql(`
    set local citus.enable_ddl_propagation = off;
    select pg_advisory_xact_lock(hashtext('${SCHEMA}.grants'));
    grant usage on schema ${SCHEMA} to ${role};
    grant select, insert, update, delete on all tables in schema ${SCHEMA} to ${role};
    grant execute on all functions in schema ${SCHEMA} to ${role};
  `);
}

/** Whether everything is granted, including what an update of the queue's schema may have added. */
async function mayEnqueue(boss: PgBoss, role: string): Promise<boolean> {
  const mayAll = ['select', 'insert', 'update', 'delete']
    .map((right) => `has_table_privilege('${role}', pg_class.oid, '${right}')`)
    .join(' and ');
  const { rows } = await boss.getDb().executeSql(`
    select has_schema_privilege('${role}', '${SCHEMA}', 'usage')
      and not exists (
        select from pg_class
        where pg_class.relnamespace = '${SCHEMA}'::regnamespace and pg_class.relkind in ('r', 'p', 'v') and not (${mayAll})
      )
      and not exists (
        select from pg_proc
        where pg_proc.pronamespace = '${SCHEMA}'::regnamespace
          and not has_function_privilege('${role}', pg_proc.oid, 'execute')
      ) as granted
  `);
  const [row] = rows as readonly { readonly granted: boolean }[];
  return row?.granted ?? false;
}

async function figuresOf(boss: PgBoss): Promise<readonly QueueFigures[]> {
  const { rows } = await boss.getDb().executeSql(`
    select queue.name as queue,
      count(job.id) filter (where job.state in ('created', 'retry'))::float8 as waiting,
      count(job.id) filter (where job.state = 'active')::float8 as running,
      count(job.id) filter (where job.state = 'failed')::float8 as failed,
      coalesce(extract(epoch from now() - min(job.start_after)
        filter (where job.state in ('created', 'retry') and job.start_after <= now())), 0)::float8 as "oldestSeconds"
    from ${SCHEMA}.queue
    left join ${SCHEMA}.job on job.name = queue.name and job.state in ('created', 'retry', 'active', 'failed')
    group by queue.name
    order by queue.name
  `);
  return rows as readonly QueueFigures[];
}

/** pg-boss itself only checks every half second whether its workers are done; this returns as soon as they are. */
async function withinStopTimeout(work: Promise<unknown>): Promise<void> {
  const { promise: timeout, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, STOP_TIMEOUT_MS);
  await Promise.race([work, timeout]);
  clearTimeout(timer);
}

function runOf(queue: string, reference: number): string {
  return `${queue} ${reference}`;
}

/** The queue for jobs that have failed too often. */
function givenUp(queue: string): string {
  return `${queue}-given-up`;
}
