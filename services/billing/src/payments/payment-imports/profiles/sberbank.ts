// Sberbank's registry of a day's payments: one line per payment, fields separated by semicolons, usually in windows-1251.
//
// day; time; branch; cash desk; operation; what the payer has entered …; paid; transferred; commission
//
// What the payer has entered begins with the account, either as it is or, where the contract requires keys, as `CLIENTNO:…` among
// others such as `FIO:…`. The last line is `=`payments; paid; transferred; commission; payment order; its day.
import { decimalOf } from '@kvartplata/platform/table-files/typed-values.ts';
import { malformedFile, type TableRow } from '@kvartplata/platform/table-files/table-file.ts';
import { BLANK_ROW, type WrittenRow } from '../registry-row.ts';
import { reason } from '../../row-reasons.ts';
import { UNDECLARED, type DeclaredTotals, type Profile } from './profile.ts';

const FIELDS_BEFORE = 5;
const FIELDS_AFTER = 3;
const DAY = /^(\d{2})[-/](\d{2})[-/](\d{4})$/;
const PERIOD = /^(?:0[1-9]|1[0-2])(\d{2}|\d{4})$/;

export const sberbank: Profile = {
  layout: 'lines',
  open: () => {
    let declared = UNDECLARED;
    return {
      take: ({ line, cells: [text = ''] }: TableRow) => {
        if (text.startsWith('#')) return undefined;
        if (declared.rows !== null)
          throw malformedFile(`Line ${line} stands behind the line of totals`);
        if (!text.startsWith('=')) return paymentOf(line, text);
        declared = totalsOf(line, text);
        return undefined;
      },
      end: () => declared,
    };
  },
};

function paymentOf(line: number, source: string): WrittenRow {
  const fields = fieldsOfPayment(source);
  if (fields.length <= FIELDS_BEFORE + FIELDS_AFTER)
    return { ...BLANK_ROW, line, source, fault: reason('row-unreadable') };
  const asked = fields.slice(FIELDS_BEFORE, -FIELDS_AFTER);
  return {
    line,
    source,
    accounts: [keyed(asked, 'CLIENTNO') ?? asked[0] ?? ''],
    amount: fields.at(-FIELDS_AFTER) ?? '',
    day: (fields[0] ?? '').replace(DAY, '$1.$2.$3'),
    period: keyed(asked, 'PERIOD') ?? asked.slice(1).find(isMonthNear(fields[0] ?? '')) ?? '',
    operation: fields[4] ?? '',
    payer: keyed(asked, 'FIO') ?? '',
    purpose: asked.filter((field) => field !== '').join('; '),
    fault: null,
  };
}

const YEARS_NEAR = 3;

/** Digits without a key that look like a month long before the payment mean something else. */
function isMonthNear(day: string): (field: string) => boolean {
  const yearOfDay = Number(DAY.exec(day)?.[3]);
  return (field) => {
    const [, year = ''] = PERIOD.exec(field) ?? [];
    return year !== '' && Number(year.padStart(4, '20')) >= yearOfDay - YEARS_NEAR;
  };
}

function keyed(fields: readonly string[], key: string): string | undefined {
  const field = fields.find((one) => one.startsWith(`${key}:`));
  return field?.slice(key.length + 1).trim();
}

function totalsOf(line: number, text: string): DeclaredTotals {
  const [rows = '', paid = ''] = fieldsOf(text.slice(1));
  const kopecks = decimalOf(paid, 2);
  if (!/^\d{1,9}$/.test(rows) || kopecks === undefined)
    throw malformedFile(`The totals of line ${line} cannot be read`);
  return { rows: Number(rows), kopecks };
}

/** A semicolon at the end either ends the line or stands before a blank commission, as the sums show. */
function fieldsOfPayment(text: string): readonly string[] {
  const [ended, whole] = [fieldsOf(text), splitFields(text)];
  return !addsUp(ended) && addsUp(whole) ? whole : ended;
}

/** Whether the last three fields are what was paid, and its two parts. */
function addsUp(fields: readonly string[]): boolean {
  const [paid, transferred, commission] = fields
    .slice(-FIELDS_AFTER)
    .map((field) => (field === '' ? 0n : decimalOf(field, 2)));
  if (paid === undefined || transferred === undefined || commission === undefined) return false;
  return paid === transferred + commission;
}

function fieldsOf(text: string): readonly string[] {
  const fields = splitFields(text);
  return fields.at(-1) === '' ? fields.slice(0, -1) : fields;
}

function splitFields(text: string): readonly string[] {
  return text.split(';').map((field) => field.trim());
}
