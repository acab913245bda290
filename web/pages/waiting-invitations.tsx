// The user's open invitations; accepting one opens its organization.
import { useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { OwnInvitations } from '../features/invitations/own-invitations.tsx';
import { chooseOrganization, organizations } from '../features/organizations/organizations.ts';

export function WaitingInvitations(): ReactElement {
  const client = useQueryClient();
  return (
    <OwnInvitations
      onAccepted={async (organizationId) => {
        chooseOrganization(organizationId);
        await client.invalidateQueries({ queryKey: organizations.queryKey });
      }}
    />
  );
}
