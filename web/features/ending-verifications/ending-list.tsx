// The meters whose verification ends soon, with whom to notify, as a file and as letters.
import { getVerificationLetters } from '@kvartplata/contracts/billing/verification-letters.ts';
import {
  exportEndingVerifications,
  listEndingVerifications,
} from '@kvartplata/contracts/core/ending-verifications.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { callFile } from '../../lib/api.ts';
import { showDay } from '../../lib/days.ts';
import type { FileOf } from '../../lib/download.ts';
import { readPages } from '../../lib/reads.ts';
import { unbroken } from '../../lib/unbroken.ts';
import { inBoth, useWords } from '../../lib/words.ts';
import { PagedTable } from '../../ui/paged-table.tsx';
import { Empty } from '../../ui/states.tsx';

const WORDS = inBoth(
  {
    caption: 'Поверка истекает',
    meter: 'Прибор',
    until: 'Поверен до',
    days: 'Осталось дней',
    account: 'Счёт',
    payer: 'Плательщик',
    address: 'Адрес',
    room: (number: string) => `помещение ${number}`,
    house: 'общедомовой',
    none: 'В эти дни поверка ни у кого не истекает.',
    nothing: 'По этим условиям приборов нет.',
  },
  {
    caption: 'Verification ends',
    meter: 'Meter',
    until: 'Verified until',
    days: 'Days left',
    account: 'Account',
    payer: 'Payer',
    address: 'Address',
    room: (number) => `room ${number}`,
    house: 'house-wide',
    none: 'No verification ends on these days.',
    nothing: 'No meters match.',
  },
);

export type EndingOf = {
  readonly organizationId: number;
  readonly houseId?: number;
  readonly within: number;
  readonly search?: string;
};

export function EndingList({
  of: { organizationId, ...query },
}: {
  readonly of: EndingOf;
}): ReactElement {
  const t = useWords(WORDS);
  const ending = useInfiniteQuery(
    readPages(listEndingVerifications, { params: { organizationId }, query }),
  );
  return (
    <PagedTable
      query={ending}
      caption={t.caption}
      keyOf={({ meterId }) => meterId}
      empty={<Empty>{query.search === undefined ? t.none : t.nothing}</Empty>}
      columns={[
        {
          title: t.meter,
          isName: true,
          cell: ({ houseId, meterId, serviceName, serialNumber }) => (
            <Link
              to="/houses/$houseId/meters/$meterId"
              params={{ houseId: String(houseId), meterId: String(meterId) }}
            >
              {serviceName}, {serialNumber}
            </Link>
          ),
        },
        { title: t.until, cell: ({ verifiedUntil }) => showDay(verifiedUntil) },
        { title: t.days, isFigure: true, cell: ({ daysLeft }) => daysLeft },
        {
          title: t.account,
          cell: ({ accounts, roomNumber }) =>
            accounts.length === 0
              ? roomNumber === null
                ? t.house
                : t.room(roomNumber)
              : accounts.map(({ accountNumber }) => accountNumber).join(', '),
        },
        { title: t.payer, cell: ({ accounts }) => accounts.map(({ payer }) => payer).join(', ') },
        { title: t.address, isExtra: true, cell: ({ address }) => unbroken(address) },
      ]}
    />
  );
}

export function endingFile({ organizationId, ...query }: EndingOf, format: 'csv' | 'xlsx'): FileOf {
  return async (options) =>
    callFile(exportEndingVerifications, {
      params: { organizationId },
      query: { ...query, format },
      ...options,
    });
}

export function endingLetters(query: EndingOf): FileOf {
  return async (options) => callFile(getVerificationLetters, { query, ...options });
}
