// The frame of every page of a signed-in user: navigation, the finder, and the user menu.
import { getRouteApi, Link, Outlet, useParams } from '@tanstack/react-router';
import { useEffect, useState, type ReactElement } from 'react';
import { OrganizationChoice } from '../features/organizations/organization-choice.tsx';
import { useOrganization } from '../features/organizations/organizations.ts';
import { StepUp } from '../features/two-factor/step-up.tsx';
import { SignInAgain } from '../features/sign-in/sign-in-again.tsx';
import { canBeThere } from '../lib/address-parts.ts';
import { inBoth, useWords } from '../lib/words.ts';
import { KeptInput } from '../ui/dialog.tsx';
import { Icon } from '../ui/icon.tsx';
import { LateNote } from '../ui/late-note.tsx';
import { Toasts } from '../ui/toasts.tsx';
import { MissingPage } from './broken-page.tsx';
import { Finder } from './finder.tsx';
import { Places } from './places.tsx';
import { RoleIn } from './role-in.tsx';
import { UserMenu } from './user-menu.tsx';

const WORDS = inBoth(
  {
    skip: 'К содержанию',
    main: 'Разделы',
    find: 'Найти счёт, дом, страницу…',
  },
  {
    skip: 'Skip to content',
    main: 'Sections',
    find: 'Find an account, house, page…',
  },
);
const FINDER_KEY = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K';
const route = getRouteApi('/signed-in');

export function Shell(): ReactElement {
  const t = useWords(WORDS);
  const { user } = route.useRouteContext();
  const organization = useOrganization();
  const isAddress = canBeThere(useParams({ strict: false }));
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
      <KeptInput isPage>
        <header className="bar">
          <OrganizationChoice />
          {organization !== undefined && (
            <button
              className="finder-button"
              type="button"
              aria-keyshortcuts="Control+K Meta+K"
              onClick={() => setFinding(true)}
            >
              <Icon name="search" />
              <span>{t.find}</span>
              <kbd>{FINDER_KEY}</kbd>
            </button>
          )}
          <Toasts />
          <UserMenu user={user} />
          <LateNote of="writes" />
        </header>
        <main id="content" tabIndex={-1}>
          <RoleIn organizationId={organization?.id}>
            {isAddress ? <Outlet /> : <MissingPage />}
          </RoleIn>
        </main>
      </KeptInput>
      {isFinding && organization !== undefined && (
        <RoleIn organizationId={organization.id}>
          <Finder organizationId={organization.id} onClose={() => setFinding(false)} />
        </RoleIn>
      )}
      <SignInAgain user={user} />
      <StepUp />
    </div>
  );
}

/** Ctrl-K or Command-K, on any keyboard layout. */
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
