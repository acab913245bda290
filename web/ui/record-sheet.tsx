// A list of records in a sheet: the name of each opens its form in a dialog, and a button that of a new one.
import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useState, type ReactElement, type ReactNode } from 'react';
import type { Versioned } from '../lib/api.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Sheet } from './page.tsx';
import { StoredRecord, type StoredRead } from './stored-record.tsx';
import { tell } from './toasts.tsx';

/** What a form does when it is through. */
export type FormEnd = {
  /** Says the text, and has what is shown read again. */
  readonly onDone: (text: string) => Promise<void>;
  readonly onCancel: () => void;
};

export function RecordSheet<Row>({
  title,
  add,
  one,
  mayWrite,
  changes,
  list,
  form,
}: {
  readonly title: string;
  /** What the button says, and the dialog of a new one. */
  readonly add: string;
  /** Above the form of one that is there. */
  readonly one: string | ((row: Row) => string);
  readonly mayWrite: boolean;
  /** Heads of the queries that a change makes stale. */
  readonly changes: readonly QueryKey[];
  /** @param name the record's name, which opens it for whoever may write */
  readonly list: (name: (row: Row, text: string) => ReactNode) => ReactNode;
  /** @param row undefined for a new one */
  readonly form: (row: Row | undefined, end: FormEnd) => ReactNode;
}): ReactElement {
  const client = useQueryClient();
  const [opened, setOpened] = useState<{ readonly row: Row | undefined }>();
  const close = (): void => setOpened(undefined);
  const done = async (text: string): Promise<void> => {
    await Promise.all(changes.map(async (queryKey) => client.invalidateQueries({ queryKey })));
    tell(text);
    close();
  };
  const name = (row: Row, text: string): ReactNode =>
    mayWrite ? (
      <Button kind="quiet" className="in-table" onClick={() => setOpened({ row })}>
        {text}
      </Button>
    ) : (
      text
    );
  const titleOf = (row: Row | undefined): string => {
    if (row === undefined) return add;
    return typeof one === 'string' ? one : one(row);
  };
  return (
    <Sheet
      title={title}
      actions={mayWrite && <Button onClick={() => setOpened({ row: undefined })}>{add}</Button>}
    >
      {list(name)}
      {opened !== undefined && (
        <Dialog title={titleOf(opened.row)} onClose={close}>
          {form(opened.row, { onDone: done, onCancel: close })}
        </Dialog>
      )}
    </Sheet>
  );
}

/**
 * A sheet's form of records that have versions: each is read again when its form is opened.
 * @param form undefined for a new one
 */
export function storedForm<Row, T>(
  recordOf: (row: Row) => StoredRead<T>,
  form: (stored: Versioned<T> | undefined, end: FormEnd) => ReactNode,
): (row: Row | undefined, end: FormEnd) => ReactNode {
  return (row, end) =>
    row === undefined ? (
      form(undefined, end)
    ) : (
      <StoredRecord of={recordOf(row)}>{(stored) => form(stored, end)}</StoredRecord>
    );
}
