// Reads a file of opening balances in batches of rows, and compares its total with them.
import type {
  OpeningColumns,
  OpeningMapping,
} from '@kvartplata/contracts/billing/opening-balances.ts';
import { parseBillingMonth } from '@kvartplata/domain/calendar/billing-month.ts';
import { formatKopecks, type Kopecks } from '@kvartplata/domain/money/kopecks.ts';
import { Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { Separator } from '@kvartplata/platform/table-files/csv-rows.ts';
import { isWorkbook, readTable } from '@kvartplata/platform/table-files/read-table.ts';
import {
  malformedFile,
  noRowsBelowHeader,
  type TableRow,
} from '@kvartplata/platform/table-files/table-file.ts';
import { HEADER_WITHIN } from '@kvartplata/platform/table-files/titles.ts';
import {
  findHeader,
  guessHeader,
  isMapped,
  knownColumns,
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
import { joinHeaders } from './two-row-header.ts';

/** Enough for a hundred thousand accounts; five years of debts by month are imported house by house. */
const MAX_ROWS = 500_000;
const BATCH_ROWS = 500;
const SAMPLES = 5;
const SEPARATORS: readonly Separator[] = [';', ',', '\t'];

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
  const top = await topOf(question);
  if (top.first.length === 0) throw noRowsBelowHeader();
  if (question.onlyHeader === true) yield { columns: columnsOf(top.first) };
  else yield* readRows(question, top);
}

/** The first rows of the table, one of which is its header. */
type Top = { readonly first: readonly TableRow[]; readonly separator: Separator | undefined };

/** In a CSV a title above the header may have other separators than the table. */
async function topOf({ fd, mapping }: OpeningQuestion): Promise<Top> {
  let best: Top = { first: await firstRows(fd, undefined), separator: undefined };
  if (isWorkbook(fd)) return best;
  for (const separator of SEPARATORS) {
    const first = await firstRows(fd, separator).catch(nothingIfMalformed);
    if (knownColumns(first, mapping) > knownColumns(best.first, mapping))
      best = { first, separator };
  }
  return best;
}

async function firstRows(
  fd: number,
  separator: Separator | undefined,
): Promise<readonly TableRow[]> {
  const first: TableRow[] = [];
  // Which row is the header is only known once they are read.
  for await (const row of rowByRow(fd, { separator, headerLine: Infinity }))
    if (first.push(row) === HEADER_WITHIN) break;
  return joinHeaders(first);
}

/** With a separator that is not the file's own a quotation mark may seem to be open. */
function nothingIfMalformed(error: unknown): readonly TableRow[] {
  if (error instanceof Refusal) return [];
  throw error;
}

async function* readRows(
  { fd, mapping, asOf }: OpeningQuestion,
  { first, separator }: Top,
): AsyncGenerator<OpeningPiece> {
  const { line, places, width } = findHeader(first, mapping);
  const form: RowForm = { places, width, asOf: parseBillingMonth(asOf) };
  const sums = openSums(places);
  let rows = 0;
  let total: TableRow | undefined;
  let batch: ReadOpeningRow[] = [];
  for await (const row of rowByRow(fd, { separator, headerLine: line })) {
    if (row.line <= line || isNoteRow(row) || (isMapped(mapping) && isSilent(row, places)))
      continue;
    if (total !== undefined)
      throw malformedFile(`Line ${row.line} stands below the total`, {
        reason: { code: 'below-total', params: { line: row.line } },
      });
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
  if (rows === 0) throw noRowsBelowHeader();
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
          throw totalsDiffer({ line: total.line, field, declared, found });
      }
    },
  };
}

function totalsDiffer({
  line,
  field,
  declared,
  found,
}: {
  readonly line: number;
  readonly field: OpeningField;
  readonly declared: Kopecks;
  readonly found: Kopecks;
}): Refusal {
  const [own, ours] = [formatKopecks(declared), formatKopecks(found)];
  const what = field === 'amount' ? 'principal and penalties less advances' : `column ${field}`;
  return new Refusal(
    'totals-differ',
    `By its line ${line} the file has ${own} roubles (${what}); its rows are ${ours}`,
    {
      errors: [
        { path: '/declaredAmount', message: own },
        { path: '/amount', message: ours },
        { path: '/line', message: String(line) },
        { path: '/column', message: field },
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

async function* rowByRow(
  fd: number,
  {
    separator,
    headerLine,
  }: { readonly separator: Separator | undefined; readonly headerLine: number },
): AsyncGenerator<TableRow> {
  const reading = { formulas: 'marked', headerLine } as const;
  for await (const rows of readTable(fd, separator, reading)) yield* rows;
}
