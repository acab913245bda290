// The lines of a ГИС ЖКХ payment document by payee: lines with a single known payee stay as they are, and what is divided among
// payees is written for each, so that a payee's part of the document equals its turnover of the month.
import type { Kopecks } from '../money/kopecks.ts';
import { sumBy, sumOf } from '../money/sums.ts';
import type { PayeeId } from '../regulation/payees/divide-money.ts';
import type { GisCost, GisLine } from './gis-line.ts';

/** What is booked in the month for each payee, except payments. */
export type MovedByPayee = ReadonlyMap<
  PayeeId,
  { readonly principal: Kopecks; readonly penalty: Kopecks }
>;

/** A line or cost before its payee is known: undefined for what is divided. */
export type Undivided<Part> = Omit<Part, 'payeeId'> & { readonly payeeId: PayeeId | undefined };

export type DividedParts = {
  readonly lines: readonly GisLine[];
  readonly costs: readonly GisCost[];
};

type Parts = {
  readonly lines: readonly Undivided<GisLine>[];
  readonly costs: readonly Undivided<GisCost>[];
  /** A line without a service, which only recalculates. */
  readonly emptyLine: Omit<GisLine, 'payeeId'>;
  readonly penaltyCause: Pick<GisCost, 'subject' | 'cause'>;
};

/** For amounts divided in the month or divided again: a storno changes the basis by which earlier months were divided. */
const DIVIDED = 'Распределение между получателями';

/** @throws Error when the divided amount and the sum of the payees' parts differ */
export function divideParts(
  { lines, costs, emptyLine, penaltyCause }: Parts,
  moved: MovedByPayee,
): DividedParts {
  const isKnown = <Part>(part: Undivided<Part>): boolean => part.payeeId !== undefined;
  const known = lines.filter(isKnown) as readonly GisLine[];
  const isPenalty = ({ subject }: Undivided<GisCost>): boolean => subject === penaltyCause.subject;
  const fees = costs.filter((cost) => !isPenalty(cost)) as readonly GisCost[];
  const rest = lines.filter((line) => !isKnown(line));
  const reasons = [...new Set(rest.flatMap((line) => line.reasons))];
  const principal = new Map(
    [...moved].map(([payeeId, { principal: all }]) => [
      payeeId,
      all - totalOf([...known, ...fees].filter((part) => part.payeeId === payeeId)),
    ]),
  );
  requireSame(sumOf(principal.values()), totalOf(rest));
  const penalties = new Map([...moved].map(([payeeId, { penalty }]) => [payeeId, penalty]));
  requireSame(sumOf(penalties.values()), totalOf(costs.filter(isPenalty)));
  return {
    lines: [
      ...known,
      ...above(principal).map(([payeeId, amount]) =>
        recalculation(emptyLine, payeeId, amount, reasons),
      ),
    ],
    costs: [
      ...above(penalties).map(([payeeId, totalKopecks]): GisCost => {
        const { subject, cause } = penaltyCause;
        return { subject, cause, payeeId, totalKopecks };
      }),
      ...fees,
    ],
  };
}

function recalculation(
  emptyLine: Omit<GisLine, 'payeeId'>,
  payeeId: PayeeId,
  amount: Kopecks,
  reasons: readonly string[],
): GisLine {
  return {
    ...emptyLine,
    payeeId,
    recalculatedKopecks: amount,
    totalKopecks: amount,
    reasons: reasons.length === 0 ? [DIVIDED] : reasons,
  };
}

function above(amounts: ReadonlyMap<PayeeId, Kopecks>): readonly (readonly [PayeeId, Kopecks])[] {
  return [...amounts]
    .filter(([, amount]) => amount !== 0n)
    .toSorted(([one], [other]) => (one ?? 0) - (other ?? 0));
}

function totalOf(parts: readonly { readonly totalKopecks: Kopecks }[]): Kopecks {
  return sumBy(parts, ({ totalKopecks }) => totalKopecks);
}

function requireSame(divided: Kopecks, whole: Kopecks): void {
  if (divided !== whole)
    throw new Error(`payees get ${divided} kopecks of ${whole} that a payment document divides`);
}
