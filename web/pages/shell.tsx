// What every page of a signed-in user is laid on: the ways to the others, the finder, and who is signed in.
import { getRouteApi, Link, Outlet, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState, type ReactElement } from 'react';
import { OrganizationChoice } from '../features/organizations/organization-choice.tsx';
import { useOrganization } from '../features/organizations/organizations.ts';
import { AccountFinder } from '../features/personal-accounts/account-finder.tsx';
import { SignInAgain } from '../features/sign-in/sign-in-again.tsx';
import { monthFrom, thisMonth } from '../lib/days.ts';
import { inBoth, useWords } from '../lib/words.ts';
import { useHereInSight } from '../ui/tabs.tsx';
import { RoleIn } from './role-in.tsx';
import { UserMenu } from './user-menu.tsx';

const WORDS = inBoth(
  {
    skip: 'К содержанию',
    main: 'Разделы',
    start: 'Главная',
    month: 'Месяц',
    payments: 'Платежи',
    disputes: 'Обращения',
    houses: 'Дома',
    accounts: 'Счета',
    reports: 'Отчёты',
    penalties: 'Пени',
    organization: 'Организация',
    find: 'Найти счёт',
  },
  {
    skip: 'Skip to content',
    main: 'Sections',
    start: 'Home',
    month: 'Month',
    payments: 'Payments',
    disputes: 'Disputes',
    houses: 'Houses',
    accounts: 'Accounts',
    reports: 'Reports',
    penalties: 'Penalties',
    organization: 'Organization',
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
            <span>{t.find}</span>
            <kbd>Ctrl K</kbd>
          </button>
        )}
        <UserMenu user={user} />
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

function Places(): ReactElement {
  const t = useWords(WORDS);
  const places = useRef<HTMLUListElement>(null);
  useHereInSight(places);
  return (
    <ul ref={places}>
      <li>
        <Link to="/" activeOptions={{ exact: true }}>
          {t.start}
        </Link>
      </li>
      <li>
        <Link to="/month/$period" params={{ period: monthFrom(thisMonth(), -1) }}>
          {t.month}
        </Link>
      </li>
      <li>
        <Link to="/payments">{t.payments}</Link>
      </li>
      <li>
        <Link to="/houses">{t.houses}</Link>
      </li>
      <li>
        <Link to="/accounts">{t.accounts}</Link>
      </li>
      <li>
        <Link to="/disputes">{t.disputes}</Link>
      </li>
      <li>
        <Link to="/reports">{t.reports}</Link>
      </li>
      <li>
        <Link to="/penalties">{t.penalties}</Link>
      </li>
      <li>
        <Link to="/organization">{t.organization}</Link>
      </li>
    </ul>
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
