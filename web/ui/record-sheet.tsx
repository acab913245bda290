// A list of records in a sheet: each name opens a form in a dialog, and a button opens that of a new one.
import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useState, type ReactElement, type ReactNode } from 'react';
import type { Versioned } from '../lib/api.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Sheet } from './page.tsx';
import { StoredRecord, type StoredRead } from './stored-record.tsx';
import { tell } from './toasts.tsx';

/** What a form calls when it is done. */
export type FormEnd = {
  /** Shows the text, and reloads the displayed data. */
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
  /** The label of the button, and the title of a new record's dialog. */
  readonly add: string;
  /** The title of an existing record's form. */
  readonly one: string | ((row: Row) => string);
  readonly mayWrite: boolean;
  /** Key prefixes of the queries that a change invalidates. */
  readonly changes: readonly QueryKey[];
  /** @param name renders the record's name, which opens it for users who may write */
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
 * A sheet's form for records that have versions: each is read again when its form is opened.
 * @param form receives undefined for a new record
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
