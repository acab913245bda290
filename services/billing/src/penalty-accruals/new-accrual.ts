// What an account's accrual says, in the texts in which it is stored.
import { dayOfNumber } from '@kvartplata/domain/calendar/day-number.ts';
import { formatDay } from '@kvartplata/domain/calendar/day.ts';
import { formatKopecks } from '@kvartplata/domain/money/kopecks.ts';
import { formatScaled } from '@kvartplata/domain/money/scaled.ts';
import {
  listCostingLines,
  type AccruedDebt,
} from '@kvartplata/domain/regulation/penalty-accrual/accrue-account.ts';
import type { PenaltyLine } from '@kvartplata/domain/regulation/penalty/penalty-lines.ts';
import type { RateTable } from '@kvartplata/domain/regulation/penalty/rate-table.ts';
import type { NewAccrual, NewDebt, StoredLine } from './penalty-accruals.repository.ts';

/** An account's debts that differ from what is booked, and the day they are counted up to. */
export type AccruedAccount = {
  readonly houseId: number;
  readonly personalAccountId: number;
  readonly targetOn: number;
  readonly debts: readonly AccruedDebt[];
};

/** Makes texts of days and rates, each day and rate once. */
export function accrualWriter(
  rates: RateTable,
): (id: number, account: AccruedAccount) => NewAccrual {
  const dayText = remembering((day: number) => formatDay(dayOfNumber(day)));
  const rateText = remembering((rateE4: number) => formatScaled(BigInt(rateE4), 4));

  const toLine = (line: PenaltyLine): StoredLine => ({
    from: dayText(line.from),
    to: dayText(line.to),
    debt: formatKopecks(line.debtKopecks),
    rate: rateText(line.rateE4 ?? 0),
    fraction: `${line.fraction.numerator}/${line.fraction.denominator}`,
  });

  const toDebt = (accrued: AccruedDebt, targetOn: number): NewDebt => {
    const lines = listCostingLines(accrued, rates, targetOn);
    const { debt } = accrued;
    return {
      period: dayText(accrued.month),
      kind: accrued.kind,
      method: debt.method,
      dueOn: dayText(debt.dueOn),
      debt: formatKopecks(debt.debtKopecks),
      penalty: formatKopecks(accrued.penaltyKopecks),
      amount: formatKopecks(accrued.amountKopecks),
      lines: lines.map(toLine),
      countedFrom: lines.length === 0 ? null : dayText(Math.min(...lines.map(({ from }) => from))),
      countedTo: lines.length === 0 ? null : dayText(Math.max(...lines.map(({ to }) => to))),
    };
  };

  return (id, { houseId, personalAccountId, targetOn, debts }) => ({
    id,
    houseId,
    personalAccountId,
    targetOn: dayText(targetOn),
    amount: formatKopecks(sumOf(debts)),
    debts: debts.map((debt) => toDebt(debt, targetOn)),
  });
}

export function sumOf(debts: readonly AccruedDebt[]): bigint {
  return debts.reduce((sum, { amountKopecks }) => sum + amountKopecks, 0n);
}

function remembering<Key>(make: (key: Key) => string): (key: Key) => string {
  const known = new Map<Key, string>();
  return (key) => {
    const found = known.get(key) ?? make(key);
    known.set(key, found);
    return found;
  };
}
