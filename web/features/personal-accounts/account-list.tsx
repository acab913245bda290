// Accounts of a house or of a whole organization, found by words of their number, payer, room and address.
import type { PersonalAccount } from '@kvartplata/contracts/core/personal-accounts.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';
import { showDay } from '../../lib/days.ts';
import { showShortFigure } from '../../lib/figures.ts';
import { inBoth, useWords } from '../../lib/words.ts';
import { PagedTable } from '../../ui/paged-table.tsx';
import { Empty } from '../../ui/states.tsx';
import type { Column } from '../../ui/table.tsx';
import { accountsIn } from './personal-accounts.ts';

const WORDS = inBoth(
  {
    title: 'Лицевые счета',
    number: 'Счёт',
    payer: 'Плательщик',
    room: 'Пом.',
    address: 'Адрес',
    persons: 'Жильцы',
    share: 'Доля',
    closed: (on: string) => `закрыт ${on}`,
    nothing: 'По этим словам ничего не нашлось.',
  },
  {
    title: 'Personal accounts',
    number: 'Account',
    payer: 'Payer',
    room: 'Room',
    address: 'Address',
    persons: 'Persons',
    share: 'Share',
    closed: (on) => `closed ${on}`,
    nothing: 'Nothing found.',
  },
);

export function AccountList({
  where,
  search,
  empty,
}: {
  readonly where: { readonly organizationId?: number; readonly houseId?: number };
  readonly search: string;
  /** When there is no account at all. */
  readonly empty: ReactNode;
}): ReactElement {
  const t = useWords(WORDS);
  const query = useInfiniteQuery({
    ...accountsIn(where, search),
    placeholderData: (previous) => previous,
  });
  const address: Column<PersonalAccount> = {
    title: t.address,
    isExtra: true,
    cell: (account) => account.address,
  };
  return (
    <PagedTable
      query={query}
      caption={t.title}
      keyOf={({ id }) => id}
      empty={search === '' ? empty : <Empty>{t.nothing}</Empty>}
      columns={[
        {
          title: t.number,
          isName: true,
          cell: ({ id, accountNumber, closedOn }) => (
            <>
              <Link to="/accounts/$accountId" params={{ accountId: String(id) }}>
                {accountNumber}
              </Link>{' '}
              {closedOn !== null && <span className="badge">{t.closed(showDay(closedOn))}</span>}
            </>
          ),
        },
        { title: t.payer, cell: ({ payer }) => payer },
        ...(where.houseId === undefined ? [address] : []),
        { title: t.room, cell: ({ roomNumber }) => roomNumber },
        {
          title: t.persons,
          isFigure: true,
          isExtra: true,
          cell: ({ registeredPersons }) => registeredPersons,
        },
        {
          title: t.share,
          isFigure: true,
          isExtra: true,
          cell: ({ share }) => showShortFigure(share),
        },
      ]}
    />
  );
}
