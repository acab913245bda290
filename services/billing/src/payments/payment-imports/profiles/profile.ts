// The interface of a registry profile: the layout of its file, and how payments are read from it.
import type { Kopecks } from '@kvartplata/domain/money/kopecks.ts';
import type { TableRow } from '@kvartplata/platform/table-files/table-file.ts';
import type { WrittenRow } from '../registry-row.ts';

export type Profile = {
  /** `lines`: text, each line a row of one cell. `table`: CSV or XLSX. */
  readonly layout: 'lines' | 'table';
  /** For CSV; without it, the most frequent separator in the first row. */
  readonly separator?: ';';
  readonly open: () => RegistryReader;
};

/** Reads one file, row by row. */
export type RegistryReader = {
  /** The payment that ends in this row, if one does. @throws Refusal malformed-file, wrong-columns */
  readonly take: (row: TableRow) => WrittenRow | undefined;
  /** Called after the last row. @throws Refusal malformed-file for a file that is cut off */
  readonly end: () => DeclaredTotals;
};

/** The totals stated in the file; null where it states none. */
export type DeclaredTotals = {
  readonly rows: number | null;
  readonly kopecks: Kopecks | null;
  /** The sum of rows that repeat others and may be missing in the total; absent where such rows are not told apart. */
  readonly repeatedKopecks?: Kopecks;
};

export const UNDECLARED: DeclaredTotals = { rows: null, kopecks: null };
