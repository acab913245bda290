// Heads of the log of seals while other replicas close months.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { openDatabase, type Database } from '@kvartplata/platform/database/database.ts';
import { createNoteSigner } from '@kvartplata/platform/proof/signed-note.ts';
import {
  createTestDatabase,
  type TestDatabase,
} from '@kvartplata/platform/testing/test-database.ts';
import type { Db, BillingTables } from '../../tables.ts';
import { verifyLog } from '../ledger-verification/ledger-verification.service.ts';
import { createCheckpoints, type Checkpoints } from './checkpoints.service.ts';

const signer = createNoteSigner('log.example/seals', Buffer.alloc(32, 3));
let testDatabase: TestDatabase;
let database: Database<BillingTables>;
let elsewhere: Checkpoints;
let seals = 0;

before(async () => {
  testDatabase = await createTestDatabase('billing');
  database = openDatabase({ url: testDatabase.url, poolSize: 2, applicationName: 'test' });
  elsewhere = checkpointsOn(database.db);
});
after(async () => {
  await database.db.destroy();
  await testDatabase.drop();
});
beforeEach(seal);

function checkpointsOn(db: Db): Checkpoints {
  const log = { info: () => undefined, error: assert.fail };
  return createCheckpoints({ db, signer, log, onPublished: async () => undefined });
}

async function seal(): Promise<void> {
  await database.pool.query('insert into seal_log values ($1, $2)', [seals, `seal ${seals}`]);
  seals += 1;
  await elsewhere.publish();
}

/** The database, while another replica seals a month after each of its first two queries. */
function whileOthersSeal(): Db {
  let left = 2;
  return database.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      left -= 1;
      if (left >= 0) await seal();
      return result;
    },
  });
}

test('a head signed elsewhere in the meantime is not taken for a fork', async () => {
  const size = seals;
  const { checkpoint } = await checkpointsOn(whileOthersSeal()).read({ since: size });
  assert.match(checkpoint, new RegExp(`^log.example/seals\n${size + 1}\n`));
  await checkpointsOn(whileOthersSeal()).publish();
  assert.equal(await checkpointsOn(whileOthersSeal()).has(0, 'seal 0'), true);
});

test('nor by the nightly verification', async () => {
  const { sealFaults } = await verifyLog(whileOthersSeal());
  assert.deepEqual(
    sealFaults.filter(({ fault }) => fault === 'forked'),
    [],
  );
});
