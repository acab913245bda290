// The sections of a receipt by payee, when the organization is not the only one.
import {
  formatBillingMonth,
  type BillingMonth,
} from '@kvartplata/domain/calendar/billing-month.ts';
import { parseKopecks, type Kopecks } from '@kvartplata/domain/money/kopecks.ts';
import { sumBy } from '@kvartplata/domain/money/sums.ts';
import { owedOfMonths, toPayByPayee, type NotDue } from '@kvartplata/domain/receipts/payee-sums.ts';
import type { Payee } from '@kvartplata/domain/receipts/payment-code.ts';
import { codeOf } from '@kvartplata/domain/receipts/receipt.ts';
import {
  standAt,
  type AccountLines,
  type DebtLine,
} from '@kvartplata/domain/regulation/payees/account-by-payee.ts';
import type { PayeeId } from '@kvartplata/domain/regulation/payees/divide-money.ts';
import { Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { PayeeRow } from '../../books/payees/payees.repository.ts';
import { listOrganizationPayees } from '../../books/payees/payees.service.ts';
import type { PlanInMonth } from '../../penalties/instalments/plans-in-month.service.ts';
import type { Db } from '../../tables.ts';
import {
  readAccountLines,
  readHousePayees,
  type HousePayees,
} from '../payees/payee-lines.service.ts';
import type { ReceiptChargeRow, ReceiptsOf } from './receipts.repository.ts';

/** The payees that the receipts of a house name. */
export type ReceiptPayees = HousePayees & {
  readonly details: ReadonlyMap<number, Payee>;
};

/**
 * Undefined when all charges of the house up to the month are the organization's.
 * @throws Refusal payee-details-missing naming the payees and their missing details
 */
export async function readReceiptPayees(
  db: Db,
  house: ReceiptsOf,
  period: BillingMonth,
): Promise<ReceiptPayees | undefined> {
  const payees = await readHousePayees(db, house);
  const ids = payees.until(formatBillingMonth(period));
  if (ids.size === 0) return undefined;
  const rows = await listOrganizationPayees(db, house.organizationId);
  const named = rows.filter(({ id }) => ids.has(id));
  refuseIncomplete(named);
  return { ...payees, details: new Map(named.map((row) => [row.id, detailsOf(row)])) };
}

const BANK_FIELDS = ['bankName', 'bic', 'settlementAccount', 'correspondentAccount'] as const;

/** Reports all incomplete payees at once, so that nobody has to fix them one by one. */
function refuseIncomplete(rows: readonly PayeeRow[]): void {
  const incomplete = rows
    .map((row) => ({ ...row, missing: BANK_FIELDS.filter((field) => row[field] === null) }))
    .filter(({ missing }) => missing.length > 0);
  if (incomplete.length === 0) return;
  const told = incomplete.map(({ name, missing }) => `${name} has no ${missing.join(', ')}`);
  throw new Refusal('payee-details-missing', `${told.join('; ')}: nobody could pay it`, {
    errors: incomplete.flatMap(({ id, missing }) =>
      missing.map((field) => ({
        path: `/payees/${id}/bankDetails/${field}`,
        message: 'is missing',
      })),
    ),
  });
}

/** For a payee known to be complete. */
function detailsOf(row: PayeeRow): Payee {
  const { name, inn, bankName, bic, settlementAccount, correspondentAccount } = row;
  return {
    name,
    inn,
    bankName: bankName ?? '',
    bic: bic ?? '',
    settlementAccount: settlementAccount ?? '',
    correspondentAccount: correspondentAccount ?? '',
  };
}

/** The amount due to one payee. */
export type PayeeSection = {
  /** Null for the organization. */
  readonly payeeId: PayeeId;
  readonly payee: Payee;
  readonly charges: readonly ReceiptChargeRow[];
  /** The codes of its lines. */
  readonly codes: readonly string[];
  readonly toPayKopecks: Kopecks;
};

export type SectionsOf = {
  readonly house: ReceiptsOf;
  readonly period: BillingMonth;
  /** Whether the month's charges are not in the ledger yet. */
  readonly isDraft: boolean;
  /** The organization. */
  readonly own: Payee;
  /** By account. */
  readonly plans: ReadonlyMap<number, readonly PlanInMonth[]>;
};

/** By account. */
export async function readSections(
  db: Db,
  { house, period, isDraft, own, plans }: SectionsOf,
  payees: ReceiptPayees,
  chargesOf: ReadonlyMap<number, readonly ReceiptChargeRow[]>,
  accountIds: readonly number[],
): Promise<ReadonlyMap<number, readonly PayeeSection[]>> {
  const month = formatBillingMonth(period);
  const first = `${month}-01`;
  const books = await readAccountLines(
    db,
    { ...house, from: first, to: first, accountIds },
    payees,
  );
  return new Map(
    accountIds.map((id) => {
      const charges = chargesOf.get(id) ?? [];
      const booked = books.get(id) ?? NOTHING_BOOKED;
      const drafted = isDraft ? charges.map((row) => draftLine(row, month, payees)) : [];
      const account = { ...booked, lines: [...booked.lines, ...drafted] };
      const notDue = notDueOf(account, plans.get(id) ?? [], month);
      const toPay = toPayByPayee(standAt(account, month), notDue);
      const lines = Map.groupBy(charges, (row) => payeeOfCharge(row, payees));
      return [id, toSections(own, payees, toPay, lines)];
    }),
  );
}

const NOTHING_BOOKED: AccountLines = { lines: [], penalties: [], placed: [], paid: [] };

function notDueOf(account: AccountLines, plans: readonly PlanInMonth[], month: string): NotDue {
  return {
    kopecks: sumBy(plans, ({ notDueKopecks }) => notDueKopecks),
    covered: owedOfMonths(account, new Set(plans.flatMap(({ covers }) => covers)), month),
  };
}

function payeeOfCharge(row: ReceiptChargeRow, { payeeOf }: HousePayees): PayeeId {
  return payeeOf(row.houseServiceId, row.concerns.slice(0, 7));
}

function draftLine(row: ReceiptChargeRow, month: string, payees: HousePayees): DebtLine {
  return {
    payeeId: payeeOfCharge(row, payees),
    kind: 'principal',
    figure: 'charged',
    month,
    bookedIn: month,
    amountKopecks: parseKopecks(row.amount),
    isMajorRepairs: payees.majorRepairs.has(row.houseServiceId),
    isCourtFee: false,
  };
}

/** Payees with a line or an amount due, the organization first; empty when it is the only one. */
function toSections(
  own: Payee,
  { details }: ReceiptPayees,
  toPay: ReadonlyMap<PayeeId, Kopecks>,
  lines: ReadonlyMap<PayeeId, readonly ReceiptChargeRow[]>,
): readonly PayeeSection[] {
  const ids = [...new Set([...toPay.keys(), ...lines.keys()])]
    .filter((id) => (toPay.get(id) ?? 0n) > 0n || lines.has(id))
    .toSorted((one, other) => (one ?? 0) - (other ?? 0));
  if (ids.every((id) => id === null)) return [];
  return ids.map((id) => ({
    payeeId: id,
    charges: lines.get(id) ?? [],
    payee: id === null ? own : (details.get(id) ?? own),
    codes: [...new Set((lines.get(id) ?? []).map(codeOf))],
    toPayKopecks: toPay.get(id) ?? 0n,
  }));
}
