// Files for other programs: a month's charges, the turnovers for 1C, the debts for a bank.
import type {
  Export1cQuery,
  ExportBankDebtsQuery,
  ExportChargesQuery,
} from '@kvartplata/contracts/billing/exports.ts';
import { firstDayOf } from '@kvartplata/domain/calendar/billing-month.ts';
import { formatDay } from '@kvartplata/domain/calendar/day.ts';
import { inChunks } from '@kvartplata/platform/database/batches.ts';
import { inSnapshot } from '@kvartplata/platform/database/database.ts';
import { invalidField } from '@kvartplata/platform/http/refusal.ts';
import { fileNameOf } from '@kvartplata/platform/table-files/file-name.ts';
import type { Caller } from '../../access/access.service.ts';
import { readAccountCards } from '../../access/places.ts';
import { placeOfJob } from '../../month/charges/charges.service.ts';
import { namedHouses } from '../../access/named-houses.ts';
import { recordExport, type WriteReport } from '../report-files.ts';
import { monthsOf } from '../report-months.ts';
import { byRoom, nameAccount } from '../room-order.ts';
import type { Db } from '../../tables.ts';
import { streetOf } from '../street-of.ts';
import {
  bankDebtsTable,
  chargesTable,
  turnovers1cTable,
  type NamedCharge,
  type NamedDebt,
} from './export-tables.ts';
import * as exports from './exports.repository.ts';
import type { ChargesOf } from './exports.repository.ts';
import { requireChargesKept } from '../../books/cycles/archived-months.service.ts';

const ACCOUNTS_AT_ONCE = 250;

/**
 * Both `job` and `jobId` may name the job.
 * @throws Refusal validation-failed, not-found, month-archived
 */
export async function writeCharges(
  caller: Caller,
  { period, job, jobId = job, ...place }: ExportChargesQuery,
  write: WriteReport,
): Promise<void> {
  if (job !== undefined && job !== jobId)
    throw invalidField('/job', 'names another job than jobId', { code: 'contradicts' });
  const { organizationId, address, houseIds, object } = await namedHouses(caller, place);
  if (jobId !== undefined) await placeOfJob(caller, jobId);
  const of = { organizationId, period: formatDay(firstDayOf(period)), jobId };
  await requireChargesKept(caller.db, of.period);
  await inSnapshot(caller.db, async (trx) => {
    async function* rows(): AsyncGenerator<NamedCharge> {
      for (const houseId of houseIds) yield* chargesInOrder(caller, trx, { ...of, houseId });
    }
    await write(
      fileNameOf('nachisleniya', String(period), streetOf(address)),
      chargesTable(rows(), String(period)),
    );
  });
  // Nothing has been sent yet, but the file is complete.
  await recordExport(caller, {
    format: 'xlsx',
    action: 'charge.charges-exported',
    object,
    organizationId,
    asked: { period: String(period), ...(jobId === undefined ? {} : { jobId }) },
  });
}

/** In the order of rooms, some accounts at a time. */
async function* chargesInOrder(
  caller: Caller,
  trx: Db,
  of: ChargesOf,
): AsyncGenerator<NamedCharge> {
  const charged = await exports.listChargedAccounts(trx, of);
  const cards = await readAccountCards(caller, charged);
  const accounts = charged.toSorted(byRoom(cards));
  for (const some of inChunks(accounts, ACCOUNTS_AT_ONCE)) {
    const rows = await exports.listExportedCharges(trx, of, some);
    const ofAccount = Map.groupBy(rows, (row) => row.personalAccountId);
    for (const id of some)
      for (const charge of ofAccount.get(id) ?? [])
        yield { charge, account: nameAccount(cards, id) };
  }
}

/** @throws Refusal validation-failed, not-found, month-archived */
export async function write1c(
  caller: Caller,
  query: Export1cQuery,
  write: WriteReport,
): Promise<void> {
  const { organizationId, address, houseIds, object } = await namedHouses(caller, query);
  const { periodFrom, periodTo, from, to } = monthsOf(query);
  await requireChargesKept(caller.db, from);
  await recordExport(caller, {
    format: 'csv',
    action: 'turnover.months-exported',
    object,
    organizationId,
    asked: { periodFrom, periodTo },
  });
  await inSnapshot(caller.db, async (trx) => {
    async function* rows() {
      for (const houseId of houseIds) {
        const house = { organizationId, houseId };
        yield* await exports.listServiceSums(trx, house, { from, to });
        yield* await named(caller, await exports.listSumsByHand(trx, house, { from, to }));
      }
    }
    await write(
      fileNameOf('oboroty-1c', periodFrom, periodTo, streetOf(address)),
      turnovers1cTable(rows()),
    );
  });
}

/** Shown in place of a service's name. */
const OF_NO_SERVICE = { adjustment: 'Строки вручную', opening: 'Входящий долг' } as const;

async function named(
  caller: Caller,
  sums: readonly exports.SumByHand[],
): Promise<readonly exports.ServiceSum[]> {
  const unknown = sums.filter(({ accountNumber }) => accountNumber === null);
  const cards = await readAccountCards(caller, [
    ...new Set(unknown.map(({ personalAccountId }) => personalAccountId)),
  ]);
  return sums.map(({ personalAccountId, accountNumber, source, service, ...sum }) => ({
    ...sum,
    accountNumber: accountNumber ?? cards.get(personalAccountId)?.accountNumber ?? '',
    service: service ?? OF_NO_SERVICE[source],
  }));
}

/** @throws Refusal validation-failed, not-found */
export async function writeBankDebts(
  caller: Caller,
  query: ExportBankDebtsQuery,
  write: WriteReport,
): Promise<void> {
  const { organizationId, address, houseIds, object } = await namedHouses(caller, query);
  await recordExport(caller, {
    format: 'csv',
    action: 'account-balance.bank-debts-exported',
    object,
    organizationId,
    asked: {},
  });
  await inSnapshot(caller.db, async (trx) => {
    async function* rows(): AsyncGenerator<NamedDebt> {
      for (const houseId of houseIds) {
        const owed = await exports.listOwed(trx, { organizationId, houseId });
        const cards = await readAccountCards(
          caller,
          owed.map((row) => row.personalAccountId),
        );
        const inOrder = byRoom(cards);
        for (const debt of owed.toSorted((one, other) =>
          inOrder(one.personalAccountId, other.personalAccountId),
        ))
          yield { debt, account: nameAccount(cards, debt.personalAccountId) };
      }
    }
    await write(fileNameOf('dolgi-dlya-banka', streetOf(address)), bankDebtsTable(rows()));
  });
}
