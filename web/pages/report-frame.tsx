// Tabs of the reports, each with its filters above it.
import { Link } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';
import { inBoth, useWords } from '../lib/words.ts';
import { Page } from '../ui/page.tsx';
import { Tabs } from '../ui/tabs.tsx';

const WORDS = inBoth(
  {
    title: 'Отчёты',
    turnover: 'Оборотно-сальдовая',
    payees: 'По получателям',
    debtors: 'Должники',
    collection: 'Собираемость',
    endingVerifications: 'Поверка приборов',
    exports: 'Выгрузки',
    gis: 'ГИС ЖКХ',
  },
  {
    title: 'Reports',
    turnover: 'Turnover balance',
    payees: 'By payee',
    debtors: 'Debtors',
    collection: 'Collection rate',
    endingVerifications: 'Meter verification',
    exports: 'Exports',
    gis: 'ГИС ЖКХ',
  },
);

export function ReportFrame({
  tab,
  children,
}: {
  readonly tab:
    | 'turnover'
    | 'payees'
    | 'debtors'
    | 'collection'
    | 'endingVerifications'
    | 'exports'
    | 'gis';
  readonly children: ReactNode;
}): ReactElement {
  const t = useWords(WORDS);
  return (
    <Page title={t.title} tab={t[tab]}>
      <Tabs label={t.title}>
        <Link to="/reports/turnover">{t.turnover}</Link>
        <Link to="/reports/payees">{t.payees}</Link>
        <Link to="/reports/debtors">{t.debtors}</Link>
        <Link to="/reports/collection">{t.collection}</Link>
        <Link to="/reports/ending-verifications">{t.endingVerifications}</Link>
        <Link to="/reports/exports">{t.exports}</Link>
        <Link to="/reports/gis-zhkh">{t.gis}</Link>
      </Tabs>
      {children}
    </Page>
  );
}
