// /accounts: every account of the organization, by house, debt and state, with what it owes.
import { getRouteApi } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import {
  accountListFile,
  BALANCES,
  listOrder,
  STATUSES,
} from '../features/reports/account-list.ts';
import { AccountListTable } from '../features/reports/account-list-table.tsx';
import { useAddressChange, useAddressSorting } from '../lib/list-address.ts';
import { countedEn, inBoth, useWords } from '../lib/words.ts';
import { Choice } from '../ui/choice.tsx';
import { ExportButton } from '../ui/export-button.tsx';
import { Page } from '../ui/page.tsx';
import { AddressSearch } from '../ui/search-field.tsx';
import { HousesFirst } from './houses-first.tsx';
import { OfOrganization } from './of-organization.tsx';
import { HouseChoice } from './house-choice.tsx';

const WORDS = inBoth(
  {
    title: 'Лицевые счета',
    search: 'Номер, плательщик, помещение или адрес',
    none: 'Счетов пока нет: их открывают на странице дома.',
    balance: 'Долг',
    status: 'Состояние',
    any: 'все',
    balances: { debt: 'есть долг', advance: 'есть аванс', settled: 'ничего' },
    atLeast: (months: number) => `долг от ${months} мес.`,
    statuses: { open: 'открытые', closed: 'закрытые' },
  },
  {
    title: 'Personal accounts',
    search: 'Number, payer, room or address',
    none: 'No accounts yet: open them on the page of a house.',
    balance: 'Debt',
    status: 'State',
    any: 'all',
    balances: { debt: 'in debt', advance: 'in advance', settled: 'neither' },
    atLeast: (months) => `overdue for ${countedEn(months, 'month')} or more`,
    statuses: { open: 'open', closed: 'closed' },
  },
);
const SHORTEST = [1, 2, 3, 6, 12];
const route = getRouteApi('/signed-in/accounts');

export function AccountsPage(): ReactElement {
  return <OfOrganization>{({ id }) => <Accounts key={id} organizationId={id} />}</OfOrganization>;
}

function Accounts({ organizationId }: { readonly organizationId: number }): ReactElement {
  const t = useWords(WORDS);
  const { find, sort: _sort, ...chosen } = route.useSearch();
  const { houseId, balance, minMonths, status } = chosen;
  const change = useAddressChange();
  const sorting = useAddressSorting('rooms');
  const order = listOrder(sorting.order);
  const of = { organizationId, ...chosen, ...(find === undefined ? {} : { search: find }) };
  return (
    <Page title={t.title}>
      <section className="sheet">
        <div className="head filter">
          <AddressSearch label={t.search} />
          <HouseChoice
            organizationId={organizationId}
            houseId={houseId}
            onChoose={(id) => change({ houseId: id })}
          />
          <Choice
            label={t.balance}
            value={minMonths === undefined ? (balance ?? '') : String(minMonths)}
            options={[
              ['', t.any],
              ...BALANCES.map((each) => [each, t.balances[each]] as const),
              ...SHORTEST.map((months) => [String(months), t.atLeast(months)] as const),
            ]}
            onChoose={(value) => {
              const months = Number(value);
              change(
                months > 0
                  ? { balance: undefined, minMonths: months }
                  : { balance: value === '' ? undefined : value, minMonths: undefined },
              );
            }}
          />
          <Choice
            label={t.status}
            value={status ?? ''}
            options={[['', t.any], ...STATUSES.map((each) => [each, t.statuses[each]] as const)]}
            onChoose={(value) => change({ status: value === '' ? undefined : value })}
          />
          <div className="row push">
            <ExportButton
              label="XLSX"
              file={accountListFile(order === undefined ? of : { ...of, order })}
            />
          </div>
        </div>
        <AccountListTable
          of={of}
          isNarrowed={Object.keys(of).length > 1}
          empty={<HousesFirst>{t.none}</HousesFirst>}
        />
      </section>
    </Page>
  );
}
