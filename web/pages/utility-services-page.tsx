// /utility-services: the services that houses can have: the catalogue, and the organization's own.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, type ReactElement } from 'react';
import { setupsOf } from '../features/house-setups/house-setups.ts';
import { ServiceList } from '../features/utility-services/service-list.tsx';
import { utilityServicesOf } from '../features/utility-services/utility-services.ts';
import { today } from '../lib/days.ts';
import { inBoth, useWords } from '../lib/words.ts';
import { Page } from '../ui/page.tsx';
import { Answered } from '../ui/states.tsx';
import { OfOrganization } from './of-organization.tsx';

const WORDS = inBoth(
  {
    title: 'Справочник услуг',
    told: 'Из этих услуг дом выбирает свои: как начислять, с какого дня, по каким тарифам. Чего здесь нет, добавьте: домофон, охрана, целевой взнос.',
    setups: 'Услуги домов',
  },
  {
    title: 'Catalogue of services',
    told: 'Houses choose their services from this list: how they are charged, from when, by which tariffs. Add what is not here: an intercom, a guard, a contribution.',
    setups: 'Services of the houses',
  },
);

export function UtilityServicesPage(): ReactElement {
  const t = useWords(WORDS);
  return (
    <OfOrganization>
      {({ id }) => (
        <Page
          title={t.title}
          actions={
            <Link className="button" to="/house-setups">
              {t.setups}
            </Link>
          }
        >
          <p className="soft">{t.told}</p>
          <Services key={id} organizationId={id} />
        </Page>
      )}
    </OfOrganization>
  );
}

/** The list is shown before the houses are counted, and without the counts. */
function Services({ organizationId }: { readonly organizationId: number }): ReactElement {
  const services = useQuery(utilityServicesOf(organizationId));
  const { data: setups } = useQuery(setupsOf(organizationId, today()));
  const housesOf = useMemo(() => {
    if (setups === undefined) return undefined;
    const counts = new Map<number, number>();
    for (const house of setups)
      for (const id of new Set(house.services.map(({ utilityServiceId }) => utilityServiceId)))
        counts.set(id, (counts.get(id) ?? 0) + 1);
    return counts;
  }, [setups]);
  return (
    <Answered query={services}>
      {(all) => <ServiceList organizationId={organizationId} services={all} housesOf={housesOf} />}
    </Answered>
  );
}
