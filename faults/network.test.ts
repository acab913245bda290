// Every connection between the services, to PostgreSQL and to Redis fails in every way in which networks fail, and Redis freezes:
// users get a 503 at worst, acknowledged writes are not lost, and everything recovers afterwards.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { getCurrentUser } from '@kvartplata/contracts/auth/users.ts';
import { listAccountBalances } from '@kvartplata/contracts/billing/account-balances.ts';
import { listCharges } from '@kvartplata/contracts/billing/charges.ts';
import { listOrganizations } from '@kvartplata/contracts/core/organizations.ts';
import { SERVICES, type ServiceName } from '@kvartplata/contracts/endpoint.ts';
import { getReadiness } from '@kvartplata/contracts/operation.ts';
import { sendOnce } from '@kvartplata/platform/testing/answered.ts';
import type { Fault } from '@kvartplata/platform/testing/fault-proxy.ts';
import { findProgram, missing } from '@kvartplata/platform/testing/programs.ts';
import { startRedisServer, type RedisServer } from '@kvartplata/platform/testing/redis-server.ts';
import { until } from '@kvartplata/platform/testing/until.ts';
import { assertBooksHold } from './testing/books.ts';
import { chanceOf } from './testing/chance.ts';
import { accountsOf, makeHouse } from './testing/month.ts';
import { createPayers, type Payers } from './testing/payers.ts';
import { LINKS, type LinkName } from './testing/platform.ts';
import { round } from './testing/round.ts';
import { startStand, type Stand } from './testing/stand.ts';

const FAULTS: readonly Fault[] = [
  { kind: 'delay', ms: 300 },
  { kind: 'drip', bytes: 7, everyMs: 5 },
  { kind: 'cut' },
  { kind: 'reset', afterBytes: 100 },
  { kind: 'half-open' },
];
const LASTS_MS = 1_500;
/** More than a pool has connections, so that all of them are affected. */
const READERS = 12;
const PAID_WITHOUT = 20;

const chance = chanceOf(round.seed);
let redis: RedisServer | undefined;
let stand: Stand;
let payers: Payers;

before(async () => {
  redis = findProgram('redis-server') === undefined ? undefined : await startRedisServer();
  stand = await startStand(redis === undefined ? {} : { redisPort: redis.port });
  const { client } = stand;
  const house = await makeHouse(client, 'Дом на плохой линии');
  payers = createPayers(client, await accountsOf(client, house), chance);
});
after(async () => {
  try {
    await stand.stop();
  } finally {
    await redis?.kill();
  }
});

/** A small round tests each fault on one link. */
for (const fault of FAULTS)
  for (const link of round.isFull ? LINKS : [chance.pick(LINKS)])
    test(
      `${link}: ${fault.kind}`,
      { skip: link.endsWith('-redis') && missing('redis-server') },
      async () => breaks(link, fault),
    );

async function breaks(link: LinkName, fault: Fault): Promise<void> {
  const { platform } = stand;
  await payers.payWhile(async () => {
    platform.links[link].set(fault);
    const readers = Array.from({ length: READERS }, readEverywhere);
    await setTimeout(LASTS_MS);
    platform.links[link].set({ kind: 'none' });
    await Promise.all(readers);
    await untilAllIsUp();
  });
  await assertNothingLost();
}

test(
  'Redis freezes and recovers, while people keep paying',
  { skip: missing('redis-server') },
  async () => {
    const acknowledged = (): number =>
      payers.tried.filter(({ paymentId }) => paymentId !== undefined).length;
    await payers.payWhile(async () => {
      redis?.freeze();
      try {
        const paidBefore = acknowledged();
        await until('it is missed by all', async () =>
          (await Promise.all(SERVICES.map(keyValueOf))).every((state) => state !== 'up'),
        );
        await until(
          'people have paid without it',
          () => acknowledged() >= paidBefore + PAID_WITHOUT,
        );
      } finally {
        redis?.thaw();
      }
      await untilAllIsUp();
    });
    await assertNothingLost();
  },
);

type Dependencies = Readonly<Record<string, string>>;

async function dependenciesOf(service: ServiceName): Promise<Dependencies> {
  const url = stand.platform.urls[service];
  return (await sendOnce(fetch, url, undefined, getReadiness(service))).body.dependencies;
}

async function keyValueOf(service: ServiceName): Promise<string | undefined> {
  return (await dependenciesOf(service))['keyValue'];
}

async function untilAllIsUp(): Promise<void> {
  for (const service of SERVICES)
    await until(`${service} is ready, with all that it stands on`, async () =>
      Object.entries(await dependenciesOf(service)).every(
        // No mail server is configured, and nothing depends on it.
        ([name, state]) => state === (name === 'mail' ? 'off' : 'up'),
      ),
    );
}

async function assertNothingLost(): Promise<void> {
  await payers.settle();
  await assertBooksHold(stand.books, payers.tried);
  assert.deepEqual(stand.client.strange, []);
}

async function readEverywhere(): Promise<void> {
  const { client } = stand;
  await client.askOnce(getCurrentUser);
  await client.askOnce(listOrganizations);
  await client.askOnce(listAccountBalances, { query: { houseId: 1 } });
  await client.askOnce(listCharges);
}
