// A file of receipts whose worker is killed or told to stop, or whose job is cancelled.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  cancelReceiptFile,
  createReceiptFile,
  fetchReceiptFile,
  getReceiptFile,
  type ReceiptFile,
} from '@kvartplata/contracts/billing/receipt-files.ts';
import { openDatabase, type Database } from '@kvartplata/platform/database/database.ts';
import { missing } from '@kvartplata/platform/testing/programs.ts';
import { until } from '@kvartplata/platform/testing/until.ts';
import type { BillingTables } from '../../tables.ts';
import { startBillingStand, type BillingStand } from '../../testing/billing-stand.ts';
import { changeBankDetails, CONTRACTOR } from '../../testing/contractor.ts';
import { endLeases, hold, untilBillingWaits } from '../../testing/held-tables.ts';
import { textOfPages } from '../../testing/pdf-pages.ts';
import { ask, calculate, seedHouse, type TestUser } from '../../testing/test-user.ts';

let stand: BillingStand;
let user: TestUser;
let organizationId: number;
let period: string;
let outside: Database<BillingTables>;

before(async () => {
  stand = await startBillingStand({ works: false });
  user = await stand.newUser();
  const house = await seedHouse(stand.coreUrl, user);
  ({ organizationId } = house);
  period = house.months[1] ?? '';
  outside = openDatabase({ url: stand.databaseUrl, poolSize: 3, applicationName: 'test-outside' });
  await changeBankDetails(stand, { user, organizationId }, CONTRACTOR);
  const worker = await stand.startWorker();
  await calculate(stand.app, user, { organizationId }, period);
  assert.equal(await worker.stop(), 0);
});
after(async () => {
  await outside.db.destroy();
  await stand.stop();
});

async function request(): Promise<number> {
  const body = { period, organizationId, form: 'pdf' } as const;
  const { status, body: file, text } = await ask(stand.app, user, createReceiptFile, { body });
  assert.equal(status, 202, text);
  return file.id;
}

async function ended(receiptFileId: number): Promise<ReceiptFile> {
  const params = { receiptFileId };
  let file: ReceiptFile | undefined;
  await until('the file is made', async () => {
    file = (await ask(stand.app, user, getReceiptFile, { params })).body;
    return file.finishedAt !== null;
  });
  assert.ok(file);
  return file;
}

async function piecesOf(id: number): Promise<number> {
  const { rows } = await outside.pool.query<{ pieces: number }>(
    'select count(*)::integer as pieces from receipt_file_pieces where receipt_file_id = $1',
    [id],
  );
  return rows[0]?.pieces ?? 0;
}

const steps: readonly { readonly why: string; readonly held: string }[] = [
  { why: 'before it begins', held: 'lock table receipt_files in exclusive mode' },
  { why: 'before its first piece', held: 'lock table receipt_file_pieces in exclusive mode' },
];

describe('killed', { skip: missing('pdftoppm') }, () => {
  for (const { why, held } of steps)
    test(`${why}, it leaves nothing, and the next worker makes the whole file`, async () => {
      const id = await request();
      const release = await hold(outside, held);
      const worker = await stand.startWorker();
      await untilBillingWaits(outside);
      await worker.kill();
      await release();
      await endLeases(outside);
      const next = await stand.startWorker();
      const file = await ended(id);
      assert.deepEqual([file.status, file.receipts, file.error], ['COMPLETED', 10, null]);
      const { bytes } = await ask(stand.app, user, fetchReceiptFile, {
        params: { receiptFileId: id },
      });
      assert.equal(textOfPages(bytes).length, 10);
      assert.equal(await next.stop(), 0);
    });
});

test('told to stop while making one, a worker returns it to the queue and exits with 0', async () => {
  const id = await request();
  const release = await hold(outside, 'lock table receipt_file_pieces in exclusive mode');
  const worker = await stand.startWorker();
  await untilBillingWaits(outside);
  const stopped = worker.stop();
  await release();
  assert.equal(await stopped, 0);
  const next = await stand.startWorker();
  assert.equal((await ended(id)).status, 'COMPLETED');
  assert.equal(await next.stop(), 0);
});

test('cancelled while it waits or runs, it leaves no data and no file', async () => {
  const id = await request();
  const params = { receiptFileId: id };
  const early = await ask(stand.app, user, fetchReceiptFile, { params });
  assert.equal(early.problem.code, 'file-not-there');
  const cancelled = await ask(stand.app, user, cancelReceiptFile, { params });
  assert.deepEqual([cancelled.status, cancelled.body.status], [200, 'CANCELLED']);
  const worker = await stand.startWorker();
  const again = await ask(stand.app, user, cancelReceiptFile, { params });
  assert.equal(again.problem.code, 'job-finished');

  const running = await request();
  await until('a file is begun', async () => {
    const { body } = await ask(stand.app, user, getReceiptFile, {
      params: { receiptFileId: running },
    });
    return body.status !== 'QUEUED';
  });
  const stopped = await ask(stand.app, user, cancelReceiptFile, {
    params: { receiptFileId: running },
  });
  // The job may have finished first.
  if (stopped.status === 200) assert.equal(await piecesOf(running), 0);
  assert.equal(await piecesOf(id), 0);
  assert.equal(await worker.stop(), 0);
});
