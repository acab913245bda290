// Receipts as a PDF: of one account, or of a whole house.
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { download } from '../../lib/download.ts';
import { isRefused } from '@kvartplata/client/request-failure.ts';
import { inBoth, useWords } from '../../lib/words.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';

const WORDS = inBoth(
  { one: 'Квитанция PDF', all: 'Квитанции PDF', card: 'К карточке организации' },
  {
    one: 'Receipt PDF',
    all: 'Receipts PDF',
    card: 'To the organization’s details',
  },
);
const PATH = '/api/billing/receipts';

export function ReceiptButton({
  of,
  period,
}: {
  readonly of: { readonly houseId: number } | { readonly accountId: number };
  readonly period: string;
}): ReactElement {
  const t = useWords(WORDS);
  const isHouse = 'houseId' in of;
  const id = isHouse ? of.houseId : of.accountId;
  const fetching = useMutation({
    mutationFn: async () => {
      const path = isHouse ? PATH : `${PATH}/${id}`;
      const query = isHouse ? { houseId: id, period } : { period };
      await download('billing', path, query, undefined);
    },
  });
  return (
    <>
      <Button isBusy={fetching.isPending} onClick={() => fetching.mutate()}>
        {isHouse ? t.all : t.one}
      </Button>
      {fetching.error !== null && (
        <FailureNote error={fetching.error}>
          {isRefused(fetching.error, 'bank-details-missing') && (
            <Link to="/organization">{t.card}</Link>
          )}
        </FailureNote>
      )}
    </>
  );
}
