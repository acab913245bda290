// /debt-work: what is due this week, and which limitations run out.
import type { ReactElement } from 'react';
import { DueList } from '../features/debt-work/due-list.tsx';
import { inBoth, useWords } from '../lib/words.ts';
import { Sheet } from '../ui/page.tsx';
import { DebtWorkFrame } from './debt-work-frame.tsx';
import { OfOrganization } from './of-organization.tsx';

const WORDS = inBoth({ title: 'Что пора сделать' }, { title: 'What is due' });

export function DebtWorkPage(): ReactElement {
  const t = useWords(WORDS);
  return (
    <OfOrganization>
      {({ id }) => (
        <DebtWorkFrame tab="due">
          <Sheet title={t.title}>
            <DueList key={id} organizationId={id} />
          </Sheet>
        </DebtWorkFrame>
      )}
    </OfOrganization>
  );
}
