// Why a row of opening balances is refused: a closed list of codes, each with its sentence in English and in Russian.
import type { ReasonCount } from '@kvartplata/contracts/billing/opening-balances.ts';
import type { RowReasonText } from '@kvartplata/contracts/billing/payment-imports.ts';

/** `{0}`, `{1}` stand for the parameters. */
const SENTENCES = {
  'account-missing': ['names no account', 'лицевой счёт не указан'],
  'account-unknown': [
    'the organization has no account {0}',
    'у организации нет лицевого счёта {0}',
  ],
  'month-missing': ['names no month', 'месяц не указан'],
  'month-unreadable': [
    '"{0}" is no month MM.YYYY or YYYY-MM',
    '«{0}» — не месяц: нужно ММ.ГГГГ или ГГГГ-ММ',
  ],
  'month-not-before': [
    'the month {0} is not before {1}, from which the books are kept here',
    'месяц {0} не раньше {1}, с которого учёт ведётся здесь',
  ],
  'month-charged': [
    'the account is already billed here for {0}: the debt would stand twice',
    'за {0} счёту уже начислено здесь: долг был бы учтён дважды',
  ],
  'counted-from-differs': [
    'penalties on debts of {0} are counted here from {1} on, by import {2}: name {1} for this file too',
    'пени на долги за {0} считаются здесь с {1} (загрузка {2}): укажите {1} и для этого файла',
  ],
  'kind-unknown': [
    '"{0}" is none of: principal, penalty, advance',
    'вид «{0}» неизвестен: нужно долг, пени или аванс',
  ],
  'amount-missing': ['has no sum', 'сумма не указана'],
  'amount-unreadable': ['the sum "{0}" is no number', 'сумма «{0}» не читается: нужно число'],
  'amount-places': [
    'the sum {0} has more than two decimals',
    'в сумме {0} больше двух знаков после запятой',
  ],
  'amount-negative': [
    'the sum {0} is below zero; an overpayment is an advance',
    'сумма {0} меньше нуля; переплата — это аванс',
  ],
  'overpaid-otherwise': [
    'the debt is {0}, an overpayment, and the advance is {1}: leave one of them, or make them equal',
    'долг {0} — это переплата, а аванс {1}: оставьте одно из двух или сделайте их равными',
  ],
  'amount-out-of-bounds': ['the sum is above 999999999.99', 'сумма больше 999999999,99'],
  formula: ['holds a formula: save the values', 'содержит формулу: сохраните таблицу значениями'],
  'service-unknown': ['the house has no service {0}', 'у дома нет услуги {0}'],
  'too-many-cells': ['has more cells than the header', 'в строке больше ячеек, чем в заголовке'],
  repeated: [
    'line {0} has the same account, month, kind and service',
    'тот же счёт, месяц, вид и услуга, что в строке {0}',
  ],
  'already-booked': [
    'stands in line {1} of import {0}, which is booked',
    'уже учтено: загрузка {0}, строка {1}',
  ],
} as const;

export type OpeningReasonCode = keyof typeof SENTENCES;

export type OpeningReason = {
  readonly code: OpeningReasonCode;
  readonly params: readonly string[];
};

export type CountedReason = {
  readonly code: OpeningReasonCode;
  readonly count: number;
  readonly firstLine: number;
};

/** The longest parameter that is shown, in characters. */
const MAX_SHOWN = 60;

export function reason(
  code: OpeningReasonCode,
  ...params: readonly (string | number)[]
): OpeningReason {
  return { code, params: params.map((param) => String(param).slice(0, MAX_SHOWN)) };
}

export function toReasons(reasons: readonly OpeningReason[]): RowReasonText[] {
  return reasons.map(({ code, params }) => {
    const [en, ru] = SENTENCES[code];
    return { code, message: filled(en, params), messageRu: filled(ru, params) };
  });
}

/** The reasons of rows that are reported together. */
export function toCounts(counted: readonly CountedReason[]): ReasonCount[] {
  return counted.map(({ code, ...found }) => {
    const [en, ru] = SENTENCES[code];
    const params = ['…', '…', '…'];
    return { code, message: filled(en, params), messageRu: filled(ru, params), ...found };
  });
}

function filled(sentence: string, params: readonly string[]): string {
  return sentence.replaceAll(/\{(\d)\}/g, (_, index: string) => params[Number(index)] ?? '');
}
