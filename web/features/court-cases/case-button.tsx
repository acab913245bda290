// Opens the case of an account, in a dialog.
import { useState, type ReactElement } from 'react';
import type { CourtCaseWithClaim } from '@kvartplata/contracts/billing/court-cases.ts';
import { reloadBilling } from '../../lib/queries.ts';
import { inBoth, useWords } from '../../lib/words.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { CaseForm } from './case-form.tsx';

const WORDS = inBoth(
  {
    button: 'Дело',
    open: 'Открыть дело',
    of: (account: string) => `Судебное дело по счёту ${account}`,
  },
  {
    button: 'Case',
    open: 'Open a case',
    of: (account) => `Court case of account ${account}`,
  },
);

export function CaseButton({
  accountId,
  accountNumber,
  isInTable = false,
  onOpened,
}: {
  readonly accountId: number;
  readonly accountNumber: string;
  readonly isInTable?: boolean;
  readonly onOpened: (opened: CourtCaseWithClaim) => void;
}): ReactElement {
  const t = useWords(WORDS);
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      {isInTable ? (
        <Button
          kind="quiet"
          className="in-table"
          aria-label={t.of(accountNumber)}
          onClick={() => setAsked(true)}
        >
          {t.button}
        </Button>
      ) : (
        <Button onClick={() => setAsked(true)}>{t.open}</Button>
      )}
      {isAsked && (
        <Dialog title={t.of(accountNumber)} onClose={() => setAsked(false)}>
          <CaseForm
            accountId={accountId}
            onCancel={() => setAsked(false)}
            onDone={async (opened) => {
              setAsked(false);
              // Before anything is read again: a navigation that came later would tear away what is being typed by then.
              onOpened(opened);
              await reloadBilling();
            }}
          />
        </Dialog>
      )}
    </>
  );
}
