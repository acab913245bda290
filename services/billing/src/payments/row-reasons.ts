// Why a row of a registry is rejected or quarantined: closed lists of codes, each with its sentence in English and in Russian.
import type {
  PaymentImportReason,
  RowReasonText,
} from '@kvartplata/contracts/billing/payment-imports.ts';

/** `{0}`, `{1}` stand for the parameters. A row with one of these is rejected: it is not a payment. */
const FAULTS = {
  'row-unreadable': ['is no row of this profile', 'строка не похожа на строку реестра'],
  'too-many-cells': ['has more cells than the header', 'в строке больше ячеек, чем в заголовке'],
  'amount-unreadable': [
    'the amount "{0}" is no sum with at most two decimals',
    'сумма «{0}» не читается: нужно число, не более двух знаков после запятой',
  ],
  'amount-not-positive': ['the amount is not above zero', 'сумма не больше нуля'],
  'amount-out-of-bounds': ['the amount is above 999999999.99', 'сумма больше 999999999,99'],
  'currency-foreign': ['the currency is {0}, and not RUB', 'валюта {0}, а не рубль'],
  'day-unreadable': ['the day "{0}" is no day', 'дата «{0}» не читается: нужно ДД.ММ.ГГГГ'],
  'day-too-early': ['the day is before 2000', 'дата раньше 2000 года'],
  'day-in-future': ['the day is after today', 'дата ещё не наступила'],
  'subsidy-refused': [
    'social protection has refused account {0}: {1}',
    'соцзащита отказала по счёту {0}: {1}',
  ],
  'nothing-to-credit': [
    'account {0} was accepted, with nothing to credit',
    'счёт {0} принят соцзащитой, зачислять нечего',
  ],
  'already-taken': [
    'was taken already, from line {1} of import {0}',
    'уже загружено: файл «{2}» от {3}, строка {1}',
  ],
  'repeats-line': ['is the same operation as line {0}', 'та же операция, что в строке {0}'],
} as const;

/** A row with one of these is quarantined: a person has to decide which account it is for. */
const DOUBTS = {
  'account-missing': ['names no account', 'лицевой счёт не указан'],
  'accounts-several': ['names several accounts: {0}', 'указано несколько лицевых счетов: {0}'],
  'account-unknown': [
    'the organization has no account {0}',
    'у организации нет лицевого счёта {0}',
  ],
  'amount-unusual': ['the amount is above {0}', 'необычно большая сумма: больше {0}'],
  'looks-taken': [
    'looks like line {1} of import {0}, and has no number of its own',
    'похоже на строку {1} файла «{2}» от {3}, а своего номера операции нет',
  ],
  'operation-differs': [
    'the operation of line {1} of import {0} had another content',
    'у этой операции в файле «{2}» от {3}, строка {1}, другое содержание',
  ],
} as const;

const SENTENCES = { ...FAULTS, ...DOUBTS };

export type FaultCode = keyof typeof FAULTS;
export type DoubtCode = keyof typeof DOUBTS;

export type RowReason<Code extends FaultCode | DoubtCode = FaultCode | DoubtCode> = {
  readonly code: Code;
  readonly params: readonly string[];
};

/** A reason of many rows, with the parameters of the first of them. */
export type CountedReason = RowReason & {
  readonly status: 'quarantined' | 'rejected';
  /** Whether all of them have the same parameters. */
  readonly isAlike: boolean;
  readonly rows: number;
  readonly amount: string;
  /** The first few. */
  readonly lines: readonly number[];
};

export function reason<Code extends FaultCode | DoubtCode>(
  code: Code,
  ...params: readonly (string | number)[]
): RowReason<Code> {
  return { code, params: params.map(String) };
}

/** Reasons that name an import and its line; its file's name and day are appended. */
const OF_IMPORTS: ReadonlySet<string> = new Set([
  'already-taken',
  'looks-taken',
  'operation-differs',
]);

export type ImportedFile = { readonly fileName: string; readonly day: string };

/** Appends file names to the reasons that refer to imports. */
export function nameFiles<Row extends { readonly reasons: readonly RowReason[] }>(
  rows: readonly Row[],
  fileOf: ReadonlyMap<string, ImportedFile>,
): readonly Row[] {
  const named = (one: RowReason): RowReason => {
    const file = OF_IMPORTS.has(one.code) ? fileOf.get(one.params[0] ?? '') : undefined;
    return file === undefined
      ? one
      : { ...one, params: [...one.params.slice(0, 2), file.fileName, file.day] };
  };
  return rows.map((row) => ({ ...row, reasons: row.reasons.map(named) }));
}

/** The imports that the rows' reasons refer to. */
export function namedImports(
  rows: readonly { readonly reasons: readonly RowReason[] }[],
): readonly string[] {
  const reasons = rows.flatMap((row) => row.reasons.filter(({ code }) => OF_IMPORTS.has(code)));
  return [...new Set(reasons.map(({ params: [importId = ''] }) => importId))];
}

export function sentenceOf(
  { code, params }: Pick<RowReason, 'code' | 'params'>,
  language: 'en' | 'ru',
): string {
  const [en, ru] = SENTENCES[code];
  return (language === 'en' ? en : ru).replaceAll(
    /\{(\d)\}/g,
    (_, index: string) => params[Number(index)] ?? '',
  );
}

export function toReasons(reasons: readonly RowReason[]): RowReasonText[] {
  return reasons.map((each) => ({
    code: each.code,
    message: sentenceOf(each, 'en'),
    messageRu: sentenceOf(each, 'ru'),
  }));
}

/** The reasons of rows that are reported together: … stands for parameters that differ. */
export function toCounts(counted: readonly CountedReason[]): PaymentImportReason[] {
  return counted.map(({ code, params, isAlike, status, rows, amount, lines }) => {
    const told = { code, params: isAlike ? params : params.map(() => '…') };
    return {
      status,
      code,
      message: sentenceOf(told, 'en'),
      messageRu: sentenceOf(told, 'ru'),
      rows,
      amount,
      lines: [...lines],
    };
  });
}
