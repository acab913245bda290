// Files of payments: uploading one, for users who may, and the earlier ones.
import type { ReactElement, ReactNode } from 'react';
import { ForRole } from '../ui/for-role.tsx';
import { Page } from '../ui/page.tsx';
import { OfOrganization } from './of-organization.tsx';
import { PaymentTabs } from './payment-tabs.tsx';

export function PaymentFiles({
  title,
  form,
  list,
}: {
  readonly title: string;
  readonly form: (organizationId: number) => ReactNode;
  readonly list: (organizationId: number) => ReactNode;
}): ReactElement {
  return (
    <OfOrganization>
      {({ id }) => (
        <Page title={title}>
          <PaymentTabs />
          <ForRole least="accountant">{form(id)}</ForRole>
          {list(id)}
        </Page>
      )}
    </OfOrganization>
  );
}
