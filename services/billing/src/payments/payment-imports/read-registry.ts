// Reads a registry file in batches of rows, and compares their totals with those stated in the file.
import type { NamedPart } from '@kvartplata/contracts/problem.ts';
import { formatKopecks, type Kopecks } from '@kvartplata/domain/money/kopecks.ts';
import { Refusal } from '@kvartplata/platform/http/refusal.ts';
import { readLines } from '@kvartplata/platform/table-files/read-lines.ts';
import { readTable } from '@kvartplata/platform/table-files/read-table.ts';
import { malformedFile, type TableRow } from '@kvartplata/platform/table-files/table-file.ts';
import type { DeclaredTotals, Profile } from './profiles/profile.ts';
import { readRow, type RegistryRow } from './registry-row.ts';

const MAX_ROWS = 200_000;
const BATCH_ROWS = 500;

export type FileTotals = {
  readonly rows: number;
  /** The sum of the readable amounts. */
  readonly kopecks: Kopecks;
  /** The totals stated in the file. */
  readonly declared: DeclaredTotals;
};

/**
 * Yields the rows, and returns their totals and those stated in the file.
 * @throws Refusal malformed-file, wrong-columns, totals-differ, body-too-large
 */
export async function* readRegistry(
  profile: Profile,
  fd: number,
  today: Temporal.PlainDate,
): AsyncGenerator<readonly RegistryRow[], FileTotals> {
  const reader = profile.open();
  let [rows, kopecks, unreadable] = [0, 0n, 0];
  let batch: RegistryRow[] = [];
  for await (const tableRows of tableRowsOf(profile, fd)) {
    for (const tableRow of tableRows) {
      const written = reader.take(tableRow);
      if (written === undefined) continue;
      const row = readRow(written, today);
      rows += 1;
      kopecks += row.amountKopecks ?? 0n;
      if (row.amountKopecks === null) unreadable += 1;
      batch.push(row);
    }
    if (rows > MAX_ROWS)
      throw new Refusal('body-too-large', `A registry has at most ${MAX_ROWS} rows`);
    if (batch.length < BATCH_ROWS) continue;
    yield batch;
    batch = [];
  }
  const declared = reader.end();
  if (rows === 0 && declared.rows !== 0) throw malformedFile('The file has no payments');
  const { repeatedKopecks = 0n } = declared;
  const differs =
    (declared.rows ?? rows) !== rows ||
    // Not compared where amounts were unreadable: they may explain the difference.
    (unreadable === 0 &&
      declared.kopecks !== null &&
      declared.kopecks !== kopecks &&
      declared.kopecks !== kopecks - repeatedKopecks);
  if (differs)
    throw new Refusal(
      'totals-differ',
      `By its own totals the file has ${toldBy(declared)}; its rows are ${toldBy({ rows, kopecks })}`,
      { errors: figuresOf(declared, { rows, kopecks }) },
    );
  if (batch.length > 0) yield batch;
  return { rows, kopecks, declared };
}

async function* tableRowsOf(
  { layout, separator }: Profile,
  fd: number,
): AsyncGenerator<readonly TableRow[]> {
  if (layout === 'table') return yield* readTable(fd, separator);
  for (const lines of readLines(fd)) yield lines.map(({ line, text }) => ({ line, cells: [text] }));
}

/** Both totals for programs, named as in an import. */
function figuresOf(
  declared: DeclaredTotals,
  { rows, kopecks }: { readonly rows: number; readonly kopecks: Kopecks },
): readonly NamedPart[] {
  const figures = {
    declaredRows: declared.rows,
    declaredAmount: declared.kopecks === null ? null : formatKopecks(declared.kopecks),
    rows,
    amount: formatKopecks(kopecks),
  };
  return Object.entries(figures).flatMap(([name, figure]) =>
    figure === null ? [] : [{ path: `/${name}`, message: String(figure) }],
  );
}

function toldBy({ rows, kopecks }: DeclaredTotals): string {
  return [
    ...(rows === null ? [] : [`${rows} payments`]),
    ...(kopecks === null ? [] : [`${formatKopecks(kopecks)} roubles`]),
  ].join(' and ');
}
