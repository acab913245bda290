// The entries of an account with the debt after each, and the same by month.
import type {
  AccountStatement,
  Reconciliation,
  ReconciledMonth,
  StatementEntry,
} from '@kvartplata/contracts/billing/account-reports.ts';
import { REFERENCE_KINDS } from '@kvartplata/contracts/billing/ledger-entries.ts';
import { HEAT_LINES } from '@kvartplata/domain/charging/charge-line.ts';
import { formatKopecks, parseKopecks, type Kopecks } from '@kvartplata/domain/money/kopecks.ts';
import { sumOfMoney } from '@kvartplata/domain/money/sums.ts';
import type { StatementRow } from './reports.repository.ts';

export type Debts = { readonly principal: Kopecks; readonly penalty: Kopecks };

const NOTHING: Debts = { principal: 0n, penalty: 0n };

/** @param from the first day of the first month; earlier entries form the opening */
export function splitOpening(
  rows: readonly StatementRow[],
  from: string | null,
): { readonly opening: Debts; readonly within: readonly StatementRow[] } {
  const isBefore = ({ period }: StatementRow): boolean => from !== null && period < from;
  return {
    opening: rows.filter(isBefore).reduce(book, NOTHING),
    within: rows.filter((row) => !isBefore(row)),
  };
}

function book(debts: Debts, row: StatementRow): Debts {
  const amount = parseKopecks(row.debit) - parseKopecks(row.credit);
  return { ...debts, [row.debtKind]: debts[row.debtKind] + amount };
}

/** Each entry with the debts after it. */
export function statementOf(
  rows: readonly StatementRow[],
  opening: Debts,
): Pick<AccountStatement, 'items' | 'totals' | 'closing' | 'opening'> {
  let debts = opening;
  const items = rows.map((row): StatementEntry => {
    debts = book(debts, row);
    return {
      id: row.id,
      period: row.period.slice(0, 7),
      effectiveOn: row.effectiveOn,
      transactionType: row.transactionType,
      debtKind: row.debtKind,
      referenceId: `${REFERENCE_KINDS[row.transactionType]}:${row.documentId}`,
      description: row.description ?? '',
      rateType: row.rateType,
      isHeat: row.line !== null && HEAT_LINES.includes(row.line),
      concernedPeriod: row.concernedPeriod?.slice(0, 7) ?? null,
      debit: row.debit,
      credit: row.credit,
      balance: inRoubles(debts),
    };
  });
  const sum = (side: 'debit' | 'credit'): string => sumOfMoney(rows.map((row) => row[side]));
  return {
    opening: inRoubles(opening),
    items,
    totals: { debit: sum('debit'), credit: sum('credit') },
    closing: inRoubles(debts),
  };
}

type MonthSums = { charged: Kopecks; penaltyAccrued: Kopecks; paid: Kopecks; storno: Kopecks };

/** Principal and penalties together, one row for each month with an entry. */
export function reconcile(
  rows: readonly StatementRow[],
  opening: Debts,
): Pick<Reconciliation, 'opening' | 'items' | 'totals' | 'closing' | 'closingByKind'> {
  let owed = opening.principal + opening.penalty;
  const items: ReconciledMonth[] = [];
  for (const [period, ofMonth] of Map.groupBy(rows, (row) => row.period.slice(0, 7))) {
    const before = owed;
    const sums = sumMonth(ofMonth);
    owed += sums.charged + sums.penaltyAccrued - sums.paid - sums.storno;
    items.push({
      period,
      opening: formatKopecks(before),
      ...show(sums),
      closing: formatKopecks(owed),
    });
  }
  return {
    opening: formatKopecks(opening.principal + opening.penalty),
    items,
    totals: show(sumMonth(rows)),
    closing: formatKopecks(owed),
    closingByKind: inRoubles(rows.reduce(book, opening)),
  };
}

/** A reversed payment reduces the sum of payments. */
function sumMonth(rows: readonly StatementRow[]): MonthSums {
  const sums: MonthSums = { charged: 0n, penaltyAccrued: 0n, paid: 0n, storno: 0n };
  for (const row of rows) {
    const amount = parseKopecks(row.debit) - parseKopecks(row.credit);
    const isByHand = row.transactionType === 'ADJUSTMENT';
    const opens = row.transactionType === 'OPENING';
    const isPenalty = row.debtKind === 'penalty';
    if (row.transactionType === 'PENALTY' || ((opens || isByHand) && isPenalty))
      sums.penaltyAccrued += amount;
    else if (row.transactionType === 'CHARGE' || isByHand || (opens && amount > 0n))
      sums.charged += amount;
    else if (opens) sums.paid -= amount;
    else if (row.transactionType === 'PAYMENT' || row.reversedType === 'PAYMENT')
      sums.paid -= amount;
    else sums.storno -= amount;
  }
  return sums;
}

function show({ charged, penaltyAccrued, paid, storno }: MonthSums): Reconciliation['totals'] {
  return {
    charged: formatKopecks(charged),
    penaltyAccrued: formatKopecks(penaltyAccrued),
    paid: formatKopecks(paid),
    storno: formatKopecks(storno),
  };
}

function inRoubles({ principal, penalty }: Debts) {
  return { principal: formatKopecks(principal), penalty: formatKopecks(penalty) };
}
