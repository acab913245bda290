// A turnover sheet's header of two rows, with the sides of each balance below its title, read as a header of one row.
import type { TableRow } from '@kvartplata/platform/table-files/table-file.ts';
import { folded } from '@kvartplata/platform/table-files/titles.ts';

/** In lower case, as `folded` gives them. */
const DEBIT: ReadonlySet<string> = new Set(['дебет', 'дт', 'debit']);
const CREDIT: ReadonlySet<string> = new Set(['кредит', 'кт', 'credit']);

/** A row with both sides below the titles of another is joined to it, and has its own line. */
export function joinHeaders(rows: readonly TableRow[]): readonly TableRow[] {
  const joined: TableRow[] = [];
  for (const row of rows) {
    const above = joined.at(-1);
    if (above !== undefined && hasSides(row) && isTitledBy(above, row)) {
      joined.pop();
      joined.push({ line: row.line, cells: join(above.cells, row.cells) });
    } else joined.push(row);
  }
  return joined;
}

function hasSides({ cells }: TableRow): boolean {
  return (
    cells.some((cell) => DEBIT.has(folded(cell))) && cells.some((cell) => CREDIT.has(folded(cell)))
  );
}

function isTitledBy(above: TableRow, { cells }: TableRow): boolean {
  return !hasSides(above) && cells.some((cell, index) => isSide(cell) && above.cells[index]);
}

/**
 * A title over a side stands over the untitled sides to its right too. Of two titles the lower one counts: it is that of the
 * rows, and the upper one that of a group of them.
 */
function join(titles: readonly string[], below: readonly string[]): readonly string[] {
  let over = '';
  return Array.from({ length: Math.max(titles.length, below.length) }, (_, index) => {
    const [title = '', own = ''] = [titles[index], below[index]];
    if (!isSide(own)) {
      over = '';
      return own === '' ? title : own;
    }
    if (title !== '') over = title;
    return over === '' ? own : `${over} ${own}`;
  });
}

function isSide(cell: string): boolean {
  return DEBIT.has(folded(cell)) || CREDIT.has(folded(cell));
}
