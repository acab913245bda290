// If the session ends during work, the sign-in is shown over the page, and all input stays. Requests that failed meanwhile are
// sent again afterwards.
import type { CurrentUser } from '@kvartplata/contracts/auth/users.ts';
import { useEffect, useState, type ReactElement } from 'react';
import { dropStorage } from '../../lib/own-storage.ts';
import { whenSessionEnds } from '../../lib/api.ts';
import { inBoth, useWords } from '../../lib/words.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { SignInForm } from './sign-in-form.tsx';

const WORDS = inBoth(
  {
    title: 'Сеанс закончился',
    kept: 'Войдите ещё раз — всё введённое осталось на странице и будет сохранено.',
  },
  {
    title: 'Your session has ended',
    kept: 'Sign in again: everything you typed is still on the page and will be saved.',
  },
);

export function SignInAgain({ user }: { readonly user: CurrentUser }): ReactElement | null {
  const t = useWords(WORDS);
  const [goOn, setGoOn] = useState<() => void>();
  useEffect(() => {
    whenSessionEnds(async () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      setGoOn(() => resolve);
      return promise;
    });
    return () => whenSessionEnds(undefined);
  }, []);
  if (goOn === undefined) return null;
  return (
    <Dialog title={t.title} onClose={undefined}>
      <div className="stack">
        <p>{t.kept}</p>
        <SignInForm
          username={user.username}
          onSignedIn={(signedIn) => {
            if (signedIn.user.id === user.id) {
              setGoOn(undefined);
              goOn();
              return;
            }
            // The waiting requests belong to the other user, and must never be sent as this one.
            dropStorage();
            location.assign('/');
          }}
        />
      </div>
    </Dialog>
  );
}
