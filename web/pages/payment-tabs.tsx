// Tabs of the pages about payments.
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { inBoth, useWords } from '../lib/words.ts';
import { Tabs } from '../ui/tabs.tsx';

const WORDS = inBoth(
  {
    payments: 'Платежи',
    entry: 'Ввод и список',
    imports: 'Реестры банков',
    waiting: 'Невыясненные',
    opening: 'Начальные остатки',
  },
  {
    payments: 'Payments',
    entry: 'Entry and list',
    imports: 'Bank registries',
    waiting: 'Unidentified',
    opening: 'Opening balances',
  },
);

export function PaymentTabs(): ReactElement {
  const t = useWords(WORDS);
  return (
    <Tabs label={t.payments}>
      <Link to="/payments" activeOptions={{ exact: true, includeSearch: false }}>
        {t.entry}
      </Link>
      <Link to="/payments/imports">{t.imports}</Link>
      <Link to="/payments/unidentified">{t.waiting}</Link>
      <Link to="/payments/opening">{t.opening}</Link>
    </Tabs>
  );
}
