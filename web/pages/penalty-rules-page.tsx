// /penalties/rules: the rules for penalties.
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { allHousesOf } from '../features/houses/houses.ts';
import { EndingRules, LawRules } from '../features/penalty-rules/law-rules.tsx';
import { OwnRules } from '../features/penalty-rules/own-rules.tsx';
import { penaltyRules } from '../features/penalty-rules/penalty-rules.ts';
import { Answered } from '../ui/states.tsx';
import { OfOrganization } from './of-organization.tsx';
import { PenaltyFrame } from './penalty-frame.tsx';

export function PenaltyRulesPage(): ReactElement {
  return (
    <OfOrganization>
      {({ id }) => (
        <PenaltyFrame tab="rules">
          <Rules key={id} organizationId={id} />
        </PenaltyFrame>
      )}
    </OfOrganization>
  );
}

function Rules({ organizationId }: { readonly organizationId: number }): ReactElement {
  const query = useQuery(penaltyRules(organizationId));
  const { data: houses = [] } = useQuery(allHousesOf(organizationId));
  return (
    <Answered query={query}>
      {(rules) => (
        <div className="stack">
          <EndingRules rules={rules} />
          <OwnRules rules={rules.items} place={{ organizationId, houses }} />
          <LawRules law={rules.law} />
        </div>
      )}
    </Answered>
  );
}
