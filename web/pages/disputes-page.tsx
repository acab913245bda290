// /disputes: what residents object to, and the answers.
import { getRouteApi } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { DisputeList } from '../features/disputes/dispute-list.tsx';
import { useAddressChange } from '../lib/list-address.ts';
import { inBoth, useWords } from '../lib/words.ts';
import { Page } from '../ui/page.tsx';
import { OfOrganization } from './of-organization.tsx';
import { HouseChoice } from './house-choice.tsx';

const WORDS = inBoth({ title: 'Обращения жильцов' }, { title: 'Residents’ disputes' });
const route = getRouteApi('/signed-in/disputes');

export function DisputesPage(): ReactElement {
  const t = useWords(WORDS);
  const { houseId, status } = route.useSearch();
  const change = useAddressChange();
  return (
    <OfOrganization>
      {({ id }) => (
        <Page title={t.title}>
          <DisputeList
            key={id}
            organizationId={id}
            houseId={houseId}
            status={status}
            houseChoice={
              <HouseChoice
                organizationId={id}
                houseId={houseId}
                onChoose={(chosen) => change({ houseId: chosen })}
              />
            }
          />
        </Page>
      )}
    </OfOrganization>
  );
}
