// Requests the booking of penalties, and reads what was booked.
import type {
  AccrualJob,
  AccruedDebt,
  PenaltyAccrual,
} from '@kvartplata/contracts/billing/penalty-accruals.ts';
import type { PenaltyKind } from '@kvartplata/contracts/billing/penalties.ts';
import type { PenaltyRemark } from '@kvartplata/contracts/billing/penalty-remarks.ts';
import { DEFAULT_PAGE_LIMIT, type PageOf } from '@kvartplata/contracts/page.ts';
import { numberOfDay } from '@kvartplata/domain/calendar/day-number.ts';
import { countDays, formatDay, parseDay } from '@kvartplata/domain/calendar/day.ts';
import { fraction, multiply, type Fraction } from '@kvartplata/domain/money/fraction.ts';
import { parseKopecks } from '@kvartplata/domain/money/kopecks.ts';
import { parseScaled } from '@kvartplata/domain/money/scaled.ts';
import {
  basisOfRate,
  KEPT_PLAN,
  OWN_CAP,
  type RateBasis,
} from '@kvartplata/domain/regulation/penalty/rate-basis.ts';
import { recordChange } from '@kvartplata/platform/audit/audit.repository.ts';
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import {
  type BeforeId,
  decodeCursor,
  newestPage,
  pageOf,
} from '@kvartplata/platform/http/cursor.ts';
import { invalidField, Refusal, tooEarly } from '@kvartplata/platform/http/refusal.ts';
import type { Once } from '@kvartplata/platform/idempotency/once.ts';
import type { JobQueue } from '@kvartplata/platform/jobs/job-queue.ts';
import { assertMayWait, lockLine } from '@kvartplata/platform/jobs/waiting-jobs.repository.ts';
import type { Caller } from '../../access/access.service.ts';
import { listCountedHouses, requireHouse, scopeOf } from '../../access/places.ts';
import type { AccountPlace } from '../../books/account-balances/account-balances.repository.ts';
import { inRoubles } from '../penalties/penalties.service.ts';
import { penaltyRemarks } from '../penalty-remarks.ts';
import type { Db } from '../../tables.ts';
import * as jobs from './accrual-jobs.repository.ts';
import type { AccrualJobRow } from './accrual-jobs.repository.ts';
import * as accruals from './penalty-accruals.repository.ts';
import type { AccrualRow, StoredLine } from './penalty-accruals.repository.ts';

/** The queue that runs accrual jobs. */
export const ACCRUAL_QUEUE = 'penalty-accrual';

export type AccrualRequest = {
  readonly houseId?: number | undefined;
  readonly organizationId?: number | undefined;
  readonly targetDate: Temporal.PlainDate;
};

const FIRST_YEAR = 2000;
/** The audit log records only the length of a longer list of houses. */
const MOST_HOUSES_RECORDED = 100;

/**
 * Queues the booking of penalties for one house or all houses of an organization; an equal request that is still waiting is the
 * same job.
 * Checked in this order: the day, the place exists, the role, it has houses, the idempotency key, how many jobs wait.
 * @param today the current day
 * @throws Refusal validation-failed, not-found, forbidden, unprocessable-reference, idempotency-key-in-use,
 * idempotency-key-reused, too-many-jobs
 */
export async function requestAccrual(
  queue: JobQueue,
  caller: Caller,
  request: AccrualRequest,
  { once, today }: { readonly once: Once; readonly today: Temporal.PlainDate },
): Promise<AccrualJob> {
  assertTarget(request.targetDate, today);
  const { organizationId, houseIds, totalAccounts } = await placeOf(caller, request);
  return inTransaction(caller.db, async (trx) =>
    once(trx, organizationId, async () => {
      const targetOn = formatDay(request.targetDate);
      await lockLine(trx, ACCRUAL_QUEUE, organizationId);
      const same = await jobs.findSameWaiting(trx, { organizationId, houseIds, targetOn });
      if (same !== undefined) return toJob(same);
      await assertMayWait(trx, 'penalty_accrual_jobs', organizationId);
      const job = await jobs.insertAccrualJob(trx, {
        organizationId,
        houseIds,
        targetOn,
        totalAccounts,
        requestedBy: caller.userId,
        requestId: caller.requestId,
      });
      await queue.enqueue(trx, ACCRUAL_QUEUE, { organizationId, reference: job.id });
      await recordChange(trx, caller.actor, {
        action: 'penalty-accrual.requested',
        object: { type: 'penalty-accrual', id: job.id },
        organizationId,
        after: {
          targetDate: job.targetOn,
          totalAccounts,
          ...(houseIds.length > MOST_HOUSES_RECORDED ? { houses: houseIds.length } : { houseIds }),
        },
      });
      return toJob(job);
    }),
  );
}

