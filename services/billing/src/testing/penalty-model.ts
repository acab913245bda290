// The penalties of the model's accounts, day by day, by the rate of each day.
import type { AccruedDebt } from '@kvartplata/contracts/billing/penalty-accruals.ts';
import { numberOfDay } from '@kvartplata/domain/calendar/day-number.ts';
import { parseDay } from '@kvartplata/domain/calendar/day.ts';
import { formatKopecks, parseKopecks } from '@kvartplata/domain/money/kopecks.ts';
import { parseScaled } from '@kvartplata/domain/money/scaled.ts';
import { sumBy, sumOf } from '@kvartplata/domain/money/sums.ts';
import {
  bookedCharges,
  monthToBookIn,
  type BooksModel,
  type ModelAccrual,
  type ModelRate,
} from './books-model.ts';

/** A unit in which 1/300 and 1/130 of a rate × 10^4 are whole numbers. */
const UNIT = 3_900_000_000n;

/** The due day of a month's charges. */
const DUE: Readonly<Record<string, string>> = {
  '2026-01': '2026-02-10',
  '2026-02': '2026-03-16',
  '2026-03': '2026-04-15',
  '2026-04': '2026-05-15',
  '2026-05': '2026-06-15',
};

type Money = {
  readonly day: number;
  readonly id: number;
  readonly named: string | undefined;
  readonly kopecks: bigint;
};

type Debt = {
  readonly period: string;
  readonly kopecks: bigint;
  readonly paid: { readonly day: number; readonly kopecks: bigint }[];
};

/** What an accrual has to book: the whole less what is booked, never up to an earlier day. */
export function foretellAccrual(
  model: BooksModel,
  account: number,
  targetDate: string,
): ModelAccrual {
  const earlier = model.penalties.filter((accrual) => accrual.account === account);
  const until = [targetDate, ...earlier.map((accrual) => accrual.targetDate)].toSorted().at(-1)!;
  const whole = penaltiesBy(model, account, until);
  const months = new Set([
    ...whole.keys(),
    ...earlier.flatMap(({ byMonth }) => [...byMonth.keys()]),
  ]);
  const byMonth = new Map(
    [...months]
      .map((month) => {
        const booked = sumBy(earlier, (accrual) => accrual.byMonth.get(month) ?? 0n);
        return [month, (whole.get(month) ?? 0n) - booked] as const;
      })
      .filter(([, amount]) => amount !== 0n),
  );
  return {
    account,
    period: monthToBookIn(model, until),
    kopecks: sumOf(byMonth.values()),
    targetDate: until,
    byMonth,
  };
}

/** The account's penalties by the day, by the month of the debt; only those above zero. */
export function penaltiesBy(
  model: BooksModel,
  account: number,
  targetDate: string,
): ReadonlyMap<string, bigint> {
  const months = owedMonths(model, account);
  const debts = months
    .filter(({ kopecks }) => kopecks > 0n)
    .map(({ period, kopecks }): Debt => ({ period, kopecks, paid: [] }));
  for (const money of moneyOf(model, account, months)) pay(debts, money);
  const target = dayOf(targetDate);
  const rates = ratesByDay(model.rates);
  const penalties = debts.map((debt) => [debt.period, penaltyOf(debt, rates, target)] as const);
  return new Map(penalties.filter(([, kopecks]) => kopecks > 0n));
}

function penaltyOf(
  { period, kopecks, paid }: Debt,
  rateE4On: (day: number) => bigint,
  target: number,
): bigint {
  const due = DUE[period];
  if (due === undefined) return 0n;
  let units = 0n;
  for (let day = dayOf(due) + 1; day <= target; day += 1) {
    const overdueDay = day - dayOf(due);
    const left = paid.reduce(
      (rest, part) => (part.day < day ? rest - part.kopecks : rest),
      kopecks,
    );
    units += left * rateE4On(day) * (overdueDay <= 30 ? 0n : overdueDay <= 90 ? 13n : 30n);
  }
  return rounded(units);
}

/** The sum over the days of a breakdown. */
export function penaltyOfLines(lines: AccruedDebt['lines']): string {
  const units = lines.map(({ days, debtAmount, rate, fraction }) => {
    const part = fraction === '1/300' ? 13n : 30n;
    return BigInt(days) * parseKopecks(debtAmount) * parseScaled(rate, 4) * part;
  });
  return formatKopecks(rounded(sumOf(units)));
}

function rounded(units: bigint): bigint {
  return (2n * units + UNIT) / (2n * UNIT);
}

function ratesByDay(rates: readonly ModelRate[]): (day: number) => bigint {
  const days = rates.map(({ validFrom, validTo, effectiveRateE4 }) => {
    return { from: dayOf(validFrom), to: dayOf(validTo), effectiveRateE4 };
  });
  return (day) => days.find(({ from, to }) => from <= day && day <= to)!.effectiveRateE4;
}

/** Oldest first; negative where a month has a credit. */
function owedMonths(model: BooksModel, account: number) {
  const charges = bookedCharges(model).filter(
    (charge) => charge.account === account && !charge.isReversed,
  );
  return [...Map.groupBy(charges, ({ period }) => period)]
    .map(([period, own]) => ({
      period,
      kopecks: sumBy(own, ({ kopecks }) => kopecks),
    }))
    .toSorted((a, b) => (a.period < b.period ? -1 : 1));
}

/** In the order of receipt; a month's credit comes before the payments of the month's last day. */
function moneyOf(
  model: BooksModel,
  account: number,
  months: readonly { readonly period: string; readonly kopecks: bigint }[],
): readonly Money[] {
  const givenBack = months
    .filter(({ kopecks }) => kopecks < 0n)
    .map(({ period, kopecks }): Money => {
      const month = Temporal.PlainYearMonth.from(period);
      const day = numberOfDay(month.toPlainDate({ day: month.daysInMonth }));
      return { day, id: 0, named: undefined, kopecks: -kopecks };
    });
  const payments = model.payments
    .filter((payment) => payment.account === account && !payment.isReversed)
    .map(({ id, paidOn, named, principal }): Money => {
      return { day: dayOf(paidOn), id, named, kopecks: principal };
    });
  return [...givenBack, ...payments].toSorted((a, b) => a.day - b.day || a.id - b.id);
}

function pay(debts: readonly Debt[], { day, named, kopecks }: Money): void {
  let rest = kopecks;
  const first = debts.filter(({ period }) => period === named);
  for (const debt of [...first, ...debts]) {
    const left = debt.paid.reduce((sum, part) => sum - part.kopecks, debt.kopecks);
    const part = rest < left ? rest : left;
    debt.paid.push({ day, kopecks: part });
    rest -= part;
  }
}

function dayOf(text: string): number {
  return numberOfDay(parseDay(text));
}
