// The log of seals before the first closing: its key may still be chosen.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openDatabase, type Database } from '@kvartplata/platform/database/database.ts';
import { createNoteSigner, readCheckpoint } from '@kvartplata/platform/proof/signed-note.ts';
import {
  createTestDatabase,
  type TestDatabase,
} from '@kvartplata/platform/testing/test-database.ts';
import type { BillingTables } from '../../tables.ts';
import { startWitness } from '../../testing/witness.ts';
import { IN_ORDER, verifyLog } from '../ledger-verification/ledger-verification.service.ts';
import { createCheckpoints, type Checkpoints } from './checkpoints.service.ts';
import { askWitness } from './witnesses.service.ts';

const ORIGIN = 'log.example/seals';
const derived = createNoteSigner(ORIGIN, Buffer.alloc(32, 3));
const chosen = createNoteSigner(ORIGIN, Buffer.alloc(32, 4));
let testDatabase: TestDatabase;
let database: Database<BillingTables>;
let published = 0;

before(async () => {
  testDatabase = await createTestDatabase('billing');
  database = openDatabase({ url: testDatabase.url, poolSize: 1, applicationName: 'test' });
});
after(async () => {
  await database.db.destroy();
  await testDatabase.drop();
});

function signedBy(signer: typeof derived): Checkpoints {
  const log = { info: () => undefined, error: assert.fail };
  const onPublished = async (): Promise<void> => void (published += 1);
  return createCheckpoints({ db: database.db, signer, log, onPublished });
}

test('the head of an empty log is neither recorded nor judged, and binds it to no key', async () => {
  const { checkpoint } = await signedBy(derived).read();
  await signedBy(derived).publish();
  assert.equal(await signedBy(derived).last(), undefined);
  assert.equal(published, 0);
  const keys = [chosen.verifierKey];
  assert.deepEqual(await verifyLog(database.db, { keys }), IN_ORDER);
  assert.equal(readCheckpoint(checkpoint)?.size, 0);
  assert.deepEqual(await verifyLog(database.db, { keys, head: checkpoint }), IN_ORDER);
});

test('the first head of the chosen key is the first that is recorded and that a witness signs', async () => {
  const witness = await startWitness(chosen.verifierKey);
  try {
    await askWitness(database.db, witness);
    assert.equal(witness.head.size, 0);
    await database.pool.query(`insert into seal_log values (0, 'a seal')`);
    await signedBy(chosen).publish();
    assert.equal((await signedBy(chosen).last())?.size, 1);
    assert.equal(published, 1);
    const { sealFaults } = await verifyLog(database.db, { keys: [chosen.verifierKey] });
    assert.deepEqual(sealFaults, [{ at: 0, fault: 'leaf' }]);
    await askWitness(database.db, witness);
    assert.equal(witness.head.size, 1);
  } finally {
    await witness.stop();
  }
});
