// Tabs of the pages of debt work.
import { Link } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';
import { inBoth, useWords } from '../lib/words.ts';
import { Page } from '../ui/page.tsx';
import { Tabs } from '../ui/tabs.tsx';

const WORDS = inBoth(
  {
    title: 'Работа с долгами',
    due: 'Что пора сделать',
    cases: 'Дела',
    notices: 'Уведомления',
    letters: 'Письма',
    debtors: 'Должники',
  },
  {
    title: 'Debt work',
    due: 'What is due',
    cases: 'Cases',
    notices: 'Notices',
    letters: 'Letters',
    debtors: 'Debtors',
  },
);

export function DebtWorkFrame({
  tab,
  children,
}: {
  readonly tab: 'due' | 'cases' | 'notices' | 'letters';
  readonly children: ReactNode;
}): ReactElement {
  const t = useWords(WORDS);
  return (
    <Page title={t.title} tab={t[tab]}>
      <Tabs label={t.title}>
        <Link to="/debt-work" activeOptions={{ exact: true, includeSearch: false }}>
          {t.due}
        </Link>
        <Link to="/debt-work/cases">{t.cases}</Link>
        <Link to="/debt-work/notices">{t.notices}</Link>
        <Link to="/debt-work/letters" activeOptions={{ includeSearch: false }}>
          {t.letters}
        </Link>
        <Link to="/reports/debtors">{t.debtors}</Link>
      </Tabs>
      {children}
    </Page>
  );
}
