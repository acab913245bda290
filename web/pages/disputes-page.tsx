// /disputes: what residents object to, and the answers.
import type { ReactElement } from 'react';
import { DisputeList } from '../features/disputes/dispute-list.tsx';
import { inBoth, useWords } from '../lib/words.ts';
import { Page } from '../ui/page.tsx';
import { OfOrganization } from './of-organization.tsx';

const WORDS = inBoth({ title: 'Обращения жильцов' }, { title: 'Residents’ disputes' });

export function DisputesPage(): ReactElement {
  const t = useWords(WORDS);
  return (
    <OfOrganization>
      {({ id }) => (
        <Page title={t.title}>
          <DisputeList key={id} organizationId={id} />
        </Page>
      )}
    </OfOrganization>
  );
}
