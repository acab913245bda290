// /debt-work/cases: the court cases of the organization.
import { CASE_STEPS, type CaseState } from '@kvartplata/contracts/billing/court-cases.ts';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { CaseList } from '../features/court-cases/case-list.tsx';
import { caseWords } from '../features/court-cases/case-words.ts';
import { inBoth, useWords } from '../lib/words.ts';
import { DebtWorkList } from './debt-work-list.tsx';

const WORDS = inBoth({ title: 'Судебные дела' }, { title: 'Court cases' });
const STATES: readonly CaseState[] = ['opened', ...CASE_STEPS];
const route = getRouteApi('/signed-in/debt-work/cases');

export function CourtCasesPage(): ReactElement {
  const t = useWords(WORDS);
  const { states } = useWords(caseWords);
  const { houseId, state } = route.useSearch();
  return (
    <DebtWorkList
      tab="cases"
      title={t.title}
      states={STATES.map((each) => [each, states[each]] as const)}
      houseId={houseId}
      state={state}
    >
      {(of) => <CaseList key={of.organizationId} of={of} />}
    </DebtWorkList>
  );
}
