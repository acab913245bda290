// /accounts: every account of the organization.
import { useDeferredValue, useState, type ReactElement } from 'react';
import { AccountList } from '../features/personal-accounts/account-list.tsx';
import { inBoth, useWords } from '../lib/words.ts';
import { Page } from '../ui/page.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { Empty } from '../ui/states.tsx';
import { OfOrganization } from './of-organization.tsx';

const WORDS = inBoth(
  {
    title: 'Лицевые счета',
    search: 'Номер, плательщик, помещение или адрес',
    none: 'Счетов пока нет: их открывают на странице дома.',
  },
  {
    title: 'Personal accounts',
    search: 'Number, payer, room or address',
    none: 'No accounts yet: open them on the page of a house.',
  },
);

export function AccountsPage(): ReactElement {
  const t = useWords(WORDS);
  const [typed, setTyped] = useState('');
  const search = useDeferredValue(typed.trim());
  return (
    <OfOrganization>
      {({ id }) => (
        <Page title={t.title}>
          <section className="sheet">
            <div className="head">
              <SearchField label={t.search} value={typed} onChange={setTyped} />
            </div>
            <AccountList
              where={{ organizationId: id }}
              search={search}
              empty={<Empty>{t.none}</Empty>}
            />
          </section>
        </Page>
      )}
    </OfOrganization>
  );
}
