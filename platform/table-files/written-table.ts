// A table that is written to a file: what its cells may be.

/**
 * A text; a decimal or roubles with a point; a day `YYYY-MM-DD`; a text that stands out; or roubles that the program
 * that shows them computes again, by a formula without `=`.
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
  /** Of the columns, in characters. */
  readonly widths: readonly number[];
};
