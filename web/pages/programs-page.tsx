// /programs: how the organization's other programs sign in, and what is sent to them.
import type { ReactElement } from 'react';
import { ApiKeyList } from '../features/api-keys/api-key-list.tsx';
import { WebhookList } from '../features/webhooks/webhook-list.tsx';
import { inBoth, useWords } from '../lib/words.ts';
import { ForRole } from '../ui/for-role.tsx';
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
          <ForRole least="owner">
            <WebhookList key={id} organizationId={id} />
          </ForRole>
        </Page>
      )}
    </OfOrganization>
  );
}
