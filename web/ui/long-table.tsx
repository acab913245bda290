// A table of many loaded rows: it renders those near the visible ones, or all when printing, sorted as the address says.
import { useCallback, useMemo, useState, type ReactElement } from 'react';
import { useAddressSorting } from '../lib/list-address.ts';
import { inBoth, useWords } from '../lib/words.ts';
import { Button } from './button.tsx';
import { useNearEnd } from './near-end.ts';
import { useOnPaper } from './on-paper.ts';
import { Table, type Column, type TableProps } from './table.tsx';

const WORDS = inBoth(
  { shown: (shown: number, all: number) => `Показано: ${shown} из ${all}`, more: 'Показать ещё' },
  { shown: (shown, all) => `Shown: ${shown} of ${all}`, more: 'Show more' },
);
const AT_ONCE = 100;

export function LongTable<Row>({
  rows,
  columns,
  firstSort,
  ...table
}: Omit<TableProps<Row>, 'sorting'> & {
  /** The order if the address has none. */
  readonly firstSort?: string;
}): ReactElement {
  const t = useWords(WORDS);
  const sorting = useAddressSorting(firstSort);
  const [reached, setReached] = useState(AT_ONCE);
  const shown = useOnPaper() ? rows.length : reached;
  const more = useCallback(() => setReached((count) => count + AT_ONCE), []);
  const end = useNearEnd(shown < rows.length ? more : undefined);
  const inOrder = useInOrder(rows, columns, sorting.order);
  return (
    <>
      <Table {...table} columns={columns} rows={inOrder.slice(0, shown)} sorting={sorting} />
      {shown < rows.length && (
        <div className="table-more" ref={end}>
          <span>{t.shown(shown, rows.length)}</span>
          <Button kind="quiet" onClick={more}>
            {t.more}
          </Button>
        </div>
      )}
    </>
  );
}

/** Sorts rows by the column that the address names, if there is one. */
export function useInOrder<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  named: ReturnType<typeof useAddressSorting>['order'],
): readonly Row[] {
  const order = columns.find(({ sortAs }) => sortAs !== undefined && sortAs === named?.by)?.order;
  const isDown = named?.isDown === true;
  return useMemo(
    () =>
      order === undefined
        ? rows
        : rows.toSorted((one, other) => (isDown ? order(other, one) : order(one, other))),
    [rows, order, isDown],
  );
}
