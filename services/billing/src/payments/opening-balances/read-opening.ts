// Reads a file of opening balances in batches of rows, and compares its total with them.
import type {
  OpeningColumns,
  OpeningMapping,
} from '@kvartplata/contracts/billing/opening-balances.ts';
import { parseBillingMonth } from '@kvartplata/domain/calendar/billing-month.ts';
import { formatKopecks, type Kopecks } from '@kvartplata/domain/money/kopecks.ts';
import { Refusal } from '@kvartplata/platform/http/refusal.ts';
import { readTable } from '@kvartplata/platform/table-files/read-table.ts';
import { malformedFile, type TableRow } from '@kvartplata/platform/table-files/table-file.ts';
import {
  findHeader,
  guessHeader,
  HEADER_WITHIN,
  isMapped,
  type OpeningField,
  type OpeningPlaces,
} from './opening-columns.ts';
import {
  isSilent,
  isTotal,
  readOpeningRow,
  SUM_FIELDS,
  totalOf,
  type ReadOpeningRow,
  type RowForm,
} from './opening-row.ts';
import { isNoteRow } from './opening-template.ts';

/** Enough for a hundred thousand accounts; five years of debts by month are imported house by house. */
const MAX_ROWS = 500_000;
const BATCH_ROWS = 500;
const SAMPLES = 5;

export type OpeningQuestion = {
  /** Descriptor of the open file. */
  readonly fd: number;
  /** `YYYY-MM` */
  readonly asOf: string;
  /** Empty when the file has the columns of the template. */
  readonly mapping: OpeningMapping;
  /** Reads only the header and what it may mean. */
  readonly onlyHeader?: boolean;
};

export type OpeningPiece =
  | { readonly rows: readonly ReadOpeningRow[] }
  | { readonly columns: OpeningColumns };

/** @throws Refusal malformed-file, wrong-columns, totals-differ, body-too-large */
export async function* readOpening(question: OpeningQuestion): AsyncGenerator<OpeningPiece> {
  const table = rowByRow(question.fd);
  const first: TableRow[] = [];
  for await (const row of table) if (first.push(row) === HEADER_WITHIN) break;
  if (first.length === 0) throw malformedFile('The file has no rows');
  if (question.onlyHeader === true) yield { columns: columnsOf(first) };
  else yield* readRows(question, rowByRow(question.fd), first);
}

async function* readRows(
  { mapping, asOf }: OpeningQuestion,
  table: AsyncGenerator<TableRow>,
  first: readonly TableRow[],
): AsyncGenerator<OpeningPiece> {
  const { line, places, width } = findHeader(first, mapping);
  const form: RowForm = { places, width, asOf: parseBillingMonth(asOf) };
  const sums = openSums(places);
  let rows = 0;
  let total: TableRow | undefined;
  let batch: ReadOpeningRow[] = [];
  for await (const row of table) {
    if (row.line <= line || isNoteRow(row) || (isMapped(mapping) && isSilent(row, places)))
      continue;
    if (total !== undefined) throw malformedFile(`Line ${row.line} stands below the total`);
    if (isTotal(row)) {
      total = row;
      continue;
    }
    rows += 1;
    if (rows > MAX_ROWS) throw new Refusal('body-too-large', `A file has at most ${MAX_ROWS} rows`);
    const read = readOpeningRow(row, form);
    sums.add(read);
    if (batch.push(read) < BATCH_ROWS) continue;
    yield { rows: batch };
    batch = [];
  }
  if (rows === 0) throw malformedFile('The file has no rows below its header');
  if (total !== undefined) sums.compare(total);
  if (batch.length > 0) yield { rows: batch };
}

/** The totals of the columns of sums. */
function openSums(places: OpeningPlaces) {
  const sums = new Map<OpeningField, Kopecks | undefined>(SUM_FIELDS.map((field) => [field, 0n]));
  return {
    add: ({ kopecks }: ReadOpeningRow): void => {
      for (const field of SUM_FIELDS) {
        const [before, more] = [sums.get(field), kopecks[field]];
        if (field in kopecks)
          sums.set(field, before === undefined || more === undefined ? undefined : before + more);
      }
    },
    /** Not compared where a sum was unreadable: that may explain the difference. */
    compare: (total: TableRow): void => {
      for (const field of SUM_FIELDS) {
        const [declared, found] = [totalOf(total, places, field), sums.get(field)];
        if (declared !== undefined && found !== undefined && declared !== found)
          throw totalsDiffer(total.line, declared, found);
      }
    },
  };
}

function totalsDiffer(line: number, declared: Kopecks, found: Kopecks): Refusal {
  const [own, ours] = [formatKopecks(declared), formatKopecks(found)];
  return new Refusal(
    'totals-differ',
    `By its line ${line} the file has ${own} roubles, principal and penalties less advances; its rows are ${ours}`,
    {
      errors: [
        { path: '/declaredAmount', message: own },
        { path: '/amount', message: ours },
      ],
    },
  );
}

function columnsOf(rows: readonly TableRow[]): OpeningColumns {
  const { row, isTemplate, mapping } = guessHeader(rows);
  const below = rows.filter(({ line }) => line > row.line).slice(0, SAMPLES);
  return {
    headerLine: row.line,
    columns: row.cells.map((title, index) => ({
      number: index + 1,
      title,
      samples: below.map(({ cells }) => cells[index] ?? ''),
    })),
    isTemplate,
    mapping,
  };
}

async function* rowByRow(fd: number): AsyncGenerator<TableRow> {
  for await (const rows of readTable(fd, undefined, 'marked')) yield* rows;
}
