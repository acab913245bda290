// Recalculates a year of a house, once: the difference between its final amount and what its months were charged goes into the
// next month.
import type {
  YearCorrection,
  YearKind,
  YearLine,
  YearTrial,
} from '@kvartplata/contracts/billing/year-corrections.ts';
import { DEFAULT_PAGE_LIMIT, type PageOf } from '@kvartplata/contracts/page.ts';
import { BENEFIT_LINES } from '@kvartplata/domain/charging/charge-line.ts';
import type { Difference } from '@kvartplata/domain/charging/recalculation.ts';
import { formatKopecks } from '@kvartplata/domain/money/kopecks.ts';
import { sumBy } from '@kvartplata/domain/money/sums.ts';
import { isInstalmentOffered } from '@kvartplata/domain/regulation/common-house-charge/year-of-common-needs.ts';
import { recordChange } from '@kvartplata/platform/audit/audit.repository.ts';
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import { decodeCursor, pageOf } from '@kvartplata/platform/http/cursor.ts';
import { Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { Caller } from '../../access/access.service.ts';
import { namedHouses } from '../../access/named-houses.ts';
import { requireHouse } from '../../access/places.ts';
import { requireChargesKept } from '../../books/cycles/archived-months.service.ts';
import { prepareMonth, requireMonthInRange } from '../../books/cycles/cycles.service.ts';
import type { ChargedService } from '../calculation-jobs/compute-houses.ts';
import { requireExpected } from '../expected-amount.ts';
import { bookCorrection, OvertakenError, type Found } from './book-correction.service.ts';
import { lineOfDifference } from './correction-lines.ts';
import { findChargesVersion, findNextMonth, listMonthsInLedger } from './corrections.repository.ts';
import type { CorrectionMeans, CorrectionsQuery } from './corrections.service.ts';
import { KINDS_OF_YEAR } from './kinds-of-year.ts';
import {
  findYearCorrection,
  insertYearCorrection,
  isYearCorrected,
  listHeatingRules,
  listMethodsOfYear,
  listYearCorrections,
  type YearCorrectionRow,
  type YearOfHouse,
} from './year-corrections.repository.ts';
import { computeYear, type ComputedYear } from './year-of-house.service.ts';

/** Accounts times months that are computed for one request. */
const MOST_ACCOUNT_MONTHS = 40_000;
/** How often it is recomputed when other corrections of the house are booked first. */
const MOST_ROUNDS = 3;
const MONTHS = 12;
/** A year with charges by these rules is not shared out by area alone. */
const OF_OWN_HEAT: readonly string[] = ['heating-beside-boilers', 'heating-own-boiler'];

export type AskedYear = {
  readonly houseId: number;
  readonly year: number;
  readonly dryRun?: boolean | undefined;
  /** Roubles: what the lines have to add up to. */
  readonly expectedAmount?: string | undefined;
};

/**
 * Returns the lines; books them unless the year is booked already.
 * Checked in this order: the house, the role, that the year is over, that it is neither recalculated yet nor archived, the amount
 * of work, the method of its months, that they are in the ledger, that they can be computed, that the next month is in range, the
 * idempotency key, that the amount is the expected one; for a recalculated year only the key is checked.
 * @throws Refusal not-found, forbidden, year-not-over, year-corrected, month-archived, too-much-at-once, method-changed,
 * method-not-yearly, months-missing, year-not-computable, month-out-of-range, former-bills, idempotency-key-in-use,
 * idempotency-key-reused, amount-changed, overloaded, dependency-unavailable
 */
export async function correctYear(
  { dryRuns, once, today }: CorrectionMeans,
  caller: Caller,
  kind: YearKind,
  request: AskedYear,
): Promise<YearTrial | YearCorrection> {
  const { asked, accounts } = await readRequest(caller, kind, request, today);
  if (await isYearCorrected(caller.db, asked))
    return answerAgain(caller, asked, request.dryRun === true ? undefined : once);
  await requireFewEnough(caller, asked, accounts);
  const inLedger = await requireMonthsInLedger(caller, asked);
  return dryRuns.inTurn(asked.organizationId, async () => {
    for (let round = 1; ; round += 1) {
      const version = await findChargesVersion(caller.db, asked);
      const means = { kind: KINDS_OF_YEAR[kind], inLedger };
      const computed = await computeYear(dryRuns, caller, asked, means);
      const next = await findNextMonth(caller.db, asked.organizationId);
      await requireMonthInRange(
        caller,
        asked.organizationId,
        Temporal.PlainYearMonth.from(next),
        today,
      );
      if (request.dryRun === true) return toTrial(asked, computed, next);
      await prepareMonth(caller.db, Temporal.PlainYearMonth.from(next));
      try {
        return await inTransaction(caller.db, async (trx) =>
          once(trx, asked.organizationId, async () => {
            requireExpected(totalOf(computed.lines), request.expectedAmount);
            return bookYear(trx, caller, asked, computed, { version, next });
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
  kind: YearKind,
  { houseId, year }: AskedYear,
  today: Temporal.PlainDate,
): Promise<{ readonly asked: YearOfHouse; readonly accounts: number }> {
  const { organizationId, accounts } = await requireHouse(caller, houseId);
  if (year >= today.year)
    throw new Refusal('year-not-over', `${year} ends on ${year}-12-31: it is ${today.toString()}`);
  return { asked: { organizationId, houseId, kind, year }, accounts };
}

/**
 * For a recalculated year: a retry with the key under which it was booked gets the original response.
 * @throws Refusal year-corrected for every other caller
 */
async function answerAgain(
  { db }: Caller,
  asked: YearOfHouse,
  once: CorrectionMeans['once'] | undefined,
): Promise<YearCorrection> {
  const refuse = async (): Promise<never> => {
    throw yearCorrected(asked);
  };
  if (once === undefined) return refuse();
  return inTransaction(db, async (trx) => once<YearCorrection>(trx, asked.organizationId, refuse));
}

function yearCorrected({ year }: YearOfHouse): Refusal {
  return new Refusal('year-corrected', `${year} has been recalculated: it is booked once`);
}

async function requireFewEnough(
  { db }: Caller,
  { year }: YearOfHouse,
  accounts: number,
): Promise<void> {
  await requireChargesKept(db, firstOf(year));
  if (accounts * MONTHS > MOST_ACCOUNT_MONTHS)
    throw new Refusal(
      'too-much-at-once',
      `${accounts} accounts in ${MONTHS} months: at most ${MOST_ACCOUNT_MONTHS} accounts times months`,
    );
}

/** @throws Refusal method-changed, method-not-yearly, months-missing */
async function requireMonthsInLedger(
  caller: Caller,
  asked: YearOfHouse,
): Promise<readonly string[]> {
  const range = { from: firstOf(asked.year), to: `${asked.year}-12-01` };
  const { methods: yearly } = KINDS_OF_YEAR[asked.kind];
  if (yearly !== undefined) {
    const methods = await listMethodsOfYear(caller.db, asked, range);
    if (methods.length > 1)
      throw new Refusal('method-changed', `${asked.year} was charged by ${methods.join(' and ')}`);
    const other = methods.find((method) => !yearly.includes(method));
    if (other !== undefined)
      throw new Refusal('method-not-yearly', `${asked.year} was charged by ${other}`);
  }
  if (asked.kind === 'heating') await requireEvenly(caller, asked, range);
  const inLedger = await listMonthsInLedger(caller.db, asked, range);
  if (inLedger.length === 0)
    throw new Refusal('months-missing', `No month of ${asked.year} is in the ledger`);
  return inLedger;
}

/** @throws Refusal method-changed, method-not-yearly, year-not-computable */
async function requireEvenly(
  caller: Caller,
  asked: YearOfHouse,
  range: Parameters<typeof listHeatingRules>[2],
): Promise<void> {
  const rules = await listHeatingRules(caller.db, asked, range);
  const { year } = asked;
  if (rules.some((rule) => OF_OWN_HEAT.includes(rule)))
    throw new Refusal('year-not-computable', `Rooms of the house heated themselves in ${year}`);
  if (rules.length > 0 && !rules.includes('heating-even'))
    throw new Refusal('method-not-yearly', `Heating of ${year} was not charged evenly`);
  if (rules.length > 1)
    throw new Refusal('method-changed', `Heating of ${year} was charged by ${rules.join(' and ')}`);
}

async function bookYear(
  trx: Parameters<typeof bookCorrection>[0],
  caller: Caller,
  asked: YearOfHouse,
  { lines, services, houseServiceIds }: ComputedYear,
  { version, next }: Pick<Found, 'version' | 'next'>,
): Promise<YearCorrection> {
  const { organizationId, houseId, kind, year } = asked;
  const [from, to] = [firstOf(year), `${year}-12-01`];
  const named = new Set(lines.map(({ houseServiceId }) => houseServiceId));
  const correction = {
    organizationId,
    houseId,
    months: [],
    reason: KINDS_OF_YEAR[kind].reasonOf(year),
    periodFrom: from,
    periodTo: to,
  };
  const found = {
    lines: lines.map((line) => ({ ...line, correctedPeriod: to })),
    skipped: [],
    computed: [],
    commonNeeds: [],
    services: services.filter(({ houseServiceId }) => named.has(houseServiceId)),
  };
  const booked = await bookCorrection(trx, caller, correction, { found, version, next });
  const row = await insertYearCorrection(trx, {
    organizationId,
    houseId,
    kind,
    year,
    houseServiceIds,
    correctionId: booked.id,
    period: booked.period,
    lineCount: lines.length,
    amount: totalOf(lines),
    requestedBy: caller.userId,
  });
  if (row === undefined) throw yearCorrected(asked);
  const stored = toYearCorrection(row);
  await recordChange(trx, caller.actor, {
    action: 'year-correction.booked',
    object: { type: 'year-correction', id: stored.id },
    organizationId,
    after: stored,
  });
  return stored;
}

function toTrial(
  { organizationId, houseId, kind, year }: YearOfHouse,
  { lines, services }: ComputedYear,
  next: string,
): YearTrial {
  return {
    houseId,
    organizationId,
    kind,
    year,
    period: monthOf(next),
    lineCount: lines.length,
    amount: totalOf(lines),
    lines: lines.map((line) => toLine(line, services)),
  };
}

function toLine(difference: Difference, services: readonly ChargedService[]): YearLine {
  const line = lineOfDifference(difference, services);
  const { bookedKopecks, amountKopecks } = difference;
  const isBenefit = BENEFIT_LINES.includes(difference.line);
  return {
    personalAccountId: line.personalAccountId,
    accountNumber: line.accountNumber,
    houseServiceId: line.houseServiceId,
    serviceName: line.serviceName,
    isBenefit,
    charged: line.booked,
    due: line.replayed,
    amount: line.amount,
    consumption: line.consumption,
    unit: line.unit,
    reason: difference.basis.correction?.reason ?? '',
    instalmentOffered: !isBenefit && isInstalmentOffered(amountKopecks, bookedKopecks),
  };
}

function totalOf(lines: readonly Difference[]): string {
  return formatKopecks(sumBy(lines, ({ amountKopecks }) => amountKopecks));
}

/** @throws Refusal not-found */
export async function getYearCorrection(
  caller: Caller,
  yearCorrectionId: number,
): Promise<YearCorrection> {
  const what = `recalculated year ${yearCorrectionId}`;
  const find = async () =>
    findYearCorrection(caller.db, caller.ownOrganizations(), yearCorrectionId);
  return toYearCorrection(await caller.getOwn(what, find));
}

/** @throws Refusal validation-failed when neither a house nor an organization is named; not-found */
export async function listYearsFor(
  caller: Caller,
  { houseId, organizationId: named, ...page }: CorrectionsQuery,
): Promise<PageOf<YearCorrection>> {
  const limit = page.limit ?? DEFAULT_PAGE_LIMIT;
  const [beforeId] = decodeCursor(page.cursor, ['id']) ?? [];
  const { organizationId } = await namedHouses(caller, { houseId, organizationId: named });
  const of = { organizationId, houseId };
  const rows = await listYearCorrections(caller.db, of, { beforeId, limit: limit + 1 });
  return pageOf(rows, limit, (row) => [row.id], toYearCorrection);
}

function toYearCorrection(row: YearCorrectionRow): YearCorrection {
  // The job times that every 202 response has: the work is one transaction, so all three are the same.
  const bookedAt = row.createdAt.toISOString();
  return {
    id: row.id,
    houseId: row.houseId,
    organizationId: row.organizationId,
    kind: row.kind,
    year: row.year,
    status: 'COMPLETED',
    correctionId: row.correctionId,
    period: monthOf(row.period),
    lineCount: row.lineCount,
    amount: row.amount,
    createdAt: bookedAt,
    startedAt: bookedAt,
    finishedAt: bookedAt,
  };
}

function firstOf(year: number): string {
  return `${year}-01-01`;
}

function monthOf(firstDayOfMonth: string): string {
  return firstDayOfMonth.slice(0, 7);
}
