// An irreversible step of a month: the consequences are shown, it is confirmed, and then done once.
import { useMutation } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { inBoth, useWords } from '../../lib/words.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';

const WORDS = inBoth({ cancel: 'Отмена' }, { cancel: 'Cancel' });

export function CycleStep({
  ask,
  warning,
  confirm,
  act,
}: {
  /** The label of the button. */
  readonly ask: string;
  /** The consequences. */
  readonly warning: string;
  readonly confirm: string;
  readonly act: () => Promise<unknown>;
}): ReactElement {
  const t = useWords(WORDS);
  const [isAsking, setAsking] = useState(false);
  const acting = useMutation({ mutationFn: act, onSuccess: () => setAsking(false) });
  if (!isAsking)
    return (
      <div>
        <Button kind="primary" onClick={() => setAsking(true)}>
          {ask}
        </Button>
      </div>
    );
  return (
    <div className="stack">
      <p>{warning}</p>
      {acting.error !== null && <FailureNote error={acting.error} />}
      <div className="row">
        <Button kind="primary" autoFocus isBusy={acting.isPending} onClick={() => acting.mutate()}>
          {confirm}
        </Button>
        <Button onClick={() => setAsking(false)}>{t.cancel}</Button>
      </div>
    </div>
  );
}
