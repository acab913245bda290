// A form: the columns that an import file may have, and how its header and rows are read.
import type { FieldError } from '@kvartplata/contracts/problem.ts';
import { Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { TableRow } from '@kvartplata/platform/table-files/table-file.ts';
import { folded, missingColumn, repeatedColumn } from '@kvartplata/platform/table-files/titles.ts';
import type { CellReader, CellValue } from './cell-readers.ts';
import { reason, type RowReason } from './row-reasons.ts';

export type Column = {
  /** The name of the field, which may also be used in a header. */
  readonly code: string;
  /** The title in the template's header. */
  readonly title: string;
  /** The second row of the template: what to enter here. */
  readonly note: string;
  /** `column`: the column is required, but cells may be blank. */
  readonly required: 'cell' | 'column' | 'no';
  readonly read: CellReader;
  /** The width of the template's column, in characters. */
  readonly width: number;
};

export type RowValues = Readonly<Record<string, CellValue>>;

export type ImportForm = {
  readonly sheetName: string;
  readonly columns: readonly Column[];
  /** Checks the values of a row against each other, once all cells are readable. */
  readonly check: (values: RowValues) => readonly RowReason[];
};

export type ReadRow = {
  readonly line: number;
  readonly cells: readonly string[];
  /** Without blank cells. */
  readonly values: RowValues;
  /** Empty when the row is readable. */
  readonly reasons: readonly RowReason[];
};

/** The form's column for each column of the file. */
export type Header = readonly Column[];

const MAX_NAMED_HEADERS = 20;

/**
 * Columns may be in any order.
 * @throws Refusal wrong-columns that names every unknown, repeated and missing one
 */
export function readHeader(form: ImportForm, { cells }: TableRow): Header {
  const known = new Map(
    form.columns.flatMap((column) => [
      [foldedTitle(column.code), column],
      [foldedTitle(column.title), column],
    ]),
  );
  const columns = cells.map((cell) => known.get(foldedTitle(cell)));
  const problems: readonly FieldError[] = [
    ...cells.flatMap((cell, index): FieldError[] => {
      const name = cell.slice(0, 60) || String(index + 1);
      const column = columns[index];
      if (column === undefined)
        return [
          { path: `/columns/${name}`, message: 'is not known', reason: { code: 'unknown-field' } },
        ];
      return columns.indexOf(column) === index ? [] : [repeatedColumn(name)];
    }),
    ...form.columns
      .filter((column) => column.required !== 'no' && !columns.includes(column))
      .map(({ title }) => missingColumn(title)),
  ];
  if (problems.length === 0) return columns.filter((column) => column !== undefined);
  const titles = form.columns.map(({ title }) => title).join(', ');
  throw new Refusal(
    'wrong-columns',
    `The first row must be a header with these columns: ${titles}`,
    {
      errors: problems.slice(0, MAX_NAMED_HEADERS),
    },
  );
}

/** @param defaults the values of blank cells, also if the file lacks the column */
export function readRow(
  form: ImportForm,
  header: Header,
  { line, cells }: TableRow,
  defaults: RowValues,
): ReadRow {
  const values: Record<string, CellValue> = { ...defaults };
  const reasons: RowReason[] = [];
  if (cells.length > header.length) reasons.push(reason(null, 'too-many-cells'));
  for (const [index, column] of header.entries()) {
    const text = cells[index] ?? '';
    if (text === '') {
      if (column.required === 'cell' && values[column.code] === undefined)
        reasons.push(reason(column.code, 'required'));
      continue;
    }
    const value = column.read(text);
    if (typeof value === 'object') reasons.push(reason(column.code, value.code, ...value.params));
    else values[column.code] = value;
  }
  if (reasons.length === 0) reasons.push(...form.check(values));
  return { line, cells, values, reasons };
}

/** Whether it is the explaining row of the template. */
export function isNoteRow(header: Header, { cells }: TableRow): boolean {
  return header.every(({ note }, index) => foldedTitle(cells[index] ?? '') === foldedTitle(note));
}

/** Also ignores the asterisk of a required field. */
function foldedTitle(text: string): string {
  return folded(text.replaceAll('*', ' '));
}
