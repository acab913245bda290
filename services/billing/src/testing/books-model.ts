// The books of a few accounts as plain lists: a model of the expected sums, computed without the database.
import type { Payment } from '@kvartplata/contracts/billing/payments.ts';
import { parseBillingMonth } from '@kvartplata/domain/calendar/billing-month.ts';
import { parseDay } from '@kvartplata/domain/calendar/day.ts';
import { formatKopecks } from '@kvartplata/domain/money/kopecks.ts';
import { sumBy } from '@kvartplata/domain/money/sums.ts';
import { allocatePayments } from '@kvartplata/domain/regulation/payment-allocation/allocate-payments.ts';

export type ModelCharge = {
  readonly id: number;
  readonly account: number;
  readonly kopecks: bigint;
  isReversed: boolean;
};

export type ModelMonth = {
  readonly period: string;
  readonly cycleId: number;
  readonly charges: readonly ModelCharge[];
  status: 'DRAFT' | 'APPLIED' | 'CLOSED';
};

export type ModelPayment = {
  readonly id: number;
  readonly account: number;
  readonly paidOn: string;
  readonly named: string | undefined;
  readonly principal: bigint;
  readonly penalty: bigint;
  isReversed: boolean;
};

export type ModelImport = {
  readonly id: number;
  readonly payments: readonly ModelPayment[];
  isReversed: boolean;
};

export type ModelAccrual = {
  readonly account: number;
  /** The month in which it is booked. */
  readonly period: string;
  readonly kopecks: bigint;
  readonly targetDate: string;
  /** How it is divided among the months of the debts. */
  readonly byMonth: ReadonlyMap<string, bigint>;
};

/** A rate of the reference; an open one has a last day in the far future. */
export type ModelRate = {
  readonly id: number;
  readonly validFrom: string;
  readonly validTo: string;
  /** Per cent × 10^4. */
  effectiveRateE4: bigint;
};

export type BooksModel = {
  readonly months: ModelMonth[];
  readonly payments: ModelPayment[];
  readonly imports: ModelImport[];
  readonly penalties: ModelAccrual[];
  readonly rates: readonly ModelRate[];
  /** The number of changes requested. */
  writes: number;
};

/** Nothing is booked yet. */
export function emptyBooks(rates: readonly ModelRate[]): BooksModel {
  return { months: [], payments: [], imports: [], penalties: [], rates, writes: 0 };
}

export function lastClosed({ months }: BooksModel): string {
  const closed = months.filter(({ status }) => status === 'CLOSED').map(({ period }) => period);
  return closed.toSorted().at(-1) ?? '';
}

/** The month of the day unless it is closed, otherwise the first open one. */
export function monthToBookIn(model: BooksModel, day: string): string {
  const closed = lastClosed(model);
  const own = day.slice(0, 7);
  return own > closed ? own : parseBillingMonth(closed).add({ months: 1 }).toString();
}

/** Charges in the ledger, with their month. */
export function bookedCharges({
  months,
}: BooksModel): readonly (ModelCharge & { period: string })[] {
  return months
    .filter(({ status }) => status !== 'DRAFT')
    .flatMap(({ period, charges }) => charges.map((charge) => Object.assign(charge, { period })))
    .filter(({ kopecks }) => kopecks !== 0n);
}

/** Principal and penalties, from everything that counts by the end of the day. */
export function owedBy(
  model: BooksModel,
  account: number,
  asOf = '9999-12-31',
): readonly [bigint, bigint] {
  const isOwn = (thing: { readonly account: number }): boolean => thing.account === account;
  const charges = bookedCharges(model).filter(
    (charge) => isOwn(charge) && !charge.isReversed && lastDayOf(charge.period) <= asOf,
  );
  const payments = model.payments.filter(
    (payment) => isOwn(payment) && !payment.isReversed && payment.paidOn <= asOf,
  );
  const penalties = model.penalties.filter(
    (penalty) => isOwn(penalty) && penalty.targetDate <= asOf,
  );
  return [
    sumBy(charges, ({ kopecks }) => kopecks) - sumBy(payments, ({ principal }) => principal),
    sumBy(penalties, ({ kopecks }) => kopecks) - sumBy(payments, ({ penalty }) => penalty),
  ];
}

function lastDayOf(period: string): string {
  const { year, month, daysInMonth } = parseBillingMonth(period);
  return new Temporal.PlainDate(year, month, daysInMonth).toString();
}

/** Principal first, then penalties; the rest is principal too. */
export function splitOf(
  [principal, penalty]: readonly [bigint, bigint],
  amount: bigint,
): readonly [bigint, bigint] {
  let [rest, toPenalty] = [amount, 0n];
  if (principal > 0n) rest -= rest < principal ? rest : principal;
  if (penalty > 0n) toPenalty = rest < penalty ? rest : penalty;
  return [amount - toPenalty, toPenalty];
}

/** The expected allocations of an account's payments by id, in the form of `partsOf`. */
export function allocationsOf(
  model: BooksModel,
  account: number,
): ReadonlyMap<number, Payment['allocation']> {
  const isOwn = (thing: { readonly account: number }): boolean => thing.account === account;
  const debts = [
    ...bookedCharges(model)
      .filter((charge) => isOwn(charge) && !charge.isReversed)
      .map(({ period, kopecks }) => ({ kind: 'principal' as const, period, kopecks })),
    ...model.penalties
      .filter(isOwn)
      .map(({ period, kopecks }) => ({ kind: 'penalty' as const, period, kopecks })),
  ];
  const byMonth = Map.groupBy(debts, ({ kind, period }) => `${kind} ${period}`);
  const { allocations } = allocatePayments(
    [...byMonth.values()].map((group) => ({
      kind: group[0]?.kind ?? 'principal',
      month: parseBillingMonth(group[0]?.period ?? ''),
      amountKopecks: sumBy(group, ({ kopecks }) => kopecks),
    })),
    model.payments
      .filter((payment) => isOwn(payment) && !payment.isReversed)
      .map(({ id, paidOn, named, principal, penalty }) => ({
        id,
        paidOn: parseDay(paidOn),
        named: named === undefined ? null : parseBillingMonth(named),
        principalKopecks: principal,
        penaltyKopecks: penalty,
      })),
  );
  return new Map(
    model.payments.filter(isOwn).map(({ id }) => [
      id,
      allocations
        .filter(({ paymentId }) => paymentId === id)
        .map(({ kind, month, amountKopecks }) => ({
          debtKind: kind,
          period: month === null ? null : month.toString(),
          amount: formatKopecks(amountKopecks),
        }))
        .toSorted((a, b) => orderOf(a).localeCompare(orderOf(b))),
    ]),
  );
}

function orderOf({ debtKind, period }: Payment['allocation'][number]): string {
  return `${debtKind === 'principal' ? 0 : 1} ${period ?? '9999'}`;
}
