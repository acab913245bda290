// The text of the QR code by which a bank's app pays a receipt.

import type { BillingMonth } from '../calendar/billing-month.ts';
import type { Kopecks } from '../money/kopecks.ts';

/** The recipient of the money. */
export type Payee = {
  readonly name: string;
  readonly inn: string | null;
  readonly bankName: string;
  readonly bic: string;
  readonly settlementAccount: string;
  readonly correspondentAccount: string;
};

export type PaymentOrder = {
  readonly payee: Payee;
  readonly accountNumber: string;
  readonly payer: string;
  readonly period: BillingMonth;
  /** Omitted unless above zero: the payer then enters the sum. */
  readonly sumKopecks: Kopecks;
};

/** The format `ST`, its version `0001`, and `2` for UTF-8. */
const START = 'ST00012';
const SEPARATOR = '|';

/** The maximum length allowed by the standard, in characters. */
const LIMITS = {
  Name: 160,
  PersonalAcc: 20,
  BankName: 45,
  BIC: 9,
  CorrespAcc: 20,
  Sum: 18,
  PayeeINN: 12,
  PersAcc: 30,
  PaymPeriod: 6,
  Purpose: 210,
  LastName: 160,
  FirstName: 160,
  MiddleName: 160,
} as const;

type Field = keyof typeof LIMITS;

/**
 * The five required fields in the order of the standard, then those for a payment of housing services; a field
 * without a value is left out.
 * Source: GOST R 56042-2014, tables 1 and 2.
 */
export function paymentCodeOf(order: PaymentOrder): string {
  const { payee, accountNumber, period, sumKopecks } = order;
  const month = String(period.month).padStart(2, '0');
  const fields: readonly (readonly [Field, string])[] = [
    ['Name', payee.name],
    ['PersonalAcc', payee.settlementAccount],
    ['BankName', payee.bankName],
    ['BIC', payee.bic],
    ['CorrespAcc', payee.correspondentAccount],
    ['Sum', sumKopecks > 0n ? String(sumKopecks) : ''],
    ['PayeeINN', payee.inn ?? ''],
    ['PersAcc', accountNumber],
    ['PaymPeriod', `${month}${period.year}`],
    ['Purpose', `Оплата ЖКУ за ${month}.${period.year}, лицевой счёт ${accountNumber}`],
    ...namesOf(order.payer),
  ];
  const written = fields
    .map(([field, value]) => [field, valueOf(value, LIMITS[field])] as const)
    .filter(([, value]) => value !== '')
    .map(([field, value]) => `${field}=${value}`);
  return [START, ...written].join(SEPARATOR);
}

const OF_PAYER = /^(?:Last|First|Middle)Name=/;

/** The same code without the payer, for use in public: the bank needs only the account. */
export function withoutPayer(code: string): string {
  const fields = code.split(SEPARATOR);
  return fields.filter((field) => !OF_PAYER.test(field)).join(SEPARATOR);
}

/** The same code for another sum; both are above zero. */
export function withSum(code: string, sumKopecks: Kopecks): string {
  const fields = code.split(SEPARATOR);
  return fields
    .map((field) => (field.startsWith('Sum=') ? `Sum=${sumKopecks}` : field))
    .join(SEPARATOR);
}

const NAME = /^\p{Lu}(?:[\p{Ll}’'-]+(?:\p{Lu}[\p{Ll}’']+)*|\.)$/u;

/** A payer is one line of text; it is split only if it looks like a person's three names. */
function namesOf(payer: string): readonly (readonly [Field, string])[] {
  const words = payer.split(' ');
  const [last = '', first = '', middle = ''] = words;
  return words.length === 3 && words.every((word) => NAME.test(word))
    ? [
        ['LastName', last],
        ['FirstName', first],
        ['MiddleName', middle],
      ]
    : [['LastName', payer]];
}

/** One line without the separator, cut at a character boundary. */
function valueOf(text: string, most: number): string {
  const line = text
    .toWellFormed()
    .replaceAll(SEPARATOR, '/')
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  return Array.from(line).slice(0, most).join('').trimEnd();
}
