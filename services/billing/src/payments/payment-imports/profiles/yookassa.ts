// ЮKassa's registry of payments, CSV or XLSX: a title with its number and day, a header, one row per payment, and totals at the
// end. The company chooses the columns.
// Source: https://yookassa.ru/docs/support/merchant/payments/reports
import { decimalOf } from '@kvartplata/platform/table-files/typed-values.ts';
import { malformedFile, type TableRow } from '@kvartplata/platform/table-files/table-file.ts';
import { accountsIn } from '../account-in-text.ts';
import { BLANK_ROW, type WrittenRow } from '../registry-row.ts';
import { reason } from '../../row-reasons.ts';
import { cellOf, columnsOf, type Columns } from './columns.ts';
import { UNDECLARED, type DeclaredTotals, type Profile } from './profile.ts';

const TITLES = {
  operation: ['идентификатор платежа', 'номер транзакции'],
  amount: ['сумма платежа'],
  currency: ['валюта платежа'],
  day: ['время платежа', 'дата платежа', 'дата и время платежа', 'время создания платежа'],
  account: ['лицевой счет', 'номер лицевого счета', 'идентификатор клиента'],
  payer: ['плательщик', 'фио плательщика', 'фио'],
  purpose: ['описание', 'описание заказа', 'краткое описание', 'назначение платежа'],
} as const;

/** The longest row of totals, in characters. */
const MOST_OF_TOTALS = 300;

type Header = Columns<keyof typeof TITLES>;

export const yookassa: Profile = {
  layout: 'table',
  separator: ';',
  open: () => {
    let dayOfAll = '';
    let header: Header | undefined;
    let declared = UNDECLARED;
    return {
      take: (row: TableRow) => {
        const [first = ''] = row.cells;
        if (header === undefined) {
          dayOfAll = /^Дата платежей:\s*(\S+)/i.exec(first)?.[1] ?? dayOfAll;
          header = headerOf(row);
          return undefined;
        }
        const totals = totalsOf(row, declared);
        if (totals === undefined && declared !== UNDECLARED)
          throw malformedFile(`Line ${row.line} stands behind the totals`);
        declared = totals ?? declared;
        return totals === undefined ? paymentOf(row, header, dayOfAll) : undefined;
      },
      end: () => {
        if (header === undefined)
          throw malformedFile('The file has no header with the columns of a registry of ЮKassa');
        return declared;
      },
    };
  },
};

function headerOf({ cells }: TableRow): Header | undefined {
  const header = columnsOf(cells, TITLES);
  if (columnsOf(cells, { refund: ['идентификатор возврата'] }).refund !== undefined)
    throw malformedFile('This is a registry of refunds, and not of payments');
  return header.operation === undefined || header.amount === undefined ? undefined : header;
}

function paymentOf({ line, cells }: TableRow, header: Header, dayOfAll: string): WrittenRow {
  const get = (field: keyof typeof TITLES): string => cellOf(header, cells, field);
  const currency = get('currency') || 'RUB';
  const source = cells.join(';');
  if (get('operation') === '' || cells.length === 1)
    return { ...BLANK_ROW, line, source, fault: reason('row-unreadable') };
  if (currency !== 'RUB')
    return { ...BLANK_ROW, line, source, fault: reason('currency-foreign', currency) };
  const account = get('account');
  return {
    line,
    source,
    accounts: account === '' ? accountsIn(get('purpose')) : [account],
    amount: get('amount'),
    day: get('day') || dayOfAll,
    period: '',
    operation: get('operation'),
    payer: get('payer'),
    purpose: get('purpose'),
    fault: null,
  };
}

/** Adds this row's totals; each kind of payment may have its own. Undefined for any other row. */
function totalsOf({ line, cells }: TableRow, before: DeclaredTotals): DeclaredTotals | undefined {
  const text = cells.filter((cell) => cell !== '').join(' ');
  // The pattern takes quadratic time to reject a text.
  if (text.length > MOST_OF_TOTALS) return undefined;
  const [, what, figure = ''] = /^(Сумма|Число)[^:]* платежей[^:]*:\s*(.*)$/i.exec(text) ?? [];
  if (what === undefined) return undefined;
  const isSum = what.toLowerCase() === 'сумма';
  const value = decimalOf(figure.replace(/\s*RUB$/, ''), isSum ? 2 : 0);
  if (value === undefined) throw malformedFile(`The totals of line ${line} cannot be read`);
  return isSum
    ? { ...before, kopecks: (before.kopecks ?? 0n) + value }
    : { ...before, rows: (before.rows ?? 0) + Number(value) };
}
