// Runs or undoes an import of opening balances, in one transaction together with its end: if the process dies, nothing remains
// and the next one starts over. Progress is written outside of that transaction.
import { recordChange } from '@kvartplata/platform/audit/audit.repository.ts';
import { inChunks } from '@kvartplata/platform/database/batches.ts';
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import { requeueRow } from '@kvartplata/platform/jobs/job-rows.repository.ts';
import type { JobQueue, QueuedJob } from '@kvartplata/platform/jobs/job-queue.ts';
import { JobOverError, workLongJobs } from '@kvartplata/platform/jobs/long-jobs.ts';
import type { Logger } from 'pino';
import type { CoreClient } from '../../access/core-client.ts';
import { makeMonths } from '../../books/cycles/month-partitions.service.ts';
import {
  findFirstOpenMonth,
  firstDayAfter,
  holdMonthsOpen,
} from '../../books/cycles/open-months.service.ts';
import type { Db, Trx } from '../../tables.ts';
import { bookOpening, builtUpon } from './book-opening.service.ts';
import { byHouse, judgeSums, type Known, type WaitingSum } from './judge-sums.ts';
import { OPENING_QUEUE } from './opening-balances.service.ts';
import * as repository from './opening-imports.repository.ts';
import type { Ending, OpeningImportData, OwnOpening } from './opening-imports.repository.ts';
import * as judging from './opening-judging.repository.ts';

/** Account numbers or houses per request to core. */
const ASKED_AT_ONCE = 1000;

export type OpeningWork = {
  /** Sees all organizations: what an import may touch follows from its row, which its caller was allowed to create. */
  readonly db: Db;
  readonly queue: JobQueue;
  readonly core: Pick<CoreClient, 'findAccountsByNumber' | 'listServiceNames'>;
  readonly log: Pick<Logger, 'error' | 'warn'>;
};

/** Starts taking imports of opening balances from the queue. */
export async function workOpeningImports(work: OpeningWork): Promise<void> {
  const { db, queue, log } = work;
  await workLongJobs({
    db,
    queue,
    log,
    line: OPENING_QUEUE,
    name: 'an import of opening balances',
    run: async (job, signal) => run(work, toOwn(job), signal),
    requeue: async (trx, job, error) => requeueRow(trx, 'opening_imports', job, error),
    fail: async (job, error) => repository.failImport(db, toOwn(job), error),
  });
}

function toOwn({ organizationId, reference }: QueuedJob): OwnOpening {
  return { organizationId, importId: reference };
}

async function run(work: OpeningWork, own: OwnOpening, signal: AbortSignal): Promise<void> {
  const row = await repository.startImport(work.db, own);
  if (row === undefined) return;
  if (row.status === 'UNDOING') await undo(work, row, signal);
  else await runImport(work, row, signal);
}

async function runImport(
  work: OpeningWork,
  row: OpeningImportData,
  signal: AbortSignal,
): Promise<void> {
  const { db } = work;
  const { months, ...known } = await askCore(work, row, signal);
  // Partitions are created outside of the booking's transaction. Another month may be closed before it.
  if (!row.dryRun) {
    const firstOpen = await findFirstOpenMonth(db, row.organizationId);
    const bookedIn = firstOpen === null ? months : [firstOpen, firstDayAfter(firstOpen), ...months];
    await makeMonths(db, await judging.listMonthsToMake(db, bookedIn));
  }
  await inTransaction(db, async (trx) => judgeAndBook(trx, db, row, { known, signal }));
}

/** The months of the rows, the accounts that core knows, and the services of their houses. */
async function askCore(
  { db, core }: OpeningWork,
  row: OpeningImportData,
  signal: AbortSignal,
): Promise<Pick<Known, 'accounts' | 'services'> & { readonly months: readonly string[] }> {
  const { organizationId, requestId } = row;
  const months = new Set<string>();
  const accounts: Map<string, { houseId: number; personalAccountId: number }> = new Map();
  const asked = new Set<string>();
  let [done, namesServices] = [0, false];
  for await (const { rows } of piecesOf(db, toKey(row), signal)) {
    for (const { period } of rows) months.add(period);
    const unknown = rows.filter(({ place }) => place === undefined);
    const numbers = [...new Set(unknown.map(({ account }) => account))].filter(
      (number) => !asked.has(number),
    );
    namesServices ||= unknown.some(({ service }) => service !== '');
    for (const chunk of inChunks(numbers, ASKED_AT_ONCE)) {
      for (const number of chunk) asked.add(number);
      for (const found of await core.findAccountsByNumber(organizationId, chunk, requestId)) {
        const { accountNumber, houseId, personalAccountId } = found;
        accounts.set(accountNumber, { houseId, personalAccountId });
      }
    }
    done += rows.length;
    // Booking takes longer, so this step counts as a quarter.
    await repository.updateProgress(db, toKey(row), Math.floor(done / 4));
  }
  const houses = new Set(namesServices ? [...accounts.values()].map(({ houseId }) => houseId) : []);
  const services = [];
  for (const chunk of inChunks([...houses], ASKED_AT_ONCE))
    services.push(...(await core.listServiceNames(organizationId, chunk, requestId)));
  return { accounts, services: byHouse(services), months: [...months].toSorted() };
}

