// Writes the letters of a delivery into the outbox, a page of accounts at a time. An interrupted job goes through its houses
// again, and keeps the letters already written.
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import type { JobQueue } from '@kvartplata/platform/jobs/job-queue.ts';
import {
  beginRow,
  completeAttempt,
  endRow,
  requeueRow,
  writeAttempt,
} from '@kvartplata/platform/jobs/job-rows.repository.ts';
import { ownJobOf, type OwnJob } from '@kvartplata/platform/jobs/job-table.ts';
import { JobOverError, workLongJobs } from '@kvartplata/platform/jobs/long-jobs.ts';
import { lockLine } from '@kvartplata/platform/jobs/waiting-jobs.repository.ts';
import type { Mail } from '@kvartplata/platform/mail/mail.ts';
import type { Logger } from 'pino';
import type { Db, Trx } from '../../tables.ts';
import {
  pagesFrom,
  readFirstPage,
  requirePrintable,
  type Page,
  type Reader,
  type Receipts,
} from '../receipts/house-receipts.service.ts';
import { DELIVERIES, listAppliedHouses, type DeliveryRow } from './deliveries.repository.ts';
import { DELIVERY_QUEUE } from './deliveries.service.ts';
import { insertLetters, type NewLetter } from './delivery-letters.repository.ts';
import { LETTER_LIVES_MS } from './letter-outbox.repository.ts';
import { judgePage } from './judged-page.service.ts';

export type DeliveryWork = Receipts &
  Pick<Reader, 'core'> & {
    /** Sees every organization: the houses follow from the delivery's row, which its caller was allowed to create. */
    readonly db: Db;
    readonly queue: JobQueue;
    readonly mail: Pick<Mail, 'nudge'>;
    readonly log: Pick<Logger, 'error' | 'warn'>;
  };

/** Starts processing deliveries from the queue. */
export async function workDeliveries(work: DeliveryWork): Promise<void> {
  const { db, queue, log } = work;
  await workLongJobs({
    db,
    queue,
    log,
    line: DELIVERY_QUEUE,
    name: 'a delivery of receipts',
    run: async (job, signal) => makeDelivery(work, ownJobOf(job), signal),
    requeue: async (trx, job, error) => requeueRow(trx, DELIVERIES.table, job, error),
    fail: async (job, error) => endRow(db, DELIVERIES, ownJobOf(job), { status: 'FAILED', error }),
  });
}

type Tally = { processedAccounts: number; letters: number; readonly housesNotApplied: number[] };

async function makeDelivery(work: DeliveryWork, own: OwnJob, signal: AbortSignal): Promise<void> {
  const { db } = work;
  // Letters written by an earlier start stay.
  const delivery = await beginRow(db, DELIVERIES, own, {
    processedAccounts: 0,
    housesNotApplied: [],
  });
  if (delivery === undefined) return;
  const { organizationId, houseIds, period, letters } = delivery;
  const month = Temporal.PlainYearMonth.from(period.slice(0, 7));
  await requirePrintable(db, month);
  const applied = await listAppliedHouses(db, organizationId, houseIds, period);
  const housesNotApplied = houseIds.filter((id) => !applied.has(id));
  const tally: Tally = { processedAccounts: 0, letters, housesNotApplied };
  const reader = { db, core: work.core, requestId: delivery.requestId };
  for (const houseId of houseIds.filter((id) => applied.has(id))) {
    const house = { organizationId, houseId };
    const first = await readFirstPage(work, reader, house, month);
    if (first === undefined) continue;
    for await (const page of pagesFrom(work, reader, house, first)) {
      signal.throwIfAborted();
      await writeLetters(work, { delivery, houseId }, page, tally);
      work.mail.nudge();
    }
  }
  const done = { ...tally, processedAccounts: delivery.totalAccounts };
  if (!(await completeAttempt(db, DELIVERIES, delivery, done))) throw new JobOverError();
}

type OfHouse = { readonly delivery: DeliveryRow; readonly houseId: number };

/** In one transaction with the job's progress; deliveries of an organization are serialized. */
async function writeLetters(
  { db, now }: DeliveryWork,
  { delivery, houseId }: OfHouse,
  page: Page,
  tally: Tally,
): Promise<void> {
  const written = await inTransaction(db, async (trx) => {
    await lockLine(trx, DELIVERY_QUEUE, delivery.organizationId);
    const letters = await newLetters(trx, { delivery, houseId }, page, {
      now: now(),
      position: tally.letters,
    });
    await insertLetters(trx, delivery, letters);
    const after = {
      ...tally,
      processedAccounts: tally.processedAccounts + page.accounts,
      letters: tally.letters + letters.length,
    };
    if (!(await writeAttempt(trx, DELIVERIES, delivery, after))) throw new JobOverError();
    return after;
  });
  Object.assign(tally, written);
}

async function newLetters(
  trx: Trx,
  { delivery, houseId }: OfHouse,
  page: Page,
  at: { readonly now: Date; readonly position: number },
): Promise<readonly NewLetter[]> {
  const { organizationId, id: deliveryId, period, again } = delivery;
  const asked = { period, again, deliveryId };
  const judged = await judgePage(trx, { organizationId, houseId }, asked, page);
  return judged.map(({ receipt: { account }, outcome }, nth) => ({
    houseId,
    position: at.position + nth + 1,
    personalAccountId: account.personalAccountId,
    accountNumber: account.accountNumber,
    period,
    recipient: account.email,
    outcome,
    createdAt: at.now,
    expiresAt: new Date(at.now.getTime() + LETTER_LIVES_MS),
  }));
}
