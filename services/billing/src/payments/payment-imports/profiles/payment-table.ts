// A table with one payment per row: its columns are found by title, and the last row may be a total.
import { kopecksOf } from '@kvartplata/platform/table-files/typed-values.ts';
import { malformedFile, type TableRow } from '@kvartplata/platform/table-files/table-file.ts';
import { reason } from '../../row-reasons.ts';
import { BLANK_ROW, type WrittenRow } from '../registry-row.ts';
import { cellOf } from './columns.ts';
import { openHeaderSearch, type Needed, type PaymentColumns } from './payment-header.ts';
import { UNDECLARED, type DeclaredTotals, type Profile } from './profile.ts';

export type PaymentTable<Field extends string> = PaymentColumns<Field> & {
  /** Reads a row. */
  readonly rowOf: (row: TableRow, get: (field: Field | Needed) => string) => WrittenRow;
};

const TOTAL = /^(?:итого|всего|total)(?!\p{L})/iu;

export function paymentTable<Field extends string>(table: PaymentTable<Field>): Profile {
  return {
    layout: 'table',
    open: () => {
      const search = openHeaderSearch(table);
      let declared = UNDECLARED;
      return {
        take: (row: TableRow) => {
          const header = search.headerOf(row);
          if (header === undefined) return undefined;
          const { line, cells } = row;
          if (declared !== UNDECLARED) throw malformedFile(`Line ${line} stands behind the total`);
          const get = (field: Field | Needed): string => cellOf(header.columns, cells, field);
          // A separator within a cell moves the cells behind it: an amount `840,50` could become 840.
          const isWider = cells.length > header.width;
          if (!TOTAL.test(cells.find((cell) => cell !== '') ?? ''))
            return isWider ? tooWide(row) : table.rowOf(row, get);
          if (isWider)
            throw malformedFile(`The total of line ${line} has more cells than the header`);
          declared = totalOf(line, get('amount'));
          return undefined;
        },
        end: () => {
          search.end();
          return declared;
        },
      };
    },
  };
}

function tooWide({ line, cells }: TableRow): WrittenRow {
  return { ...BLANK_ROW, line, source: cells.join(';'), fault: reason('too-many-cells') };
}

function totalOf(line: number, amount: string): DeclaredTotals {
  const kopecks = kopecksOf(amount);
  if (kopecks === undefined) throw malformedFile(`The total of line ${line} cannot be read`);
  return { rows: null, kopecks };
}
