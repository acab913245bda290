// A table with one payment per row: its columns are found by title, and the last row may be a total.
import { Refusal } from '@kvartplata/platform/http/refusal.ts';
import { dayOf, decimalOf } from '@kvartplata/platform/table-files/typed-values.ts';
import { malformedFile, type TableRow } from '@kvartplata/platform/table-files/table-file.ts';
import { missingColumn, repeatedColumn } from '@kvartplata/platform/table-files/titles.ts';
import type { WrittenRow } from '../registry-row.ts';
import { cellOf, columnsOf, repeatedOf, type Columns } from './columns.ts';
import { UNDECLARED, type DeclaredTotals, type Profile } from './profile.ts';

const NEEDED = ['account', 'amount', 'date'] as const;
type Needed = (typeof NEEDED)[number];

export type PaymentTable<Field extends string> = {
  /** The possible titles of each field, in lower case and with `е` for `ё`, the best one first. */
  readonly titles: Readonly<Record<Field | Needed, readonly string[]>>;
  /** Reads a row. */
  readonly rowOf: (row: TableRow, get: (field: Field | Needed) => string) => WrittenRow;
};

/** For a table without a header. */
const IN_ORDER: Columns<Needed> = { account: 0, amount: 1, date: 2 };
const TOTAL = /^(?:итого|всего|total)(?!\p{L})/iu;

export function paymentTable<Field extends string>({
  titles,
  rowOf,
}: PaymentTable<Field>): Profile {
  return {
    layout: 'table',
    open: () => {
      let columns: Columns<Field | Needed> | undefined;
      let declared = UNDECLARED;
      return {
        take: (row: TableRow) => {
          if (columns === undefined) {
            const isPayment = looksLikePayment(row);
            columns = isPayment ? (IN_ORDER as Columns<Field | Needed>) : headerOf(row, titles);
            if (!isPayment) return undefined;
          }
          const known = columns;
          const get = (field: Field | Needed): string => cellOf(known, row.cells, field);
          if (declared !== UNDECLARED)
            throw malformedFile(`Line ${row.line} stands behind the total`);
          if (!TOTAL.test(row.cells.find((cell) => cell !== '') ?? '')) return rowOf(row, get);
          declared = totalOf(row, get('amount'));
          return undefined;
        },
        end: () => declared,
      };
    },
  };
}

function looksLikePayment({ cells: [, amount = '', date = ''] }: TableRow): boolean {
  return decimalOf(amount, 2) !== undefined && dayOf(date) !== undefined;
}

function headerOf<Field extends string>(
  { cells }: TableRow,
  titles: PaymentTable<Field>['titles'],
): Columns<Field | Needed> {
  const columns = columnsOf(cells, titles);
  const missing = NEEDED.filter((field) => columns[field] === undefined);
  if (missing.length > 0)
    throw new Refusal('wrong-columns', `The header has no column ${missing.join(', ')}`, {
      errors: missing.map(missingColumn),
    });
  const repeated = repeatedOf<Field | Needed>(cells, columns, NEEDED);
  if (repeated.length > 0)
    throw new Refusal('wrong-columns', `The header repeats: ${repeated.join(', ')}`, {
      errors: repeated.map(repeatedColumn),
    });
  return columns;
}

function totalOf({ line }: TableRow, amount: string): DeclaredTotals {
  const kopecks = decimalOf(amount, 2);
  if (kopecks === undefined) throw malformedFile(`The total of line ${line} cannot be read`);
  return { rows: null, kopecks };
}
