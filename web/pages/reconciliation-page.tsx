// /accounts/:accountId/reconciliation: an account month by month, for both sides to sign.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { reconciliationFile, reconciliationOf } from '../features/reports/account-reports.ts';
import { ReconciliationTable } from '../features/reports/reconciliation-table.tsx';
import { inBoth, useWords } from '../lib/words.ts';
import { ExportButton } from '../ui/export-button.tsx';
import { Sheet } from '../ui/page.tsx';
import { Answered } from '../ui/states.tsx';
import { AccountFrame } from './account-tabs.tsx';
import { MonthRange } from './month-range.tsx';
import { yearOrChosen } from './year-or-chosen.ts';

const WORDS = inBoth(
  { title: 'Акт сверки', toSign: 'XLSX для подписи' },
  { title: 'Reconciliation statement', toSign: 'XLSX for signing' },
);
const route = getRouteApi('/signed-in/accounts/$accountId/reconciliation');

export function ReconciliationPage(): ReactElement {
  const t = useWords(WORDS);
  const navigate = useNavigate();
  const params = route.useParams();
  const months = yearOrChosen(route.useSearch());
  const of = { personalAccountId: Number(params.accountId), ...months };
  const query = useQuery(reconciliationOf(of));
  return (
    <AccountFrame accountId={of.personalAccountId} tab="reconciliation">
      {() => (
        <>
          <div className="filter">
            <MonthRange
              months={months}
              onChoose={(search) =>
                void navigate({
                  to: '/accounts/$accountId/reconciliation',
                  params,
                  search,
                  replace: true,
                  resetScroll: false,
                })
              }
            />
            <ExportButton label={t.toSign} file={reconciliationFile(of)} />
          </div>
          <Sheet title={t.title}>
            <Answered query={query}>{(act) => <ReconciliationTable act={act} />}</Answered>
          </Sheet>
        </>
      )}
    </AccountFrame>
  );
}
