// Reports on one account: its statement, the act of reconciliation, its penalties line by line.
import type {
  AccountReportQuery,
  AccountStatement,
  CourtQuery,
} from '@kvartplata/contracts/billing/account-reports.ts';
import { formatKopecks, parseKopecks } from '@kvartplata/domain/money/kopecks.ts';
import { sumBy } from '@kvartplata/domain/money/sums.ts';
import { inSnapshot } from '@kvartplata/platform/database/database.ts';
import { fileNameOf } from '@kvartplata/platform/table-files/file-name.ts';
import type { Caller } from '../../access/access.service.ts';
import { readAccountCards, requireAccount, requireHouse } from '../../access/places.ts';
import type { AccountPlace } from '../../books/account-balances/account-balances.repository.ts';
import {
  readPenalties,
  type BookedPenalties,
} from '../../penalties/penalty-accruals/penalty-accruals.service.ts';
import type { Trx } from '../../tables.ts';
import { recordExport, type ExportedReport, type WriteReport } from '../report-files.ts';
import { monthsOf, type ReportMonths } from '../report-months.ts';
import { nameAccount } from '../room-order.ts';
import { courtJson, courtSheet, reconciliationSheet, statementSheet } from './account-sheets.ts';
import { listStatement, sumPenalties, type PenaltySums } from './reports.repository.ts';
import { reconcile, splitOpening, statementOf } from './running-balance.ts';
import { requireChargesKept } from '../../books/cycles/archived-months.service.ts';

/** Every entry with the debts after it. @throws Refusal validation-failed, not-found, month-archived */
export async function writeStatement(
  caller: Caller,
  query: AccountReportQuery,
  write: WriteReport,
): Promise<void> {
  const { account, months, rows } = await readEntries(caller, query);
  await requireChargesKept(caller.db, months.from);
  const { opening, within } = splitOpening(rows, months.from);
  await record(caller, query, account.houseId, 'account-balance.statement-exported');
  await write(
    nameOf('vypiska', account, months),
    statementSheet({ ...account, ...shown(months), ...statementOf(within, opening) }),
  );
}

/** Month by month, for both sides to sign. @throws Refusal validation-failed, not-found */
export async function writeReconciliation(
  caller: Caller,
  query: AccountReportQuery,
  write: WriteReport,
): Promise<void> {
  const { account, months, rows } = await readEntries(caller, query);
  const { opening, within } = splitOpening(rows, months.from);
  await record(caller, query, account.houseId, 'account-balance.reconciliation-exported');
  await write(
    nameOf('akt-sverki', account, months),
    reconciliationSheet({ ...account, ...shown(months), ...reconcile(within, opening) }),
  );
}

/** The booked penalties in the form that courts require. @throws Refusal not-found */
export async function writeCourt(
  caller: Caller,
  query: CourtQuery,
  write: WriteReport,
): Promise<void> {
  const { account, place } = await readAccount(caller, query.personalAccountId);
  const { booked, sums } = await inSnapshot(caller.db, async (trx) => readPenaltySums(trx, place));
  const { debts, countedTo, remarks } = booked;
  const penalty = sumBy(debts, (debt) => parseKopecks(debt.penalty));
  await record(caller, query, place.houseId, 'penalty-accrual.court-exported');
  const court = {
    ...account,
    countedTo,
    remarks: [...remarks],
    items: [...debts],
    totals: {
      penalty: formatKopecks(penalty),
      control: formatKopecks(penalty - parseKopecks(sums.booked)),
      ...sums,
    },
  };
  const name = fileNameOf('raschet-peney', account.accountNumber);
  await (query.format === 'xlsx' ? write(name, courtSheet(court)) : write(name, courtJson(court)));
}

/** The penalties of an account as last booked, and their sums in the ledger. */
export async function readPenaltySums(
  trx: Trx,
  place: AccountPlace,
): Promise<{ readonly booked: BookedPenalties; readonly sums: PenaltySums }> {
  return { booked: await readPenalties(trx, place), sums: await sumPenalties(trx, place) };
}

async function readAccount(caller: Caller, personalAccountId: number) {
  const { organizationId, houseId } = await requireAccount(caller, personalAccountId);
  const cards = await readAccountCards(caller, [personalAccountId]);
  const organizationName = cards.get(personalAccountId)?.organizationName ?? '';
  const named = nameAccount(cards, personalAccountId);
  return {
    place: { organizationId, houseId, personalAccountId },
    account: { personalAccountId, houseId, organizationName, ...named },
  };
}

type AskedMonths = ReportMonths | { readonly from: null; readonly to: null };

async function readEntries(caller: Caller, query: AccountReportQuery) {
  const { account, place } = await readAccount(caller, query.personalAccountId);
  const { personalAccountId: _id, format: _format, ...named } = query;
  const months: AskedMonths =
    Object.keys(named).length === 0 ? { from: null, to: null } : monthsOf(named);
  const rows = await listStatement(caller.db, place, months.to);
  return { account, months, rows };
}

function nameOf(
  what: string,
  { accountNumber }: { readonly accountNumber: string },
  months: AskedMonths,
): string {
  const { periodFrom, periodTo } = shown(months);
  return fileNameOf(what, accountNumber, periodFrom ?? undefined, periodTo ?? undefined);
}

function shown(months: AskedMonths): Pick<AccountStatement, 'periodFrom' | 'periodTo'> {
  return 'periodFrom' in months
    ? { periodFrom: months.periodFrom, periodTo: months.periodTo }
    : { periodFrom: null, periodTo: null };
}

async function record(
  caller: Caller,
  { personalAccountId, format = 'json' }: CourtQuery,
  houseId: number,
  action: ExportedReport['action'],
): Promise<void> {
  const { organizationId } = await requireHouse(caller, houseId);
  await recordExport(caller, {
    format,
    action,
    object: { type: 'personal-account', id: personalAccountId },
    organizationId,
    asked: {},
  });
}
