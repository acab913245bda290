// What every page of a signed-in user is laid on: the ways to the others, the finder, and who is signed in.
import { getRouteApi, Link, Outlet, useNavigate } from '@tanstack/react-router';
import { useEffect, useState, type ReactElement } from 'react';
import { OrganizationChoice } from '../features/organizations/organization-choice.tsx';
import { useOrganization } from '../features/organizations/organizations.ts';
import { AccountFinder } from '../features/personal-accounts/account-finder.tsx';
import { SignInAgain } from '../features/sign-in/sign-in-again.tsx';
import { inBoth, useWords } from '../lib/words.ts';
import { Icon } from '../ui/icon.tsx';
import { LateNote } from '../ui/late-note.tsx';
import { Toasts } from '../ui/toasts.tsx';
import { Places } from './places.tsx';
import { RoleIn } from './role-in.tsx';
import { UserMenu } from './user-menu.tsx';

const WORDS = inBoth(
  {
    skip: 'К содержанию',
    main: 'Разделы',
    find: 'Найти счёт',
  },
  {
    skip: 'Skip to content',
    main: 'Sections',
    find: 'Find an account',
  },
);
const route = getRouteApi('/signed-in');

export function Shell(): ReactElement {
  const t = useWords(WORDS);
  const { user } = route.useRouteContext();
  const organization = useOrganization();
  const navigate = useNavigate();
  const [isFinding, setFinding] = useState(false);
  useFinderKey(() => setFinding(true));
  return (
    <div className="shell">
      <a className="button skip" href="#content">
        {t.skip}
      </a>
      <div className="spine">
        <nav aria-label={t.main}>
          <Link className="mark" to="/">
            Квартплата
          </Link>
          <Places />
        </nav>
      </div>
      <header className="bar">
        <OrganizationChoice />
        {organization !== undefined && (
          <button className="finder-button" type="button" onClick={() => setFinding(true)}>
            <Icon name="search" />
            <span>{t.find}</span>
            <kbd>Ctrl K</kbd>
          </button>
        )}
        <Toasts />
        <UserMenu user={user} />
        <LateNote of="writes" />
      </header>
      <main id="content" tabIndex={-1}>
        <RoleIn organizationId={organization?.id}>
          <Outlet />
        </RoleIn>
      </main>
      {isFinding && organization !== undefined && (
        <AccountFinder
          organizationId={organization.id}
          onClose={() => setFinding(false)}
          onOpen={(accountId) => {
            setFinding(false);
            void navigate({ to: '/accounts/$accountId', params: { accountId: String(accountId) } });
          }}
        />
      )}
      <SignInAgain user={user} />
    </div>
  );
}

/** Ctrl-K, or Command-K, on whatever layout the keyboard has. */
function useFinderKey(open: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.code !== 'KeyK' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      open();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });
}
