// /programs: how other programs of the organization sign in.
import type { ReactElement } from 'react';
import { ApiKeyList } from '../features/api-keys/api-key-list.tsx';
import { inBoth, useWords } from '../lib/words.ts';
import { Page } from '../ui/page.tsx';
import { OfOrganization } from './of-organization.tsx';

const WORDS = inBoth({ title: 'Программы' }, { title: 'Programs' });

export function ProgramsPage(): ReactElement {
  const t = useWords(WORDS);
  return (
    <OfOrganization>
      {({ id }) => (
        <Page title={t.title}>
          <ApiKeyList key={id} organizationId={id} />
        </Page>
      )}
    </OfOrganization>
  );
}
