// The remarks of a month from all its checks: found, filtered, and accepted one by one or many at once.
import {
  MOST_REMARKS,
  type AcceptRemarks,
  type CheckCode,
  type CheckRow,
  type Remark,
  type Remarks,
} from '@kvartplata/contracts/billing/closing-checks.ts';
import { recordChange } from '@kvartplata/platform/audit/audit.repository.ts';
import { inSnapshot, inTransaction } from '@kvartplata/platform/database/database.ts';
import { raiseWorkMemory } from '@kvartplata/platform/database/work-memory.ts';
import { invalidField, notFound, Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { Once } from '@kvartplata/platform/idempotency/once.ts';
import type { Caller } from '../../access/access.service.ts';
import { listHouses, requireHouse } from '../../access/places.ts';
import { getCycle, holdCycle, holdOpenCycle } from '../../books/cycles/cycles.service.ts';
import type { MonthReaders } from '../../books/month-readers.ts';
import type { Db } from '../../tables.ts';
import { acceptedSingly, readsHashOf, type AcceptedSingly } from './accepted-singly.ts';
import * as acceptances from './check-acceptances.repository.ts';
import type { AcceptanceRow } from './check-acceptances.repository.ts';
import { monthOf, requireMonthsKept } from './checked-month.service.ts';
import type { CheckedMonth } from './closing-checks.repository.ts';
import { CHECKS, type Check } from './month-checks.service.ts';
import * as singles from './remark-acceptances.repository.ts';
import { inHouseOrder } from './remark-order.ts';

export type RemarksFilter = {
  readonly check?: CheckCode | undefined;
  readonly houseId?: number | undefined;
  readonly isOpen?: boolean | undefined;
};

type Today = { readonly today: Temporal.PlainDate };
type Reading = Today & { readonly readers: MonthReaders };

/** @throws Refusal not-found, month-archived, overloaded, dependency-unavailable */
export async function listRemarks(
  caller: Caller,
  cycleId: number,
  filter: RemarksFilter,
  how: Reading,
): Promise<Remarks> {
  const { remarks } = await findRemarks(caller, cycleId, filter, how);
  const items = [...remarks];
  const open = items.filter(({ accepted }) => accepted === null).length;
  return { count: items.length, open, items };
}

type FoundRemarks = {
  readonly organizationId: number;
  readonly remarks: readonly Remark[];
  /** For the organization's houses. */
  readonly addresses: ReadonlyMap<number, string>;
};

async function findRemarks(
  caller: Caller,
  cycleId: number,
  filter: RemarksFilter,
  { readers, today }: Reading,
): Promise<FoundRemarks> {
  const cycle = await getCycle(caller, cycleId);
  await requireHouseOf(caller, cycle, filter.houseId);
  await requireMonthsKept(caller, cycle);
  const { organizationId } = cycle;
  const read = await prepareRemarks(caller, monthOf(cycle, today), filter.check);
  const all = await readers.inTurn(organizationId, async () =>
    inSnapshot(caller.db, async (trx) => {
      await raiseWorkMemory(trx);
      return read(trx);
    }),
  );
  const houses = await listHouses(caller, organizationId);
  const addresses = new Map(houses.houseIds.map((id, at) => [id, houses.addresses[at] ?? '']));
  const remarks = inHouseOrder(
    all.filter((one) => fits(one, filter)),
    addresses,
  );
  return { organizationId, remarks, addresses };
}

/** The remarks for a file, with an entry in the audit log, because the data is exported. */
export async function takeRemarks(
  caller: Caller,
  cycleId: number,
  filter: RemarksFilter,
  how: Reading,
): Promise<FoundRemarks> {
  const found = await findRemarks(caller, cycleId, filter, how);
  const { organizationId, remarks } = found;
  await recordChange(caller.db, caller.actor, {
    action: 'cycle.remarks-exported',
    object: { type: 'cycle', id: cycleId },
    organizationId,
    after: { remarks: remarks.length },
  });
  return found;
}

/**
 * Accepts remarks as they read now.
 * Checked in this order: the fields, the cycle exists, the role, the house, the idempotency key, the month is not closed, there
 * is a remark that does not block.
 * @throws Refusal validation-failed, not-found, forbidden, idempotency-key-in-use, idempotency-key-reused, month-closed,
 * check-in-order, dependency-unavailable
 */
export async function acceptRemarks(
  caller: Caller,
  cycleId: number,
  asked: AcceptRemarks,
  { once, today }: Today & { readonly once: Once },
): Promise<{ readonly accepted: number }> {
  refuseUnclear(asked);
  const { check, houseId, note } = asked;
  const cycle = await getCycle(caller, cycleId);
  const { organizationId } = cycle;
  // A caller who may not write is refused before the expensive reading of remarks.
  await inTransaction(caller.db, async (trx) => holdCycle(trx, { organizationId, cycleId }));
  await requireHouseOf(caller, cycle, houseId);
  const read = await prepareRemarks(caller, monthOf(cycle, today), check);
  return inTransaction(caller.db, async (trx) =>
    once(trx, organizationId, async () => {
      await holdOpenCycle(trx, { organizationId, cycleId });
      await raiseWorkMemory(trx);
      const named = namesOf(asked);
      const found = (await read(trx)).filter(
        (one) =>
          !one.isBlocking &&
          fits(one, { check, houseId }) &&
          (named === undefined || named.has(`${one.check} ${one.key}`)),
      );
      if (found.length === 0)
        throw new Refusal('check-in-order', `Cycle ${cycleId} has no such remark to accept`);
      await singles.upsertSingleAcceptances(
        trx,
        { organizationId, cycleId },
        { note, userId: caller.userId },
        found.map((one) => ({ check: one.check, key: one.key, readsHash: readsHashOf(one) })),
      );
      await recordChange(trx, caller.actor, {
        action: 'cycle.remarks-accepted',
        object: { type: 'cycle', id: cycleId },
        organizationId,
        after: { check: check ?? null, houseId: houseId ?? null, count: found.length, note },
      });
      return { accepted: found.length };
    }),
  );
}

/** @throws Refusal not-found when the named house is another organization's */
async function requireHouseOf(
  caller: Caller,
  { organizationId }: { readonly organizationId: number },
  houseId: number | undefined,
): Promise<void> {
  if (houseId === undefined) return;
  const house = await requireHouse(caller, houseId);
  if (house.organizationId !== organizationId) throw notFound(`house ${houseId}`);
}

function refuseUnclear({ check, houseId, remarks }: AcceptRemarks): void {
  const isOfMany = check !== undefined || houseId !== undefined;
  if (isOfMany === (remarks !== undefined))
    throw invalidField(
      '/remarks',
      'or a check, a house or both: what is accepted has to be named',
      { code: 'either-or' },
    );
}

function namesOf({ remarks }: AcceptRemarks): ReadonlySet<string> | undefined {
  return remarks && new Set(remarks.map(({ check, key }) => `${check} ${key}`));
}

/** Requests from core what only core knows, so that no transaction waits for the network. */
async function prepareRemarks(
  caller: Caller,
  month: CheckedMonth,
  code: CheckCode | undefined,
): Promise<(db: Db) => Promise<readonly Remark[]>> {
  const checks = CHECKS.filter((one) => code === undefined || one.code === code);
  const prepared = await Promise.all(
    checks.map(async (check) => ({
      check,
      read: await check.prepare(caller, month, { limit: MOST_REMARKS }),
    })),
  );
  return async (db) => {
    const whole = await acceptances.listAcceptances(db, month);
    const single = acceptedSingly(await singles.listSingleAcceptances(db, month));
    const found: Remark[] = [];
    for (const { check, read } of prepared) {
      const { count, items } = await read(db);
      const acceptance = whole.find((one) => one.checkCode === check.code);
      const ofAll = acceptance?.rowCount === count ? acceptance : undefined;
      found.push(...items.map((row) => toRemark(check, row, ofAll, single)));
    }
    return found;
  };
}

function toRemark(
  { code, isBlocking }: Check,
  row: CheckRow,
  ofAll: AcceptanceRow | undefined,
  single: AcceptedSingly,
): Remark {
  const found = isBlocking ? undefined : (single(code, row) ?? ofAll);
  const accepted =
    found === undefined
      ? null
      : { by: found.acceptedBy, at: found.acceptedAt.toISOString(), note: found.note };
  return { check: code, ...row, isBlocking, accepted };
}

function fits(remark: Remark, { check, houseId, isOpen }: RemarksFilter): boolean {
  return (
    (check === undefined || remark.check === check) &&
    (houseId === undefined || remark.houseId === houseId) &&
    (isOpen === undefined || isOpen === (remark.accepted === null))
  );
}
