// Signing out. Unsaved input would be lost, in a form as well as in the browser's storage, so the user is asked first.
import { useMutation } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { dropStorage, hasUnsaved } from '../../lib/own-storage.ts';
import { inBoth, useWords } from '../../lib/words.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, useLeave } from '../../ui/dialog.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { signOut } from './sign-in.ts';

const WORDS = inBoth(
  {
    signOut: 'Выйти',
    title: 'Не всё сохранено',
    lost: 'На этой вкладке есть платежи или показания, которые не записаны. После выхода они пропадут: следующий пользователь этого браузера не должен их увидеть.',
    sure: 'Выйти без сохранения',
    stay: 'Остаться',
  },
  {
    signOut: 'Sign out',
    title: 'Not everything is saved',
    lost: 'This tab has payments or readings that are not saved. Signing out discards them, so that the next user of this browser does not see them.',
    sure: 'Sign out without saving',
    stay: 'Stay',
  },
);

export function SignOut({
  text,
  act = signOut,
}: {
  /** The label of the button. */
  readonly text?: string;
  /** Ends the session. */
  readonly act?: () => Promise<unknown>;
}): ReactElement {
  const t = useWords(WORDS);
  const [isAsking, setAsking] = useState(false);
  const leave = useLeave(false, false);
  const leaving = useMutation({
    mutationFn: act,
    onSuccess: () => {
      dropStorage();
      // A new document, so that nothing read or typed stays in memory.
      location.replace('/sign-in');
    },
  });
  return (
    <>
      <Button
        kind="quiet"
        isBusy={leaving.isPending}
        onClick={() => leave(() => (hasUnsaved() ? setAsking(true) : leaving.mutate()))}
      >
        {text ?? t.signOut}
      </Button>
      {leaving.error !== null && <FailureNote error={leaving.error} />}
      {isAsking && (
        <Dialog title={t.title} onClose={() => setAsking(false)}>
          <div className="stack">
            <p>{t.lost}</p>
            <div className="row">
              <Button kind="danger" isBusy={leaving.isPending} onClick={() => leaving.mutate()}>
                {t.sure}
              </Button>
              <Button onClick={() => setAsking(false)}>{t.stay}</Button>
            </div>
          </div>
        </Dialog>
      )}
    </>
  );
}
