// What the profile of a registry is: how its file is laid out, and how payments are found in it.
import type { Kopecks } from '@kvartplata/domain/money/kopecks.ts';
import type { TableRow } from '@kvartplata/platform/table-files/table-file.ts';
import type { WrittenRow } from '../registry-row.ts';

export type Profile = {
  /** `lines`: text, each line a row of one cell. `table`: CSV or XLSX. */
  readonly layout: 'lines' | 'table';
  /** Of a table in CSV; without it, the one that stands most often in the first row. */
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

/** What the file itself says of its payments; null where it says nothing. */
export type DeclaredTotals = {
  readonly rows: number | null;
  readonly kopecks: Kopecks | null;
};

export const UNDECLARED: DeclaredTotals = { rows: null, kopecks: null };
