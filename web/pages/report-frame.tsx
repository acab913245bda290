// Tabs of the reports, each with its filters above it; the house and the months that are chosen stay chosen.
import { Link, useSearch } from '@tanstack/react-router';
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
  const { houseId, periodFrom, periodTo } = useSearch({ strict: false });
  const kept = {
    ...(houseId === undefined ? {} : { houseId }),
    ...(periodFrom === undefined ? {} : { periodFrom }),
    ...(periodTo === undefined ? {} : { periodTo }),
  };
  // Of all reports, only the turnover begins with one house.
  const isOfAll = tab !== 'turnover' && houseId === undefined;
  return (
    <Page title={t.title} tab={t[tab]}>
      <Tabs label={t.title}>
        <Link to="/reports/turnover" search={isOfAll ? { ...kept, all: true } : kept}>
          {t.turnover}
        </Link>
        <Link to="/reports/payees" search={kept}>
          {t.payees}
        </Link>
        <Link to="/reports/debtors" search={kept}>
          {t.debtors}
        </Link>
        <Link to="/reports/collection" search={kept}>
          {t.collection}
        </Link>
        <Link to="/reports/ending-verifications" search={kept}>
          {t.endingVerifications}
        </Link>
        <Link to="/reports/exports" search={kept}>
          {t.exports}
        </Link>
        <Link to="/reports/gis-zhkh" search={kept}>
          {t.gis}
        </Link>
      </Tabs>
      {children}
    </Page>
  );
}
