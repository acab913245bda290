// Tabs of the pages about penalties.
import { Link } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';
import { inBoth, useWords } from '../lib/words.ts';
import { Page } from '../ui/page.tsx';
import { Tabs } from '../ui/tabs.tsx';

const WORDS = inBoth(
  {
    title: 'Пени',
    rates: 'Ставки',
    calculator: 'Калькулятор',
    rules: 'Правила',
    accruals: 'Начисление',
    instalments: 'Рассрочки',
  },
  {
    title: 'Penalties',
    rates: 'Rates',
    calculator: 'Calculator',
    rules: 'Rules',
    accruals: 'Accrual',
    instalments: 'Instalments',
  },
);

export function PenaltyFrame({
  tab,
  actions,
  children,
}: {
  readonly tab: 'rates' | 'calculator' | 'rules' | 'accruals' | 'instalments';
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}): ReactElement {
  const t = useWords(WORDS);
  return (
    <Page title={t.title} tab={t[tab]} actions={actions}>
      <Tabs label={t.title}>
        <Link to="/penalties/rates">{t.rates}</Link>
        <Link to="/penalties/calculator">{t.calculator}</Link>
        <Link to="/penalties/rules">{t.rules}</Link>
        <Link to="/penalties/accruals">{t.accruals}</Link>
        <Link to="/penalties/instalments">{t.instalments}</Link>
      </Tabs>
      {children}
    </Page>
  );
}
