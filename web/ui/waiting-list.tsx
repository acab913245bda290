// A summary of what waits for somebody: how much it is, and the first of it; nothing if nothing waits.
import type { PageOf } from '@kvartplata/contracts/page.ts';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { FailureNote } from './failure-note.tsx';

const SHOWN = 3;

export function WaitingList<Item extends { readonly id: number }>({
  query: { data, error, refetch },
  title,
  state,
  order,
  children,
}: {
  readonly query: UseInfiniteQueryResult<InfiniteData<PageOf<Item>>>;
  readonly title: string;
  /** What it waits for. */
  readonly state: (waiting: readonly Item[]) => {
    readonly said: string;
    readonly isLate?: boolean;
  };
  /** Without one, as the service lists it. */
  readonly order?: (one: Item, other: Item) => number;
  readonly children: (item: Item) => ReactNode;
}): ReactElement | null {
  if (error !== null) return <FailureNote error={error} onRetry={() => void refetch()} />;
  const waiting = data?.pages.flatMap(({ items }) => items) ?? [];
  if (waiting.length === 0) return null;
  const hasMore = data?.pages.at(-1)?.nextCursor !== null;
  const { said, isLate = false } = state(waiting);
  return (
    <ul className="checks">
      <li>
        <p className="row">
          <strong>{title}</strong>
          <span className="badge">{hasMore ? `> ${waiting.length}` : waiting.length}</span>
          <span className={isLate ? 'badge push debt' : 'badge push odd'}>{said}</span>
        </p>
        <ul className="small soft">
          {(order === undefined ? waiting : waiting.toSorted(order)).slice(0, SHOWN).map((item) => (
            <li key={item.id}>{children(item)}</li>
          ))}
        </ul>
      </li>
    </ul>
  );
}
