// Witnesses sign a continuation of what they signed before; one that is unavailable, refuses or lies is reported, and nothing
// from it is stored.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { openDatabase, type Database } from '@kvartplata/platform/database/database.ts';
import { createNoteSigner, isSignedBy } from '@kvartplata/platform/proof/signed-note.ts';
import {
  createTestDatabase,
  type TestDatabase,
} from '@kvartplata/platform/testing/test-database.ts';
import type { BillingTables } from '../../tables.ts';
import { startWitness, type TestWitness } from '../../testing/witness.ts';
import { withoutGuards } from '../../testing/without-guards.ts';
import { createCheckpoints, type Checkpoints } from './checkpoints.service.ts';
import { askWitness } from './witnesses.service.ts';

const signer = createNoteSigner('log.example/seals', Buffer.alloc(32, 3));
let testDatabase: TestDatabase;
let database: Database<BillingTables>;
let checkpoints: Checkpoints;
let witness: TestWitness;
let seals = 0;

before(async () => {
  testDatabase = await createTestDatabase('billing');
  database = openDatabase({ url: testDatabase.url, poolSize: 1, applicationName: 'test' });
  const log = { info: () => undefined, error: assert.fail };
  checkpoints = createCheckpoints({
    db: database.db,
    signer,
    log,
    onPublished: async () => undefined,
  });
  witness = await startWitness(signer.verifierKey);
});
after(async () => {
  await witness.stop();
  await database.db.destroy();
  await testDatabase.drop();
});
beforeEach(async () => {
  Object.assign(witness, { answer: undefined, lies: false });
  await grow();
});

async function grow(): Promise<void> {
  await database.pool.query('insert into seal_log values ($1, $2)', [seals, `seal ${seals}`]);
  seals += 1;
  await checkpoints.publish();
}

async function cosigned(): Promise<boolean> {
  return isSignedBy((await checkpoints.read()).checkpoint, witness.key);
}

test('a witness signs each head that continues the last, and the checkpoint has its cosignature', async () => {
  for (let nth = 1; nth <= 5; nth += 1) {
    assert.equal(await cosigned(), false);
    await askWitness(database.db, witness);
    assert.equal(await cosigned(), true);
    assert.equal(witness.head.size, seals);
    await grow();
  }
});

test('one that knows another size says so, and is asked from there', async () => {
  await withoutGuards(database.pool, 'delete from cosignatures');
  await askWitness(database.db, witness);
  assert.equal(await cosigned(), true);
});

for (const [what, answer, why] of [
  ['refuses', { status: 403, body: '' }, /does not know the key/],
  ['does not know the log', { status: 404, body: '' }, /does not know the log/],
  ['says that the log was forked', { status: 422, body: '' }, /forked, or it lies/],
  ['knows another head of this size', { status: 409, body: '' }, /another head of this size/],
  ['has signed more than there is', { status: 409, body: '999\n' }, /a head of 999 seals/],
  ['breaks', { status: 500, body: 'oh' }, /answered 500/],
  ['signs with nothing', { status: 200, body: '' }, /not of its key/],
  [
    'signs with what is no signature',
    { status: 200, body: '— witness.example/w1 AAAA\n' },
    /not of its key/,
  ],
  ['signs under another name', { status: 200, body: '— other.example AAAA\n' }, /not of its key/],
] as const)
  test(`one that ${what} has not signed`, async () => {
    witness.answer = answer;
    await assert.rejects(askWitness(database.db, witness), why);
    assert.equal(await cosigned(), false);
  });

test('one that signs with another key has not signed', async () => {
  witness.lies = true;
  await assert.rejects(askWitness(database.db, witness), /not of its key/);
  assert.equal(await cosigned(), false);
});

test('an unavailable one has not signed, and does once it is back', async () => {
  const away = { ...witness, url: 'http://127.0.0.1:9' };
  await assert.rejects(askWitness(database.db, away), /fetch failed/);
  assert.equal(await cosigned(), false);
  await askWitness(database.db, witness);
  assert.equal(await cosigned(), true);
});

test('no witness signs a forked log', async () => {
  await askWitness(database.db, witness);
  const fork = createNoteSigner('log.example/seals', Buffer.alloc(32, 3));
  await withoutGuards(
    database.pool,
    `update seal_log set leaf = 'another' where index = 0;
     delete from checkpoints; delete from cosignatures`,
  );
  const log = { info: () => undefined, error: assert.fail };
  const other = createCheckpoints({
    db: database.db,
    signer: fork,
    log,
    onPublished: async () => undefined,
  });
  await database.pool.query('insert into seal_log values ($1, $2)', [seals, 'more']);
  await other.publish();
  await assert.rejects(askWitness(database.db, witness), /the log was forked/);
});
