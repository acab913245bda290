// The billing-service with everything it depends on: database, key-value store, job queue, the other services.
import path from 'node:path';
import type { ServiceName } from '@kvartplata/contracts/endpoint.ts';
import { moscowDayOf } from '@kvartplata/domain/calendar/day.ts';
import { openCopyingDatabase } from '@kvartplata/platform/database/copying.ts';
import type { SchemaWanted } from '@kvartplata/platform/database/fitness.ts';
import { buildInfoOf } from '@kvartplata/platform/http/build-info.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import {
  ROLE_RULES,
  visibilityOf,
  type RoleRules,
} from '@kvartplata/platform/identity/memberships.ts';
import type { Keys } from '@kvartplata/platform/identity/keys.ts';
import { askAuth } from '@kvartplata/platform/identity/remote-sessions.ts';
import { openJobQueue, type JobQueue } from '@kvartplata/platform/jobs/job-queue.ts';
import { measureJobs } from '@kvartplata/platform/jobs/job-metrics.ts';
import { createComplaint } from '@kvartplata/platform/lifecycle/complain.ts';
import { openFoundation, type Foundation } from '@kvartplata/platform/lifecycle/foundation.ts';
import { createServiceClient } from '@kvartplata/platform/service-client/service-client.ts';
import { countServiceFailures } from '@kvartplata/platform/service-client/service-metrics.ts';
import type { OpenedMail } from '@kvartplata/platform/mail/mail.ts';
import { openThread } from '@kvartplata/platform/threads/computing-thread.ts';
import { pino, type Logger } from 'pino';
import { createAccess, type Access } from './access/access.service.ts';
import { createCoreClient, type CoreClient } from './access/core-client.ts';
import { createApp } from './app.ts';
import type { HousesAnswer, HousesQuestion } from './month/calculation-jobs/compute-houses.ts';
import { BATCHES_AT_ONCE, workCalculations } from './month/calculation-jobs/run-calculation.job.ts';
import { createDryRuns } from './month/calculation-jobs/dry-runs.service.ts';
import { createNoteSigner } from '@kvartplata/platform/proof/signed-note.ts';
import {
  createCheckpoints,
  measureSealLog,
  type Checkpoints,
} from './books/seals/checkpoints.service.ts';
import {
  askWitnesses,
  measureWitnesses,
  workWitnesses,
  type WitnessDeps,
} from './books/seals/witnesses.service.ts';
import { publicUrlOf, type BillingConfig } from './config.ts';
import { DEBT_LETTERS } from './debts/debt-letters/debt-letters.service.ts';
import { workDebtLetters } from './debts/debt-letters/make-debt-letters.job.ts';
import { createKeyRateClient } from './penalties/key-rate-import/key-rate-client.ts';
import { workKeyRateImports } from './penalties/key-rate-import/key-rate-import.job.ts';
import {
  createKeyRateImports,
  type KeyRateImports,
} from './penalties/key-rate-import/key-rate-import.service.ts';
import { workComingMonths } from './books/cycles/make-months.job.ts';
import {
  measureVerifications,
  workLedgerVerifications,
  type VerificationDeps,
} from './books/ledger-verification/verify-ledger.job.ts';
import { openLetterMail } from './paper/deliveries/letter-mail.service.ts';
import { workDeliveries } from './paper/deliveries/make-delivery.job.ts';
import { sweepFiles } from './paper/kept-files.service.ts';
import { workReceiptFiles } from './paper/receipt-files/make-receipt-file.job.ts';
import { RECEIPT_FILES } from './paper/receipt-files/receipt-files.service.ts';
import { deliverWebhooks } from './paper/webhooks/deliver-webhooks.job.ts';
import { createReceivers } from './paper/webhooks/receivers.ts';
import { createReceiptLinks } from './paper/receipt-links/receipt-links.service.ts';
import { workOpeningImports } from './payments/opening-balances/run-opening-import.job.ts';
import { workPaymentImports } from './payments/payment-imports/run-payment-import.job.ts';
import { measureUnidentified } from './payments/unidentified-payments/unidentified-metrics.service.ts';
import { workAllocations } from './payments/payments/allocate-advances.job.ts';
import { workInterest } from './penalties/instalments/book-interest.job.ts';
import { ACCRUALS_AT_ONCE, workAccruals } from './penalties/penalty-accruals/run-accrual.job.ts';
import { workRuleWarnings } from './penalties/penalty-rules/warn-of-ending-rules.job.ts';
import { QUEUES, SOLO_QUEUES } from './queues.ts';
import type { BillingTables } from './tables.ts';

