// The core-service for a test file, with its own database, users and a controllable clock.
import { createOrganization } from '@kvartplata/contracts/core/organizations.ts';
import type { Endpoint } from '@kvartplata/contracts/endpoint.ts';
import { openDatabase, type Database } from '@kvartplata/platform/database/database.ts';
import { createMetrics } from '@kvartplata/platform/http/metrics.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import { signAccessToken } from '@kvartplata/platform/identity/access-token.ts';
import { deriveKeys } from '@kvartplata/platform/identity/keys.ts';
import { signServiceToken } from '@kvartplata/platform/identity/service-token.ts';
import { openJobQueue, type JobQueue } from '@kvartplata/platform/jobs/job-queue.ts';
import { sendOnce, type Answered, type Sent } from '@kvartplata/platform/testing/answered.ts';
import { askAgain } from '@kvartplata/platform/testing/ask-again.ts';
import { injectedInto } from '@kvartplata/platform/testing/injected.ts';
import { NO_QUEUE } from '@kvartplata/platform/testing/no-queue.ts';
import { createTestDatabase } from '@kvartplata/platform/testing/test-database.ts';
import { pino } from 'pino';
import { createAccess } from '../access/access.service.ts';
import { createApp, type AppDependencies } from '../app.ts';
import type { HouseBooks, PayeeName } from '@kvartplata/contracts/billing/internal.ts';
import { Refusal } from '@kvartplata/platform/http/refusal.ts';
import { createFakeOpenings, type FakeOpenings } from './fake-openings.ts';
import type { BooksClient, BooksQuestion } from '../access/books-client.ts';
import { QUEUES } from '../queues.ts';
import { workMoves } from '../exchange/moves/run-move.job.ts';
import { workImports } from '../exchange/imports/run-import.job.ts';
import type { UsersClient } from '../access/users-client.ts';
import type { Db, Tables } from '../tables.ts';

type Ask = <E extends Endpoint>(
  user: number | 'admin',
  endpoint: E,
  sent?: Sent,
) => Promise<Answered<E>>;

export type TestApp = {
  readonly app: HttpServer;
  /** Queries as the owner of the tables. */
  readonly db: Db;
  readonly databaseUrl: string;
  /** The service's current time; tests may move it. */
  readonly clock: { now: Date };
  /** Requests to billing's books, and the responses; `away` while billing is unavailable. */
  readonly books: {
    answer: HouseBooks | 'away';
    readonly questions: BooksQuestion[];
    readonly payees: (PayeeName & { readonly organizationId: number })[];
  };
  /** The openings of moves that billing has received, and their outcomes. */
  readonly openings: FakeOpenings;
  /** Sends requests as a user and repeats those refused for load; `admin` sends them as the platform's admin. */
  readonly ask: Ask;
  /** The same without repeating, for tests of refusals. */
  readonly askOnce: Ask;
  /** Sends requests as the billing-service. */
  readonly askAsService: <E extends Endpoint>(endpoint: E, sent?: Sent) => Promise<Answered<E>>;
  /** The Authorization header of another service. */
  readonly serviceAuthorization: () => Promise<string>;
  readonly userAuthorization: (user: number | 'admin') => Promise<string>;
  /** A new organization that the user owns. */
  readonly organizationOf: (userId: number) => Promise<number>;
  readonly close: () => Promise<void>;
};

const ADMIN_USER_ID = 999_999;
const ADMIN_SESSION = 'session-of-the-admin';
const KEYS = deriveKeys(Buffer.alloc(32, 7));
const AWAY = 'http://127.0.0.1:9';
/** Any address: the service is called without a socket. */
const IN_PROCESS = 'http://in.process';

const NOBODY: UsersClient = {
  findNames: async () => undefined,
  listUsers: async () => [],
  writeInvitation: async () => {},
  resetSecondFactor: async () => undefined,
};

const SETTINGS: Omit<
  AppDependencies,
  'access' | 'users' | 'books' | 'openings' | 'queue' | 'keys' | 'metrics' | 'now'
> = {
  dependencies: [],
  findSession: async ({ sessionId }) => ({
    active: true,
    platformRole: sessionId === ADMIN_SESSION ? 'admin' : 'user',
  }),
  buildInfo: {
    version: '0.1.0',
    buildTime: '2026-08-01T00:00:00Z',
    commit: 'abc1234',
    branch: 'main',
  },
  systemVersion: '0.1.0',
  authServiceUrl: AWAY,
  billingServiceUrl: AWAY,
  corsOrigin: 'http://localhost:3000',
  useHttps: false,
  trustedProxies: [],
  logLevel: 'silent',
};

