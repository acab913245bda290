// /payments/unidentified: unidentified payments that wait for a decision.
import { getRouteApi } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { AccountField } from '../features/personal-accounts/account-field.tsx';
import { AccountName } from '../features/personal-accounts/account-name.tsx';
import { UnidentifiedList } from '../features/unidentified-payments/unidentified-list.tsx';
import { inBoth, useWords } from '../lib/words.ts';
import { Page } from '../ui/page.tsx';
import { OfOrganization } from './of-organization.tsx';
import { PaymentTabs } from './payment-tabs.tsx';

const WORDS = inBoth({ title: 'Невыясненные платежи' }, { title: 'Unidentified payments' });
const route = getRouteApi('/signed-in/payments/unidentified');

export function UnidentifiedPage(): ReactElement {
  const t = useWords(WORDS);
  const { status } = route.useSearch();
  return (
    <OfOrganization>
      {({ id }) => (
        <Page title={t.title}>
          <PaymentTabs />
          <UnidentifiedList
            key={id}
            organizationId={id}
            status={status}
            accountChoice={(state) => <AccountField {...state} organizationId={id} autoFocus />}
            nameOf={(accountId) => <AccountName id={accountId} />}
          />
        </Page>
      )}
    </OfOrganization>
  );
}
