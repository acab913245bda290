// The letters of one organization, however many and old, do not hold up another's.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openDatabase, type Database } from '@kvartplata/platform/database/database.ts';
import { visibilityOf } from '@kvartplata/platform/identity/memberships.ts';
import type { Outbox } from '@kvartplata/platform/mail/outbox.ts';
import {
  createTestDatabase,
  type TestDatabase,
} from '@kvartplata/platform/testing/test-database.ts';
import type { BillingTables } from '../../tables.ts';
import { createLetterOutbox, type WaitingLetter } from './letter-outbox.repository.ts';
import { createLetterTurns } from './letter-turns.ts';

const START = new Date('2026-11-01T09:00:00Z');
const MINUTE_MS = 60_000;
const NO_PACE = 1_000_000;
const [LARGE, SMALL, LATE] = [1, 2, 3];

let testDatabase: TestDatabase;
let owner: Database<BillingTables>;
let database: Database<BillingTables>;

before(async () => {
  testDatabase = await createTestDatabase('billing');
  const { url } = testDatabase;
  owner = openDatabase({ url, poolSize: 1, applicationName: 'test' });
  database = openDatabase({ url, poolSize: 2, applicationName: 'letters', role: 'billing_app' });
});
after(async () => {
  await database.db.destroy();
  await owner.db.destroy();
  await testDatabase.drop();
});

function newOutbox(): Outbox<WaitingLetter> {
  const db = database.seeing(() => visibilityOf('all'));
  return createLetterOutbox(db, NO_PACE, createLetterTurns());
}

/** Letters of one delivery, written at the moment. */
async function write(organizationId: number, count: number, at: Date): Promise<void> {
  await owner.pool.query(
    `insert into deliveries (organization_id, id, period, house_ids, again, total_accounts, requested_by, request_id)
     values ($1, 1, '2026-10-01', array[1], false, $2, 1, 'test')`,
    [organizationId, count],
  );
  await owner.pool.query(
    `insert into delivery_letters (organization_id, house_id, delivery_id, position, personal_account_id, account_number, period,
       recipient, outcome, created_at, expires_at, next_attempt_at)
     select $1, 1, 1, nth, nth, 'LS' || nth, '2026-10-01', 'reader@example.org', 'waiting', $3::timestamptz,
       $3::timestamptz + interval '3 days', $3
     from generate_series(1, $2::integer) as nth`,
    [organizationId, count, at],
  );
}

/** The organizations and positions of the letters that are claimed one after the other. */
async function claim(
  outbox: Outbox<WaitingLetter>,
  count: number,
  now: Date,
): Promise<readonly string[]> {
  const claimed: string[] = [];
  for (let nth = 0; nth < count; nth += 1) {
    const letter = await outbox.claim({ now, lockedUntil: later(now, 5 * MINUTE_MS) });
    claimed.push(letter === undefined ? 'none' : `${letter.organizationId}:${letter.position}`);
  }
  return claimed;
}

function later(at: Date, ms: number): Date {
  return new Date(at.getTime() + ms);
}

test('organizations take turns, a letter each, whoever has more or older ones', async () => {
  await write(LARGE, 1_000, START);
  const outbox = newOutbox();
  const now = later(START, MINUTE_MS);
  assert.deepEqual(await claim(outbox, 2, now), ['1:1', '1:2']);
  await write(SMALL, 2, now);
  const soon = later(now, MINUTE_MS / 2);
  assert.deepEqual(await claim(outbox, 5, soon), ['2:1', '1:3', '2:2', '1:4', '1:5']);
  await write(LATE, 2, soon);
  const then = later(soon, MINUTE_MS / 2);
  assert.deepEqual(await claim(outbox, 4, then), ['3:1', '1:6', '3:2', '1:7']);
  assert.deepEqual(await claim(newOutbox(), 1, then), ['1:8'], 'another process goes on');
});

test('once nothing else is due, a new letter is found at once', async () => {
  const outbox = newOutbox();
  const now = later(START, 24 * 60 * MINUTE_MS);
  await owner.pool.query(`update delivery_letters set outcome = 'cancelled', ended_at = now()`);
  assert.deepEqual(await claim(outbox, 1, now), ['none']);
  await write(4, 1, now);
  assert.deepEqual(await claim(outbox, 2, now), ['4:1', 'none']);
});
