// The certificate of what an account owes, or that it owes nothing, as a PDF.
import { getDebtCertificate } from '@kvartplata/contracts/billing/debt-certificates.ts';
import { useMutation } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { callFile } from '../../lib/api.ts';
import { download } from '../../lib/download.ts';
import { inBoth, useWords } from '../../lib/words.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';

const WORDS = inBoth(
  { certificate: 'Справка о задолженности' },
  { certificate: 'Debt certificate' },
);

export function CertificateButton({
  personalAccountId,
}: {
  readonly personalAccountId: number;
}): ReactElement {
  const t = useWords(WORDS);
  const fetching = useMutation({
    mutationFn: async () =>
      download(async (options) =>
        callFile(getDebtCertificate, { query: { personalAccountId }, ...options }),
      ),
  });
  return (
    <>
      <Button isBusy={fetching.isPending} onClick={() => fetching.mutate()}>
        {t.certificate}
      </Button>
      {fetching.error !== null && <FailureNote error={fetching.error} />}
    </>
  );
}