async function* piecesOf(
  db: Db | Trx,
  own: OwnOpening,
  signal: AbortSignal,
): AsyncGenerator<{ readonly number: number; readonly rows: readonly WaitingSum[] }> {
  for (let behind = 0; ;) {
    signal.throwIfAborted();
    const piece = await judging.findPiece(db, own, behind);
    if (piece === undefined) return;
    yield piece;
    behind = piece.number;
  }
}

type Judging = {
  readonly known: Pick<Known, 'accounts' | 'services'>;
  readonly signal: AbortSignal;
};

async function judgeAndBook(
  trx: Trx,
  db: Db,
  row: OpeningImportData,
  { known, signal }: Judging,
): Promise<void> {
  const own = toKey(row);
  await judging.lockJudging(trx, row.organizationId);
  await judging.lockEarlierCycles(trx, row);
  await holdMonthsOpen(trx, row.organizationId);
  const repeats = await judging.findSame(trx, row);
  if (repeats !== null) return end(trx, row, { ...NOTHING, repeats });
  for await (const { number, rows } of piecesOf(trx, own, signal)) {
    const { judged, refused } = judgeSums(rows, known);
    await repository.insertRefusals(trx, own, refused);
    await repository.updatePiece(trx, own, { number, rows: judged });
  }
  await judging.refuseRepeated(trx, own);
  await judging.refuseBooked(trx, own);
  await judging.refuseCharged(trx, own);
  await judging.refuseCountedOtherwise(trx, own, row.asOf);
  const { refused, ...totals } = await judging.sumJudged(trx, own);
  const reasons = JSON.stringify(await judging.countReasons(trx, own));
  const accepted = row.totalRows - refused;
  const told = { ...NOTHING, ...totals, accepted, refused, reasons };
  if (row.dryRun) return end(trx, row, told);
  if (refused > 0) {
    const facts = { refused, rows: row.totalRows };
    return end(trx, row, { ...told, status: 'FAILED', error: { code: 'rows-refused', facts } });
  }
  await book(trx, db, row, signal);
  await end(trx, row, told);
}

async function book(trx: Trx, db: Db, row: OpeningImportData, signal: AbortSignal): Promise<void> {
  const own = toKey(row);
  const firstOpen = await findFirstOpenMonth(trx, row.organizationId);
  await judging.insertBalances(trx, own, { asOf: row.asOf, firstOpen });
  const looked = Math.floor(row.totalRows / 4);
  await bookOpening(trx, own, {
    isUndo: false,
    signal,
    onProgress: async (rows) => repository.updateProgress(db, own, looked + rows),
  });
}

const NOTHING: Ending = {
  status: 'COMPLETED',
  error: null,
  repeats: null,
  accepted: 0,
  refused: 0,
  principal: '0.00',
  penalty: '0.00',
  advance: '0.00',
  reasons: '[]',
};

async function end(trx: Trx, row: OpeningImportData, ending: Ending): Promise<void> {
  const own = toKey(row);
  if (!(await repository.finishImport(trx, own, ending)))
    throw new JobOverError('the import has ended');
  await repository.deletePieces(trx, own);
  if (row.dryRun || ending.status === 'FAILED' || ending.repeats !== null) return;
  const { asOf, fileName, fileHash, totalRows, requestId } = row;
  const { principal, penalty, advance } = ending;
  await recordChange(
    trx,
    { userId: row.requestedBy, requestId },
    {
      action: 'opening-import.booked',
      object: { type: 'opening-import', id: row.id },
      organizationId: row.organizationId,
      after: {
        asOf: asOf.slice(0, 7),
        fileName,
        fileHash,
        rows: totalRows,
        principal,
        penalty,
        advance,
      },
    },
  );
}

async function undo(
  { db }: OpeningWork,
  row: OpeningImportData,
  signal: AbortSignal,
): Promise<void> {
  const own = toKey(row);
  await inTransaction(db, async (trx) => {
    await judging.lockJudging(trx, row.organizationId);
    // Not locked, because progress is written outside of this transaction.
    if (!(await repository.isUndoing(trx, own))) throw new JobOverError('the import is undone');
    await bookOpening(trx, own, {
      isUndo: true,
      signal,
      onProgress: async (rows) => repository.updateProgress(db, own, rows),
    });
    if (row.moveId !== null) {
      const months = await judging.listBookedUpon(trx, own);
      if (months.length > 0) throw builtUpon(months);
    }
    await repository.markUndone(trx, own);
    if (row.moveId !== null) await judging.forgetUndone(trx, own);
    await recordChange(
      trx,
      { userId: row.undoneBy ?? row.requestedBy, requestId: row.requestId },
      {
        action: 'opening-import.undone',
        object: { type: 'opening-import', id: row.id },
        organizationId: row.organizationId,
        before: { status: 'COMPLETED' },
        after: { status: 'UNDONE', rows: row.totalRows },
      },
    );
  });
}

function toKey({ organizationId, id }: OpeningImportData): OwnOpening {
  return { organizationId, importId: id };
}
