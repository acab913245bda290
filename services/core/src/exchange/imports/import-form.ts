// A form: the columns that a table to import may have, and what its header and its rows say by them.
import type { FieldError } from '@kvartplata/contracts/problem.ts';
import { Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { TableRow } from '@kvartplata/platform/table-files/table-file.ts';
import type { CellReader, CellValue } from './cell-readers.ts';
import { reason, type RowReason } from './row-reasons.ts';

export type Column = {
  /** The name of the field, which a header may use as well. */
  readonly code: string;
  /** What stands in the header of the template. */
  readonly title: string;
  /** The second row of the template: what to write here. */
  readonly note: string;
  /** `column`: it has to be there, its cells may be blank. */
  readonly required: 'cell' | 'column' | 'no';
  readonly read: CellReader;
  /** Of the template's column, in characters. */
  readonly width: number;
};

export type RowValues = Readonly<Record<string, CellValue>>;

export type ImportForm = {
  readonly sheetName: string;
  readonly columns: readonly Column[];
  /** What is wrong between the values of a row whose every cell could be read. */
  readonly check: (values: RowValues) => readonly RowReason[];
};

export type ReadRow = {
  readonly line: number;
  readonly cells: readonly string[];
  /** Blank cells have no value. */
  readonly values: RowValues;
  /** Empty when the row can be read. */
  readonly reasons: readonly RowReason[];
};

/** Of each column of the file what it is of the form. */
export type Header = readonly Column[];

const MAX_NAMED_HEADERS = 20;

/**
 * The order of columns is free.
 * @throws Refusal wrong-columns that names every unknown, repeated and missing one
 */
export function readHeader(form: ImportForm, { cells }: TableRow): Header {
  const known = new Map(
    form.columns.flatMap((column) => [
      [folded(column.code), column],
      [folded(column.title), column],
    ]),
  );
  const columns = cells.map((cell) => known.get(folded(cell)));
  const problems: readonly FieldError[] = [
    ...cells.flatMap((cell, index): FieldError[] => {
      const name = cell.slice(0, 60) || String(index + 1);
      const column = columns[index];
      if (column === undefined)
        return [
          { path: `/columns/${name}`, message: 'is not known', reason: { code: 'unknown-field' } },
        ];
      return columns.indexOf(column) === index
        ? []
        : [
            {
              path: `/columns/${name}`,
              message: 'stands there twice',
              reason: { code: 'repeated' },
            },
          ];
    }),
    ...form.columns
      .filter((column) => column.required !== 'no' && !columns.includes(column))
      .map(({ title }): FieldError => ({
        path: `/columns/${title}`,
        message: 'is required',
        reason: { code: 'required' },
      })),
  ];
  if (problems.length === 0) return columns.filter((column) => column !== undefined);
  const titles = form.columns.map(({ title }) => title).join(', ');
  throw new Refusal('wrong-columns', `The first row has to name columns of these: ${titles}`, {
    errors: problems.slice(0, MAX_NAMED_HEADERS),
  });
}

/** @param defaults what a blank cell means; a file that has no such column means the same */
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

/** Whether it is the row of the template that says what to write. */
export function isNoteRow(header: Header, { cells }: TableRow): boolean {
  return header.every(({ note }, index) => folded(cells[index] ?? '') === folded(note));
}

/** Capitals, blanks around, ё and the star of a required field do not matter. */
function folded(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replaceAll(/[\s*]+/gu, ' ')
    .trim();
}
