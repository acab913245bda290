// PostgreSQL is killed, restarted, loses its sessions and runs out of disk space while people pay: users get a 503 at worst,
// acknowledged payments are not lost, and everything recovers by itself.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { SERVICES } from '@kvartplata/contracts/endpoint.ts';
import { startOwnPostgres, type OwnPostgres } from '@kvartplata/platform/testing/own-postgres.ts';
import { until } from '@kvartplata/platform/testing/until.ts';
import { assertBooksHold } from './testing/books.ts';
import { chanceOf } from './testing/chance.ts';
import { accountsOf, makeHouse } from './testing/month.ts';
import { createPayers, type Payers } from './testing/payers.ts';
import { round } from './testing/round.ts';
import { mountSmallDisk } from './testing/small-disk.ts';
import { startStand, type Stand } from './testing/stand.ts';

const PAYING_MS = 500;
const TIMES = round.isFull ? 5 : 1;
/** The size of the disk that fills up. */
const ROOM = '400m';
/** Small settings, so that a full disk has an effect soon. */
const SMALL = { max_wal_size: '64MB', min_wal_size: '32MB', shared_buffers: '16MB' };

/** The server uses a small disk of its own where this process may mount one. */
const disk = mountSmallDisk(ROOM);

let postgres: OwnPostgres;
let stand: Stand;
let payers: Payers;

before(async () => {
  postgres = await startOwnPostgres({
    directory: disk.directory,
    databases: SERVICES,
    settings: SMALL,
  });
  stand = await startStand({ databaseUrlOf: postgres.urlOf });
  const { client } = stand;
  const house = await makeHouse(client, 'Дом при одной базе');
  const accounts = await accountsOf(client, house);
  payers = createPayers(client, accounts, chanceOf(round.seed));
});
after(async () => {
  await stand.stop();
  await postgres.stop();
  disk.unmount();
});

/** People pay before, during and after the fault; then the books are checked. */
async function survives(fault: () => Promise<void>): Promise<void> {
  const { client, platform, books } = stand;
  await payers.payWhile(async () => {
    await setTimeout(PAYING_MS);
    await fault();
    for (const service of SERVICES)
      await until(`${service} is ready`, async () => {
        return (await fetch(`${platform.urls[service]}/ready`)).ok;
      });
    await setTimeout(PAYING_MS);
  });
  await payers.settle();
  const { acknowledged } = await assertBooksHold(books, payers.tried);
  assert.ok(acknowledged > 0);
  assert.deepEqual(client.strange, []);
}

for (let nth = 1; nth <= TIMES; nth += 1)
  test(`PostgreSQL is killed, time ${nth}`, async () =>
    survives(async () => {
      postgres.kill();
      await setTimeout(PAYING_MS);
      await postgres.start();
    }));

test('PostgreSQL is restarted', async () =>
  survives(async () => {
    await postgres.stop();
    await setTimeout(PAYING_MS);
    await postgres.start();
  }));

test('all database sessions are terminated again and again', async () =>
  survives(async () => {
    for (let nth = 0; nth < TIMES * 5; nth += 1) {
      await postgres.run(
        'postgres',
        'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname is not null',
      );
      await setTimeout(PAYING_MS / 5);
    }
  }));

test('the disk is full', { skip: disk.missing }, async () =>
  survives(async () => {
    disk.fill();
    // Fill the space that the write-ahead log still has with messages that nobody reads.
    await until('nothing more can be written', async () => {
      const write = postgres.run(
        'postgres',
        `select pg_logical_emit_message(false, 'filler', repeat('x', 1000000))`,
      );
      return write.then(
        () => false,
        () => true,
      );
    });
    await setTimeout(PAYING_MS);
    disk.makeRoom();
    await postgres.start();
  }),
);
