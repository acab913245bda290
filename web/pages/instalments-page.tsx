// /penalties/instalments: who pays a debt in parts, and who has missed one.
import { getRouteApi } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { InstalmentList } from '../features/instalments/instalment-list.tsx';
import { useAddressChange } from '../lib/list-address.ts';
import { OfOrganization } from './of-organization.tsx';
import { PenaltyFrame } from './penalty-frame.tsx';
import { HouseChoice } from './house-choice.tsx';

const route = getRouteApi('/signed-in/penalties/instalments');

export function InstalmentsPage(): ReactElement {
  const { houseId, state } = route.useSearch();
  const change = useAddressChange();
  return (
    <OfOrganization>
      {({ id }) => (
        <PenaltyFrame tab="instalments">
          <InstalmentList
            key={id}
            organizationId={id}
            houseId={houseId}
            state={state}
            houseChoice={
              <HouseChoice
                organizationId={id}
                houseId={houseId}
                onChoose={(chosen) => change({ houseId: chosen })}
              />
            }
          />
        </PenaltyFrame>
      )}
    </OfOrganization>
  );
}
