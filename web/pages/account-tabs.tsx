// Tabs of the pages of one account.
import type { PersonalAccount } from '@kvartplata/contracts/core/personal-accounts.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';
import { accountOf } from '../features/personal-accounts/personal-accounts.ts';
import { unbroken } from '../lib/unbroken.ts';
import { inBoth, useWords } from '../lib/words.ts';
import { Page } from '../ui/page.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { AnsweredPage } from './answered-page.tsx';
import { OfRecord } from './of-record.tsx';

const WORDS = inBoth(
  {
    account: 'Счёт',
    accounts: 'Счета',
    title: (number: string, payer: string) => `${number} · ${payer}`,
    card: 'Счёт',
    statement: 'Выписка',
    reconciliation: 'Акт сверки',
    penalties: 'Пени',
  },
  {
    account: 'Account',
    accounts: 'Accounts',
    title: (number, payer) => `${number} · ${payer}`,
    card: 'Account',
    statement: 'Statement',
    reconciliation: 'Reconciliation',
    penalties: 'Penalties',
  },
);

export function AccountTabs({ accountId }: { readonly accountId: number }): ReactElement {
  const t = useWords(WORDS);
  const params = { accountId: String(accountId) };
  return (
    <Tabs label={t.account}>
      <Link
        to="/accounts/$accountId"
        params={params}
        activeOptions={{ exact: true, includeSearch: false }}
      >
        {t.card}
      </Link>
      <Link to="/accounts/$accountId/statement" params={params}>
        {t.statement}
      </Link>
      <Link to="/accounts/$accountId/reconciliation" params={params}>
        {t.reconciliation}
      </Link>
      <Link to="/accounts/$accountId/penalties" params={params}>
        {t.penalties}
      </Link>
    </Tabs>
  );
}

/** A page of an account other than its card. */
export function AccountFrame({
  accountId,
  tab,
  children,
}: {
  readonly accountId: number;
  readonly tab: 'statement' | 'reconciliation' | 'penalties';
  readonly children: (account: PersonalAccount) => ReactNode;
}): ReactElement {
  const t = useWords(WORDS);
  const query = useQuery(accountOf(accountId));
  return (
    <AnsweredPage query={query}>
      {({ record }) => (
        <OfRecord organizationId={record.organizationId}>
          <Page
            title={t.title(record.accountNumber, record.payer)}
            tab={t[tab]}
            trail={[
              <Link key="accounts" to="/accounts">
                {t.accounts}
              </Link>,
              <Link key="house" to="/houses/$houseId" params={{ houseId: String(record.houseId) }}>
                {unbroken(record.address)}
              </Link>,
            ]}
          >
            <AccountTabs accountId={accountId} />
            {children(record)}
          </Page>
        </OfRecord>
      )}
    </AnsweredPage>
  );
}
