// Rows of a CSV file as Excel and people write it: in any Russian encoding, separated by semicolons, commas or tabs.
import { csvRows } from './csv-cells.ts';
import { bytesAt, CHUNK_BYTES } from './stored-file.ts';
import { cellText, tableRow, type TableRow } from './table-file.ts';
import { encodingOf, textsOf, type TextEncoding } from './text-encoding.ts';

export type Separator = ';' | ',' | '\t';

const SEPARATORS: readonly Separator[] = [';', ',', '\t'];

/** @throws Refusal malformed-file */
export function* readCsv(fd: number, separator?: Separator): Generator<readonly TableRow[]> {
  const encoding = encodingOf(fd);
  const { separator: told, headerLine } = layoutOf(fd, encoding);
  for (const rows of csvRows(textsOf(fd, encoding), separator ?? told))
    yield rows.flatMap(({ line, cells }) => {
      if (line < headerLine) return [];
      const row = tableRow(line, cells.map(cellText));
      return row === undefined ? [] : [row];
    });
}

/** The most frequent separator in the header, unless a first line `sep=;` names it, as in Excel. */
function layoutOf(
  fd: number,
  encoding: TextEncoding,
): { readonly separator: Separator; readonly headerLine: number } {
  const start = new TextDecoder(encoding).decode(bytesAt(fd, 0, CHUNK_BYTES), { stream: true });
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
