// Rows of a CSV file as Excel and people write it: in any encoding of Russian, separated by semicolons, commas or tabs.
import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { parse, type CsvError, type Info } from 'csv-parse';
import { malformedFile, TABLE_LIMITS, tableRow, type TableRow } from './table-file.ts';
import { CHUNK_BYTES, encodingOf, textsOf, type TextEncoding } from './text-encoding.ts';

export type Separator = ';' | ',' | '\t';

const SEPARATORS: readonly Separator[] = [';', ',', '\t'];
const BATCH_ROWS = 500;

/** @throws Refusal malformed-file */
export async function* readCsv(
  file: FileHandle,
  separator?: Separator,
): AsyncGenerator<readonly TableRow[]> {
  const encoding = await encodingOf(file);
  const { separator: told, headerLine } = await layoutOf(file, encoding);
  const parser = parse({
    delimiter: separator ?? told,
    from_line: headerLine,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    // A quote that is never closed would else swallow the rest of the file.
    max_record_size: TABLE_LIMITS.rowCharacters,
    info: true,
  });
  const source = Readable.from(textsOf(file, encoding));
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  try {
    let batch: TableRow[] = [];
    for await (const { record, info } of parser as AsyncIterable<Parsed>) {
      const row = tableRow(firstLineOf(record, info), record);
      if (row !== undefined) batch.push(row);
      if (batch.length < BATCH_ROWS) continue;
      yield batch;
      batch = [];
    }
    if (batch.length > 0) yield batch;
  } catch (error) {
    throw toRefusal(error);
  } finally {
    source.destroy();
  }
}

type Parsed = { readonly record: readonly string[]; readonly info: Info };

/** The parser counts lines up to the row's last one. */
function firstLineOf(record: readonly string[], { lines }: Info): number {
  const breaks = record.reduce((sum, cell) => sum + (cell.match(/\r\n|\n|\r/g)?.length ?? 0), 0);
  return lines - breaks;
}

function toRefusal(error: unknown): unknown {
  const { code, lines } = error as Partial<CsvError> & { readonly lines?: number };
  switch (code) {
    case 'CSV_QUOTE_NOT_CLOSED':
      return malformedFile('A quotation mark is opened and never closed', error);
    case 'CSV_MAX_RECORD_SIZE':
      return malformedFile(
        `A row near line ${lines} is longer than ${TABLE_LIMITS.rowCharacters} characters: is a quotation mark not closed?`,
        error,
      );
    default:
      return code?.startsWith('CSV_') === true
        ? malformedFile(`The table cannot be read near line ${lines}`, error)
        : error;
  }
}

/** The separator that stands most often in the header, unless a first line `sep=;` names it, as Excel reads it. */
async function layoutOf(
  file: FileHandle,
  encoding: TextEncoding,
): Promise<{ readonly separator: Separator; readonly headerLine: number }> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(CHUNK_BYTES), 0, CHUNK_BYTES, 0);
  const start = new TextDecoder(encoding).decode(buffer.subarray(0, bytesRead), { stream: true });
  const named = SEPARATORS.find((separator) => /^sep=(.)\r?\n/i.exec(start)?.[1] === separator);
  if (named !== undefined) return { separator: named, headerLine: 2 };
  const [header = ''] = start
    .trimStart()
    .replaceAll(/"[^"]*"/g, '')
    .split(/[\r\n]/, 1);
  const counts = SEPARATORS.map((separator) => header.split(separator).length);
  const separator = SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ';';
  return { separator, headerLine: 1 };
}
