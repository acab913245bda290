// Receivers that never answer, however many and with however many deliveries, do not delay the messages of others; and two
// processes keep the order of a webhook's messages.
import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { after, before, test } from 'node:test';
import { openDatabase, type Database } from '@kvartplata/platform/database/database.ts';
import { visibilityOf } from '@kvartplata/platform/identity/memberships.ts';
import { deriveKeys } from '@kvartplata/platform/identity/keys.ts';
import {
  createTestDatabase,
  type TestDatabase,
} from '@kvartplata/platform/testing/test-database.ts';
import { until } from '@kvartplata/platform/testing/until.ts';
import { pino } from 'pino';
import type { BillingTables, Db } from '../../tables.ts';
import { deliverWebhooks } from './deliver-webhooks.job.ts';
import type { Message, Sent } from './receivers.ts';
import { newSecret, sealSecret } from './webhook-secret.ts';
import * as repository from './webhooks.repository.ts';

const SILENT = 40;
const WAITING = 50;
const SILENT_MS = 300;
const GOOD = 'https://good.example.org/';

let testDatabase: TestDatabase;
let database: Database<BillingTables>;
let db: Db;
const { webhooks: keys } = deriveKeys(Buffer.alloc(32, 7));

before(async () => {
  testDatabase = await createTestDatabase('billing');
  const { url } = testDatabase;
  database = openDatabase<BillingTables>({
    url,
    poolSize: 10,
    applicationName: 'webhooks',
    role: 'billing_app',
  });
  db = database.seeing(() => visibilityOf('all'));
});
after(async () => {
  await database.db.destroy();
  await testDatabase.drop();
});

async function add(organizationId: number, url: string, waiting: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const id = await repository.takeWebhookId(trx);
    const secret = sealSecret(keys, id, newSecret());
    const fields = { url, events: ['job.finished' as const], secret, createdBy: 1 };
    await repository.insertWebhook(trx, { organizationId, id }, fields);
    for (let nth = 0; nth < waiting; nth += 1)
      await repository.insertDelivery(trx, { organizationId, id }, 'webhook.test', { nth });
  });
}

test('forty receivers that never answer delay a message of another organization only for a moment', async () => {
  for (let nth = 0; nth < SILENT; nth += 1)
    await add(1, `https://silent-${nth}.example.org/`, WAITING);
  await add(2, GOOD, 1);
  const tried = new Map<string, number>();
  const send = async (url: string): Promise<Sent> => {
    tried.set(url, (tried.get(url) ?? 0) + 1);
    if (url !== GOOD) {
      await setTimeout(SILENT_MS);
      return { answered: null, failure: 'too-slow' };
    }
    return { answered: 204, failure: null };
  };
  const receivers = { judge: async () => undefined, send };
  const log = pino({ level: 'silent' });
  const stop = deliverWebhooks({ db, keys, receivers, log, now: () => new Date(), everyMs: 10 });
  let waitedMs = 0;
  try {
    for (; !tried.has(GOOD) && waitedMs < 4_000; waitedMs += 50) await setTimeout(50);
    // Each one rests for a while after it did not answer.
    await setTimeout(SILENT_MS * 4);
  } finally {
    await stop();
  }
  assert.equal(tried.get(GOOD), 1, `within ${waitedMs} ms`);
  assert.ok(waitedMs < 4_000);
  assert.equal(tried.size, SILENT + 1);
  assert.ok(Math.max(...tried.values()) <= 2, JSON.stringify([...tried]));
});

test('two processes send the messages of a webhook in order, one at a time', async () => {
  const url = 'https://ordered.example.org/';
  await add(3, url, WAITING);
  const sent: number[] = [];
  let [atOnce, mostAtOnce] = [0, 0];
  const send = async (to: string, { body }: Message): Promise<Sent> => {
    if (to !== url) return { answered: 410, failure: 'gone' };
    atOnce += 1;
    mostAtOnce = Math.max(mostAtOnce, atOnce);
    await setTimeout(Math.random() * 5);
    atOnce -= 1;
    sent.push((JSON.parse(body) as { readonly data: { readonly nth: number } }).data.nth);
    return { answered: 204, failure: null };
  };
  const receivers = { judge: async () => undefined, send };
  const log = pino({ level: 'silent' });
  const processes = [7, 11].map((everyMs) =>
    deliverWebhooks({ db, keys, receivers, log, now: () => new Date(), everyMs }),
  );
  try {
    await until('all are sent', () => sent.length >= WAITING);
  } finally {
    for (const stop of processes) await stop();
  }
  assert.deepEqual(
    sent,
    Array.from({ length: WAITING }, (_, nth) => nth),
  );
  assert.equal(mostAtOnce, 1);
});
