// What an account owes each payee: a division of the account's single ledger, derived from its lines and the allocation of its
// payments. Months are `YYYY-MM`, which sort in calendar order.
import type { Kopecks } from '../../money/kopecks.ts';
import { sumBy } from '../../money/sums.ts';
import {
  addTo,
  divideMoney,
  less,
  setOff,
  sumAbove,
  type PayeeId,
  type SumsByPayee,
} from './divide-money.ts';

export type DebtKind = 'principal' | 'penalty';

/** The column of the turnover to which a line belongs. */
export type LineFigure = 'charged' | 'recalculated' | 'accrued' | 'storno';

/** An entry that raises or lowers a debt without being a payment. */
export type DebtLine = {
  /** Undefined for what lowers a month as a whole, such as a write-off without a service: it is divided as payments are. */
  readonly payeeId: PayeeId | undefined;
  readonly kind: DebtKind;
  readonly figure: LineFigure;
  /** The month whose debt it is part of. */
  readonly month: string;
  readonly bookedIn: string;
  readonly amountKopecks: Kopecks;
  /** Contributions for major repairs bear penalties of their own. */
  readonly isMajorRepairs: boolean;
  /** Court fees and the interest of instalment plans are paid before the other lines of the month. */
  readonly isCourtFee: boolean;
};

/** A penalty on a month's debt; below zero for a penalty booked in excess. */
export type PenaltyLine = {
  readonly debtMonth: string;
  readonly isMajorRepairs: boolean;
  readonly bookedIn: string;
  readonly amountKopecks: Kopecks;
};

/** Money allocated to a month's debt, from a month on; below zero when it is taken away again. */
export type PlacedMoney = {
  readonly kind: DebtKind;
  readonly month: string;
  readonly since: string;
  readonly amountKopecks: Kopecks;
};

/** Payments of a month less those reversed in it. */
export type PaidMoney = {
  readonly kind: DebtKind;
  readonly bookedIn: string;
  readonly amountKopecks: Kopecks;
  /** True for money brought in with the account and allocated to no month: it goes to what is owed. */
  readonly isBrought: boolean;
};

export type AccountLines = {
  readonly lines: readonly DebtLine[];
  readonly penalties: readonly PenaltyLine[];
  readonly placed: readonly PlacedMoney[];
  readonly paid: readonly PaidMoney[];
};

export type BothKinds = { readonly principal: Kopecks; readonly penalty: Kopecks };

/** What an account owes each payee at the end of a month. */
export type Standing = {
  /** Always has an entry for the organization. */
  readonly owed: ReadonlyMap<PayeeId, BothKinds>;
  /** Money paid and not allocated to any debt yet: it belongs to no payee. */
  readonly advance: BothKinds;
  /** Penalties and lines without a payee up to then, divided. */
  readonly divided: readonly DividedLine[];
};

export type DividedLine = Pick<DebtLine, 'kind' | 'figure' | 'amountKopecks'> & {
  readonly payeeId: PayeeId;
};

/**
 * The money of a month is divided in proportion to the month's lines, court fees first; penalties in proportion to the lines of
 * the month that they are on, and money for penalties in proportion to these. Always the total paid by then is divided, and a
 * later month gets the growth of that division, so that no kopeck is lost.
 * Source: Decree 354 Rules p. 118.
 */
export function standAt(account: AccountLines, month: string): Standing {
  const lines = account.lines.filter(({ bookedIn }) => bookedIn <= month);
  const placed = account.placed.filter(({ since }) => since <= month);
  const linesOf = Map.groupBy(
    lines.filter(({ kind, isCourtFee }) => kind === 'principal' && !isCourtFee),
    (line) => line.month,
  );
  const booked = account.penalties.filter(({ bookedIn }) => bookedIn <= month);
  const penalties = dividePenalties(booked, linesOf);
  const ofMonths = [...linesOf.values()].flatMap(divideLines);
  const ofPenalties = [...penalties, ...ownLines(lines, 'penalty')];
  const lowered = divideUnnamed(
    lines.filter(({ kind }) => kind === 'penalty'),
    sumByPayee(ofPenalties),
  );
  const brought = totalOf(
    account.paid.filter(({ isBrought, bookedIn }) => isBrought && bookedIn <= month),
  );
  const unpaid = payMonths(lines, ofMonths, placed, linesOf);
  const owedKopecks = sumAbove(unpaid);
  const taken = brought < owedKopecks ? brought : owedKopecks;
  const principal = taken > 0n ? less(unpaid, divideMoney(taken, unpaid)) : unpaid;
  const penalty = payPenalties([...ofPenalties, ...lowered], placed);
  const payees = new Set<PayeeId>([null, ...principal.keys(), ...penalty.keys()]);
  return {
    owed: new Map(
      [...payees].map((payeeId) => [
        payeeId,
        { principal: principal.get(payeeId) ?? 0n, penalty: penalty.get(payeeId) ?? 0n },
      ]),
    ),
    advance: {
      principal: advanceOf('principal', account, placed, month) - (taken > 0n ? taken : 0n),
      penalty: advanceOf('penalty', account, placed, month),
    },
    divided: [...ofMonths, ...penalties, ...lowered],
  };
}

