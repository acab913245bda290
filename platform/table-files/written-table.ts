// A table for writing to a file: what its cells may be.

/**
 * A text; a decimal or roubles with a point; a day `YYYY-MM-DD`; a highlighted text; or roubles that the spreadsheet program
 * recalculates by a formula, written without `=`.
 */
export type Cell =
  | string
  | { readonly decimal: string }
  | { readonly money: string }
  | { readonly day: string }
  | { readonly heading: string }
  | { readonly formula: string; readonly money: string };

export type WrittenTable = {
  /** The first is the header. */
  readonly rows: AsyncIterable<readonly Cell[]> | Iterable<readonly Cell[]>;
  readonly sheetName: string;
  /** Column widths in characters. */
  readonly widths: readonly number[];
};
