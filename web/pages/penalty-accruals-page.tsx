// /penalties/accruals: booking penalties up to a day.
import type { ReactElement } from 'react';
import { AccrualRuns } from '../features/penalty-accruals/accrual-runs.tsx';
import { HouseName } from './house-name.tsx';
import { OfOrganization } from './of-organization.tsx';
import { PenaltyFrame } from './penalty-frame.tsx';

export function PenaltyAccrualsPage(): ReactElement {
  return (
    <OfOrganization>
      {({ id }) => (
        <PenaltyFrame tab="accruals">
          <AccrualRuns
            key={id}
            organizationId={id}
            houseName={(houseId) => <HouseName houseId={houseId} organizationId={id} />}
          />
        </PenaltyFrame>
      )}
    </OfOrganization>
  );
}
