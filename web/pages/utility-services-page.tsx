// /utility-services: the catalogue that every house chooses its services from.
import type { ReactElement } from 'react';
import { UtilityServiceList } from '../features/utility-services/utility-service-list.tsx';
import { inBoth, useWords } from '../lib/words.ts';
import { Page } from '../ui/page.tsx';

const WORDS = inBoth(
  {
    title: 'Справочник услуг',
    told: 'Из этих услуг дом выбирает свои: как начислять, с какого дня, по каким тарифам.',
  },
  {
    title: 'Catalogue of services',
    told: 'Houses choose their services from this list: how they are charged, from when, by which tariffs.',
  },
);

export function UtilityServicesPage(): ReactElement {
  const t = useWords(WORDS);
  return (
    <Page title={t.title}>
      <p>{t.told}</p>
      <div className="sheet">
        <UtilityServiceList />
      </div>
    </Page>
  );
}
