// Rows that wait for an answer, or have one; the open row shows its answer below.
import { useState, type ComponentProps, type ReactElement, type ReactNode } from 'react';
import { useAddressChange, useAddressWords } from '../lib/list-address.ts';
import { Button } from './button.tsx';
import { useLeave } from './dialog.tsx';
import { Sheet } from './page.tsx';
import { PagedTable } from './paged-table.tsx';
import { AddressSearch } from './search-field.tsx';
import { Empty } from './states.tsx';
import type { Column } from './table.tsx';

type Words<Status extends string> = Readonly<
  Record<Status | 'title' | 'status' | 'search' | 'none' | 'noneWaiting', string>
>;

/** The open row, and a function that opens another one or none. */
export type Opened = readonly [
  openId: number | undefined,
  onOpen: (id: number | undefined) => void,
];

export function AnswerList<Row extends { readonly id: number }, Status extends string>({
  query,
  words: t,
  statuses,
  status,
  houseId,
  houseChoice,
  columnsOf,
  answerOf,
}: {
  /** Filtered by the search words in the address. */
  readonly query: ComponentProps<typeof PagedTable<Row>>['query'];
  readonly words: Words<Status>;
  /** The status of waiting rows first. */
  readonly statuses: readonly [Status, Status];
  readonly status: Status;
  readonly houseId: number | undefined;
  readonly houseChoice: ReactNode;
  readonly columnsOf: (...opened: Opened) => readonly Column<Row>[];
  readonly answerOf: (row: Row, onDone: () => void) => ReactNode;
}): ReactElement {
  const { words } = useAddressWords();
  const change = useAddressChange();
  const [openId, setOpen] = useState<number>();
  // The answer reports what is typed in it; here that is only asked about.
  const leave = useLeave(false, false);
  const [waiting] = statuses;
  const isNarrowed = houseId !== undefined || words !== '';
  function choose(chosen: Status): void {
    leave(() => {
      change({ status: chosen === waiting ? undefined : chosen });
      setOpen(undefined);
    });
  }
  return (
    <Sheet
      title={t[status]}
      actions={
        <div className="row" role="group" aria-label={t.status}>
          {statuses.map((each) => (
            <Button key={each} aria-pressed={each === status} onClick={() => choose(each)}>
              {t[each]}
            </Button>
          ))}
        </div>
      }
    >
      <div className="head filter">
        <AddressSearch label={t.search} />
        {houseChoice}
      </div>
      <PagedTable
        query={query}
        caption={t.title}
        keyOf={({ id }) => id}
        isChosen={({ id }) => id === openId}
        empty={<Empty>{status === waiting && !isNarrowed ? t.noneWaiting : t.none}</Empty>}
        detail={(row) => (row.id === openId ? answerOf(row, () => setOpen(undefined)) : undefined)}
        columns={columnsOf(openId, (id) => leave(() => setOpen(id)))}
      />
    </Sheet>
  );
}
