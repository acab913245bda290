// Guesses from its title what a column of a turnover sheet means. A title with any other word means nothing: it may be a part of
// the debt, a turnover or the opening, and a wrong guess would be booked.
import { MONTH_BEGINNINGS } from '@kvartplata/domain/calendar/month-words.ts';
import { folded } from '@kvartplata/platform/table-files/titles.ts';

export type ColumnGuess = {
  readonly field: 'account' | 'month' | 'principal' | 'penalty' | 'advance';
  /** Whether the title says that it is of the end of the period. */
  readonly isClosing: boolean;
};

const ACCOUNT = /^(?:лицевой счет|номер лицевого счета|№ лицевого счета|№ ?лс|лс|л\/с|account)$/u;
const MONTH = /^(?:месяц|период|расчетный месяц|month|period)$/u;

/** In lower case, with `е` for `ё`. */
const WORDS = {
  debt: 'долг долга долги задолженность задолженности',
  balance: 'сальдо',
  penalty: 'пени пеня пеней пеням пене',
  advance: 'аванс авансы переплата переплаты',
  debit: 'дебет дебетовое дт',
  credit: 'кредит кредитовое кт',
  closing: 'конец исходящее исходящая исходящий конечное',
  nothing:
    'на по периода период месяца года год г отчетного расчетного сумма итого всего общая общий руб рублей р основной основному',
} as const;
type Meaning = keyof typeof WORDS;

const MEANINGS: ReadonlyMap<string, Meaning> = new Map(
  (Object.keys(WORDS) as Meaning[]).flatMap((meaning) =>
    WORDS[meaning].split(' ').map((word) => [word, meaning] as const),
  ),
);
/** The end of the period as a day, a month or a year, in figures or in words. */
const DATE = new RegExp(
  String.raw`^(?:\d{1,2}\.(?:\d{1,2}\.)?(?:\d{4}|\d\d)|20\d\d|(?:${MONTH_BEGINNINGS})\p{L}*)$`,
  'u',
);
const PIECES = /\p{L}+|\d[\d.]*\d|\d|№/gu;

export function guessColumn(title: string): ColumnGuess | undefined {
  const text = folded(title);
  if (ACCOUNT.test(text)) return { field: 'account', isClosing: false };
  if (MONTH.test(text)) return { field: 'month', isClosing: false };
  const pieces = (text.match(PIECES) ?? []).filter((piece) => !DATE.test(piece));
  const said = pieces.map((piece) => MEANINGS.get(piece));
  const meant = new Set(said.filter((meaning) => meaning !== undefined));
  const field = said.includes(undefined) ? undefined : sumOf(meant);
  return field && { field, isClosing: meant.has('closing') };
}

/** A debit or credit without the closing balance that it is a side of may be a turnover. */
function sumOf(meant: ReadonlySet<Meaning>): ColumnGuess['field'] | undefined {
  const has = (...meanings: readonly Meaning[]): boolean =>
    meanings.some((meaning) => meant.has(meaning));
  const isBalance = has('balance') && has('closing');
  if (has('balance') && !isBalance) return undefined;
  if (has('penalty')) return has('advance', 'debit', 'credit') ? undefined : 'penalty';
  if (has('credit')) return isBalance && !has('debit', 'debt', 'advance') ? 'advance' : undefined;
  if (has('advance')) return has('debt', 'debit', 'balance') ? undefined : 'advance';
  return isBalance || (has('debt') && !has('debit')) ? 'principal' : undefined;
}