/** Of the service's connections. */
export const POOL_SIZE = 10;

export type TestAppOptions = {
  /** `idle`: jobs are queued, but not worked. */
  readonly queue?: 'none' | 'idle' | 'working';
};

export async function createTestApp(
  now = '2026-08-15T09:00:00Z',
  users: UsersClient = NOBODY,
  { queue: kind = 'none' }: TestAppOptions = {},
): Promise<TestApp> {
  const database = await createTestDatabase('core');
  const service = openAsService(database.url, POOL_SIZE);
  const progress = openAsService(database.url, 1);
  const owner = openDatabase<Tables>({
    url: database.url,
    poolSize: 4,
    applicationName: 'core-test-owner',
  });
  const clock = { now: new Date(now) };
  const { userAuthorization, serviceAuthorization } = authorizationsAt(clock);
  const { books, client: booksClient } = createBooks();
  const { openings, client: openingsClient } = createFakeOpenings();
  const access = createAccess(service);
  const queue = kind === 'none' ? NO_QUEUE : await openQueue(database.url);
  const app = await createApp({
    ...SETTINGS,
    metrics: createMetrics('core'),
    access,
    users,
    queue,
    books: booksClient,
    openings: openingsClient,
    keys: KEYS,
    now: () => clock.now,
  });

  if (kind === 'working') {
    const log = pino({ level: 'silent' });
    const work = { db: access.everything, queue, now: () => clock.now, log };
    await workImports({ ...work, progress: createAccess(progress).everything, books: booksClient });
    await workMoves({ ...work, openings: openingsClient, books: booksClient });
  }

  const askOnce: Ask = async (user, endpoint, sent) =>
    sendOnce(injectedInto(app), IN_PROCESS, await userAuthorization(user), endpoint, sent);
  const ask: Ask = async (...asked) => askAgain(async () => askOnce(...asked));

  return {
    app,
    db: owner.db,
    databaseUrl: database.url,
    clock,
    books,
    openings,
    ask,
    askOnce,
    askAsService: async (endpoint, sent) =>
      sendOnce(injectedInto(app), IN_PROCESS, await serviceAuthorization(), endpoint, sent),
    serviceAuthorization,
    userAuthorization,
    organizationOf: async (userId) => {
      const body = { name: `Управляющая компания ${userId}` };
      return (await ask(userId, createOrganization, { body })).body.id;
    },
    close: async () => {
      await app.close();
      await queue.stop();
      await Promise.all([service.db.destroy(), progress.db.destroy(), owner.db.destroy()]);
      await database.drop();
    },
  };
}

function openAsService(url: string, poolSize: number): Database<Tables> {
  return openDatabase<Tables>({
    url,
    poolSize,
    applicationName: 'core-test',
    role: 'core_app',
  });
}

function createBooks(): { readonly books: TestApp['books']; readonly client: BooksClient } {
  const books: TestApp['books'] = {
    answer: { appliedMonths: [], chargedMonths: [], hasCharges: false },
    questions: [],
    payees: [],
  };
  const payeesOf = (organizationId: number): readonly PayeeName[] =>
    books.payees.filter((known) => known.organizationId === organizationId);
  const client: BooksClient = {
    getHouseBooks: async (question) => {
      books.questions.push(question);
      if (books.answer === 'away') throw new Refusal('dependency-unavailable');
      return books.answer;
    },
    hasPayee: async (organizationId, payeeId) =>
      payeesOf(organizationId).some((known) => known.payeeId === payeeId),
    listPayees: async (organizationId) => {
      if (books.answer === 'away') throw new Refusal('dependency-unavailable');
      return payeesOf(organizationId);
    },
  };
  return { books, client };
}

function authorizationsAt(
  clock: TestApp['clock'],
): Pick<TestApp, 'userAuthorization' | 'serviceAuthorization'> {
  return {
    userAuthorization: async (user) => {
      const { token } = await signAccessToken(
        KEYS.access,
        {
          userId: user === 'admin' ? ADMIN_USER_ID : user,
          sessionId: user === 'admin' ? ADMIN_SESSION : `session-of-${user}`,
          authenticatedAt: clock.now,
          methods: ['pwd'],
        },
        clock.now,
      );
      return `Bearer ${token}`;
    },
    serviceAuthorization: async () => {
      return `Bearer ${await signServiceToken(KEYS.service, 'billing', 'core', clock.now)}`;
    },
  };
}

async function openQueue(databaseUrl: string): Promise<JobQueue> {
  return openJobQueue({
    databaseUrl,
    queues: QUEUES,
    role: 'core_app',
    onError: (error) => {
      throw error;
    },
  });
}
