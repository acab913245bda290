// Accounts of a house or of a whole organization: the payer, the room, the debt and its age.
import type { AccountList, ListedAccount } from '@kvartplata/contracts/billing/account-list.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';
import { showDay, showSinceMonth, showUntilMonth } from '../../lib/days.ts';
import { showFigure, showShortFigure, signOf } from '../../lib/figures.ts';
import { useAddressSorting } from '../../lib/list-address.ts';
import { unbroken } from '../../lib/unbroken.ts';
import { counted, countedEn, inBoth, useLanguage, useWords } from '../../lib/words.ts';
import { Identifier } from '../../ui/identifier.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import { Empty } from '../../ui/states.tsx';
import type { Column } from '../../ui/table.tsx';
import { accountListOf, listOrder, type AccountsOf } from './account-list.ts';

const WORDS = inBoth(
  {
    title: 'Лицевые счета',
    number: 'Счёт',
    payer: 'Плательщик',
    room: 'Пом.',
    address: 'Адрес',
    area: 'м²',
    months: 'Месяцев долга',
    balance: 'Долг, ₽',
    advance: 'аванс',
    closed: (on: string) => `закрыт ${on}`,
    nothing: 'По этим условиям счетов нет.',
    plan: (until: string) => `рассрочка ${until}`,
    together: (count: number) => counted(count, 'счёт', 'счёта', 'счетов'),
    advances: (sum: string) => `авансов ${sum}`,
  },
  {
    title: 'Personal accounts',
    number: 'Account',
    payer: 'Payer',
    room: 'Room',
    address: 'Address',
    area: 'm²',
    months: 'Overdue months',
    balance: 'Debt, ₽',
    advance: 'advance',
    closed: (on) => `closed ${on}`,
    nothing: 'No accounts match.',
    plan: (until) => `instalments ${until}`,
    together: (count) => countedEn(count, 'account'),
    advances: (sum) => `advances ${sum}`,
  },
);

export function AccountListTable({
  of,
  isNarrowed,
  empty,
}: {
  readonly of: Omit<AccountsOf, 'order'>;
  /** Whether there are filters other than the place. */
  readonly isNarrowed: boolean;
  /** Shown if there is no account at all. */
  readonly empty: ReactNode;
}): ReactElement {
  const t = useWords(WORDS);
  const sorting = useAddressSorting('rooms');
  const order = listOrder(sorting.order);
  const query = useInfiniteQuery({
    ...accountListOf(order === undefined ? of : { ...of, order }),
    placeholderData: (previous) => previous,
  });
  const columns = useColumns(query.data?.pages[0]?.totals, of.houseId === undefined);
  return (
    <PagedTable
      query={query}
      caption={t.title}
      keyOf={({ personalAccountId }) => personalAccountId}
      empty={isNarrowed ? <Empty>{t.nothing}</Empty> : empty}
      columns={columns}
      sorting={sorting}
    />
  );
}

function useColumns(
  totals: AccountList['totals'] | undefined,
  isOfAllHouses: boolean,
): readonly Column<ListedAccount>[] {
  const t = useWords(WORDS);
  const language = useLanguage();
  const address: Column<ListedAccount> = {
    title: t.address,
    isExtra: true,
    sortAs: 'rooms',
    cell: (account) => unbroken(account.address),
  };
  const room: Column<ListedAccount> = { title: t.room, cell: ({ roomNumber }) => roomNumber };
  return [
    {
      title: t.number,
      isName: true,
      sortAs: 'number',
      total: totals && t.together(totals.accounts),
      cell: ({ personalAccountId, accountNumber, closedOn, instalmentUntil }) => (
        <>
          <Link to="/accounts/$accountId" params={{ accountId: String(personalAccountId) }}>
            <Identifier>{accountNumber}</Identifier>
          </Link>{' '}
          {closedOn !== null && <span className="badge">{t.closed(showDay(closedOn))}</span>}
          {instalmentUntil !== null && (
            <span className="badge">{t.plan(showUntilMonth(instalmentUntil, language))}</span>
          )}
        </>
      ),
    },
    { title: t.payer, sortAs: 'payer', cell: ({ payer }) => payer },
    ...(isOfAllHouses ? [address, room] : [{ ...room, sortAs: 'rooms' }]),
    {
      title: t.area,
      isFigure: true,
      isExtra: true,
      sortAs: 'area',
      cell: ({ area }) => showShortFigure(area),
    },
    {
      title: t.months,
      isFigure: true,
      isExtra: true,
      sortAs: 'months',
      cell: ({ monthsOfDebt, oldestMonth }) =>
        oldestMonth === null ? (
          '–'
        ) : (
          <>
            <span className="small soft">{showSinceMonth(oldestMonth, language)}</span>{' '}
            {monthsOfDebt}
          </>
        ),
    },
    {
      title: t.balance,
      isFigure: true,
      sortAs: 'balance',
      total: totals && <Totals totals={totals} advances={t.advances} />,
      cell: ({ balance }) => <Balance balance={balance} advance={t.advance} />,
    },
  ];
}

function Totals({
  totals: { debt, advance },
  advances,
}: {
  readonly totals: AccountList['totals'];
  readonly advances: (sum: string) => string;
}): ReactElement {
  return (
    <>
      {showFigure(debt)}
      {signOf(advance) !== 0 && <div className="small soft">{advances(showFigure(advance))}</div>}
    </>
  );
}

function Balance({
  balance,
  advance,
}: {
  readonly balance: string;
  readonly advance: string;
}): ReactNode {
  const sign = signOf(balance);
  if (sign === 0) return '–';
  if (sign > 0) return showFigure(balance);
  return (
    <span className="soft">
      {advance} {showFigure(balance.slice(1))}
    </span>
  );
}
