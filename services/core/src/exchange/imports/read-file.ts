// Reads an import file: its header, then its rows in batches, each row with its errors.
import { Refusal } from '@kvartplata/platform/http/refusal.ts';
import { readTable } from '@kvartplata/platform/table-files/read-table.ts';
import { noRowsBelowHeader, type TableRow } from '@kvartplata/platform/table-files/table-file.ts';
import { isNoteRow, readHeader, readRow, type ReadRow, type RowValues } from './import-form.ts';
import { FORMS } from './import-forms.ts';
import type { ImportKind } from './imports.table.ts';

/** A file of several years' debts has more rows than any other. */
const MAX_ROWS: Readonly<Record<ImportKind, number>> = {
  houses: 200_000,
  services: 200_000,
  meters: 200_000,
  readings: 200_000,
  balances: 1_000_000,
  'gis-accounts': 200_000,
  'gis-meters': 200_000,
};
const BATCH_ROWS = 200;
/** The limit of cell text in a batch, which is stored by one statement. */
const BATCH_CHARACTERS = 1_048_576;

export type FileQuestion = {
  /** Descriptor of the open file. */
  readonly fd: number;
  readonly kind: ImportKind;
  /** The values of blank cells. */
  readonly defaults: RowValues;
};

/** The header comes first and once, unchanged. */
export type FilePiece =
  | { readonly columns: readonly string[] }
  | { readonly rows: readonly ReadRow[] };

/** @throws Refusal malformed-file, wrong-columns, body-too-large */
export async function* readFile({ fd, kind, defaults }: FileQuestion): AsyncGenerator<FilePiece> {
  const form = FORMS[kind];
  const table = rowByRow(fd);
  const first = await table.next();
  if (first.done === true) throw noRowsBelowHeader();
  const header = readHeader(form, first.value);
  yield { columns: first.value.cells };

  let [rows, characters] = [0, 0];
  let batch: ReadRow[] = [];
  for await (const tableRow of table) {
    if (isNoteRow(header, tableRow)) continue;
    rows += 1;
    if (rows > MAX_ROWS[kind])
      throw new Refusal('body-too-large', `A file has at most ${MAX_ROWS[kind]} rows`);
    batch.push(readRow(form, header, tableRow, defaults));
    for (const cell of tableRow.cells) characters += cell.length;
    if (batch.length < BATCH_ROWS && characters < BATCH_CHARACTERS) continue;
    yield { rows: batch };
    [batch, characters] = [[], 0];
  }
  if (rows === 0) throw noRowsBelowHeader();
  if (batch.length > 0) yield { rows: batch };
}

async function* rowByRow(fd: number): AsyncGenerator<TableRow> {
  for await (const rows of readTable(fd)) yield* rows;
}
