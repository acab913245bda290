// Who is signed in: their own page, the language, the theme, and the way out.
import type { CurrentUser } from '@kvartplata/contracts/auth/users.ts';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, type ReactElement } from 'react';
import { SignOut } from '../features/sign-in/sign-out.tsx';
import { inBoth, useWords } from '../lib/words.ts';
import { Preferences } from './preferences.tsx';

const WORDS = inBoth(
  { security: 'Вход и безопасность', newOrganization: 'Новая организация' },
  { security: 'Sign-in and security', newOrganization: 'New organization' },
);

export function UserMenu({ user }: { readonly user: CurrentUser }): ReactElement {
  const t = useWords(WORDS);
  const menu = useRef<HTMLDetailsElement>(null);
  useClosing(menu);
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
        <SignOut />
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
