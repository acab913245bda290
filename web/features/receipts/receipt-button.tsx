// The receipt of an account as a PDF.
import { getReceipt } from '@kvartplata/contracts/billing/receipts.ts';
import { useMutation } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { callFile } from '../../lib/api.ts';
import { download } from '../../lib/download.ts';
import { inBoth, useWords } from '../../lib/words.ts';
import { BankDetailsLink } from '../../ui/bank-details-link.tsx';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';

const WORDS = inBoth(
  { one: 'Квитанция PDF' },
  {
    one: 'Receipt PDF',
  },
);

export function ReceiptButton({
  accountId,
  period,
}: {
  readonly accountId: number;
  readonly period: string;
}): ReactElement {
  const t = useWords(WORDS);
  const fetching = useMutation({
    mutationFn: async () =>
      download(async (options) =>
        callFile(getReceipt, {
          params: { personalAccountId: accountId },
          query: { period },
          ...options,
        }),
      ),
  });
  return (
    <>
      <Button isBusy={fetching.isPending} onClick={() => fetching.mutate()}>
        {t.one}
      </Button>
      {fetching.error !== null && (
        <FailureNote error={fetching.error}>
          <BankDetailsLink error={fetching.error} />
        </FailureNote>
      )}
    </>
  );
}
