// Who is signed in: their own page, the language, the theme, and the way out.
import type { CurrentUser } from '@kvartplata/contracts/auth/users.ts';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState, type ReactElement } from 'react';
import { signOut } from '../features/sign-in/sign-in.ts';
import { inBoth, useWords } from '../lib/words.ts';
import { Button } from '../ui/button.tsx';
import { FailureNote } from '../ui/failure-note.tsx';
import { Preferences } from './preferences.tsx';

const WORDS = inBoth(
  { security: 'Вход и безопасность', signOut: 'Выйти', newOrganization: 'Новая организация' },
  { security: 'Sign-in and security', signOut: 'Sign out', newOrganization: 'New organization' },
);

export function UserMenu({
  user,
  onSignedOut,
}: {
  readonly user: CurrentUser;
  readonly onSignedOut: () => void;
}): ReactElement {
  const t = useWords(WORDS);
  const navigate = useNavigate();
  const menu = useRef<HTMLDetailsElement>(null);
  const [failure, setFailure] = useState<unknown>();
  useClosing(menu);
  async function leave(): Promise<void> {
    try {
      await signOut();
      onSignedOut();
      await navigate({ to: '/sign-in', search: {} });
    } catch (error) {
      setFailure(error);
    }
  }
  return (
    <details ref={menu} className="menu push">
      <summary className="button quiet">
        {user.firstName} {user.lastName}
      </summary>
      <div>
        <Link className="button quiet" to="/security">
          {t.security}
        </Link>
        <Link className="button quiet" to="/organizations/new">
          {t.newOrganization}
        </Link>
        <Preferences />
        <Button kind="quiet" onClick={() => void leave()}>
          {t.signOut}
        </Button>
        {failure !== undefined && <FailureNote error={failure} />}
      </div>
    </details>
  );
}

/** A press elsewhere, a chosen link and Escape close the menu. */
function useClosing(menu: { readonly current: HTMLDetailsElement | null }): void {
  useEffect(() => {
    const onPress = (event: Event): void => {
      const details = menu.current;
      if (details === null || !(event.target instanceof Element)) return;
      if (!details.contains(event.target) || event.target.closest('a') !== null)
        details.open = false;
    };
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || menu.current?.open !== true) return;
      menu.current.open = false;
      menu.current.querySelector('summary')?.focus();
    };
    addEventListener('click', onPress);
    addEventListener('keydown', onKey);
    return () => {
      removeEventListener('click', onPress);
      removeEventListener('keydown', onKey);
    };
  }, [menu]);
}
