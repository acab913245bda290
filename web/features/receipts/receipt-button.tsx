// Receipts as a PDF: of one account, or of a whole house.
import { getHouseReceipts, getReceipt } from '@kvartplata/contracts/billing/receipts.ts';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { callFile } from '../../lib/api.ts';
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

export function ReceiptButton({
  of,
  period,
}: {
  readonly of: { readonly houseId: number } | { readonly accountId: number };
  readonly period: string;
}): ReactElement {
  const t = useWords(WORDS);
  const isHouse = 'houseId' in of;
  const fetching = useMutation({
    mutationFn: async () =>
      download(async (options) =>
        isHouse
          ? callFile(getHouseReceipts, { query: { houseId: of.houseId, period }, ...options })
          : callFile(getReceipt, {
              params: { personalAccountId: of.accountId },
              query: { period },
              ...options,
            }),
      ),
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
