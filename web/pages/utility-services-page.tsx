// /utility-services: what houses choose their services from: the catalogue, and the organization's own.
import type { ReactElement } from 'react';
import { OwnServiceList } from '../features/utility-services/own-service-list.tsx';
import { UtilityServiceList } from '../features/utility-services/utility-service-list.tsx';
import { inBoth, useWords } from '../lib/words.ts';
import { Page, Sheet } from '../ui/page.tsx';
import { OfOrganization } from './of-organization.tsx';

const WORDS = inBoth(
  {
    title: 'Справочник услуг',
    common: 'Общий справочник',
    told: 'Из этих услуг дом выбирает свои: как начислять, с какого дня, по каким тарифам.',
  },
  {
    title: 'Catalogue of services',
    common: 'Common to all',
    told: 'Houses choose their services from this list: how they are charged, from when, by which tariffs.',
  },
);

export function UtilityServicesPage(): ReactElement {
  const t = useWords(WORDS);
  return (
    <OfOrganization>
      {({ id }) => (
        <Page title={t.title}>
          <p>{t.told}</p>
          <OwnServiceList key={id} organizationId={id} />
          <Sheet title={t.common}>
            <UtilityServiceList organizationId={id} />
          </Sheet>
        </Page>
      )}
    </OfOrganization>
  );
}
