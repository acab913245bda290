// Copies the bills: each becomes a charge of its organization's month, each month is applied in the same way as by the service,
// and then the payments are booked and allocated to the months that they have paid.
import { markApplied } from '@kvartplata/billing-service/src/month/apply/apply.repository.ts';
import { bookMonth } from '@kvartplata/billing-service/src/month/apply/apply.service.ts';
import { makeMonths } from '@kvartplata/billing-service/src/books/cycles/month-partitions.service.ts';
import { lockAccountsOfHouse } from '@kvartplata/billing-service/src/books/account-balances/account-balances.service.ts';
import { reallocate } from '@kvartplata/billing-service/src/payments/payments/allocations.service.ts';
import type { BillingTables, Db, Trx } from '@kvartplata/billing-service/src/tables.ts';
import type { Executor } from '@kvartplata/platform/database/executor.ts';
import { moscowDayOf } from '@kvartplata/domain/calendar/day.ts';
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import {
  findPayingHouse,
  finishJob,
  insertCharges,
  insertCycle,
  insertHouseMonths,
  insertPaymentEntries,
  linkEntries,
  listBilledOrganizations,
  listMonths,
  lockNextCycle,
  lowerBalances,
  raiseDocumentIds,
  type OpenCycle,
  type PayingHouse,
} from './bills.repository.ts';
import type { BillingTransfers } from './billing-tables.ts';
import { copyPart, tablePart, type Pace, type Part } from './copy-part.ts';
import { insertRows, readBatch } from './copy.repository.ts';
import { lockProgress, updateProgress } from './progress.repository.ts';
import type { TableDescription } from './table-description.repository.ts';
import type { Transfer } from './transfer.ts';

/** How many accounts have their books in memory at a time. */
const ACCOUNTS_AT_ONCE = 100;

export type Bills = {
  readonly former: Executor;
  readonly transfers: BillingTransfers;
  readonly tableOf: (transfer: Transfer) => TableDescription;
  readonly highestBillId: number;
};

export async function copyBills(billing: Db, bills: Bills, pace: Pace): Promise<void> {
  const { former, transfers, tableOf } = bills;
  const services = transfers.chargedServices;
  await copyPart(billing, tablePart(former, services, tableOf(services)), pace);
  await openMonths(billing, former, pace);
  await copyPart(billing, chargesPart(bills), pace);
  await applyMonths(billing, pace);
  await copyPart(billing, paymentsPart(bills), pace);
  await allocatePayments(billing, pace);
}

/** One transaction per month: its partitions, and a cycle for every organization that billed in it. */
async function openMonths(billing: Db, former: Executor, { signal, say }: Pace): Promise<void> {
  const part = 'billing_cycles';
  for (const month of await listMonths(former)) {
    signal.throwIfAborted();
    await makeMonths(billing, [month]);
    await inTransaction(billing, async (trx) => {
      const before = await lockProgress(trx, part);
      const [year = 0, number = 0] = month.split('-').map(Number);
      const key = year * 12 + number;
      if (before.isFinished || before.lastKey >= key) return;
      const billed = await listBilledOrganizations(former, month);
      for (const organization of billed) await insertCycle(trx, month, organization);
      const rows = before.rows + billed.length;
      await updateProgress(trx, part, { lastKey: key, rows, isFinished: false });
      say(part, rows, false);
    });
  }
  await inTransaction(billing, async (trx) => {
    const before = await lockProgress(trx, part);
    if (!before.isFinished) await updateProgress(trx, part, { ...before, isFinished: true });
    say(part, before.rows, true);
  });
}

function chargesPart({ former, transfers, tableOf }: Bills): Part<BillingTables> {
  const { charges } = transfers;
  const table = tableOf(charges);
  return {
    name: 'charges',
    read: async (from) => readBatch(former, charges, table, from),
    write: async (trx, { rows }) => insertCharges(trx, charges, table, rows),
  };
}

/** One transaction per cycle, as in the service; the state of the cycles shows which are left. */
async function applyMonths(billing: Db, { signal, say }: Pace): Promise<void> {
  const part = 'applied cycles';
  for (;;) {
    signal.throwIfAborted();
    const isDone = await inTransaction(billing, async (trx) => {
      const before = await lockProgress(trx, part);
      const cycle = await lockNextCycle(trx);
      if (cycle !== undefined) await applyMonth(trx, cycle);
      const rows = before.rows + (cycle === undefined ? 0 : 1);
      const isFinished = cycle === undefined;
      if (!before.isFinished) await updateProgress(trx, part, { ...before, rows, isFinished });
      say(part, rows, isFinished);
      return isFinished;
    });
    if (isDone) return;
  }
}

async function applyMonth(trx: Trx, cycle: OpenCycle): Promise<void> {
  await insertHouseMonths(trx, cycle);
  const { organizationId, cycleId } = cycle;
  const period = await markApplied(trx, cycle, moscowDayOf(new Date()));
  if (period === undefined) throw new Error(`cycle ${cycleId} was applied by somebody else`);
  await bookMonth(trx, { organizationId, cycleId, period });
  await finishJob(trx, cycle);
}

function paymentsPart({ former, transfers, tableOf, highestBillId }: Bills): Part<BillingTables> {
  const { payments } = transfers;
  const table = tableOf(payments);
  return {
    name: 'payments',
    read: async (from) => readBatch(former, payments, table, from),
    write: async (trx, { rows }) => {
      await insertRows(trx, payments, table, rows);
      const entries = await insertPaymentEntries(trx, payments, table, rows);
      await lowerBalances(trx, payments, table, rows);
      return entries;
    },
    finish: async (trx) => {
      await linkEntries(trx);
      await raiseDocumentIds(trx, highestBillId);
    },
  };
}

/** One transaction per house. */
async function allocatePayments(billing: Db, { signal, say }: Pace): Promise<void> {
  const part = 'payers';
  for (;;) {
    signal.throwIfAborted();
    const progress = await inTransaction(billing, async (trx) => {
      const before = await lockProgress(trx, part);
      if (before.isFinished) return before;
      const house = await findPayingHouse(trx, before.lastKey);
      if (house !== undefined) await allocateHouse(trx, house);
      const after = {
        lastKey: house?.houseId ?? before.lastKey,
        rows: before.rows + (house?.payers.length ?? 0),
        isFinished: house === undefined,
      };
      await updateProgress(trx, part, after);
      return after;
    });
    say(part, progress.rows, progress.isFinished);
    if (progress.isFinished) return;
  }
}

async function allocateHouse(trx: Trx, { payers, ...house }: PayingHouse): Promise<void> {
  for (let start = 0; start < payers.length; start += ACCOUNTS_AT_ONCE) {
    const ids = payers.slice(start, start + ACCOUNTS_AT_ONCE);
    const places = await lockAccountsOfHouse(trx, house, ids);
    await reallocate(trx, house, places, { reason: 'payment' });
  }
}
