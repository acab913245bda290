// A button in a table's row that first says, in a dialog, what it will do.
import { useMutation } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { FailureNote } from './failure-note.tsx';

type Asked = {
  readonly title: string;
  /** What will happen. */
  readonly what: string;
  /** The words of the button that does it. */
  readonly sure: string;
  readonly act: () => Promise<unknown>;
};

export function AskedButton({
  label,
  name,
  ...asked
}: Asked & {
  readonly label: string;
  /** The label with what it is about, for those who do not see the row. */
  readonly name: string;
}): ReactElement {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button kind="quiet" className="in-table" aria-label={name} onClick={() => setAsking(true)}>
        {label}
      </Button>
      {isAsking && <Question {...asked} onClose={() => setAsking(false)} />}
    </>
  );
}

/** Closes once it is done. */
export function Question({
  title,
  what,
  sure,
  act,
  onClose,
}: Asked & { readonly onClose: () => void }): ReactElement {
  const doing = useMutation({ mutationFn: act, onSuccess: onClose });
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="stack">
        <p>{what}</p>
        {doing.error !== null && <FailureNote error={doing.error} />}
        <div>
          <Button kind="danger" isBusy={doing.isPending} onClick={() => doing.mutate()}>
            {sure}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
