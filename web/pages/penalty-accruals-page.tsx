// /penalties/accruals: booking penalties up to a day.
import type { ReactElement } from 'react';
import { AccrualRuns } from '../features/penalty-accruals/accrual-runs.tsx';
import { OfOrganization } from './of-organization.tsx';
import { PenaltyFrame } from './penalty-frame.tsx';

export function PenaltyAccrualsPage(): ReactElement {
  return (
    <OfOrganization>
      {({ id }) => (
        <PenaltyFrame>
          <AccrualRuns key={id} organizationId={id} />
        </PenaltyFrame>
      )}
    </OfOrganization>
  );
}
