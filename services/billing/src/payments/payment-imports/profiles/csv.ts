// A table of payments from anywhere, CSV or XLSX: `account;amount;date` and what else it has, in any order.
import { Refusal } from '@kvartplata/platform/http/refusal.ts';
import { dayOf, decimalOf } from '@kvartplata/platform/table-files/typed-values.ts';
import { malformedFile, type TableRow } from '@kvartplata/platform/table-files/table-file.ts';
import type { WrittenRow } from '../registry-row.ts';
import { cellOf, columnsOf, type Columns } from './columns.ts';
import { UNDECLARED, type DeclaredTotals, type Profile } from './profile.ts';

const TITLES = {
  account: ['account', 'accountnumber', 'лицевой счет', 'номер лицевого счета', 'лс', 'л/с'],
  amount: ['amount', 'sum', 'сумма', 'сумма платежа'],
  date: ['date', 'paidon', 'дата', 'дата платежа', 'дата оплаты'],
  period: ['period', 'период', 'месяц'],
  operation: ['operation', 'reference', 'номер операции', 'номер платежа', 'номер документа'],
  payer: ['payer', 'плательщик', 'фио'],
  purpose: ['purpose', 'назначение', 'назначение платежа', 'комментарий'],
} as const;

type Field = keyof typeof TITLES;

/** Of a table without a header. */
const IN_ORDER: Columns<Field> = { account: 0, amount: 1, date: 2 };
const TOTAL = /^(?:итого|всего|total)(?!\p{L})/iu;

export const csv: Profile = {
  layout: 'table',
  open: () => {
    let columns: Columns<Field> | undefined;
    let declared = UNDECLARED;
    return {
      take: (row: TableRow) => {
        if (columns === undefined) {
          const isPayment = looksLikePayment(row);
          columns = isPayment ? IN_ORDER : headerOf(row);
          if (!isPayment) return undefined;
        }
        if (declared !== UNDECLARED)
          throw malformedFile(`Line ${row.line} stands behind the total`);
        if (!TOTAL.test(row.cells.find((cell) => cell !== '') ?? ''))
          return paymentOf(row, columns);
        declared = totalOf(row, columns);
        return undefined;
      },
      end: () => declared,
    };
  },
};

function looksLikePayment({ cells: [, amount = '', date = ''] }: TableRow): boolean {
  return decimalOf(amount, 2) !== undefined && dayOf(date) !== undefined;
}

function headerOf({ cells }: TableRow): Columns<Field> {
  const columns = columnsOf(cells, TITLES);
  const missing = (['account', 'amount', 'date'] as const).filter(
    (field) => columns[field] === undefined,
  );
  if (missing.length > 0)
    throw new Refusal('wrong-columns', `The header has no column ${missing.join(', ')}`, {
      errors: missing.map((field) => ({
        path: `/columns/${field}`,
        message: 'is required',
        reason: { code: 'required' },
      })),
    });
  return columns;
}

function paymentOf({ line, cells }: TableRow, columns: Columns<Field>): WrittenRow {
  const get = (field: Field): string => cellOf(columns, cells, field);
  return {
    line,
    source: cells.join(';'),
    accounts: [get('account')],
    amount: get('amount'),
    day: get('date'),
    period: get('period'),
    operation: get('operation'),
    payer: get('payer'),
    purpose: get('purpose'),
    fault: null,
  };
}

function totalOf({ line, cells }: TableRow, columns: Columns<Field>): DeclaredTotals {
  const kopecks = decimalOf(cellOf(columns, cells, 'amount'), 2);
  if (kopecks === undefined) throw malformedFile(`The total of line ${line} cannot be read`);
  return { rows: null, kopecks };
}
