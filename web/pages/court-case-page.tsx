// /debt-work/cases/:caseId: a case with its steps and its claim.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { CaseSheets } from '../features/court-cases/case-sheets.tsx';
import { caseWords } from '../features/court-cases/case-words.ts';
import { caseOf } from '../features/court-cases/court-cases.ts';
import { inBoth, useWords } from '../lib/words.ts';
import { HistoryLink } from '../ui/history-link.tsx';
import { Page } from '../ui/page.tsx';
import { AnsweredPage } from './answered-page.tsx';
import { OfRecord } from './of-record.tsx';

const WORDS = inBoth(
  {
    cases: 'Судебные дела',
    title: (id: number, payer: string) => `Дело № ${id} · ${payer}`,
    account: (number: string) => `Счёт ${number}`,
  },
  {
    cases: 'Court cases',
    title: (id, payer) => `Case ${id} · ${payer}`,
    account: (number) => `Account ${number}`,
  },
);
const route = getRouteApi('/signed-in/debt-work/cases/$caseId');

export function CourtCasePage(): ReactElement {
  const t = useWords(WORDS);
  const { states, proceedings } = useWords(caseWords);
  const caseId = Number(route.useParams().caseId);
  const query = useQuery(caseOf(caseId));
  return (
    <AnsweredPage query={query}>
      {(of) => (
        <OfRecord organizationId={of.organizationId}>
          <Page
            title={t.title(of.id, of.payer)}
            trail={[
              <Link key="cases" to="/debt-work/cases">
                {t.cases}
              </Link>,
              <Link
                key="account"
                to="/accounts/$accountId"
                params={{ accountId: String(of.personalAccountId) }}
              >
                {t.account(of.accountNumber)}
              </Link>,
            ]}
            actions={<HistoryLink of={`court-case:${of.id}`} />}
          >
            <p className="row">
              <span className="badge">{states[of.state]}</span>
              <span className="soft">
                {proceedings[of.proceeding]}
                {of.court !== null && ` · ${of.court}`} · {of.address}
              </span>
            </p>
            <CaseSheets of={of} />
          </Page>
        </OfRecord>
      )}
    </AnsweredPage>
  );
}
