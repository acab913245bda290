// /debt-requests: questions whether somebody owes, and the answers.
import { getRouteApi } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { DebtRequestForm } from '../features/debt-requests/debt-request-form.tsx';
import { DebtRequestList } from '../features/debt-requests/debt-request-list.tsx';
import { AccountField } from '../features/personal-accounts/account-field.tsx';
import { useAddressChange } from '../lib/list-address.ts';
import { inBoth, useWords } from '../lib/words.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ForRole } from '../ui/for-role.tsx';
import { Page } from '../ui/page.tsx';
import { OfOrganization } from './of-organization.tsx';
import { HouseChoice } from './house-choice.tsx';

const WORDS = inBoth(
  { title: 'Запросы о задолженности', add: 'Новый запрос' },
  { title: 'Requests about debts', add: 'New request' },
);
const route = getRouteApi('/signed-in/debt-requests');

export function DebtRequestsPage(): ReactElement {
  const t = useWords(WORDS);
  const { houseId, status } = route.useSearch();
  const change = useAddressChange();
  const [isAdding, setAdding] = useState(false);
  return (
    <OfOrganization>
      {({ id }) => (
        <Page
          title={t.title}
          actions={
            <ForRole least="accountant">
              <Button kind="primary" onClick={() => setAdding(true)}>
                {t.add}
              </Button>
            </ForRole>
          }
        >
          <DebtRequestList
            key={id}
            organizationId={id}
            houseId={houseId}
            status={status}
            houseChoice={
              <HouseChoice
                organizationId={id}
                houseId={houseId}
                onChoose={(chosen) => change({ houseId: chosen })}
              />
            }
          />
          {isAdding && (
            <Dialog title={t.add} onClose={() => setAdding(false)}>
              <DebtRequestForm
                accountChoice={(state) => <AccountField {...state} organizationId={id} autoFocus />}
                onDone={() => setAdding(false)}
              />
            </Dialog>
          )}
        </Page>
      )}
    </OfOrganization>
  );
}