/** Divides what lowers a month as a whole in proportion to the month's lines. */
function divideLines(ofMonth: readonly DebtLine[]): readonly DividedLine[] {
  return divideUnnamed(ofMonth, sumByPayee(ownLines(ofMonth, 'principal')));
}

function divideUnnamed(lines: readonly DebtLine[], weights: SumsByPayee): readonly DividedLine[] {
  const unnamed = lines.filter(({ payeeId }) => payeeId === undefined);
  return [...Map.groupBy(unnamed, ({ figure }) => figure)].flatMap(([figure, ofFigure]) =>
    [...divideMoney(totalOf(ofFigure), weights)].map(([payeeId, amountKopecks]) => ({
      payeeId,
      kind: ofFigure[0]?.kind ?? 'principal',
      figure,
      amountKopecks,
    })),
  );
}

/** The principal owed: lines less the money allocated to their months. */
function payMonths(
  lines: readonly DebtLine[],
  divided: readonly DividedLine[],
  placed: readonly PlacedMoney[],
  linesOf: ReadonlyMap<string, readonly DebtLine[]>,
): SumsByPayee {
  const owed = sumByPayee([...ownLines(lines, 'principal'), ...divided]);
  const fees = Map.groupBy(
    lines.filter(({ isCourtFee }) => isCourtFee),
    (line) => line.month,
  );
  const money = placed.filter(({ kind }) => kind === 'principal');
  for (const [month, ofMonth] of Map.groupBy(money, (part) => part.month)) {
    const paidKopecks = totalOf(ofMonth);
    const feesKopecks = totalOf(fees.get(month) ?? []);
    const toFees = feesKopecks < paidKopecks ? feesKopecks : paidKopecks;
    const ofLines = linesOf.get(month) ?? [];
    const weights = sumByPayee([...ownLines(ofLines, 'principal'), ...divideLines(ofLines)]);
    addTo(owed, null, -toFees);
    for (const [payeeId, amount] of divideMoney(paidKopecks - toFees, weights))
      addTo(owed, payeeId, -amount);
  }
  return setOff(owed);
}

/** By the month of the debt that each penalty is on. */
function dividePenalties(
  booked: readonly PenaltyLine[],
  linesOf: ReadonlyMap<string, readonly DebtLine[]>,
): readonly DividedLine[] {
  return [...Map.groupBy(booked, (line) => line.debtMonth)].flatMap(([debtMonth, onDebt]) =>
    [...Map.groupBy(onDebt, (line) => line.isMajorRepairs)].flatMap(([isMajorRepairs, ofKind]) => {
      const weights = weightsOf(linesOf.get(debtMonth) ?? [], isMajorRepairs);
      return [...divideMoney(totalOf(ofKind), weights)].map(([payeeId, amountKopecks]) => ({
        payeeId,
        kind: 'penalty' as const,
        figure: 'accrued' as const,
        amountKopecks,
      }));
    }),
  );
}

/** The lines that a penalty is on: those of its kind, or all of the month if there are none. */
function weightsOf(lines: readonly DebtLine[], isMajorRepairs: boolean): SumsByPayee {
  const own = ownLines(lines, 'principal');
  const ofKind = sumByPayee(own.filter((line) => line.isMajorRepairs === isMajorRepairs));
  return [...ofKind.values()].some((amount) => amount > 0n) ? ofKind : sumByPayee(own);
}

function payPenalties(
  lines: readonly Pick<DividedLine, 'payeeId' | 'amountKopecks'>[],
  placed: readonly PlacedMoney[],
): SumsByPayee {
  const owed = sumByPayee(lines);
  const money = totalOf(placed.filter(({ kind }) => kind === 'penalty'));
  for (const [payeeId, amount] of divideMoney(money, new Map(owed))) addTo(owed, payeeId, -amount);
  return setOff(owed);
}

function advanceOf(
  kind: DebtKind,
  { paid }: AccountLines,
  placed: readonly PlacedMoney[],
  month: string,
): Kopecks {
  const booked = paid.filter((money) => money.kind === kind && money.bookedIn <= month);
  return totalOf(booked) - totalOf(placed.filter((money) => money.kind === kind));
}

type OwnLine = DebtLine & { readonly payeeId: PayeeId };

/** The lines with a known payee. */
function ownLines(lines: readonly DebtLine[], kind: DebtKind): readonly OwnLine[] {
  return lines.filter((line): line is OwnLine => line.kind === kind && line.payeeId !== undefined);
}

function sumByPayee(
  lines: readonly Pick<DividedLine, 'payeeId' | 'amountKopecks'>[],
): Map<PayeeId, Kopecks> {
  const sums = new Map<PayeeId, Kopecks>();
  for (const { payeeId, amountKopecks } of lines) addTo(sums, payeeId, amountKopecks);
  return sums;
}

function totalOf(parts: readonly { readonly amountKopecks: Kopecks }[]): Kopecks {
  return sumBy(parts, ({ amountKopecks }) => amountKopecks);
}
