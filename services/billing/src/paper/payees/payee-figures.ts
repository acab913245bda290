// The turnover of payees in kopecks: how accounts are added up, shown, and compared with the turnover balance.
import type { PayeeTurnover } from '@kvartplata/contracts/billing/payee-reports.ts';
import { formatKopecks, parseKopecks, type Kopecks } from '@kvartplata/domain/money/kopecks.ts';
import { parseScaled } from '@kvartplata/domain/money/scaled.ts';
import type {
  PayeeFigures,
  PayeeTurnover as AccountTurnover,
} from '@kvartplata/domain/regulation/payees/turnover-by-payee.ts';
import type { PayeeId } from '@kvartplata/domain/regulation/payees/divide-money.ts';
import type { TurnoverRow } from '../turnover/turnover.repository.ts';

export type Both = { readonly principal: PayeeFigures; readonly penalty: PayeeFigures };

const NOTHING: PayeeFigures = {
  opening: 0n,
  charged: 0n,
  recalculated: 0n,
  accrued: 0n,
  storno: 0n,
  paid: 0n,
  closing: 0n,
};
export const NOTHING_MOVED: Both = { principal: NOTHING, penalty: NOTHING };

export function addBoth(one: Both, other: Both): Both {
  return {
    principal: addFigures(one.principal, other.principal),
    penalty: addFigures(one.penalty, other.penalty),
  };
}

function addFigures(one: PayeeFigures, other: PayeeFigures): PayeeFigures {
  const names = Object.keys(NOTHING) as (keyof PayeeFigures)[];
  return Object.fromEntries(names.map((name) => [name, one[name] + other[name]])) as PayeeFigures;
}

export type PayeeKey = PayeeId | 'advance';

/** The sums of accounts by payee, in the order of first appearance. */
export function sumPayees(
  accounts: Iterable<readonly AccountTurnover[]>,
): ReadonlyMap<PayeeKey, Both> {
  const sums = new Map<PayeeKey, Both>();
  for (const account of accounts)
    for (const { payeeId, ...figures } of account)
      sums.set(payeeId, addBoth(sums.get(payeeId) ?? NOTHING_MOVED, figures));
  return sums;
}

/** Whether any figure is not zero. */
export function isMoved({ principal, penalty }: Both): boolean {
  return [...Object.values(principal), ...Object.values(penalty)].some((amount) => amount !== 0n);
}

type Shown = Omit<
  PayeeTurnover,
  'kind' | 'payeeId' | 'name' | 'inn' | 'agencyReward' | 'toTransfer'
>;

/** As people read it: payments and reversals are positive. */
export function showBoth({ principal, penalty }: Both): Shown {
  return {
    opening: inRoubles(principal.opening, penalty.opening),
    charged: formatKopecks(principal.charged),
    recalculated: formatKopecks(principal.recalculated + penalty.recalculated),
    penaltyAccrued: formatKopecks(penalty.accrued),
    paid: formatKopecks(-principal.paid - penalty.paid),
    penaltyPaid: formatKopecks(-penalty.paid),
    storno: formatKopecks(-principal.storno - penalty.storno),
    closing: inRoubles(principal.closing, penalty.closing),
  };
}

/** The part of the payments that the organization keeps, half a kopeck rounded up. @param percent with two decimal places */
export function rewardOf(paidKopecks: Kopecks, percent: string | null): Kopecks {
  const hundredths = parseScaled(percent ?? '0', 2);
  const size = paidKopecks < 0n ? -paidKopecks : paidKopecks;
  const reward = (size * hundredths + 5_000n) / 10_000n;
  return paidKopecks < 0n ? -reward : reward;
}

export function paidOf({ principal, penalty }: Both): Kopecks {
  return -principal.paid - penalty.paid;
}

/** The sum of the accounts in the turnover balance, for comparison. */
export function sumTurnover(rows: readonly TurnoverRow[]) {
  const sum = (...names: readonly (keyof TurnoverRow)[]): Kopecks =>
    rows.reduce(
      (total, row) => names.reduce((of, name) => of + parseKopecks(String(row[name])), total),
      0n,
    );
  return {
    openingPrincipal: sum('openingPrincipal'),
    openingPenalty: sum('openingPenalty'),
    closingPrincipal: sum('closingPrincipal'),
    closingPenalty: sum('closingPenalty'),
    paid: -sum('principalPaid', 'penaltyPaid'),
  };
}

export function inRoubles(principal: Kopecks, penalty: Kopecks) {
  return { principal: formatKopecks(principal), penalty: formatKopecks(penalty) };
}
