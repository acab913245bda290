// A page about the chosen organization, or how to get a first one.
import type { Organization } from '@kvartplata/contracts/core/organizations.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';
import { allHousesOf, houseOf } from '../features/houses/houses.ts';
import { organizations, useOrganization } from '../features/organizations/organizations.ts';
import { inBoth, useWords } from '../lib/words.ts';
import { Page } from '../ui/page.tsx';
import { Answered, Empty } from '../ui/states.tsx';
import { AnsweredPage } from './answered-page.tsx';
import { OfRecord } from './of-record.tsx';
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
  if (organization !== undefined)
    return <OfNamedHouse organization={organization}>{children}</OfNamedHouse>;
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

/** A page that is narrowed to a house is about that house's organization, which a link may name without it being chosen. */
function OfNamedHouse({
  organization,
  children,
}: {
  readonly organization: Organization;
  readonly children: (organization: Organization) => ReactNode;
}): ReactElement {
  const { houseId } = useSearch({ strict: false });
  const isNarrowed = houseId !== undefined;
  const houses = useQuery({ ...allHousesOf(organization.id), enabled: isNarrowed });
  const isListed = houses.data?.some(({ id }) => id === houseId) === true;
  const isElsewhere = isNarrowed && houses.data !== undefined && !isListed;
  const house = useQuery({ ...houseOf(houseId ?? 0), enabled: isElsewhere });
  if (!isNarrowed || isListed) return <>{children(organization)}</>;
  if (!isElsewhere) return <AnsweredPage query={houses}>{() => null}</AnsweredPage>;
  return (
    <AnsweredPage query={house}>
      {({ record: { organizationId } }) => (
        <OfRecord organizationId={organizationId}>
          {organizationId === organization.id && children(organization)}
        </OfRecord>
      )}
    </AnsweredPage>
  );
}
