// Pages of a million personal accounts, with and without a search, over HTTP; compared with the bare SQL of the same page.
import { createOpeningsClient } from '@kvartplata/core-service/src/access/openings-client.ts';
import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { addressOf } from '@kvartplata/contracts/address.ts';
import { listPersonalAccounts } from '@kvartplata/contracts/core/personal-accounts.ts';
import type { AnswerOf } from '@kvartplata/contracts/endpoint.ts';
import { createAccess } from '@kvartplata/core-service/src/access/access.service.ts';
import { createApp } from '@kvartplata/core-service/src/app.ts';
import type { Tables } from '@kvartplata/core-service/src/tables.ts';
import { openDatabase, type Database } from '@kvartplata/platform/database/database.ts';
import { migrate } from '@kvartplata/platform/database/migrations.ts';
import { startEmbeddedPostgres } from '@kvartplata/platform/embedded-postgres/embedded-postgres.ts';
import { encodeCursor } from '@kvartplata/platform/http/cursor.ts';
import { createMetrics } from '@kvartplata/platform/http/metrics.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import { signAccessToken } from '@kvartplata/platform/identity/access-token.ts';
import { deriveKeys } from '@kvartplata/platform/identity/keys.ts';
import { NO_QUEUE } from '@kvartplata/platform/testing/no-queue.ts';
import { sql, type Kysely } from 'kysely';
import type { Measured } from '../measured.ts';
import { ACCOUNTS, fillAccounts } from './fill-accounts.ts';
import { sized } from '../size.ts';

const PAIRS = sized({ whole: 7, short: 3 });
const PAGES = 20;
const LIMIT = 50;
const USER = 1;
const KEYS = deriveKeys(Buffer.alloc(32, 'bench'));
const AWAY = 'http://127.0.0.1:9';
const MIGRATIONS = path.resolve(import.meta.dirname, '../../services/core/migrations');
/** The position before the last page: house and account. */
const BEFORE_LAST = [ACCOUNTS / 100, ACCOUNTS - LIMIT] as const;

type Case = {
  readonly what: string;
  readonly query: Readonly<Record<string, string>>;
  /** The condition of the bare page on personal_accounts and houses. */
  readonly bare: string;
};

const CASES: readonly Case[] = [
  { what: 'the first page', query: {}, bare: 'true' },
  {
    what: 'the last page',
    query: { cursor: encodeCursor(BEFORE_LAST) },
    bare: `(personal_accounts.house_id, personal_accounts.id) > (${BEFORE_LAST.join(', ')})`,
  },
  ...[
    ['a frequent name', 'иванов', `personal_accounts.search_text like '%иванов%'`],
    ['a rare name', 'задунайский', `personal_accounts.search_text like '%задунайский%'`],
    ['a name that nobody has', 'мюнхгаузен', `personal_accounts.search_text like '%мюнхгаузен%'`],
    ['the end of a number', '123456', `personal_accounts.search_text like '%123456%'`],
    ['the last city', 'жигулёвск', `houses.search_text like '%жигулевск%'`],
    [
      'a name in the last city',
      'жигулевск кузнецовчук',
      `houses.search_text like '%жигулевск%' and personal_accounts.search_text like '%кузнецовчук%'`,
    ],
    [
      'a street, a house and a rare name',
      'ул садовая 17 задунайский',
      `houses.search_text like '% ул%' and houses.search_text like '%садовая%'
        and houses.search_text like '% 17%' and personal_accounts.search_text like '%задунайский%'`,
    ],
  ].map(([what = '', search = '', bare = '']) => ({ what, query: { search }, bare })),
];

