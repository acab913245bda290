// The sections of the page: all of them in the margin, on a phone the four most used ones and the others in a menu.
import { Link, useLocation } from '@tanstack/react-router';
import { useRef, type ReactElement, type ReactNode } from 'react';
import { inBoth, useWords } from '../lib/words.ts';
import { Icon } from '../ui/icon.tsx';
import { Menu } from '../ui/menu.tsx';
import { useHereInSight } from '../ui/tabs.tsx';

const WORDS = inBoth(
  {
    start: 'Главная',
    month: 'Месяц',
    payments: 'Платежи',
    disputes: 'Обращения',
    houses: 'Дома',
    accounts: 'Счета',
    reports: 'Отчёты',
    debts: 'Долги',
    penalties: 'Пени',
    organization: 'Организация',
    more: 'Ещё',
  },
  {
    start: 'Home',
    month: 'Month',
    payments: 'Payments',
    disputes: 'Disputes',
    houses: 'Houses',
    accounts: 'Accounts',
    reports: 'Reports',
    debts: 'Debts',
    penalties: 'Penalties',
    organization: 'Organization',
    more: 'More',
  },
);

/** Pages of a section whose addresses have another prefix. */
const WITHIN = {
  month: ['/deliveries'],
  houses: ['/imports', '/moves', '/house-setups', '/utility-services', '/corrections'],
  reports: ['/debt-requests'],
  organization: ['/programs', '/audit', '/law', '/mail'],
} as const;

export function Places(): ReactElement {
  const t = useWords(WORDS);
  const places = useRef<HTMLUListElement>(null);
  useHereInSight(places);
  const path = useLocation({ select: ({ pathname }) => pathname });
  const here = (name: keyof typeof WITHIN): { readonly 'aria-current'?: 'true' } =>
    WITHIN[name].some((begin) => path === begin || path.startsWith(`${begin}/`))
      ? { 'aria-current': 'true' }
      : {};
  const icon = (name: keyof typeof t): ReactNode => (
    <>
      <Icon name={name} />
      <span>{t[name]}</span>
    </>
  );
  const rest = [
    <Link key="houses" to="/houses" {...here('houses')}>
      {icon('houses')}
    </Link>,
    <Link key="disputes" to="/disputes">
      {icon('disputes')}
    </Link>,
    <Link key="reports" to="/reports" {...here('reports')}>
      {icon('reports')}
    </Link>,
    <Link key="debts" to="/debt-work">
      {icon('debts')}
    </Link>,
    <Link key="penalties" to="/penalties">
      {icon('penalties')}
    </Link>,
    <Link key="organization" to="/organization" {...here('organization')}>
      {icon('organization')}
    </Link>,
  ] as const;
  return (
    <ul ref={places}>
      <li>
        <Link to="/" activeOptions={{ exact: true }}>
          {icon('start')}
        </Link>
      </li>
      <li>
        <Link to="/month" {...here('month')}>
          {icon('month')}
        </Link>
      </li>
      <li>
        <Link to="/payments">{icon('payments')}</Link>
      </li>
      <li>
        <Link to="/accounts">{icon('accounts')}</Link>
      </li>
      {rest.map((link) => (
        <li key={link.key} className="roomy-only">
          {link}
        </li>
      ))}
      <li className="phone-only">
        <Menu label={icon('more')}>{rest}</Menu>
      </li>
    </ul>
  );
}
