// A billing-service as its tests use it: in this process, between a real auth and a real core over HTTP, each on a
// database of its own.
import { randomBytes } from 'node:crypto';
import { moscowDayOf } from '@kvartplata/domain/calendar/day.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import { deriveKeys } from '@kvartplata/platform/identity/keys.ts';
import { signServiceToken } from '@kvartplata/platform/identity/service-token.ts';
import type { JobQueue } from '@kvartplata/platform/jobs/job-queue.ts';
import { freePort } from '@kvartplata/platform/lifecycle/free-port.ts';
import {
  makeEnvironments,
  startService,
} from '@kvartplata/platform/testing/service-environments.ts';
import { allOrNone, type ServiceProcess } from '@kvartplata/platform/testing/service-process.ts';
import { createTestDatabase } from '@kvartplata/platform/testing/test-database.ts';
import { readBillingConfig } from '../config.ts';
import { openService } from '../service.ts';
import type { Db } from '../tables.ts';
import { signUp, type TestUser } from './test-user.ts';

export type BillingStand = {
  readonly app: HttpServer;
  readonly db: Db;
  readonly queue: JobQueue;
  /** Of the owner: the tests' way past the application's role. */
  readonly databaseUrl: string;
  readonly coreUrl: string;
  /** Of the owner of core's tables. */
  readonly coreDatabaseUrl: string;
  /** The variables with which a billing process joins this stand. */
  readonly environment: Readonly<Record<string, string>>;
  /**
   * Starts a billing process of its own on the same databases; what is left of it goes with the stand.
   * @param other variables that differ from the stand's
   */
  readonly startWorker: (other?: Readonly<Record<string, string>>) => Promise<ServiceProcess>;
  /** The platform's admin, who registered first. */
  readonly admin: TestUser;
  readonly newUser: () => Promise<TestUser>;
  /** Another service, with a token of its own. */
  readonly newService: (name: string) => Promise<TestUser>;
  /** Ends core as a power cut would. */
  readonly killCore: () => Promise<void>;
  /** Starts core again where it was. */
  readonly restartCore: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

export type StandOptions = {
  /** False: jobs are queued and nobody takes them. */
  readonly works?: boolean;
  /** The calendar's day of this process, today unless it is given. */
  readonly today?: () => Temporal.PlainDate;
};

export async function startBillingStand({
  works = true,
  today = () => moscowDayOf(new Date()),
}: StandOptions = {}): Promise<BillingStand> {
  const [authDatabase, coreDatabase, billingDatabase] = await Promise.all(
    ['auth', 'core', 'billing'].map(createTestDatabase),
  );
  if (authDatabase === undefined || coreDatabase === undefined || billingDatabase === undefined)
    throw new Error('no databases');
  const databases = { auth: authDatabase, core: coreDatabase, billing: billingDatabase };
  const { secret, environmentOf } = await makeEnvironments((service) => databases[service].url, {
    LOG_LEVEL: 'error',
  });
  const start = async (service: 'auth' | 'core'): Promise<ServiceProcess> =>
    startService(service, environmentOf(service));
  const [auth, firstCore] = await allOrNone([start('auth'), start('core')]);
  let core = firstCore;

  const workers: ServiceProcess[] = [];
  // Nothing of this process listens there; links to residents' pages name it.
  const environment = { ...environmentOf('billing'), HTTP_PORT: '8003' };
  const { app, access, queue, release } = await openService(
    { ...readBillingConfig(environment), logLevel: 'silent' },
    { works, today },
  );

  return {
    app,
    db: access.everything,
    queue,
    databaseUrl: billingDatabase.url,
    coreUrl: core.url,
    coreDatabaseUrl: coreDatabase.url,
    environment,
    startWorker: async (other = {}) => {
      const worker = await startService('billing', {
        ...environment,
        HTTP_PORT: String(await freePort()),
        ...other,
      });
      workers.push(worker);
      return worker;
    },
    admin: await signUp(auth.url, 'admin'),
    newUser: async () => signUp(auth.url, `user-${randomBytes(4).toString('hex')}`),
    newService: async (name) => {
      const { service } = deriveKeys(Buffer.from(secret, 'base64'));
      const token = await signServiceToken(service, name, 'billing', new Date());
      return { username: name, authorization: `Bearer ${token}` };
    },
    killCore: async () => core.kill(),
    restartCore: async () => {
      core = await start('core');
    },
    stop: async () => {
      await Promise.all(workers.map(async (worker) => worker.kill()));
      await app.close();
      for (const free of release) await free();
      await Promise.all([auth.stop(), core.stop()]);
      await Promise.all(Object.values(databases).map(async (database) => database.drop()));
    },
  };
}
