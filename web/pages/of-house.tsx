// The frame of a house's pages: the trail, the tabs, and the user's role in its organization.
import type { House } from '@kvartplata/contracts/core/houses.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';
import { houseOf } from '../features/houses/houses.ts';
import { unbroken } from '../lib/unbroken.ts';
import { inBoth, useWords } from '../lib/words.ts';
import { Page } from '../ui/page.tsx';
import { AnsweredPage } from './answered-page.tsx';
import { HouseTabs } from './house-tabs.tsx';
import { OfRecord } from './of-record.tsx';

const WORDS = inBoth({ houses: 'Дома' }, { houses: 'Houses' });

export function OfHouse({
  houseId,
  title,
  actions,
  children,
}: {
  readonly houseId: number;
  readonly title: string;
  readonly actions?: ReactNode;
  readonly children: (house: House) => ReactNode;
}): ReactElement {
  const t = useWords(WORDS);
  const house = useQuery(houseOf(houseId));
  return (
    <AnsweredPage query={house}>
      {({ record }) => (
        <OfRecord organizationId={record.organizationId}>
          <Page
            title={title}
            of={record.address}
            trail={[
              <Link key="houses" to="/houses">
                {t.houses}
              </Link>,
              <Link key="house" to="/houses/$houseId" params={{ houseId: String(houseId) }}>
                {unbroken(record.address)}
              </Link>,
            ]}
            actions={actions}
          >
            <HouseTabs houseId={houseId} />
            {children(record)}
          </Page>
        </OfRecord>
      )}
    </AnsweredPage>
  );
}