/** @throws Refusal not-found */
export async function getAccrualJob(caller: Caller, jobId: number): Promise<AccrualJob> {
  const what = `accrual job ${jobId}`;
  return toJob(
    await caller.getOwn(what, async () =>
      jobs.findAccrualJob(caller.db, caller.ownOrganizations(), jobId),
    ),
  );
}

export type AccrualJobsQuery = {
  readonly organizationId?: number | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
};

export async function listAccrualJobsFor(
  caller: Caller,
  query: AccrualJobsQuery,
): Promise<PageOf<AccrualJob>> {
  const list = async (before: BeforeId) => {
    const organizationIds = await caller.organizationsOf(query.organizationId);
    return jobs.listAccrualJobs(caller.db, { organizationIds, ...before });
  };
  return newestPage(query, list, toJob);
}

/** @throws Refusal not-found */
export async function getAccrual(caller: Caller, id: number): Promise<PenaltyAccrual> {
  const what = `penalty accrual ${id}`;
  return toAccrual(
    await caller.getOwn(what, async () =>
      accruals.findAccrual(caller.db, caller.ownOrganizations(), id),
    ),
  );
}

export type AccrualsQuery = {
  readonly organizationId?: number | undefined;
  readonly houseId?: number | undefined;
  readonly personalAccountId?: number | undefined;
  readonly period?: Temporal.PlainYearMonth | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
};

/** @throws Refusal not-found for a house or an account that is not the caller's */
export async function listAccrualsFor(
  caller: Caller,
  query: AccrualsQuery,
): Promise<PageOf<PenaltyAccrual>> {
  const limit = query.limit ?? DEFAULT_PAGE_LIMIT;
  const after = decodeCursor(query.cursor, ['id', 'id', 'id']);
  const scope = await scopeOf(caller, query);
  const rows = await accruals.listAccruals(caller.db, {
    scope,
    houseId: query.houseId,
    personalAccountId: query.personalAccountId,
    period: query.period?.toPlainDate({ day: 1 }).toString(),
    after,
    limit: limit + 1,
  });
  const keyOf = (row: AccrualRow) => [row.houseId, row.personalAccountId, row.id];
  return pageOf(rows, limit, keyOf, toAccrual);
}

export type BookedPenalties = {
  readonly debts: readonly AccruedDebt[];
  readonly countedTo: string | null;
  readonly remarks: readonly PenaltyRemark[];
};

/** The account's debts with the lines of their whole penalties as last booked, and the last day counted. */
export async function readPenalties(db: Db, place: AccountPlace): Promise<BookedPenalties> {
  const rows = await accruals.listLatestDebts(db, place);
  const days = rows.map(({ targetOn }) => targetOn).toSorted();
  const countedTo = days.at(-1) ?? null;
  const remarks = countedTo === null ? [] : penaltyRemarks(parseDay(countedTo));
  return { debts: rows.map(toDebt), countedTo, remarks };
}

/** By account, the kinds of debt for which penalties are booked; accounts without any are left out. */
export async function readPenaltyKinds(
  db: Db,
  house: Omit<AccountPlace, 'personalAccountId'>,
  personalAccountIds: readonly number[],
): Promise<ReadonlyMap<number, readonly PenaltyKind[]>> {
  const rows = await accruals.listBookedKinds(db, house, personalAccountIds);
  const byAccount = Map.groupBy(rows, ({ personalAccountId }) => personalAccountId);
  return new Map([...byAccount].map(([id, own]) => [id, own.map(({ kind }) => kind)]));
}

