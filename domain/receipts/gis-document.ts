// A payment document for ГИС ЖКХ: the lines of a receipt, with everything that is booked by hand or taken back in the month
// assigned to them, so that the lines sum to the total to the kopeck.
import type { ServiceKind } from '../charging/house-facts.ts';
import type { Kopecks } from '../money/kopecks.ts';
import { sumBy } from '../money/sums.ts';
import type { PayeeId } from '../regulation/payees/divide-money.ts';
import type { GisCost, GisLine } from './gis-line.ts';
import { divideParts, type MovedByPayee, type Undivided } from './gis-payees.ts';
import type { ReceiptFigures, ReceiptLine } from './receipt.ts';

/** The subject of a line without a service. */
const WITHOUT_SERVICE = {
  penalties: 'penalties',
  courtFees: 'court-fees',
  none: 'no-service',
};

export type GisService = {
  readonly code: string;
  readonly name: string;
  readonly kind: ServiceKind;
};

/** A reversal in the month, by which a debt goes down: below zero. */
export type GisReversal = {
  /** The code of the line; null without a service. */
  readonly lineCode: string | null;
  /** The payee of the line; undefined for what is divided among payees. */
  readonly payeeId: PayeeId | undefined;
  readonly of: 'charge' | 'penalty' | 'court-fee';
  readonly amountKopecks: Kopecks;
};

export type GisFigures = {
  readonly lines: readonly GisLine[];
  readonly costs: readonly GisCost[];
  readonly linesKopecks: Kopecks;
  readonly costsKopecks: Kopecks;
  /** For the month: lines and costs. */
  readonly totalKopecks: Kopecks;
  readonly debtKopecks: Kopecks;
  /** What instalment plans leave to later months: not a debt in the document. */
  readonly notDueKopecks: Kopecks;
  readonly advanceKopecks: Kopecks;
  readonly paidKopecks: Kopecks;
  /** The total with debt, advance and payments, without what is not due: below zero for an advance. */
  readonly balanceKopecks: Kopecks;
};

export type GisDocument = {
  readonly figures: ReceiptFigures;
  /** By the code of the line. */
  readonly serviceOf: (lineCode: string) => GisService;
  /** The code of the line of an adjustment's service; null without a service. */
  readonly lineOfAdjustment: (adjustmentId: number) => string | null;
  readonly reversals: readonly GisReversal[];
  /** Why the line of a code is recalculated; empty if unknown. */
  readonly groundsOf?: (lineCode: string) => readonly string[];
  /** Undefined if the organization gets everything. */
  readonly payees?: GisPayees | undefined;
};

export type GisPayees = {
  /** The lines of the receipt by payee. */
  readonly parts: readonly { readonly payeeId: PayeeId; readonly lines: readonly ReceiptLine[] }[];
  /** Undefined for what is divided among payees. */
  readonly payeeOfAdjustment: (adjustmentId: number) => PayeeId | undefined;
  readonly moved: MovedByPayee;
};

const PENALTY_CAUSE = 'Пени за несвоевременную оплату (ст. 155 ЖК РФ)';

/**
 * Source: the public schema of bills of ГИС ЖКХ, edition 12.2.2.14, with its remarks on the sums that it checks.
 * @throws Error when lines and total differ, since the document would be wrong
 */
export function gisFiguresOf({
  figures,
  serviceOf,
  lineOfAdjustment,
  reversals,
  groundsOf = () => [],
  payees,
}: GisDocument): GisFigures {
  const drafts = new Map<string, Draft>();
  const costs: Undivided<GisCost>[] = [];
  const keyOf = (code: string | null, payeeId: PayeeId | undefined): string =>
    `${code ?? WITHOUT_SERVICE.none} ${String(payeeId)}`;
  for (const { payeeId, lines } of payees?.parts ?? [{ payeeId: null, lines: figures.lines }])
    for (const line of lines)
      drafts.set(
        keyOf(line.code, payeeId),
        draftOf(line, serviceOf(line.code), payeeId, groundsOf(line.code)),
      );
  const draft = (code: string | null, payeeId: PayeeId | undefined): Draft => {
    const key = keyOf(code, payeeId);
    const known = drafts.get(key);
    if (known !== undefined) return known;
    const made = emptyDraft(code, code === null ? null : serviceOf(code), payeeId);
    drafts.set(key, made);
    return made;
  };
  let penalties = figures.penaltyKopecks;
  for (const { id, kind, debtKind, amountKopecks, reason } of figures.adjustments) {
    const payeeId = payees === undefined ? null : payees.payeeOfAdjustment(id);
    if (debtKind === 'penalty') penalties += amountKopecks;
    else if (kind === 'court-fee')
      costs.push({
        subject: WITHOUT_SERVICE.courtFees,
        payeeId,
        cause: reason,
        totalKopecks: amountKopecks,
      });
    else if (kind === 'discount') draft(lineOfAdjustment(id), payeeId).discount -= amountKopecks;
    else recalculate(draft(lineOfAdjustment(id), payeeId), amountKopecks, reason);
  }
  for (const { lineCode, payeeId, of, amountKopecks } of reversals) {
    if (of === 'penalty') penalties += amountKopecks;
    else if (of === 'charge')
      recalculate(draft(lineCode, payeeId), amountKopecks, 'Отмена начисления');
    else
      costs.push({
        subject: WITHOUT_SERVICE.courtFees,
        payeeId,
        cause: 'Отмена судебных расходов',
        totalKopecks: amountKopecks,
      });
  }
  if (penalties !== 0n)
    costs.unshift({
      subject: WITHOUT_SERVICE.penalties,
      payeeId: payees === undefined ? null : undefined,
      cause: PENALTY_CAUSE,
      totalKopecks: penalties,
    });
  const lines = [...drafts.values()].map(toLine);
  if (payees === undefined)
    return withSums(figures, lines as readonly GisLine[], costs as readonly GisCost[]);
  const emptyLine = toLine(emptyDraft(null, null, undefined));
  const penaltyCause = { subject: WITHOUT_SERVICE.penalties, cause: PENALTY_CAUSE };
  const divided = divideParts({ lines, costs, emptyLine, penaltyCause }, payees.moved);
  return withSums(figures, divided.lines, divided.costs);
}

