// /month: leads to the month being worked on, once the organization's months are read.
import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { workedMonthOf } from '../features/cycles/cycle-months.ts';
import { cyclesOf } from '../features/cycles/cycles.ts';
import { thisMonth } from '../lib/days.ts';
import { AnsweredPage } from './answered-page.tsx';
import { OfOrganization } from './of-organization.tsx';

export function WorkedMonthPage(): ReactElement {
  return <OfOrganization>{({ id }) => <ToWorkedMonth organizationId={id} />}</OfOrganization>;
}

function ToWorkedMonth({ organizationId }: { readonly organizationId: number }): ReactElement {
  const cycles = useQuery(cyclesOf(organizationId));
  return (
    <AnsweredPage query={cycles}>
      {(known) => {
        const period = workedMonthOf(known, thisMonth());
        return <Navigate to="/month/$period" params={{ period }} hash replace />;
      }}
    </AnsweredPage>
  );
}
