// /penalties/rules: what penalties rest on.
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { penaltyRules } from '../features/penalty-rules/penalty-rules.ts';
import { RuleTables } from '../features/penalty-rules/rule-tables.tsx';
import { Answered } from '../ui/states.tsx';
import { OfOrganization } from './of-organization.tsx';
import { PenaltyFrame } from './penalty-frame.tsx';

export function PenaltyRulesPage(): ReactElement {
  return (
    <OfOrganization>
      {({ id }) => (
        <PenaltyFrame>
          <Rules key={id} organizationId={id} />
        </PenaltyFrame>
      )}
    </OfOrganization>
  );
}

function Rules({ organizationId }: { readonly organizationId: number }): ReactElement {
  const query = useQuery(penaltyRules(organizationId));
  return <Answered query={query}>{(rules) => <RuleTables rules={rules} />}</Answered>;
}
