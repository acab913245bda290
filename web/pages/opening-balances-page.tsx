// /payments/opening: what accounts owed before the company came, from a file to the books, and the files that came before.
import { useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { OpeningImportForm } from '../features/opening-balances/opening-import.tsx';
import { OpeningList } from '../features/opening-balances/opening-list.tsx';
import { inBoth, useWords } from '../lib/words.ts';
import { ForRole } from '../ui/for-role.tsx';
import { Page } from '../ui/page.tsx';
import { OfOrganization } from './of-organization.tsx';
import { PaymentTabs } from './payment-tabs.tsx';

const WORDS = inBoth({ title: 'Начальные остатки' }, { title: 'Opening balances' });

export function OpeningBalancesPage(): ReactElement {
  const t = useWords(WORDS);
  const navigate = useNavigate();
  return (
    <OfOrganization>
      {({ id }) => (
        <Page title={t.title}>
          <PaymentTabs />
          <ForRole least="accountant">
            <OpeningImportForm
              key={id}
              organizationId={id}
              onBooked={(importId) =>
                void navigate({
                  to: '/payments/opening/$importId',
                  params: { importId: String(importId) },
                })
              }
            />
          </ForRole>
          <OpeningList organizationId={id} />
        </Page>
      )}
    </OfOrganization>
  );
}
