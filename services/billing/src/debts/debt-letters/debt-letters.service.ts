// Requests letters to many debtors, reports their progress, and serves their file while it is kept.
import { addressOf } from '@kvartplata/contracts/address.ts';
import {
  fetchDebtLetters,
  type DebtLetterAccount,
  type DebtLetters,
  type DebtLettersRequest,
} from '@kvartplata/contracts/billing/debt-letters.ts';
import { ZIP } from '@kvartplata/contracts/billing/kept-files.ts';
import { PDF } from '@kvartplata/contracts/billing/receipts.ts';
import { DEFAULT_PAGE_LIMIT, type PageOf } from '@kvartplata/contracts/page.ts';
import { formatDay } from '@kvartplata/domain/calendar/day.ts';
import { parseKopecks } from '@kvartplata/domain/money/kopecks.ts';
import { inChunks } from '@kvartplata/platform/database/batches.ts';
import { recordChange } from '@kvartplata/platform/audit/audit.repository.ts';
import { inSnapshot, inTransaction } from '@kvartplata/platform/database/database.ts';
import {
  decodeCursor,
  newestPage,
  pageOf,
  type BeforeId,
  type PageAsked,
} from '@kvartplata/platform/http/cursor.ts';
import { Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { Once } from '@kvartplata/platform/idempotency/once.ts';
import type { JobQueue } from '@kvartplata/platform/jobs/job-queue.ts';
import { beginRow, endRow, type JobEnd } from '@kvartplata/platform/jobs/job-rows.repository.ts';
import type { OwnJob } from '@kvartplata/platform/jobs/job-table.ts';
import { assertMayWait, lockLine } from '@kvartplata/platform/jobs/waiting-jobs.repository.ts';
import { fileNameOf } from '@kvartplata/platform/table-files/file-name.ts';
import type { Caller } from '../../access/access.service.ts';
import { accountsFound } from '../../access/accounts-found.ts';
import { contentOf, dropFile, describeFile } from '../../paper/kept-files.service.ts';
import { nameOfHouses, printedHouses, type PrintedHouse } from '../../paper/printed-houses.ts';
import { readDebtAges } from '../../paper/reports/debtors.service.ts';
import type { Trx } from '../../tables.ts';
import * as repository from './debt-letters.repository.ts';
import { DEBT_LETTERS, type LettersRow } from './debt-letters.repository.ts';
import { listAccounts, type LetterAccountRow } from './letter-accounts.repository.ts';

export { DEBT_LETTERS } from './debt-letters.repository.ts';

/** The queue that makes letters to debtors. */
export const DEBT_LETTERS_QUEUE = 'debt-letters';

export class NobodyToWriteToError extends Error {
  override readonly name = 'NobodyToWriteToError';
}

const MOST_DEBTORS = 20_000;
/** The number of houses whose debts one statement reads. */
const HOUSES_AT_ONCE = 25;
/** The audit log records only the length of a longer list of houses. */
const MOST_HOUSES_RECORDED = 100;
const NAMES = { claim: 'pretenzii', restriction: 'uvedomleniya' } as const;

type Asking = {
  readonly queue: JobQueue;
  readonly caller: Caller;
  readonly once: Once;
  readonly today: Temporal.PlainDate;
};

/**
 * Queues letters; an equal request that is still waiting is the same job. Checked in the order of the reference page.
 * @throws Refusal validation-failed, not-found, forbidden, unprocessable-reference, no-debt, too-much-at-once,
 * idempotency-key-in-use, idempotency-key-reused, too-many-jobs, dependency-unavailable
 */
export async function requestLetters(
  { queue, caller, once, today }: Asking,
  request: DebtLettersRequest,
): Promise<DebtLetters> {
  const { kind, form, dryRun = false, minMonths = 0, minDebt = '0.00' } = request;
  const { organizationId, houses } = await printedHouses(caller, request);
  const houseIds = houses.map(({ houseId }) => houseId);
  const debtors = await requireDebtors(caller, { organizationId, houseIds }, request, today);
  const letters = {
    organizationId,
    kind,
    form,
    dryRun,
    houseIds,
    accountIds: request.search === undefined ? null : debtors,
    minMonths,
    minDebt,
    madeOn: formatDay(today),
    fileName: `${nameOf(request, houses, today)}.${form}`,
    totalAccounts: debtors.length,
    requestedBy: caller.userId,
    requestId: caller.requestId,
  };
  return inTransaction(caller.db, async (trx) =>
    once(trx, organizationId, async () => {
      await lockLine(trx, DEBT_LETTERS_QUEUE, organizationId);
      const same = await repository.findSameWaiting(trx, letters);
      if (same !== undefined) return toLetters(same);
      await assertMayWait(trx, 'debt_letters', organizationId);
      const row = await repository.insertLetters(trx, letters);
      await queue.enqueue(trx, DEBT_LETTERS_QUEUE, { organizationId, reference: row.id });
      await recordChange(trx, caller.actor, {
        action: 'debt-letters.requested',
        object: { type: 'debt-letters', id: row.id },
        organizationId,
        after: {
          kind,
          form,
          dryRun,
          minMonths,
          minDebt,
          ...(houseIds.length > MOST_HOUSES_RECORDED ? { houses: houseIds.length } : { houseIds }),
        },
      });
      return toLetters(row);
    }),
  );
}

/** @throws Refusal no-debt, too-much-at-once */
async function requireDebtors(
  caller: Caller,
  {
    organizationId,
    houseIds,
  }: { readonly organizationId: number; readonly houseIds: readonly number[] },
  { minMonths = 0, minDebt = '0.00', search }: DebtLettersRequest,
  today: Temporal.PlainDate,
): Promise<readonly number[]> {
  const only = await accountsFound(caller, { organizationId, search });
  const least = parseKopecks(minDebt);
  const debtors: number[] = [];
  await inSnapshot(caller.db, async (trx) => {
    for (const some of inChunks(houseIds, HOUSES_AT_ONCE)) {
      const ages = await readDebtAges(
        trx,
        { organizationId, houseIds: some, minMonths },
        today,
        only,
      );
      for (const { personalAccountId, total } of ages.values())
        if (parseKopecks(total) >= least) debtors.push(personalAccountId);
      if (debtors.length > MOST_DEBTORS)
        throw new Refusal(
          'too-much-at-once',
          `There are more than ${MOST_DEBTORS} debtors: choose fewer houses, more months or a larger debt`,
        );
    }
  });
  if (debtors.length === 0) throw new Refusal('no-debt', 'Nobody owes so much for so long');
  return debtors;
}

/** `pretenzii-2026-10-05-sadovaya-12` for one house, `pretenzii-2026-10-05-3-dom` for several, `pretenzii-2026-10-05` for all. */
function nameOf(
  { kind, houseIds }: DebtLettersRequest,
  houses: readonly PrintedHouse[],
  today: Temporal.PlainDate,
): string {
  const which = houseIds === undefined ? undefined : nameOfHouses(houses);
  return fileNameOf(NAMES[kind], formatDay(today), which);
}

export type LettersQuery = PageAsked & { readonly organizationId?: number | undefined };

export async function listLettersFor(
  caller: Caller,
  query: LettersQuery,
): Promise<PageOf<DebtLetters>> {
  const list = async (before: BeforeId) => {
    const organizationIds = await caller.organizationsOf(query.organizationId);
    return repository.listLetters(caller.db, { organizationIds, ...before });
  };
  return newestPage(query, list, toLetters);
}

/** @throws Refusal not-found */
export async function getLetters(caller: Caller, id: number): Promise<DebtLetters> {
  return toLetters(await getOwn(caller, id));
}

export type AccountsQuery = {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
  readonly leftOut?: boolean | undefined;
};

/** @throws Refusal not-found, validation-failed */
export async function listAccountsOf(
  caller: Caller,
  id: number,
  { limit = DEFAULT_PAGE_LIMIT, cursor, leftOut }: AccountsQuery,
): Promise<PageOf<DebtLetterAccount>> {
  const own = await getOwn(caller, id);
  const [after = 0] = decodeCursor(cursor, ['number']) ?? [];
  const rows = await listAccounts(caller.db, own, { after, limit: limit + 1, isLeftOut: leftOut });
  return pageOf(rows, limit, ({ position }) => [position], toAccount);
}

export type GivenFile = {
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: number;
  readonly content: AsyncIterable<Uint8Array>;
};

/**
 * The file has names, addresses and debts, so the download is recorded in the audit log.
 * @throws Refusal not-found, file-not-there
 */
export async function fetchFile(caller: Caller, id: number): Promise<GivenFile> {
  const row = await getOwn(caller, id);
  const { organizationId, fileName: name, kind, form, byteCount, letters } = row;
  if (byteCount === null || row.removedAt !== null)
    throw new Refusal('file-not-there', `File ${id} is not made, or is no longer kept`);
  await recordChange(caller.db, caller.actor, {
    action: 'debt-letters.letters-exported',
    object: { type: 'debt-letters', id },
    organizationId,
    after: { kind, form, letters },
  });
  const mediaType = form === 'pdf' ? PDF : ZIP;
  const content = contentOf(caller.db, DEBT_LETTERS, row, byteCount);
  return { name, mediaType, bytes: byteCount, content };
}

/**
 * Cancels a running job, and deletes the notices that nobody has received.
 * @throws Refusal not-found, forbidden, job-finished
 */
export async function cancelLetters(caller: Caller, id: number): Promise<DebtLetters> {
  const { organizationId, status } = await getOwn(caller, id);
  return inTransaction(caller.db, async (trx) => {
    const ended = await endLetters(
      trx,
      { organizationId, id },
      { status: 'CANCELLED', error: null },
    );
    if (ended === undefined)
      throw new Refusal('job-finished', `The job of letters ${id} has ended already`);
    await recordChange(trx, caller.actor, {
      action: 'debt-letters.cancelled',
      object: { type: 'debt-letters', id },
      organizationId,
      before: { status },
      after: { status: 'CANCELLED' },
    });
    return toLetters(ended);
  });
}

/**
 * Ends a job, and deletes what it made and nobody has received.
 * @returns undefined when it has already ended
 */
export async function endLetters(
  trx: Trx,
  own: OwnJob,
  end: JobEnd,
): Promise<LettersRow | undefined> {
  const ended = await endRow(trx, DEBT_LETTERS, own, end);
  if (ended !== undefined) await throwAway(trx, own);
  return ended;
}

/**
 * Starts a job from the beginning, also one that another process abandoned.
 * @returns undefined when the job has ended
 */
export async function beginLetters(trx: Trx, own: OwnJob): Promise<LettersRow | undefined> {
  const nothing = { judgedAccounts: 0, leftOut: 0, letters: 0, drawnLetters: 0 };
  const begun = await beginRow(trx, DEBT_LETTERS, own, nothing);
  if (begun !== undefined) await throwAway(trx, own);
  return begun;
}

async function throwAway(trx: Trx, own: OwnJob): Promise<void> {
  await dropFile(trx, DEBT_LETTERS, own);
  await repository.deleteMade(trx, own);
}

async function getOwn(caller: Caller, id: number): Promise<LettersRow> {
  return caller.getOwn(`letters to debtors ${id}`, async () =>
    repository.findLetters(caller.db, caller.ownOrganizations(), id),
  );
}

function toAccount({ letter, ...account }: LetterAccountRow): DebtLetterAccount {
  const notices = letter?.kind === 'restriction' ? letter.notices : [];
  return {
    ...account,
    restrictionNoticeIds: notices.map(({ id }) => id).filter((id) => id > 0),
  };
}

function toLetters(row: LettersRow): DebtLetters {
  const { id, finishedAt } = row;
  return {
    id,
    organizationId: row.organizationId,
    kind: row.kind,
    form: row.form,
    dryRun: row.dryRun,
    status: row.status,
    houseIds: row.houseIds,
    minMonths: row.minMonths,
    minDebt: row.minDebt,
    madeOn: row.madeOn,
    totalAccounts: row.totalAccounts,
    judgedAccounts: row.judgedAccounts,
    leftOut: row.leftOut,
    letters: row.letters,
    drawnLetters: row.drawnLetters,
    place: addressOf(fetchDebtLetters, { params: { debtLettersId: id } }),
    file: describeFile(row),
    error: row.error,
    errorFacts: row.errorFacts,
    createdAt: row.createdAt.toISOString(),
    startedAt: row.startedAt?.toISOString() ?? null,
    finishedAt: finishedAt?.toISOString() ?? null,
  };
}