export type BillingService = {
  readonly app: HttpServer;
  readonly access: Access;
  readonly queue: JobQueue;
  /** To be called after the last request, in this order. */
  readonly release: readonly (() => Promise<void>)[];
};

export type ServiceOptions = {
  readonly now?: () => Date;
  /** The current day; by default the day in Moscow by `now`. */
  readonly today?: () => Temporal.PlainDate;
  /** What each role may do. */
  readonly rules?: RoleRules;
  /** When false, jobs are queued but not run. */
  readonly works?: boolean;
  /** When the process began to start. */
  readonly launchedAt?: Date;
};

const HOUSES_THREAD = new URL('./month/calculation-jobs/houses-thread.ts', import.meta.url);

export const WANTED: SchemaWanted = {
  folder: path.resolve(import.meta.dirname, '../migrations'),
  role: 'billing_app',
  hasJobs: true,
};

export async function openService(
  config: BillingConfig,
  {
    now = () => new Date(),
    today = () => moscowDayOf(now()),
    rules = ROLE_RULES,
    works = true,
    launchedAt = new Date(performance.timeOrigin),
  }: ServiceOptions = {},
): Promise<BillingService> {
  const log = pino({ level: config.logLevel, base: { service: 'billing' } });
  const foundation = await openFoundation<BillingTables>('billing', config, WANTED, log);
  const queue = await openJobQueue({
    databaseUrl: config.databaseUrl,
    queues: QUEUES,
    soloQueues: SOLO_QUEUES,
    role: foundation.role,
    onError: createComplaint(log, 'the job queue met an error'),
  });
  measureJobs(foundation.metrics, queue);
  const failures = countServiceFailures(foundation.metrics);
  const client = (service: ServiceName, baseUrl: string) =>
    createServiceClient({
      caller: 'billing',
      service,
      baseUrl,
      key: foundation.keys.service,
      now,
      onFailure: () => failures(service),
      tracing: foundation.tracing,
    });
  const core = createCoreClient(client('core', config.coreServiceUrl));
  const { database, values: store } = foundation;
  const access = createAccess({ database, core, store }, rules);
  const keyRateImports = createKeyRateImports({
    db: access.everything,
    client: keyRateClientOf(config),
    metrics: foundation.metrics,
    log,
    now,
  });
  const dryRuns = createDryRuns(core);
  const checkpoints = openCheckpoints(config, { access, foundation, queue, log });
  const mail = openLetters(config, { access, core, foundation, checkpoints, log, now, works });
  const app = await createApp({
    config,
    foundation,
    buildInfo: buildInfoOf(config, now()),
    access,
    queue,
    checkpoints,
    dryRuns,
    keyRateImports,
    mail,
    ...askAuth(client('auth', config.authServiceUrl), store),
    now,
    today,
  });
  measureVerifications(foundation.metrics, access.everything);
  measureUnidentified(foundation.metrics, access.everything);
  const means = { access, core, queue, log, foundation, checkpoints, mail, now, today };
  const work = works ? await startWork(config, { ...means, keyRateImports, launchedAt }) : [];
  await checkpoints.publish();
  return {
    app,
    access,
    queue,
    release: [queue.stop, mail.close, ...work, dryRuns.close, foundation.close],
  };
}

/** Undefined when the import of key rates is off. */
function keyRateClientOf({ keyRateUrl: url }: BillingConfig) {
  return url === undefined ? undefined : createKeyRateClient({ url });
}

/** @returns functions that release the resources of the jobs, to be called once the queue has stopped */
async function startWork(
  config: BillingConfig,
  {
    keyRateImports,
    launchedAt,
    ...means
  }: PaperWork & {
    readonly keyRateImports: KeyRateImports;
    readonly launchedAt: Date;
    readonly today: () => Temporal.PlainDate;
  },
): Promise<readonly (() => Promise<void>)[]> {
  const { access, core, queue, log, checkpoints, now, today } = means;
  const { everything: db } = access;
  await workComingMonths({ db, queue, today });
  const copying = await startCopyingWork(config, { access, core, queue, log });
  await workPayments({ access, core, queue, log });
  await workProofs(config, checkpoints, { db, queue, log });
  const stopWebhooks = await workPaper(config, means);
  await workInterest({ db, queue, log });
  await workRuleWarnings({ db, queue, log, now });
  await workKeyRateImports(queue, keyRateImports, log, launchedAt);
  return [stopWebhooks, ...copying];
}

/** Verification of the ledger and requests for cosignatures. */
async function workProofs(
  { checkpointWitnesses: witnesses }: BillingConfig,
  { key: { key, pastKeys } }: Checkpoints,
  deps: Omit<WitnessDeps, 'witnesses'> & Omit<VerificationDeps, 'keys'>,
): Promise<void> {
  await workLedgerVerifications({ ...deps, keys: [key, ...pastKeys] });
  await workWitnesses({ ...deps, witnesses });
}

