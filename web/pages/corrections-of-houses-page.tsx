// /corrections: applied months of many houses computed again.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { CorrectionsOfHouses } from '../features/corrections/corrections-of-houses.tsx';
import { allHousesOf } from '../features/houses/houses.ts';
import { useMay } from '../lib/role.ts';
import { inBoth, useWords } from '../lib/words.ts';
import { Page } from '../ui/page.tsx';
import { Answered, Empty } from '../ui/states.tsx';
import { FirstMonths } from './first-months.tsx';
import { HousesFirst } from './houses-first.tsx';
import { OfOrganization } from './of-organization.tsx';

const WORDS = inBoth(
  {
    title: 'Исправление прошлых месяцев во многих домах',
    houses: 'Дома',
    none: 'Домов пока нет: исправлять нечего.',
    notYours: 'Это делает бухгалтер.',
  },
  {
    title: 'Correction of past months in many houses',
    houses: 'Houses',
    none: 'No houses yet: there is nothing to correct.',
    notYours: 'Accountants do this.',
  },
);
const route = getRouteApi('/signed-in/corrections');

export function CorrectionsOfHousesPage(): ReactElement {
  const t = useWords(WORDS);
  const mayWork = useMay('accountant');
  return (
    <OfOrganization>
      {({ id }) => (
        <Page
          title={t.title}
          trail={[
            <Link key="houses" to="/houses">
              {t.houses}
            </Link>,
          ]}
        >
          {mayWork ? <OfHouses key={id} organizationId={id} /> : <Empty>{t.notYours}</Empty>}
        </Page>
      )}
    </OfOrganization>
  );
}

function OfHouses({ organizationId }: { readonly organizationId: number }): ReactElement {
  const t = useWords(WORDS);
  const named = route.useSearch();
  const query = useQuery(allHousesOf(organizationId));
  return (
    <Answered query={query}>
      {(houses) =>
        houses.length === 0 ? (
          <HousesFirst>{t.none}</HousesFirst>
        ) : (
          <FirstMonths of={{ organizationId }} named={named}>
            {(months) => (
              <CorrectionsOfHouses
                key={`${named.periodFrom} ${named.periodTo}`}
                houses={houses}
                {...months}
              />
            )}
          </FirstMonths>
        )
      }
    </Answered>
  );
}
