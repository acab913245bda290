// The figures of a receipt for one account and month: its lines, its balance and the sum to pay.

import { HEAT_LINES } from '../charging/charge-line.ts';
import { COMMON_NEEDS } from '../charging/methods/methods.ts';
import type { Kopecks } from '../money/kopecks.ts';
import { sumBy, sumOf } from '../money/sums.ts';

/** A charge of the month, or of a correction in it. */
export type ReceiptCharge = {
  readonly houseServiceId: number;
  /** One of LINE; for a correction, the line of the corrected charge. */
  readonly line: number;
  readonly serviceName: string;
  readonly unit: string;
  /** The charging method, `excess`, `recalculation` or `benefit`. */
  readonly rateType: string;
  readonly consumption: string;
  /** Usually one; in the order in which they begin. */
  readonly tariffs: readonly string[];
  readonly amountKopecks: Kopecks;
  /** K, for an excess; several if it changed. */
  readonly coefficients: readonly string[];
  /** How its volume was found, in a few words; null if there is nothing to say. */
  readonly how: string | null;
};

/** A line that is booked by hand in the month. */
export type ReceiptAdjustment = {
  readonly id: number;
  readonly kind: 'charge' | 'write-off' | 'discount' | 'court-fee' | 'instalment-interest';
  readonly debtKind: 'principal' | 'penalty';
  /** Null without a service. */
  readonly serviceName: string | null;
  /** The month that it concerns, `YYYY-MM`. */
  readonly period: string;
  readonly reason: string;
  /** Above zero if it raises the debt, below zero if it lowers it. */
  readonly amountKopecks: Kopecks;
};

/** The ledger's figures for the account and the month; debts are above zero, an advance is below. */
export type ReceiptBooks = {
  readonly openingPrincipalKopecks: Kopecks;
  readonly openingPenaltyKopecks: Kopecks;
  /** Payments booked in the month less those taken back in it. */
  readonly paidKopecks: Kopecks;
  /** Subsidies among these payments. */
  readonly subsidyKopecks: Kopecks;
  /** Charges and penalties taken back in the month. */
  readonly reversedKopecks: Kopecks;
  /** Penalties booked in the month. */
  readonly penaltyKopecks: Kopecks;
};

/** A service, or one component of it, as a row of the receipt's table. */
export type ReceiptLine = {
  /** Identifies the line in every receipt of the house. */
  readonly code: string;
  readonly serviceName: string;
  /** Null for a line that only recalculates earlier months, as are the next three fields. */
  readonly unit: string | null;
  readonly individualVolume: string | null;
  readonly commonVolume: string | null;
  readonly how: string | null;
  readonly tariffs: readonly string[];
  readonly chargedKopecks: Kopecks;
  readonly coefficients: readonly string[];
  readonly excessKopecks: Kopecks;
  readonly recalculatedKopecks: Kopecks;
  /** What benefits deduct, zero or below. */
  readonly benefitKopecks: Kopecks;
  readonly totalKopecks: Kopecks;
};

export type ReceiptFigures = ReceiptBooks & {
  readonly lines: readonly ReceiptLine[];
  /** With their codes, in order. */
  readonly adjustments: readonly (ReceiptAdjustment & { readonly code: string })[];
  /** Includes adjustments above zero. */
  readonly chargedKopecks: Kopecks;
  /** Includes adjustments below zero. */
  readonly recalculatedKopecks: Kopecks;
  /** What benefits deduct, zero or below. */
  readonly benefitKopecks: Kopecks;
  /** The principal that instalment plans leave to later months. */
  readonly notDueKopecks: Kopecks;
  /** Without what is not due yet. Never below zero: an advance is not refunded. */
  readonly toPayKopecks: Kopecks;
  /** What is left of the payments after everything is paid. */
  readonly advanceKopecks: Kopecks;
};

/**
 * An advance pays penalties too, so principal and penalties are one sum. What an instalment plan leaves to later months is owed
 * but not asked for.
 * Source: Decree 354 p. 69 and 72, Order 43/pr of 2018-01-26 of the Ministry of Construction.
 * @param charges in the order of the lines
 * @param leftToLaterKopecks the principal that instalment plans leave to later months
 */
