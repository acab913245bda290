// Makes letters to many debtors: decides house by house who gets one, then draws the letters and stores the file piece by piece.
// An interrupted job starts over, without the notices that it had made.
import { parseKopecks } from '@kvartplata/domain/money/kopecks.ts';
import { parseDay } from '@kvartplata/domain/calendar/day.ts';
import { formatBillingMonth, monthOf } from '@kvartplata/domain/calendar/billing-month.ts';
import { inChunks } from '@kvartplata/platform/database/batches.ts';
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import type { JobQueue } from '@kvartplata/platform/jobs/job-queue.ts';
import {
  completeAttempt,
  requeueRow,
  writeAttempt,
} from '@kvartplata/platform/jobs/job-rows.repository.ts';
import { ownJobOf, type OwnJob } from '@kvartplata/platform/jobs/job-table.ts';
import { JobOverError, workLongJobs } from '@kvartplata/platform/jobs/long-jobs.ts';
import { lockLine } from '@kvartplata/platform/jobs/waiting-jobs.repository.ts';
import type { Logger } from 'pino';
import type { CoreClient } from '../../access/core-client.ts';
import { readAccountCards } from '../../access/places.ts';
import { lockAccountsOfHouse } from '../../books/account-balances/account-balances.service.ts';
import { readNormCharges } from '../../month/calculation-jobs/norm-charges.service.ts';
import { keepFile, removeOld } from '../../paper/kept-files.service.ts';
import { explainTooLarge } from '../../paper/kept-pieces.ts';
import { readDebtAges } from '../../paper/reports/debtors.service.ts';
import { byRoom, nameAccount } from '../../paper/room-order.ts';
import type { Db } from '../../tables.ts';
import { DEBT_LETTERS, type LettersRow } from './debt-letters.repository.ts';
import {
  beginLetters,
  DEBT_LETTERS_QUEUE,
  endLetters,
  NobodyToWriteToError,
} from './debt-letters.service.ts';
import { drawLetters } from './drawn-letters.service.ts';
import { judgeDebtors, type Judging } from './judge-debtors.service.ts';
import { insertAccounts, type LetterAccountRow } from './letter-accounts.repository.ts';

export type LettersWork = {
  /** Sees every organization: the houses follow from the job's row, which its caller was allowed to create. */
  readonly db: Db;
  readonly core: Pick<CoreClient, 'listAccountCards' | 'readReceiptFacts' | 'readSnapshot'>;
  readonly queue: JobQueue;
  readonly log: Pick<Logger, 'error' | 'warn'>;
  readonly now: () => Date;
  /** The largest size of a file; a larger one fails. */
  readonly mostBytes?: number;
};

/** The number of accounts locked together. */
const JUDGED_AT_ONCE = 100;

/** Starts processing letters from the queue. */
export async function workDebtLetters(work: LettersWork): Promise<void> {
  const { db, queue, log } = work;
  await workLongJobs({
    db,
    queue,
    log,
    line: DEBT_LETTERS_QUEUE,
    name: 'letters to debtors',
    run: async (job, signal) => makeLetters(work, ownJobOf(job), signal),
    requeue: async (trx, job, error) => requeueRow(trx, DEBT_LETTERS.table, job, error),
    fail: async (job, error) =>
      inTransaction(db, async (trx) => endLetters(trx, ownJobOf(job), { status: 'FAILED', error })),
    explain: (thrown) =>
      thrown instanceof NobodyToWriteToError
        ? { code: 'nobody-to-write-to', facts: {} }
        : explainTooLarge(thrown),
  });
}

type Progress = Pick<LettersRow, 'judgedAccounts' | 'leftOut' | 'letters' | 'drawnLetters'>;
type Tally = { -readonly [Name in keyof Progress]: Progress[Name] };

async function makeLetters(work: LettersWork, own: OwnJob, signal: AbortSignal): Promise<void> {
  const { db, now } = work;
  const letters = await inTransaction(db, async (trx) => beginLetters(trx, own));
  if (letters === undefined) return;
  const tally: Tally = { judgedAccounts: 0, leftOut: 0, letters: 0, drawnLetters: 0 };
  for (const houseId of letters.houseIds) await judgeHouse(work, letters, houseId, tally, signal);
  const bytes = letters.dryRun ? null : await drawFile(work, letters, tally, signal);
  const done = { ...tally, byteCount: bytes };
  if (!(await completeAttempt(db, DEBT_LETTERS, letters, done))) throw new JobOverError();
  await removeOld(db, DEBT_LETTERS, own.organizationId, now());
}

