// What a check is about, sentence by sentence, each with the way to where it is put right.
import type { CheckRow, ClosingCheck } from '@kvartplata/contracts/billing/closing-checks.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
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

export function AllCheckRows({
  cycleId,
  check,
  onClose,
}: {
  readonly cycleId: number;
  readonly check: ClosingCheck;
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
        keyOf={({ ru }) => ru}
        empty={<Empty>{t.none}</Empty>}
        columns={[{ title: t.what, isName: true, cell: (row) => <CheckRowText row={row} /> }]}
      />
    </Dialog>
  );
}

export function CheckRowText({ row }: { readonly row: CheckRow }): ReactElement {
  const text = unbroken(row[useLanguage()]);
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
  if (houseId !== undefined)
    return (
      <Link to="/houses/$houseId" params={{ houseId: String(houseId) }}>
        {text}
      </Link>
    );
  return <>{text}</>;
}
