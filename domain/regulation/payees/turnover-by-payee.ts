// The turnover of an account by payee: the balances before and after some months, and the movements in between.
import type { Kopecks } from '../../money/kopecks.ts';
import {
  standAt,
  type AccountLines,
  type DebtKind,
  type LineFigure,
  type Standing,
} from './account-by-payee.ts';
import type { PayeeId } from './divide-money.ts';

/** Signed as changes of a debt: payments and reversals are below zero. */
export type PayeeFigures = {
  readonly opening: Kopecks;
  readonly charged: Kopecks;
  readonly recalculated: Kopecks;
  readonly accrued: Kopecks;
  readonly storno: Kopecks;
  readonly paid: Kopecks;
  readonly closing: Kopecks;
};

/** For a payee, or for nobody: money paid and not allocated to any debt. */
export type PayeeTurnover = {
  readonly payeeId: PayeeId | 'advance';
  readonly principal: PayeeFigures;
  readonly penalty: PayeeFigures;
};

/**
 * The organization first, then payees, then what is paid ahead. The paid amounts are derived from the others, so that the sums of
 * all payees equal those of the account.
 * @param months `YYYY-MM`, both inclusive
 */
export function turnoverByPayee(
  account: AccountLines,
  { from, to }: { readonly from: string; readonly to: string },
): readonly PayeeTurnover[] {
  const before = standAt(account, monthBefore(from));
  const after = standAt(account, to);
  const payees = new Set([...before.owed.keys(), ...after.owed.keys()]);
  const ahead = (kind: DebtKind): PayeeFigures =>
    figuresOf(-before.advance[kind], -after.advance[kind], NO_MOVES);
  return [
    ...[...payees]
      .toSorted((one, other) => (one ?? 0) - (other ?? 0))
      .map((payeeId) => {
        const of = (kind: DebtKind): PayeeFigures =>
          figuresOf(
            before.owed.get(payeeId)?.[kind] ?? 0n,
            after.owed.get(payeeId)?.[kind] ?? 0n,
            movesOf({ account, before, after, from, to }, payeeId, kind),
          );
        return { payeeId, principal: of('principal'), penalty: of('penalty') };
      }),
    { payeeId: 'advance', principal: ahead('principal'), penalty: ahead('penalty') },
  ];
}

type Moves = Readonly<Record<LineFigure, Kopecks>>;

const NO_MOVES: Moves = { charged: 0n, recalculated: 0n, accrued: 0n, storno: 0n };

function figuresOf(opening: Kopecks, closing: Kopecks, moves: Moves): PayeeFigures {
  const moved = moves.charged + moves.recalculated + moves.accrued + moves.storno;
  return { opening, ...moves, paid: closing - opening - moved, closing };
}

type Between = {
  readonly account: AccountLines;
  readonly before: Standing;
  readonly after: Standing;
  readonly from: string;
  readonly to: string;
};

function movesOf(
  { account, before, after, from, to }: Between,
  payeeId: PayeeId,
  kind: DebtKind,
): Moves {
  const moves = { ...NO_MOVES };
  const count = (
    lines: readonly {
      readonly payeeId: PayeeId | undefined;
      readonly kind: DebtKind;
      readonly figure: LineFigure;
      readonly amountKopecks: Kopecks;
    }[],
    sign: bigint,
  ): void => {
    for (const line of lines)
      if (line.payeeId === payeeId && line.kind === kind)
        moves[line.figure] += sign * line.amountKopecks;
  };
  count(
    account.lines.filter(({ bookedIn }) => bookedIn >= from && bookedIn <= to),
    1n,
  );
  count(after.divided, 1n);
  count(before.divided, -1n);
  return moves;
}

/** @param month `YYYY-MM` */
function monthBefore(month: string): string {
  return Temporal.PlainYearMonth.from(month).subtract({ months: 1 }).toString();
}