/** @throws NobodyToWriteToError */
async function drawFile(
  work: LettersWork,
  letters: LettersRow,
  tally: Tally,
  signal: AbortSignal,
): Promise<number> {
  if (tally.letters === 0) throw new NobodyToWriteToError();
  const onDrawn = (count: number): void => {
    signal.throwIfAborted();
    tally.drawnLetters += count;
  };
  const content = await drawLetters(work, letters, onDrawn);
  const kept = { progress: tally, mostBytes: work.mostBytes };
  return keepFile(work.db, DEBT_LETTERS, letters, content, kept);
}

async function judgeHouse(
  work: LettersWork,
  letters: LettersRow,
  houseId: number,
  tally: Tally,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted();
  const { db, core } = work;
  const { requestId } = letters;
  const debtors = await readDebtors(db, letters, houseId);
  if (debtors.length === 0) return;
  const ids = debtors.map(({ personalAccountId }) => personalAccountId);
  const cards = await readAccountCards({ core, requestId }, ids);
  const period = formatBillingMonth(monthOf(parseDay(letters.madeOn)));
  const norms =
    letters.kind === 'restriction'
      ? await readNormCharges({ core, requestId }, { ...letters, houseId }, period)
      : undefined;
  const inOrder = byRoom(cards);
  const sorted = debtors.toSorted((one, other) =>
    inOrder(one.personalAccountId, other.personalAccountId),
  );
  for (const some of inChunks(sorted, JUDGED_AT_ONCE)) {
    signal.throwIfAborted();
    await judgeSome(db, { letters, houseId, norms, cards }, some, tally);
  }
}

type Debtor = {
  readonly personalAccountId: number;
  readonly penalty: string;
  readonly total: string;
};

/** The same debtors as in the report. */
async function readDebtors(
  db: Db,
  { organizationId, minMonths, minDebt, accountIds, madeOn }: LettersRow,
  houseId: number,
): Promise<readonly Debtor[]> {
  const least = parseKopecks(minDebt);
  const rows = await inTransaction(db, async (trx) =>
    readDebtAges(
      trx,
      { organizationId, houseIds: [houseId], minMonths },
      parseDay(madeOn),
      accountIds ?? undefined,
    ),
  );
  return [...rows.values()].filter(({ total }) => parseKopecks(total) >= least);
}

/** In one transaction, so that nobody books for these accounts or sends them letters meanwhile. */
async function judgeSome(
  db: Db,
  judging: Judging,
  debtors: readonly Debtor[],
  tally: Tally,
): Promise<void> {
  const { letters, houseId, cards } = judging;
  const { organizationId } = letters;
  const ids = debtors.map(({ personalAccountId }) => personalAccountId);
  const before = { ...tally };
  const judged = await inTransaction(db, async (trx) => {
    await lockLine(trx, DEBT_LETTERS_QUEUE, organizationId);
    if (!letters.dryRun) await lockAccountsOfHouse(trx, { organizationId, houseId }, ids);
    const verdicts = await judgeDebtors(trx, judging, debtors);
    const rows = debtors.map(({ personalAccountId, total }, nth): LetterAccountRow => {
      const verdict = verdicts.get(personalAccountId) ?? 'address-unknown';
      return {
        houseId,
        position: before.judgedAccounts + nth + 1,
        personalAccountId,
        ...nameAccount(cards, personalAccountId),
        debt: total,
        leftOut: typeof verdict === 'string' ? verdict : null,
        letter: typeof verdict === 'string' ? null : verdict,
      };
    });
    await insertAccounts(trx, letters, rows);
    const after = countedWith(before, rows);
    if (!(await writeAttempt(trx, DEBT_LETTERS, letters, after))) throw new JobOverError();
    return after;
  });
  Object.assign(tally, judged);
}

function countedWith(before: Progress, rows: readonly LetterAccountRow[]): Progress {
  const written = rows.flatMap(({ letter }) => letter ?? []);
  const letters = written.reduce(
    (sum, letter) => sum + (letter.kind === 'claim' ? 1 : letter.notices.length),
    0,
  );
  return {
    ...before,
    judgedAccounts: before.judgedAccounts + rows.length,
    leftOut: before.leftOut + rows.length - written.length,
    letters: before.letters + letters,
  };
}