export function receiptOf(
  charges: readonly ReceiptCharge[],
  books: ReceiptBooks,
  adjustments: readonly ReceiptAdjustment[] = [],
  leftToLaterKopecks: Kopecks = 0n,
): ReceiptFigures {
  const lines = linesOf(charges);
  const byHand = adjustments.map(({ amountKopecks }) => amountKopecks);
  const chargedKopecks =
    sumBy(lines, (line) => line.chargedKopecks + line.excessKopecks) +
    sumOf(byHand.filter((amount) => amount > 0n));
  const recalculatedKopecks =
    sumBy(lines, (line) => line.recalculatedKopecks) +
    sumOf(byHand.filter((amount) => amount < 0n));
  const benefitKopecks = sumBy(lines, (line) => line.benefitKopecks);
  const balanceKopecks =
    books.openingPrincipalKopecks +
    books.openingPenaltyKopecks +
    chargedKopecks +
    recalculatedKopecks +
    benefitKopecks +
    books.penaltyKopecks -
    books.reversedKopecks -
    books.paidKopecks;
  const owedKopecks = balanceKopecks > 0n ? balanceKopecks : 0n;
  const notDueKopecks = owedKopecks < leftToLaterKopecks ? owedKopecks : leftToLaterKopecks;
  return {
    ...books,
    notDueKopecks,
    lines,
    adjustments: adjustments.map((line) => ({ ...line, code: codeOfAdjustment(line) })),
    chargedKopecks,
    recalculatedKopecks,
    benefitKopecks,
    toPayKopecks: owedKopecks - notDueKopecks,
    advanceKopecks: balanceKopecks < 0n ? -balanceKopecks : 0n,
  };
}

/** A line for each code, in the order of the charges. */
export function linesOf(charges: readonly ReceiptCharge[]): readonly ReceiptLine[] {
  return [...Map.groupBy(charges, codeOf)].map(([code, ofLine]) => lineOf(code, ofLine));
}

/** Whether there is a receipt: the account is charged, or has a debt or an advance at the end of the month. */
export function hasAnything(receipt: ReceiptFigures): boolean {
  const { lines, adjustments, toPayKopecks, notDueKopecks, advanceKopecks } = receipt;
  return (
    lines.length + adjustments.length > 0 || toPayKopecks + notDueKopecks + advanceKopecks > 0n
  );
}

/** Contains the service's id, so that it is stable when other lines come and go; the heat in hot water is a separate line. */
export function codeOf({
  houseServiceId,
  line,
}: Pick<ReceiptCharge, 'houseServiceId' | 'line'>): string {
  const ofService = houseServiceId.toString(36).toUpperCase().padStart(2, '0');
  return HEAT_LINES.includes(line) ? `${ofService}-2` : ofService;
}

/** No code of a service begins with two zeros. */
export function codeOfAdjustment({ id }: Pick<ReceiptAdjustment, 'id'>): string {
  return `00${id.toString(36).toUpperCase()}`;
}

function lineOf(code: string, charges: readonly ReceiptCharge[]): ReceiptLine {
  const recalculations = charges.filter(({ rateType }) => rateType === 'recalculation');
  const excesses = charges.filter(({ rateType }) => rateType === 'excess');
  const benefits = charges.filter(({ rateType }) => rateType === 'benefit');
  const beside = [...recalculations, ...excesses, ...benefits];
  const own = charges.filter((charge) => !beside.includes(charge));
  const [first] = own;
  const isCommon = first !== undefined && COMMON_NEEDS.includes(first.rateType);
  return {
    code,
    serviceName: charges[0]?.serviceName ?? '',
    unit: first?.unit ?? null,
    individualVolume: first === undefined || isCommon ? null : first.consumption,
    commonVolume: first !== undefined && isCommon ? first.consumption : null,
    how: first?.how ?? null,
    tariffs: first?.tariffs ?? [],
    chargedKopecks: totalOf(own),
    coefficients: excesses[0]?.coefficients ?? [],
    excessKopecks: totalOf(excesses),
    recalculatedKopecks: totalOf(recalculations),
    benefitKopecks: totalOf(benefits),
    totalKopecks: totalOf(charges),
  };
}

function totalOf(charges: readonly ReceiptCharge[]): Kopecks {
  return sumBy(charges, ({ amountKopecks }) => amountKopecks);
}
