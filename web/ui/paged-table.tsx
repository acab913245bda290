// A table of a long list: the next page is loaded when the reader comes near the end, or requests it.
import type { PageOf } from '@kvartplata/contracts/page.ts';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { useCallback, type ReactElement, type ReactNode } from 'react';
import { counted, countedEn, inBoth, useWords } from '../lib/words.ts';
import { Button } from './button.tsx';
import { FailureNote } from './failure-note.tsx';
import { useNearEnd } from './near-end.ts';
import { Answered } from './states.tsx';
import { Table, type TableProps } from './table.tsx';

const WORDS = inBoth(
  {
    shown: (count: number) => `Показано: ${counted(count, 'строка', 'строки', 'строк')}`,
    more: 'Показать ещё',
    cut: 'Это не все строки: чтобы напечатать все, прокрутите список до конца.',
  },
  {
    shown: (count) => `Shown: ${countedEn(count, 'row')}`,
    more: 'Show more',
    cut: 'These are not all rows: to print them all, scroll to the end of the list.',
  },
);

export function PagedTable<Row>({
  query,
  empty,
  ...table
}: Omit<TableProps<Row>, 'rows'> & {
  /** In the order of `sorting`, if the service sorts. */
  readonly query: UseInfiniteQueryResult<InfiniteData<PageOf<Row>>>;
  /** Shown if there are no rows. */
  readonly empty: ReactNode;
}): ReactElement {
  const t = useWords(WORDS);
  const { hasNextPage, isFetchingNextPage, fetchNextPage, isFetchNextPageError, error } = query;
  const more = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  const end = useNearEnd(
    hasNextPage && !isFetchingNextPage && !isFetchNextPageError ? more : undefined,
  );
  return (
    <Answered query={query}>
      {({ pages }) => {
        const rows = pages.flatMap(({ items }) => items);
        if (rows.length === 0) return empty;
        return (
          <>
            <Table {...table} rows={rows} />
            {isFetchNextPageError && <FailureNote error={error} onRetry={more} />}
            <div className="table-more" ref={end}>
              <span>{t.shown(rows.length)}</span>
              {hasNextPage && <strong className="paper-only">{t.cut}</strong>}
              {hasNextPage && (
                <Button kind="quiet" isBusy={isFetchingNextPage} onClick={more}>
                  {t.more}
                </Button>
              )}
            </div>
          </>
        );
      }}
    </Answered>
  );
}
