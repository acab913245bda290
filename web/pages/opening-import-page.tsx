// /payments/opening/:importId: the outcome of one file of opening balances.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { openingOf } from '../features/opening-balances/opening-balances.ts';
import { OpeningProgress } from '../features/opening-balances/opening-progress.tsx';
import { OpeningReport } from '../features/opening-balances/opening-report.tsx';
import { OpeningUndo } from '../features/opening-balances/opening-undo.tsx';
import { showMonth } from '../lib/days.ts';
import { inBoth, useLanguage, useWords } from '../lib/words.ts';
import { Page } from '../ui/page.tsx';
import { PaymentTabs } from './payment-tabs.tsx';
import { OfRecord } from './of-record.tsx';

const WORDS = inBoth(
  {
    openings: 'Начальные остатки',
    asOf: (month: string) => `Учёт ведётся с месяца: ${month}`,
    dryRun: 'Это была только проверка: ничего не записано.',
  },
  {
    openings: 'Opening balances',
    asOf: (month) => `The books are kept from ${month}`,
    dryRun: 'This was only a check: nothing was booked.',
  },
);
const route = getRouteApi('/signed-in/payments/opening/$importId');

export function OpeningImportPage(): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const id = Number(route.useParams().importId);
  const { data } = useQuery(openingOf(id));
  return (
    <OfRecord organizationId={data?.organizationId}>
      <Page
        title={data?.fileName ?? String(id)}
        trail={[
          <Link key="openings" to="/payments/opening">
            {t.openings}
          </Link>,
        ]}
      >
        <PaymentTabs />
        <OpeningProgress id={id}>
          {(ended) => (
            <>
              <div className="sheet">
                <div className="body row">
                  <span>{t.asOf(showMonth(ended.asOf, language))}</span>
                  {ended.dryRun && <strong>{t.dryRun}</strong>}
                  <div className="row push">
                    <OpeningUndo of={ended} />
                  </div>
                </div>
              </div>
              <OpeningReport of={ended} />
            </>
          )}
        </OpeningProgress>
      </Page>
    </OfRecord>
  );
}