function assertTarget(targetDate: Temporal.PlainDate, today: Temporal.PlainDate): void {
  if (targetDate.year < FIRST_YEAR) throw tooEarly('/targetDate', `${FIRST_YEAR}-01-01`);
  if (Temporal.PlainDate.compare(targetDate, today) > 0)
    throw invalidField('/targetDate', `must not be after today, ${formatDay(today)}`, {
      code: 'after-today',
    });
}

type Place = {
  readonly organizationId: number;
  readonly houseIds: readonly number[];
  readonly totalAccounts: number;
};

async function placeOf(
  caller: Caller,
  { houseId, organizationId }: AccrualRequest,
): Promise<Place> {
  if (houseId !== undefined && organizationId === undefined) {
    const house = await requireHouse(caller, houseId);
    const { organizationId: owner, accounts } = house;
    return { organizationId: owner, houseIds: [houseId], totalAccounts: accounts };
  }
  if (organizationId === undefined || houseId !== undefined)
    throw invalidField('/houseId', 'or organizationId is required, and not both', {
      code: 'either-or',
    });
  await caller.requireRole(organizationId);
  const houses = await listCountedHouses(caller, organizationId);
  if (houses.length === 0)
    throw new Refusal('unprocessable-reference', `Organization ${organizationId} has no houses`);
  return {
    organizationId,
    houseIds: houses.map((house) => house.houseId),
    totalAccounts: houses.reduce((all, { accounts }) => all + accounts, 0),
  };
}

function toJob(row: AccrualJobRow): AccrualJob {
  return {
    id: row.id,
    organizationId: row.organizationId,
    status: row.status,
    houseIds: row.houseIds,
    targetDate: row.targetOn,
    totalAccounts: row.totalAccounts,
    processedAccounts: row.processedAccounts,
    createdAccruals: row.createdAccruals,
    totalAmount: row.amount,
    remarks: penaltyRemarks(parseDay(row.targetOn)),
    error: row.error,
    errorFacts: row.errorFacts,
    createdAt: row.createdAt.toISOString(),
    startedAt: row.startedAt?.toISOString() ?? null,
    finishedAt: row.finishedAt?.toISOString() ?? null,
  };
}

function toAccrual(row: AccrualRow): PenaltyAccrual {
  return {
    id: row.id,
    houseId: row.houseId,
    personalAccountId: row.personalAccountId,
    jobId: row.jobId,
    period: row.period.slice(0, 7),
    targetDate: row.targetOn,
    amount: row.amount,
    createdAt: row.createdAt.toISOString(),
    debts: row.debts.map(toDebt),
    remarks: penaltyRemarks(parseDay(row.targetOn)),
  };
}

function toDebt(debt: AccrualRow['debts'][number]): AccruedDebt {
  return {
    period: debt.period.slice(0, 7),
    kind: debt.kind,
    method: debt.method,
    dueDate: debt.dueOn,
    debtAmount: debt.debt,
    penalty: debt.penalty,
    amount: debt.amount,
    lines: debt.lines.map((line) => toLine(line, debt.dueOn)),
  };
}

function toLine(
  { from, to, debt, rate, fraction: part, ...marks }: StoredLine,
  dueOn: string,
): AccruedDebt['lines'][number] {
  const days = countDays(parseDay(from), parseDay(to));
  const [numerator = '', denominator = ''] = part.split('/');
  const ofRate = fraction(BigInt(numerator), BigInt(denominator));
  const amount = [
    fraction(parseKopecks(debt)),
    fraction(parseScaled(rate, 4), 100_0000n),
    fraction(BigInt(days)),
  ].reduce<Fraction>(multiply, ofRate);
  return {
    from,
    to,
    days,
    debtAmount: debt,
    rate,
    fraction: part,
    amount: inRoubles(amount),
    basis: basisOf({ from, rate, ...marks }, dueOn),
  };
}

function basisOf(
  { from, rate, isPaused, isCapped }: Pick<StoredLine, 'from' | 'rate' | 'isPaused' | 'isCapped'>,
  dueOn: string,
): RateBasis {
  if (isPaused) return KEPT_PLAN;
  if (isCapped) return OWN_CAP;
  const rateE4 = Number(parseScaled(rate, 4));
  return basisOfRate(numberOfDay(parseDay(from)), rateE4, numberOfDay(parseDay(dueOn)));
}
