// A page about the chosen organization, or how to get a first one.
import type { Organization } from '@kvartplata/contracts/core/organizations.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';
import { organizations, useOrganization } from '../features/organizations/organizations.ts';
import { inBoth, useWords } from '../lib/words.ts';
import { Page } from '../ui/page.tsx';
import { Answered, Empty } from '../ui/states.tsx';
import { WaitingInvitations } from './waiting-invitations.tsx';

const WORDS = inBoth(
  {
    title: 'Начните с организации',
    none: 'У вас пока нет ни одной организации. Создайте свою — или попросите коллегу пригласить вас.',
    create: 'Создать организацию',
  },
  {
    title: 'Start with an organization',
    none: 'You have no organization yet. Create one, or ask a colleague to invite you.',
    create: 'Create an organization',
  },
);

export function OfOrganization({
  children,
}: {
  readonly children: (organization: Organization) => ReactNode;
}): ReactElement {
  const t = useWords(WORDS);
  const query = useQuery(organizations);
  const organization = useOrganization();
  if (organization !== undefined) return <>{children(organization)}</>;
  return (
    <Answered query={query}>
      {() => (
        <Page title={t.title}>
          <WaitingInvitations />
          <Empty
            action={
              <Link className="button primary" to="/organizations/new">
                {t.create}
              </Link>
            }
          >
            {t.none}
          </Empty>
        </Page>
      )}
    </Answered>
  );
}
