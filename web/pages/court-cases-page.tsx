// /debt-work/cases: the court cases of the organization.
import { CASE_STEPS, type CaseState } from '@kvartplata/contracts/billing/court-cases.ts';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { CaseList } from '../features/court-cases/case-list.tsx';
import { caseWords } from '../features/court-cases/case-words.ts';
import { useAddressChange } from '../lib/list-address.ts';
import { inBoth, useWords } from '../lib/words.ts';
import { Choice } from '../ui/choice.tsx';
import { Sheet } from '../ui/page.tsx';
import { DebtWorkFrame } from './debt-work-frame.tsx';
import { OfOrganization } from './of-organization.tsx';
import { HouseChoice } from './report-frame.tsx';

const WORDS = inBoth(
  { title: 'Судебные дела', state: 'Состояние', open: 'все, кроме завершённых' },
  { title: 'Court cases', state: 'State', open: 'all but those that have ended' },
);
const STATES: readonly CaseState[] = ['opened', ...CASE_STEPS];
const route = getRouteApi('/signed-in/debt-work/cases');

export function CourtCasesPage(): ReactElement {
  const t = useWords(WORDS);
  const { states } = useWords(caseWords);
  const { houseId, state } = route.useSearch();
  const change = useAddressChange();
  return (
    <OfOrganization>
      {({ id }) => (
        <DebtWorkFrame>
          <Sheet title={t.title}>
            <div className="head filter">
              <HouseChoice
                organizationId={id}
                houseId={houseId}
                onChoose={(chosen) => change({ houseId: chosen })}
              />
              <Choice
                label={t.state}
                value={state ?? ''}
                options={[['', t.open], ...STATES.map((each) => [each, states[each]] as const)]}
                onChoose={(chosen) => change({ state: chosen === '' ? undefined : chosen })}
              />
            </div>
            <CaseList
              key={id}
              of={{
                organizationId: id,
                ...(houseId === undefined ? {} : { houseId }),
                ...(state === undefined ? { open: 'true' } : { state }),
              }}
            />
          </Sheet>
        </DebtWorkFrame>
      )}
    </OfOrganization>
  );
}
