// A platform restored to a moment before a closing: its log takes another branch than the one that a witness has signed, and goes
// on under another name, as docs/operating/backup.md says.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openDatabase, type Database } from '@kvartplata/platform/database/database.ts';
import { createNoteSigner } from '@kvartplata/platform/proof/signed-note.ts';
import {
  createTestDatabase,
  type TestDatabase,
} from '@kvartplata/platform/testing/test-database.ts';
import type { BillingTables } from '../../tables.ts';
import { startWitness, type TestWitness } from '../../testing/witness.ts';
import { withoutGuards } from '../../testing/without-guards.ts';
import { verifyLog } from '../ledger-verification/ledger-verification.service.ts';
import { createCheckpoints } from './checkpoints.service.ts';
import { askWitness } from './witnesses.service.ts';

const signer = createNoteSigner('log.example/seals', Buffer.alloc(32, 3));
const renamed = createNoteSigner('log.example/seals-2', Buffer.alloc(32, 3));
let testDatabase: TestDatabase;
let database: Database<BillingTables>;
let witness: TestWitness;

before(async () => {
  testDatabase = await createTestDatabase('billing');
  database = openDatabase({ url: testDatabase.url, poolSize: 1, applicationName: 'test' });
  witness = await startWitness(signer.verifierKey);
});
after(async () => {
  await witness.stop();
  await database.db.destroy();
  await testDatabase.drop();
});

async function close(index: number, leaf: string, by = signer): Promise<void> {
  await database.pool.query('insert into seal_log values ($1, $2)', [index, leaf]);
  await createCheckpoints({
    db: database.db,
    signer: by,
    log: { info: () => undefined, error: assert.fail },
    onPublished: async () => undefined,
  }).publish();
}

test('a witness that has signed a lost head refuses the log from the next closing on', async () => {
  await close(0, 'January');
  await askWitness(database.db, witness);
  await close(1, 'February');
  await askWitness(database.db, witness);
  await withoutGuards(
    database.pool,
    `delete from cosignatures where size = 2; delete from checkpoints where size = 2;
     delete from seal_log where index = 1`,
  );
  await close(1, 'February, closed again');
  await assert.rejects(askWitness(database.db, witness), /the log was forked/);
});

test('under another name witnesses sign it, and the nightly verification knows the heads of both names', async () => {
  await close(2, 'March', renamed);
  const ofNew = await startWitness(renamed.verifierKey);
  try {
    await askWitness(database.db, ofNew);
    assert.equal(ofNew.head.size, 3);
  } finally {
    await ofNew.stop();
  }
  const strangers = async (keys: readonly string[]) =>
    (await verifyLog(database.db, { keys })).sealFaults.filter(
      ({ fault }) => fault === 'signature' || fault === 'forked',
    );
  assert.deepEqual(await strangers([renamed.verifierKey, signer.verifierKey]), []);
  assert.equal((await strangers([renamed.verifierKey])).length, 2);
});
