// /accounts/:accountId/statement: every entry of an account with the debt after it.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { ChargeSteps } from '../features/charges/charge-steps.tsx';
import { statementFile, statementOf } from '../features/reports/account-reports.ts';
import { StatementTable } from '../features/reports/statement-table.tsx';
import { inBoth, useWords } from '../lib/words.ts';
import { ExportButton } from '../ui/export-button.tsx';
import { Sheet } from '../ui/page.tsx';
import { Answered } from '../ui/states.tsx';
import { AccountFrame } from './account-tabs.tsx';
import { MonthRange } from './month-range.tsx';
import { yearOrChosen } from './year-or-chosen.ts';

const WORDS = inBoth({ title: 'Выписка' }, { title: 'Statement' });
const route = getRouteApi('/signed-in/accounts/$accountId/statement');

export function StatementPage(): ReactElement {
  const t = useWords(WORDS);
  const navigate = useNavigate();
  const params = route.useParams();
  const months = yearOrChosen(route.useSearch());
  const of = { personalAccountId: Number(params.accountId), ...months };
  const query = useQuery(statementOf(of));
  return (
    <AccountFrame accountId={of.personalAccountId} tab="statement">
      {() => (
        <>
          <div className="filter">
            <MonthRange
              months={months}
              onChoose={(search) =>
                void navigate({
                  to: '/accounts/$accountId/statement',
                  params,
                  search,
                  replace: true,
                  resetScroll: false,
                })
              }
            />
            <ExportButton label="XLSX" file={statementFile(of)} />
          </div>
          <Sheet title={t.title}>
            <Answered query={query}>
              {(statement) => (
                <StatementTable
                  statement={statement}
                  explain={(chargeId) => <ChargeSteps chargeId={chargeId} />}
                />
              )}
            </Answered>
          </Sheet>
        </>
      )}
    </AccountFrame>
  );
}
