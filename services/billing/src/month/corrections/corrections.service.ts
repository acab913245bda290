// Corrects months that are in the ledger: what they would be charged now, less what is charged, goes into the next month.
import type {
  Correction,
  CorrectionOutcome,
  CorrectionWithLines,
} from '@kvartplata/contracts/billing/corrections.ts';
import type { PageOf } from '@kvartplata/contracts/page.ts';
import { formatKopecks } from '@kvartplata/domain/money/kopecks.ts';
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import { newestPage, type BeforeId } from '@kvartplata/platform/http/cursor.ts';
import { invalidField, Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { Once } from '@kvartplata/platform/idempotency/once.ts';
import type { Caller } from '../../access/access.service.ts';
import { namedHouses } from '../../access/named-houses.ts';
import { requireHouse } from '../../access/places.ts';
import type { DryRuns } from '../calculation-jobs/dry-runs.service.ts';
import { prepareMonth, requireMonthInRange } from '../../books/cycles/cycles.service.ts';
import {
  bookCorrection,
  notBooked,
  noteComputed,
  OvertakenError,
  totalOf,
  type AskedCorrection,
  type BookedCorrection,
} from './book-correction.service.ts';
import { lineOf, lineOfDifference } from './correction-lines.ts';
import {
  findCorrection,
  findChargesVersion,
  findNextMonth,
  listCorrectionCharges,
  listCorrections,
  listMonthsInLedger,
  type CorrectionRow,
} from './corrections.repository.ts';
import { findDifferences, type Differences } from './find-differences.service.ts';
import { requireExpected } from '../expected-amount.ts';
import { findNeighbours } from './neighbour-months.service.ts';
import { requireChargesKept } from '../../books/cycles/archived-months.service.ts';

/** The period of limitation, three years. */
const MOST_MONTHS = 36;
/** Accounts times months that are computed for one request: some seconds. */
const MOST_ACCOUNT_MONTHS = 20_000;
const MOST_SKIPPED_SHOWN = 1_000;
/** How often it is recomputed when other corrections of the house are booked first. */
const MOST_ROUNDS = 3;

export type NewCorrection = {
  readonly houseId: number;
  readonly periodFrom: Temporal.PlainYearMonth;
  readonly periodTo: Temporal.PlainYearMonth;
  readonly reason: string;
  readonly dryRun?: boolean | undefined;
  /** Roubles: what the differences have to add up to. */
  readonly expectedAmount?: string | undefined;
};

export type CorrectionMeans = {
  readonly dryRuns: DryRuns;
  readonly once: Once;
  readonly today: Temporal.PlainDate;
};

/**
 * Returns the differences, and charges them unless it is a dry run. A repeated correction charges nothing more. Months in which
 * nothing differs count as computed again, by a dry run too.
 * Checked in this order: the months, the house, the role, that none of the months is archived, that months are in the ledger, the
 * amount of work, that the next month is in range, the idempotency key, that the amount is the expected one.
 * @throws Refusal validation-failed, not-found, forbidden, month-archived, months-not-applied, too-much-at-once,
 * month-out-of-range, former-bills, idempotency-key-in-use, idempotency-key-reused, amount-changed, overloaded,
 * dependency-unavailable
 */
export async function correctMonths(
  { dryRuns, once, today }: CorrectionMeans,
  caller: Caller,
  request: NewCorrection,
): Promise<CorrectionOutcome> {
  const asked = await readRequest(caller, request, today);
  return dryRuns.inTurn(asked.organizationId, async () => {
    for (let round = 1; ; round += 1) {
      const version = await findChargesVersion(caller.db, asked);
      const inRange = await findDifferences(dryRuns, caller, asked);
      const neighbours = await findNeighbours(dryRuns, caller, asked, inRange);
      const found = { ...inRange, neighbours };
      if (request.dryRun === true) {
        // Nothing is left to charge, so that the months need not be computed once more to count as up to date.
        if (found.lines.length === 0)
          await inTransaction(caller.db, async (trx) => noteComputed(trx, asked, found));
        return toOutcome(asked, found, await notBooked(caller.db, asked), true);
      }
      const next = await findNextMonth(caller.db, asked.organizationId);
      await prepareMonth(caller.db, Temporal.PlainYearMonth.from(next));
      try {
        return await inTransaction(caller.db, async (trx) =>
          once(trx, asked.organizationId, async () => {
            requireExpected(formatKopecks(totalOf(found)), request.expectedAmount);
            const booked = await bookCorrection(trx, caller, asked, { found, version, next });
            return toOutcome(asked, found, booked);
          }),
        );
      } catch (error) {
        if (!(error instanceof OvertakenError)) throw error;
        if (round >= MOST_ROUNDS)
          throw new Refusal('overloaded', 'Other corrections of this house are in progress', {
            cause: error,
          });
      }
    }
  });
}

async function readRequest(
  caller: Caller,
  { houseId, periodFrom, periodTo, reason }: NewCorrection,
  today: Temporal.PlainDate,
): Promise<AskedCorrection> {
  const span = periodFrom.until(periodTo, { largestUnit: 'months' }).months;
  if (span < 0)
    throw invalidField('/periodTo', 'is before periodFrom', { code: 'ends-before-start' });
  if (span >= MOST_MONTHS)
    throw invalidField('/periodTo', `is at most ${MOST_MONTHS} months on`, {
      code: 'span-too-long',
      params: { limit: MOST_MONTHS },
    });
  const { organizationId, accounts } = await requireHouse(caller, houseId);
  const range = { from: firstDay(periodFrom), to: firstDay(periodTo) };
  await requireChargesKept(caller.db, range.from);
  const months = await listMonthsInLedger(caller.db, { organizationId, houseId }, range);
  if (months.length === 0)
    throw new Refusal('months-not-applied', 'A month that is a draft is computed again by a job');
  if (accounts * months.length > MOST_ACCOUNT_MONTHS)
    throw new Refusal(
      'too-much-at-once',
      `${accounts} accounts in ${months.length} months: name fewer months, at most ${MOST_ACCOUNT_MONTHS} accounts times months`,
    );
  const next = await findNextMonth(caller.db, organizationId);
  await requireMonthInRange(caller, organizationId, Temporal.PlainYearMonth.from(next), today);
  return { houseId, organizationId, months, reason, periodFrom: range.from, periodTo: range.to };
}

/** @throws Refusal not-found */
export async function getCorrection(
  caller: Caller,
  correctionId: number,
): Promise<CorrectionWithLines> {
  const what = `correction ${correctionId}`;
  const find = async () => findCorrection(caller.db, caller.ownOrganizations(), correctionId);
  const row = await caller.getOwn(what, find);
  const lines = await listCorrectionCharges(caller.db, row);
  return { ...toCorrection(row), lines: lines.map(lineOf) };
}

export type CorrectionsQuery = {
  readonly houseId?: number | undefined;
  readonly organizationId?: number | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
};

/** @throws Refusal validation-failed when neither a house nor an organization is named; not-found */
export async function listCorrectionsFor(
  caller: Caller,
  { houseId, organizationId: named, ...page }: CorrectionsQuery,
): Promise<PageOf<Correction>> {
  const list = async (before: BeforeId) => {
    const { organizationId } = await namedHouses(caller, { houseId, organizationId: named });
    return listCorrections(caller.db, { organizationId, houseId, ...before });
  };
  return newestPage(page, list, toCorrection);
}

function toOutcome(
  asked: AskedCorrection,
  found: Differences & Pick<CorrectionOutcome, 'neighbours'>,
  { id, period, lines }: BookedCorrection,
  dryRun = false,
): CorrectionOutcome {
  const { houseId, organizationId, periodFrom, periodTo, reason, months } = asked;
  return {
    id,
    houseId,
    organizationId,
    periodFrom: monthOf(periodFrom),
    periodTo: monthOf(periodTo),
    reason,
    period: monthOf(period),
    dryRun,
    months: months.map(monthOf),
    accounts: new Set(found.lines.map(({ personalAccountId }) => personalAccountId)).size,
    lineCount: found.lines.length,
    amount: formatKopecks(totalOf(found)),
    lines: lines ?? found.lines.map((line) => lineOfDifference(line, found.services)),
    neighbours: found.neighbours,
    skippedCount: found.skipped.length,
    skipped: found.skipped
      .slice(0, MOST_SKIPPED_SHOWN)
      .map(({ personalAccountId, reason: why, facts, correctedPeriod }) => ({
        houseId,
        personalAccountId,
        reason: why,
        facts,
        period: monthOf(correctedPeriod),
      })),
  };
}

function toCorrection(row: CorrectionRow): Correction {
  return {
    id: row.id,
    houseId: row.houseId,
    organizationId: row.organizationId,
    periodFrom: monthOf(row.periodFrom),
    periodTo: monthOf(row.periodTo),
    reason: row.reason,
    period: monthOf(row.period),
    billingCycleId: row.billingCycleId,
    lineCount: row.lineCount,
    amount: row.amount,
    createdAt: row.createdAt.toISOString(),
  };
}

function firstDay(month: Temporal.PlainYearMonth): string {
  return month.toPlainDate({ day: 1 }).toString();
}

function monthOf(firstDayOfMonth: string): string {
  return firstDayOfMonth.slice(0, 7);
}
