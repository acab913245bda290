// The form of a record that may be there already: below what is typed, what takes the record away, and the way to its history.
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
  /** Undefined for a record that is new. */
  readonly stored:
    | {
        /** What is gone once it is deleted, as a question. */
        readonly sure: string;
        readonly remove: () => Promise<unknown>;
        /** As the audit log names the record, where its changes can be looked up by themselves. */
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
