// A billing-service for tests: in this process, on a database of its own, with a real auth and a real core over HTTP, which are
// shared with other tests unless a test needs its own.
import { randomBytes } from 'node:crypto';
import { moscowDayOf } from '@kvartplata/domain/calendar/day.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import { deriveKeys } from '@kvartplata/platform/identity/keys.ts';
import { signServiceToken } from '@kvartplata/platform/identity/service-token.ts';
import type { JobQueue } from '@kvartplata/platform/jobs/job-queue.ts';
import { freePort } from '@kvartplata/platform/lifecycle/free-port.ts';
import {
  FIRST_USER,
  shareNeighbours,
  startNeighbours,
  type Neighbours,
  type OwnNeighbours,
} from '@kvartplata/platform/testing/neighbours.ts';
import { signIn } from '@kvartplata/platform/testing/people.ts';
import {
  makeEnvironments,
  startService,
} from '@kvartplata/platform/testing/service-environments.ts';
import type { ServiceProcess } from '@kvartplata/platform/testing/service-process.ts';
import { createTestDatabase } from '@kvartplata/platform/testing/test-database.ts';
import pg from 'pg';
import { readBillingConfig } from '../config.ts';
import { openService } from '../service.ts';
import type { Db } from '../tables.ts';
import { signUp, type TestUser } from './test-user.ts';

export type BillingStand = {
  readonly app: HttpServer;
  readonly db: Db;
  readonly queue: JobQueue;
  /** As the owner of the tables. */
  readonly databaseUrl: string;
  /** Connections as the owner, with which tests bypass the application's role. Closed with the stand. */
  readonly owner: pg.Pool;
  readonly coreUrl: string;
  /** The environment variables for a further billing process of this stand. */
  readonly environment: Readonly<Record<string, string>>;
  /**
   * Starts a separate billing process on the same databases; if it still runs, it is stopped with the stand.
   * @param other variables that differ from the stand's
   */
  readonly startWorker: (other?: Readonly<Record<string, string>>) => Promise<ServiceProcess>;
  /** The platform's admin, who registered first. */
  readonly admin: TestUser;
  readonly newUser: () => Promise<TestUser>;
  /** Another service, with a token of its own. */
  readonly newService: (name: string) => Promise<TestUser>;
  readonly stop: () => Promise<void>;
};

/** A stand that shares auth and core with nobody. */
export type OwnStand = BillingStand &
  Pick<OwnNeighbours, 'coreDatabaseUrl' | 'killCore' | 'restartCore'>;

export type StandOptions = {
  /** When false, jobs are queued but not run. */
  readonly works?: boolean;
  /** The current day of this process; today by default. */
  readonly today?: () => Temporal.PlainDate;
  /** Additional variables for this process and its workers. */
  readonly variables?: Readonly<Record<string, string>>;
};

const OWNER_CONNECTIONS = 4;

/** With an auth and a core that other tests use at the same time. */
export async function startBillingStand(options: StandOptions = {}): Promise<BillingStand> {
  return standBetween(await shareNeighbours(), options);
}

/** With an auth and a core of its own, which the test may break and change. */
export async function startOwnStand(options: StandOptions = {}): Promise<OwnStand> {
  const neighbours = await startNeighbours();
  const { coreDatabaseUrl, killCore, restartCore } = neighbours;
  const stand = await standBetween(neighbours, options);
  const stop = async (): Promise<void> => {
    await stand.stop();
    await neighbours.stop();
  };
  return { ...stand, coreDatabaseUrl, killCore, restartCore, stop };
}

async function standBetween(
  { authUrl, coreUrl, variables }: Neighbours,
  { works = true, today = () => moscowDayOf(new Date()), variables: own = {} }: StandOptions,
): Promise<BillingStand> {
  const database = await createTestDatabase('billing');
  const { secret, environmentOf } = await makeEnvironments(() => database.url, {
    LOG_LEVEL: 'error',
    ...variables,
  });
  const owner = new pg.Pool({ connectionString: database.url, max: OWNER_CONNECTIONS });
  // A connection closed by the test, or by the server's end, is not a failure.
  owner.on('error', () => {});
  const workers: ServiceProcess[] = [];
  // This process does not listen on the port; it only appears in links to residents' pages.
  const environment = { ...environmentOf('billing'), HTTP_PORT: '8003', ...own };
  const { app, access, queue, release } = await openService(
    { ...readBillingConfig(environment), logLevel: 'silent' },
    { works, today },
  );

  return {
    app,
    db: access.everything,
    queue,
    databaseUrl: database.url,
    owner,
    coreUrl,
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
    admin: { username: FIRST_USER, authorization: await signIn(authUrl, FIRST_USER) },
    newUser: async () => signUp(authUrl, `user-${randomBytes(4).toString('hex')}`),
    newService: async (name) => {
      const { service } = deriveKeys(Buffer.from(secret, 'base64'));
      const token = await signServiceToken(service, name, 'billing', new Date());
      return { username: name, authorization: `Bearer ${token}` };
    },
    stop: async () => {
      await Promise.all(workers.map(async (worker) => worker.kill()));
      await app.close();
      for (const free of release) await free();
      await owner.end();
      await database.drop();
    },
  };
}
