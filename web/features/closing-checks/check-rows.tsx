// The remarks of a check, each with a link to where it can be corrected.
import type { CheckRow, ClosingCheck } from '@kvartplata/contracts/billing/closing-checks.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { said } from '../../lib/said.ts';
import { unbroken } from '../../lib/unbroken.ts';
import { inBoth, useLanguage, useWords } from '../../lib/words.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import { Empty } from '../../ui/states.tsx';
import { checkRowsOf } from './closing-checks.ts';

const WORDS = inBoth(
  { what: 'О чём речь', none: 'Замечаний больше нет.' },
  { what: 'Subject', none: 'No remarks left.' },
);

export type Houses = readonly { readonly id: number; readonly address: string }[];

/** Remarks of different houses may have the same text. */
export function keyOfRow({ ru, houseId }: CheckRow): string {
  return `${houseId ?? ''} ${ru}`;
}

export function addressIn(houses: Houses, { houseId }: CheckRow): string | undefined {
  return houses.find(({ id }) => id === houseId)?.address;
}

export function AllCheckRows({
  cycleId,
  check,
  houses,
  onClose,
}: {
  readonly cycleId: number;
  readonly check: ClosingCheck;
  readonly houses: Houses;
  readonly onClose: () => void;
}): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const query = useInfiniteQuery(checkRowsOf(cycleId, check));
  const title = check.title[language];
  return (
    <Dialog title={title} onClose={onClose}>
      <PagedTable
        query={query}
        caption={title}
        keyOf={keyOfRow}
        empty={<Empty>{t.none}</Empty>}
        columns={[
          {
            title: t.what,
            isName: true,
            cell: (row) => <CheckRowText row={row} address={addressIn(houses, row)} />,
          },
        ]}
      />
    </Dialog>
  );
}

export function CheckRowText({
  row,
  address,
}: {
  readonly row: CheckRow;
  /** The house's address, unless it is clear from the context: added to remarks about the house as a whole. */
  readonly address?: string | undefined;
}): ReactElement {
  const text = said(row, useLanguage());
  const { personalAccountId, houseId, unidentifiedPaymentId, period, meterId, houseServiceId } =
    row;
  if (unidentifiedPaymentId !== undefined) return <Link to="/payments/unidentified">{text}</Link>;
  if (meterId !== undefined && houseId !== undefined)
    return (
      <Link
        to="/houses/$houseId/meters/$meterId"
        params={{ houseId: String(houseId), meterId: String(meterId) }}
      >
        {text}
      </Link>
    );
  if (personalAccountId !== undefined)
    return (
      <Link
        to="/accounts/$accountId"
        params={{ accountId: String(personalAccountId) }}
        search={period === undefined ? {} : { period }}
      >
        {text}
      </Link>
    );
  if (houseId !== undefined && houseServiceId !== undefined)
    return (
      <Link
        to="/houses/$houseId/services"
        params={{ houseId: String(houseId) }}
        search={{ service: houseServiceId }}
      >
        {text}
      </Link>
    );
  if (houseId !== undefined && period !== undefined)
    return (
      <Link
        to="/houses/$houseId/corrections"
        params={{ houseId: String(houseId) }}
        search={{ periodFrom: period, periodTo: period }}
      >
        {textWith(address, text)}
      </Link>
    );
  if (houseId !== undefined)
    return (
      <Link to="/houses/$houseId" params={{ houseId: String(houseId) }}>
        {textWith(address, text)}
      </Link>
    );
  return <>{text}</>;
}

function textWith(address: string | undefined, text: string): string {
  return address === undefined
    ? text
    : `${unbroken(address)}: ${text.charAt(0).toLowerCase()}${text.slice(1)}`;
}
