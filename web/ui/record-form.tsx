// The form of a new or existing record: below the fields, a button that deletes it and a link to its history.
import type { ReactElement, ReactNode } from 'react';
import { DeleteButton } from './delete-button.tsx';
import { Form, type FormState } from './form.tsx';
import { HistoryLink } from './history-link.tsx';

export function RecordForm<V extends Readonly<Record<string, string>>>({
  of,
  onCancel,
  stored,
  children,
}: {
  readonly of: FormState<V>;
  readonly onCancel: () => void;
  /** Undefined for a new record. */
  readonly stored:
    | {
        /** What will be deleted, as a question. */
        readonly sure: string;
        readonly remove: () => Promise<unknown>;
        /** The record's name in the audit log, if its changes can be listed separately. */
        readonly history?: string;
      }
    | undefined;
  readonly children: ReactNode;
}): ReactElement {
  return (
    <>
      <Form of={of} onCancel={onCancel}>
        {children}
      </Form>
      {stored !== undefined && (
        <div className="after-form row">
          <DeleteButton what={stored.sure} act={stored.remove} />
          {stored.history !== undefined && <HistoryLink of={stored.history} />}
        </div>
      )}
    </>
  );
}
