// A button that deletes something for good: it is pressed twice, the second time knowing what will be deleted.
import { useMutation } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { inBoth, useWords } from '../lib/words.ts';
import { Button } from './button.tsx';
import { FailureNote } from './failure-note.tsx';

const WORDS = inBoth(
  { delete: 'Удалить', sure: 'Да, удалить', cancel: 'Оставить' },
  { delete: 'Delete', sure: 'Yes, delete', cancel: 'Keep' },
);

export function DeleteButton({
  what,
  act,
}: {
  /** What will be deleted, as a question. */
  readonly what: string;
  readonly act: () => Promise<unknown>;
}): ReactElement {
  const t = useWords(WORDS);
  const [isAsking, setAsking] = useState(false);
  const deleting = useMutation({ mutationFn: act });
  if (!isAsking)
    return (
      <Button kind="danger" onClick={() => setAsking(true)}>
        {t.delete}
      </Button>
    );
  return (
    <div className="stack">
      <p>{what}</p>
      {deleting.error !== null && <FailureNote error={deleting.error} />}
      <div className="row">
        <Button
          kind="danger"
          autoFocus
          isBusy={deleting.isPending}
          onClick={() => deleting.mutate()}
        >
          {t.sure}
        </Button>
        <Button onClick={() => setAsking(false)}>{t.cancel}</Button>
      </div>
    </div>
  );
}