/** Allocation of advances, imports of payment registries and of opening balances. */
async function workPayments({ access: { everything: db }, ...work }: Work): Promise<void> {
  await workAllocations({ db, ...work });
  await workPaymentImports({ db, ...work });
  await workOpeningImports({ db, ...work });
}

type PaperWork = Work & {
  readonly foundation: Pick<Foundation<BillingTables>, 'keys'>;
  readonly checkpoints: Checkpoints;
  readonly mail: OpenedMail;
  readonly now: () => Date;
};

/**
 * Files of receipts and of letters, their removal when they expire, and webhook deliveries.
 * @returns a function that stops the delivery of webhooks, which is no job of the queue
 */
async function workPaper(
  config: BillingConfig,
  {
    access: { everything: db },
    foundation: { keys },
    core,
    queue,
    log,
    checkpoints,
    mail,
    now,
  }: PaperWork,
): Promise<() => Promise<void>> {
  const links = createReceiptLinks(keys.links, publicUrlOf(config), now);
  await workReceiptFiles({ db, core, queue, log, links, checkpoints, now });
  await workDeliveries({ db, core, queue, mail, log, links, checkpoints, now });
  await workDebtLetters({ db, core, queue, log, now });
  await sweepFiles({ db, queue, now, kinds: [RECEIPT_FILES, DEBT_LETTERS] });
  const receivers = createReceivers({ allowPrivate: config.webhookAllowPrivate });
  return deliverWebhooks({ db, keys: keys.webhooks, receivers, log, now });
}

/** The outbox of receipts, processed as long as the process runs. */
function openLetters(
  config: BillingConfig,
  {
    access: { everything: db },
    foundation: { keys, metrics },
    works,
    ...means
  }: Omit<PaperWork, 'queue' | 'mail' | 'foundation'> & {
    readonly foundation: Pick<Foundation<BillingTables>, 'keys' | 'metrics'>;
    readonly works: boolean;
  },
): OpenedMail {
  const publicUrl = publicUrlOf(config);
  const links = createReceiptLinks(keys.links, publicUrl, means.now);
  return openLetterMail({
    ...means,
    db,
    config,
    links,
    keys: keys.links,
    publicUrl,
    bounceAddress: config.mailBounces,
    mostAMinute: config.mailPerMinute,
    metrics,
    works,
  });
}

/** The signed heads of the log of seals, with their metrics. */
function openCheckpoints(
  config: BillingConfig,
  {
    access: { everything: db },
    foundation: { keys, metrics },
    queue,
    log,
  }: Pick<Work, 'access' | 'queue' | 'log'> & {
    readonly foundation: Pick<Foundation<BillingTables>, 'keys' | 'metrics'>;
  },
): Checkpoints {
  const { checkpointOrigin, checkpointPastKeys, checkpointWitnesses: witnesses } = config;
  measureSealLog(metrics, db);
  measureWitnesses(metrics, db, witnesses);
  return createCheckpoints({
    db,
    signer: createNoteSigner(checkpointOrigin, seedOf(config, keys)),
    pastKeys: checkpointPastKeys,
    log,
    onPublished: async () => (witnesses.length > 0 ? askWitnesses(queue) : undefined),
  });
}

function seedOf({ checkpointKey, checkpointKeyFile }: BillingConfig, keys: Keys): Uint8Array {
  return checkpointKey ?? checkpointKeyFile ?? keys.seals.current.secret;
}

type Work = {
  readonly access: Access;
  readonly core: CoreClient;
  readonly queue: JobQueue;
  readonly log: Logger;
};

/**
 * Calculations and accruals, which copy many rows.
 * @returns functions that release the resources of the jobs, to be called once the queue has stopped
 */
async function startCopyingWork(
  { databaseUrl }: BillingConfig,
  { access, core, queue, log }: Work,
): Promise<readonly (() => Promise<void>)[]> {
  const copying = openCopyingDatabase<BillingTables>(
    {
      url: databaseUrl,
      poolSize: BATCHES_AT_ONCE + ACCRUALS_AT_ONCE,
      applicationName: 'billing-service',
      onIdleError: (error) =>
        log.warn({ reason: error.message }, 'an idle database connection broke'),
    },
    visibilityOf('all'),
  );
  const thread = openThread<HousesQuestion, HousesAnswer>(HOUSES_THREAD);
  const calculator = { db: access.everything, copying, core, thread, rowBuffers: [], log };
  await workCalculations(calculator, queue);
  await workAccruals({ db: access.everything, copying, queue, log });
  return [thread.close, copying.close];
}
