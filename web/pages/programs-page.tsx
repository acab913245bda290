// /programs: how the organization's other programs sign in, and what is sent to them.
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { ApiKeyList } from '../features/api-keys/api-key-list.tsx';
import { formerMembersOf, membersOf, nameOf } from '../features/members/members.ts';
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
            <Webhooks key={id} organizationId={id} />
          </ForRole>
        </Page>
      )}
    </OfOrganization>
  );
}

/** With who added each: somebody who has left may still hold the address. */
function Webhooks({ organizationId }: { readonly organizationId: number }): ReactElement {
  const { data: members = [] } = useQuery(membersOf(organizationId));
  const { data: former = [] } = useQuery(formerMembersOf(organizationId));
  const makers = new Map([
    ...former.map((one) => [one.userId, { name: nameOf(one), isOwner: false }] as const),
    ...members.map(
      (one) => [one.userId, { name: nameOf(one), isOwner: one.role === 'owner' }] as const,
    ),
  ]);
  return <WebhookList organizationId={organizationId} makers={makers} />;
}
