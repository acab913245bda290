// Accounts' accruals as they are stored: the debts behind them are many and are written as rows of PostgreSQL's text format.
import { dayOfNumber } from '@kvartplata/domain/calendar/day-number.ts';
import { formatDay } from '@kvartplata/domain/calendar/day.ts';
import { formatKopecks, type Kopecks } from '@kvartplata/domain/money/kopecks.ts';
import { formatScaled } from '@kvartplata/domain/money/scaled.ts';
import { sumBy } from '@kvartplata/domain/money/sums.ts';
import {
  listCostingLines,
  type AccruedDebt,
} from '@kvartplata/domain/regulation/penalty-accrual/accrue-account.ts';
import type { PenaltyLine } from '@kvartplata/domain/regulation/penalty/penalty-lines.ts';

/** An account's debts whose penalties differ from what is booked, and the day up to which they are counted. */
export type AccruedAccount = {
  readonly houseId: number;
  readonly personalAccountId: number;
  readonly targetOn: number;
  readonly debts: readonly AccruedDebt[];
};

export type NumberedAccrual = AccruedAccount & {
  readonly id: number;
  readonly organizationId: number;
};

/** The columns of a row, in order. */
export const DEBT_COLUMNS = [
  'organization_id',
  'house_id',
  'personal_account_id',
  'period',
  'kind',
  'accrual_id',
  'method',
  'due_on',
  'debt',
  'penalty',
  'amount',
  'lines',
  'counted_from',
  'counted_to',
] as const;

/** The rows of each accrual's debts. */
export function* debtRows(accruals: readonly NumberedAccrual[]): Iterable<Uint8Array> {
  for (const accrual of accruals)
    yield Buffer.from(accrual.debts.map((debt) => rowOf(accrual, debt)).join(''));
}

export function amountOf({ debts }: Pick<AccruedAccount, 'debts'>): Kopecks {
  return sumBy(debts, ({ amountKopecks }) => amountKopecks);
}

export const dayText = remembering((day: number) => formatDay(dayOfNumber(day)));

const NULL = '\\N';
const rateText = remembering((rateE4: number) => formatScaled(BigInt(rateE4), 4));

function rowOf(accrual: NumberedAccrual, accrued: AccruedDebt): string {
  const { debt, kind, month, penaltyKopecks, amountKopecks } = accrued;
  const lines = listCostingLines(accrued, accrual.targetOn);
  const days =
    lines.length === 0
      ? [NULL, NULL]
      : [
          dayText(Math.min(...lines.map(({ from }) => from))),
          dayText(Math.max(...lines.map(({ to }) => to))),
        ];
  const columns = [
    accrual.organizationId,
    accrual.houseId,
    accrual.personalAccountId,
    dayText(month),
    kind,
    accrual.id,
    debt.method,
    dayText(debt.dueOn),
    formatKopecks(debt.debtKopecks),
    formatKopecks(penaltyKopecks),
    formatKopecks(amountKopecks),
    `[${lines.map(lineJson).join()}]`,
    ...days,
  ];
  return `${columns.join('\t')}\n`;
}

/** Nothing in it needs escaping. */
function lineJson(line: PenaltyLine): string {
  const { from, to, debtKopecks, rateE4, fraction, isPaused, isCapped } = line;
  const days = `"from":"${dayText(from)}","to":"${dayText(to)}"`;
  const part = `${fraction.numerator}/${fraction.denominator}`;
  const mark = isPaused ? ',"isPaused":true' : isCapped ? ',"isCapped":true' : '';
  return `{${days},"debt":"${formatKopecks(debtKopecks)}","rate":"${rateText(rateE4)}","fraction":"${part}"${mark}}`;
}

/** Memoized: there are few days and rates, and each is written many times. */
function remembering(make: (key: number) => string): (key: number) => string {
  const known = new Map<number, string>();
  return (key) => {
    const found = known.get(key);
    if (found !== undefined) return found;
    const made = make(key);
    known.set(key, made);
    return made;
  };
}