export async function benchAccountList(): Promise<readonly Measured[]> {
  const directory = mkdtempSync(path.join(tmpdir(), 'kvartplata-bench-'));
  chmodSync(directory, 0o755);
  const server = await startEmbeddedPostgres({
    directory,
    password: 'bench',
    preferredPort: 0,
    databases: ['core'],
  });
  const options = { url: server.urlOf('core'), poolSize: 2, applicationName: 'bench' };
  const owner = openDatabase<unknown>(options);
  const service = openDatabase<Tables>({ ...options, role: 'core_app' });
  const app = await openApp(service);
  try {
    await migrate(owner.db, MIGRATIONS);
    await fillAccounts(owner.db, USER);
    const measured: Measured[] = [];
    for (const each of CASES) measured.push(await measure(app, owner.db, each));
    return measured;
  } finally {
    await app.close();
    await service.db.destroy();
    await owner.db.destroy();
    await server.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

async function measure(
  app: HttpServer,
  owner: Kysely<unknown>,
  { what, query, bare }: Case,
): Promise<Measured> {
  const ask = await asking(app, query);
  const read = async (): Promise<readonly number[]> => readBare(owner, bare);
  assert.deepEqual(await ask(), await read(), `${what}: the same accounts`);
  const [ours, limits]: [number[], number[]] = [[], []];
  for (let pair = 0; pair < PAIRS; pair += 1) {
    limits.push(await timed(read));
    ours.push(await timed(ask));
  }
  return {
    name: 'account-list',
    what: `${what}, ${PAGES} times`,
    limit: 'bare SQL by the owner',
    ours,
    limits,
  };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  for (let page = 0; page < PAGES; page += 1) await work();
  return performance.now() - startedAt;
}

/** Fetches the ids of the page. */
async function asking(
  app: HttpServer,
  query: Readonly<Record<string, string>>,
): Promise<() => Promise<readonly number[]>> {
  const { token } = await signAccessToken(
    KEYS.access,
    { userId: USER, sessionId: 'bench', authenticatedAt: new Date(), methods: ['pwd'] },
    new Date(),
  );
  const url = addressOf(listPersonalAccounts, { query: { ...query, limit: LIMIT } });
  return async () => {
    const answer = await app.inject({ url, headers: { authorization: `Bearer ${token}` } });
    assert.equal(answer.statusCode, 200, answer.body);
    const { items } = answer.json<AnswerOf<typeof listPersonalAccounts>>();
    return items.map(({ id }) => id);
  };
}

/** Selects the response's columns as the table owner, without row-level security. */
async function readBare(owner: Kysely<unknown>, condition: string): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select personal_accounts.id, personal_accounts.house_id, houses.organization_id, houses.address, rooms.id as room_id,
      rooms.number, personal_accounts.account_number, personal_accounts.payer, personal_accounts.owners,
      personal_accounts.share, personal_accounts.opened_on, personal_accounts.closed_on, (
        select person_count from registered_persons
        where registered_persons.organization_id = personal_accounts.organization_id
          and registered_persons.house_id = personal_accounts.house_id
          and registered_persons.personal_account_id = personal_accounts.id
        order by valid_from desc limit 1
      )
    from personal_accounts
    join houses on houses.organization_id = personal_accounts.organization_id and houses.id = personal_accounts.house_id
    join rooms on rooms.organization_id = personal_accounts.organization_id
      and rooms.house_id = personal_accounts.house_id and rooms.id = personal_accounts.room_id
    where houses.organization_id = 1 and ${sql.raw(condition)}
    order by personal_accounts.house_id, personal_accounts.id
    limit ${LIMIT}
  `.execute(owner);
  return rows.map(({ id }) => id);
}

async function openApp(service: Database<Tables>): Promise<HttpServer> {
  return createApp({
    access: createAccess(service),
    users: {
      findNames: async () => undefined,
      listUsers: async () => [],
      writeInvitation: async () => {},
      resetSecondFactor: async () => undefined,
    },
    books: {
      getHouseBooks: async () => ({ appliedMonths: [], chargedMonths: [], hasCharges: false }),
      hasPayee: async () => false,
      listPayees: async () => [],
    },
    openings: createOpeningsClient({
      call: async () => Promise.reject(new Error('nobody is asked')),
    }),
    queue: NO_QUEUE,
    keys: KEYS,
    metrics: createMetrics('core'),
    dependencies: [],
    findSession: async () => ({ active: true, platformRole: 'user' }),
    now: () => new Date(),
    buildInfo: {
      version: '0.1.0',
      buildTime: '2026-01-01T00:00:00Z',
      commit: 'bench',
      branch: 'bench',
    },
    systemVersion: '0.1.0',
    authServiceUrl: AWAY,
    billingServiceUrl: AWAY,
    corsOrigin: 'http://localhost:3000',
    useHttps: false,
    trustedProxies: [],
    logLevel: 'silent',
  });
}
