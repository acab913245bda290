// E-mailed receipts, from the outbox to a local mail server that accepts everything: each is claimed, read, drawn, written,
// sent and marked one by one; compared with drawing the same receipts, each into a separate file.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { Worker } from 'node:worker_threads';
import { createLetterOutbox } from '@kvartplata/billing-service/src/paper/deliveries/letter-outbox.repository.ts';
import { createLetterTurns } from '@kvartplata/billing-service/src/paper/deliveries/letter-turns.ts';
import {
  letterWriter,
  type LetterWriting,
} from '@kvartplata/billing-service/src/paper/deliveries/written-letters.service.ts';
import {
  drawPages,
  readFirstPage,
  type Page,
} from '@kvartplata/billing-service/src/paper/receipts/house-receipts.service.ts';
import type { BillingTables } from '@kvartplata/billing-service/src/tables.ts';
import { makeReceipt } from '@kvartplata/billing-service/src/testing/drawn-receipt.ts';
import { visibilityOf } from '@kvartplata/platform/identity/memberships.ts';
import { workOutbox } from '@kvartplata/platform/mail/mail-worker.ts';
import { createSmtpSender } from '@kvartplata/platform/mail/smtp-sender.ts';
import { sql, type Kysely } from 'kysely';
import type { Measured } from '../measured.ts';
import {
  addressOf,
  factsOf,
  fillMonth,
  KEYS,
  NOW,
  receiptsMeans,
} from '../receipts/receipt-month.ts';
import { sized } from '../size.ts';
import { onThrowaway } from '../throwaway-database.ts';

const PAIRS = sized({ whole: 3, short: 1 });
const LETTERS = sized({ whole: 100, short: 20 });
/** No rate limit, because the rate is what is measured. */
const NO_PACE = Number.MAX_SAFE_INTEGER;
const PERIOD = Temporal.PlainYearMonth.from('2026-07');

type Core = LetterWriting['core'];

export async function benchDeliveries(): Promise<readonly Measured[]> {
  const sink = new Worker(new URL('smtp-sink.ts', import.meta.url));
  const [port] = (await once(sink, 'message')) as [number];
  try {
    return await onThrowaway<BillingTables, readonly Measured[]>(
      'billing',
      async ({ owner, open }) => {
        await fillMonth(owner, makeReceipt(), { accounts: LETTERS, houses: 1 });
        const db = open(2).seeing(() => visibilityOf('all'));
        const core: Core = {
          readReceiptFacts: async (houseId, _period, { personalAccountId = 0 }) =>
            factsOf(houseId, [personalAccountId]),
        };
        const writing = { ...receiptsMeans(), db, core, ...MEANS };
        const pages = await readPages(writing);
        const [ours, limits]: [number[], number[]] = [[], []];
        await drawAll(pages.slice(0, 5));
        for (let pair = 0; pair < PAIRS; pair += 1) {
          await writeOutbox(owner);
          limits.push(await timeOf(async () => drawAll(pages)));
          ours.push(await timeOf(async () => sendAll(writing, `smtp://127.0.0.1:${port}`)));
        }
        sink.postMessage('taken', []);
        const [taken] = (await once(sink, 'message')) as [number];
        assert.equal(taken, LETTERS * PAIRS);
        return [
          {
            name: 'deliveries',
            what: `${LETTERS} letters, each with its receipt, from the outbox to a mail server on this machine`,
            limit: 'the same receipts drawn, each into a file of its own',
            ours,
            limits,
            notes: ours.map((ms) => `${((LETTERS / ms) * 1_000).toFixed(1)} letters a second`),
          },
        ];
      },
    );
  } finally {
    await sink.terminate();
  }
}

const MEANS = {
  keys: KEYS.links,
  publicUrl: 'https://receipts.example.org',
  bounceAddress: 'bounces@example.org',
} as const;

/** One page per account. */
async function readPages(writing: LetterWriting): Promise<readonly Page[]> {
  const { db, core } = writing;
  const pages: Page[] = [];
  for (let personalAccountId = 1; personalAccountId <= LETTERS; personalAccountId += 1) {
    const place = { organizationId: 1, houseId: 1, personalAccountId };
    const page = await readFirstPage(writing, { db, core, requestId: 'bench' }, place, PERIOD);
    assert.ok(page);
    pages.push(page);
  }
  return pages;
}

async function drawAll(pages: readonly Page[]): Promise<void> {
  for (const page of pages) {
    const one = (async function* () {
      yield page;
    })();
    const file = await buffer(await drawPages({ now: () => NOW }, one, PERIOD));
    assert.ok(file.length > 5_000);
  }
}

async function sendAll(writing: LetterWriting, url: string): Promise<void> {
  const sent = await workOutbox({
    outbox: createLetterOutbox(writing.db, NO_PACE, createLetterTurns()),
    sender: createSmtpSender({ url, from: 'Квартплата <post@example.org>' }),
    write: letterWriter(writing, 'example.org'),
    prepare: async () => {},
    now: () => new Date(),
    onAttempt: ({ result, reply }) => assert.equal(result, 'accepted', reply),
  });
  assert.equal(sent, LETTERS);
}

/** Queues one letter per account. */
async function writeOutbox(owner: Kysely<unknown>): Promise<void> {
  await sql`delete from delivery_letters`.execute(owner);
  await sql`delete from deliveries`.execute(owner);
  await sql`
    insert into deliveries (organization_id, id, period, house_ids, again, total_accounts, requested_by, request_id)
    values (1, 1, '2026-07-01', array[1], false, ${LETTERS}, 1, 'bench')
  `.execute(owner);
  const ids = Array.from({ length: LETTERS }, (_, nth) => nth + 1);
  await sql`
    insert into delivery_letters (organization_id, house_id, delivery_id, position, personal_account_id, account_number, period,
      recipient, outcome, created_at, expires_at, next_attempt_at)
    select 1, 1, 1, account, account, 'LS' || account, '2026-07-01', recipient, 'waiting', now(), now() + interval '3 days', now()
    from unnest(${ids}::integer[], ${ids.map(addressOf)}::text[]) as letters (account, recipient)
  `.execute(owner);
  await sql`analyze delivery_letters`.execute(owner);
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