type Draft = Omit<
  Undivided<GisLine>,
  'recalculatedKopecks' | 'discountKopecks' | 'totalKopecks'
> & {
  recalculated: Kopecks;
  discount: Kopecks;
  reasons: string[];
};

function draftOf(
  line: ReceiptLine,
  { code, name, kind }: GisService,
  payeeId: PayeeId,
  grounds: readonly string[],
): Draft {
  return {
    payeeId,
    subject: line.code.endsWith('-2') ? `${code}/heat` : code,
    serviceName: name,
    kind,
    tariff: line.tariffs.at(-1) ?? null,
    individualVolume: line.individualVolume,
    commonVolume: line.commonVolume,
    how: line.how,
    coefficient: line.coefficients.at(-1) ?? null,
    excessKopecks: line.excessKopecks,
    accruedKopecks: line.chargedKopecks + line.excessKopecks,
    recalculated: line.recalculatedKopecks,
    discount: -line.benefitKopecks,
    reasons: reasonsOf(line, grounds),
  };
}

function reasonsOf({ recalculatedKopecks }: ReceiptLine, grounds: readonly string[]): string[] {
  if (recalculatedKopecks === 0n) return [];
  return grounds.length === 0 ? ['Перерасчёт'] : [...new Set(grounds)];
}

function emptyDraft(
  lineCode: string | null,
  service: GisService | null,
  payeeId: PayeeId | undefined,
): Draft {
  const heat = lineCode?.endsWith('-2') === true ? '/heat' : '';
  return {
    payeeId,
    subject: service === null ? WITHOUT_SERVICE.none : service.code + heat,
    serviceName: service?.name ?? 'Строки без услуги',
    kind: service?.kind ?? null,
    tariff: null,
    individualVolume: null,
    commonVolume: null,
    how: null,
    coefficient: null,
    excessKopecks: 0n,
    accruedKopecks: 0n,
    recalculated: 0n,
    discount: 0n,
    reasons: [],
  };
}

/** A line without a charge. */
export function emptyLineOf(service: GisService, payeeId: PayeeId): GisLine {
  return { ...toLine(emptyDraft(null, service, payeeId)), payeeId };
}

function recalculate(draft: Draft, amountKopecks: Kopecks, reason: string): void {
  draft.recalculated += amountKopecks;
  if (!draft.reasons.includes(reason)) draft.reasons.push(reason);
}

/** Discounts and benefits taken back beyond those of the month raise the recalculation. */
function toLine({ recalculated, discount, ...line }: Draft): Undivided<GisLine> {
  const discountKopecks = discount > 0n ? discount : 0n;
  return {
    ...line,
    recalculatedKopecks: recalculated + discountKopecks - discount,
    discountKopecks,
    totalKopecks: line.accruedKopecks + recalculated - discount,
  };
}

function withSums(
  figures: ReceiptFigures,
  lines: readonly GisLine[],
  costs: readonly GisCost[],
): GisFigures {
  const linesKopecks = totalOf(lines);
  const costsKopecks = totalOf(costs);
  const totalKopecks = linesKopecks + costsKopecks;
  const { openingPrincipalKopecks: opening, openingPenaltyKopecks, paidKopecks } = figures;
  const { notDueKopecks } = figures;
  const debtKopecks = (opening > 0n ? opening : 0n) + openingPenaltyKopecks;
  const advanceKopecks = opening < 0n ? -opening : 0n;
  const balanceKopecks = debtKopecks - advanceKopecks + totalKopecks - paidKopecks - notDueKopecks;
  if (balanceKopecks !== figures.toPayKopecks - figures.advanceKopecks)
    throw new Error(
      `the lines of a payment document make ${balanceKopecks} kopecks, and its receipt ${figures.toPayKopecks - figures.advanceKopecks}`,
    );
  return {
    lines,
    costs,
    linesKopecks,
    costsKopecks,
    totalKopecks,
    debtKopecks,
    notDueKopecks,
    advanceKopecks,
    paidKopecks,
    balanceKopecks,
  };
}

function totalOf(parts: readonly { readonly totalKopecks: Kopecks }[]): Kopecks {
  return sumBy(parts, ({ totalKopecks }) => totalKopecks);
}
