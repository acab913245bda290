// Runs the closing checks of a month, and accepts their remarks.
import {
  MOST_REMARKS,
  type AcceptCheck,
  type Acceptance,
  type CheckCode,
  type CheckOutcome,
  type CheckRow,
  type ClosingCheck,
} from '@kvartplata/contracts/billing/closing-checks.ts';
import type { BillingCycle } from '@kvartplata/contracts/billing/cycles.ts';
import { DEFAULT_PAGE_LIMIT, type PageOf } from '@kvartplata/contracts/page.ts';
import { recordChange } from '@kvartplata/platform/audit/audit.repository.ts';
import { inSnapshot, inTransaction } from '@kvartplata/platform/database/database.ts';
import { Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { Once } from '@kvartplata/platform/idempotency/once.ts';
import { allowLongStatements } from '@kvartplata/platform/database/long-statements.ts';
import { raiseWorkMemory } from '@kvartplata/platform/database/work-memory.ts';
import type { Caller } from '../../access/access.service.ts';
import { getCycle, holdOpenCycle } from '../../books/cycles/cycles.service.ts';
import * as acceptances from './check-acceptances.repository.ts';
import type { AcceptanceRow } from './check-acceptances.repository.ts';
import type { MonthReaders, SharingReaders } from '../../books/month-readers.ts';
import { TITLES } from './check-words.ts';
import { acceptedSingly, NOTHING_ACCEPTED, type AcceptedSingly } from './accepted-singly.ts';
import { monthOf, requireMonthsKept } from './checked-month.service.ts';
import type { CheckedMonth } from './closing-checks.repository.ts';
import { CHECKS, type Check, type Page, type Remarks } from './month-checks.service.ts';
import * as singles from './remark-acceptances.repository.ts';

/** How many rows a check shows at first. */
const FIRST_ROWS = 20;

/** Concurrent readers of a month share one result: the checks are the same for all who may see the organization. */
export type CheckReaders = SharingReaders<readonly ClosingCheck[]>;

/** @throws Refusal not-found, month-archived, overloaded, dependency-unavailable */
export async function listClosingChecks(
  caller: Caller,
  cycleId: number,
  { readers, today }: { readonly readers: CheckReaders; readonly today: Temporal.PlainDate },
): Promise<PageOf<ClosingCheck>> {
  const cycle = await getCycle(caller, cycleId);
  await requireMonthsKept(caller, cycle);
  const items = await readers.together(
    cycle.organizationId,
    `${cycleId} ${today.toString()}`,
    async () => readClosingChecks(caller, cycle, { today }),
  );
  return { items: [...items], nextCursor: null };
}

/** Billing's data is read in one snapshot; core is queried before it. */
export async function readClosingChecks(
  caller: Caller,
  cycle: BillingCycle,
  { today, isClosing = false }: Pick<CheckedMonth, 'today'> & Partial<CheckedMonth>,
): Promise<readonly ClosingCheck[]> {
  const month = { ...monthOf(cycle, today), isClosing };
  // Where remarks were accepted individually, all rows are needed to know whether any is still open.
  const readWhole = await singles.listSinglyAccepted(caller.db, month);
  const prepared = await Promise.all(
    CHECKS.map(async (check) => {
      const limit = readWhole.includes(check.code) ? MOST_REMARKS : FIRST_ROWS;
      return { check, read: await check.prepare(caller, month, { limit }) };
    }),
  );
  return inSnapshot(caller.db, async (trx) => {
    await raiseWorkMemory(trx);
    if (isClosing) await allowLongStatements(trx);
    const accepted = await acceptances.listAcceptances(trx, month);
    const single = acceptedSingly(await singles.listSingleAcceptances(trx, month));
    const checks: ClosingCheck[] = [];
    for (const { check, read } of prepared) {
      const acceptance = accepted.find(({ checkCode: code }) => code === check.code);
      checks.push(toCheck(check, await read(trx), acceptance, single));
    }
    return checks;
  });
}

export type CheckOfCycle = { readonly cycleId: number; readonly check: CheckCode };

/** @throws Refusal not-found, month-archived, validation-failed, overloaded, dependency-unavailable */
export async function listCheckRows(
  caller: Caller,
  { cycleId, check: code }: CheckOfCycle,
  { limit = DEFAULT_PAGE_LIMIT, cursor }: Partial<Page>,
  { readers, today }: { readonly readers: MonthReaders; readonly today: Temporal.PlainDate },
): Promise<PageOf<CheckRow>> {
  const cycle = await getCycle(caller, cycleId);
  await requireMonthsKept(caller, cycle);
  const read = await checkOf(code).prepare(caller, monthOf(cycle, today), { limit, cursor });
  const { items, nextCursor } = await readers.inTurn(cycle.organizationId, async () =>
    inTransaction(caller.db, async (trx) => {
      await raiseWorkMemory(trx);
      return read(trx);
    }),
  );
  return { items, nextCursor };
}

/**
 * Accepts the remarks of a check as they are; if their number changes afterwards, they are open again.
 * Checked in this order: the cycle exists, the role, the idempotency key, the month is not closed, there is a remark, the check
 * does not block, there are as many as expected.
 * @throws Refusal not-found, forbidden, idempotency-key-in-use, idempotency-key-reused, month-closed, check-in-order,
 * check-blocking, count-changed, dependency-unavailable
 */
export async function acceptCheck(
  caller: Caller,
  { cycleId, check: code }: CheckOfCycle,
  { note, expectedCount }: AcceptCheck,
  { once, today }: { readonly once: Once; readonly today: Temporal.PlainDate },
): Promise<ClosingCheck> {
  const cycle = await getCycle(caller, cycleId);
  const { organizationId } = cycle;
  const check = checkOf(code);
  const read = await check.prepare(caller, monthOf(cycle, today), { limit: FIRST_ROWS });
  return inTransaction(caller.db, async (trx) =>
    once(trx, organizationId, async () => {
      await holdOpenCycle(trx, { organizationId, cycleId });
      await raiseWorkMemory(trx);
      const found = await read(trx);
      refuseUnacceptable(check, found, expectedCount);
      const accepted = await acceptances.upsertAcceptance(trx, {
        cycleId,
        organizationId,
        code,
        count: found.count,
        note,
        userId: caller.userId,
      });
      await recordChange(trx, caller.actor, {
        action: 'cycle.check-accepted',
        object: { type: 'cycle', id: cycleId },
        organizationId,
        after: { check: code, count: found.count, note },
      });
      return toCheck(check, found, accepted, NOTHING_ACCEPTED);
    }),
  );
}

/** The outcome of a check, for the month's seal and its audit entry. */
export function outcomeOf({ code, state, count, accepted }: ClosingCheck): CheckOutcome {
  return { code, state, count, accepted };
}

function refuseUnacceptable(
  { code, isBlocking }: Check,
  { count }: Remarks,
  expected: number | undefined,
): void {
  if (count === 0) throw new Refusal('check-in-order', `${code} has no remarks about the month`);
  if (isBlocking)
    throw new Refusal('check-blocking', `${code} has to be put in order: ${count} remarks`);
  if (expected !== undefined && expected !== count)
    throw new Refusal('count-changed', `There are ${count} remarks now, not ${expected}`);
}

function checkOf(code: CheckCode): Check {
  const check = CHECKS.find((one) => one.code === code);
  if (check === undefined) throw new Error(`there is no check ${code}`);
  return check;
}

function toCheck(
  { code, isBlocking }: Check,
  { count, items }: Remarks,
  acceptance: AcceptanceRow | undefined,
  single: AcceptedSingly,
): ClosingCheck {
  const ofAll = !isBlocking && count > 0 && acceptance?.rowCount === count ? acceptance : undefined;
  const one = isBlocking ? [] : items.flatMap((row) => single(code, row) ?? []);
  const open = ofAll === undefined ? count - one.length : 0;
  const last = one.toSorted((a, b) => a.acceptedAt.getTime() - b.acceptedAt.getTime()).at(-1);
  const accepted =
    ofAll ?? (open === 0 && last !== undefined ? { ...last, rowCount: count } : null);
  const isOpen = isBlocking ? 'BLOCKING' : 'REMARKS';
  return {
    code,
    title: TITLES[code],
    state: count === 0 ? 'OK' : accepted === null ? isOpen : 'ACCEPTED',
    count,
    open,
    accepted: accepted === null ? null : toAcceptance(accepted),
    rows: items.slice(0, FIRST_ROWS),
  };
}

function toAcceptance(row: Omit<AcceptanceRow, 'checkCode'>): Acceptance {
  return {
    by: row.acceptedBy,
    at: row.acceptedAt.toISOString(),
    note: row.note,
    count: row.rowCount,
  };
}
