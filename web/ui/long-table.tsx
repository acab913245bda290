// A table of many rows that are all there: it draws those that the reader comes near, and puts them in another order.
import { useCallback, useMemo, useState, type ReactElement } from 'react';
import { inBoth, useWords } from '../lib/words.ts';
import { Button } from './button.tsx';
import { useNearEnd } from './near-end.ts';
import { Table, type TableProps } from './table.tsx';

const WORDS = inBoth(
  { shown: (shown: number, all: number) => `Показано: ${shown} из ${all}`, more: 'Показать ещё' },
  { shown: (shown, all) => `Shown: ${shown} of ${all}`, more: 'Show more' },
);
const AT_ONCE = 100;

export function LongTable<Row>({
  rows,
  columns,
  ...table
}: Omit<TableProps<Row>, 'sort'>): ReactElement {
  const t = useWords(WORDS);
  const [sort, setSort] = useState<{ readonly title: string; readonly isDown: boolean }>();
  const [shown, setShown] = useState(AT_ONCE);
  const more = useCallback(() => setShown((count) => count + AT_ONCE), []);
  const end = useNearEnd(shown < rows.length ? more : undefined);
  const order = columns.find(({ title }) => title === sort?.title)?.order;
  const isDown = sort?.isDown === true;
  const inOrder = useMemo(
    () =>
      order === undefined
        ? rows
        : rows.toSorted((one, other) => (isDown ? order(other, one) : order(one, other))),
    [rows, order, isDown],
  );
  return (
    <>
      <Table
        {...table}
        columns={columns}
        rows={inOrder.slice(0, shown)}
        sort={{
          ...sort,
          // Figures are looked at from the greatest on.
          choose: (title) =>
            setSort((last) =>
              last?.title === title
                ? { title, isDown: !last.isDown }
                : {
                    title,
                    isDown: columns.find((each) => each.title === title)?.isFigure === true,
                  },
            ),
        }}
      />
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
