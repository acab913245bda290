// Whether the links on an account's receipts work, and withdrawing all of them.
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { showInstant } from '../../lib/days.ts';
import { reloadBilling } from '../../lib/queries.ts';
import { inBoth, useWords } from '../../lib/words.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ForRole } from '../../ui/for-role.tsx';
import { Sheet } from '../../ui/page.tsx';
import { ReasonForm } from '../../ui/reason-form.tsx';
import { Answered } from '../../ui/states.tsx';
import { tell } from '../../ui/toasts.tsx';
import { linksOf, withdraw } from './receipt-links.ts';

const WORDS = inBoth(
  {
    title: 'Ссылки на квитанциях',
    open: 'По ссылке с квитанции жилец видит долг и оплаты и передаёт показания.',
    withdrawn: (when: string, reason: string) =>
      `Отозваны ${when}: ${reason}. Ссылки с квитанций, напечатанных позже, работают.`,
    withdraw: 'Отозвать ссылки',
    sure: 'Все ссылки, выданные до сих пор, и на бумаге тоже, перестанут открываться.',
    done: 'Ссылки отозваны.',
  },
  {
    title: 'Links on receipts',
    open: 'By the link of a receipt the resident sees the debt and payments and sends readings.',
    withdrawn: (when, reason) =>
      `Withdrawn on ${when}: ${reason}. Links of receipts that were printed later work.`,
    withdraw: 'Withdraw the links',
    sure: 'All links given out until now, also those on paper, will no longer open.',
    done: 'Links withdrawn.',
  },
);

export function AccountLinks({ accountId }: { readonly accountId: number }): ReactElement {
  const t = useWords(WORDS);
  const query = useQuery(linksOf(accountId));
  const [isAsking, setAsking] = useState(false);
  return (
    <Sheet
      title={t.title}
      actions={
        <ForRole least="accountant">
          <Button onClick={() => setAsking(true)}>{t.withdraw}</Button>
        </ForRole>
      }
    >
      <Answered query={query}>
        {({ withdrawnAt, reason }) => (
          <p className="body">
            {withdrawnAt === null ? t.open : t.withdrawn(showInstant(withdrawnAt), reason ?? '')}
          </p>
        )}
      </Answered>
      {isAsking && (
        <Dialog title={t.withdraw} onClose={() => setAsking(false)}>
          <p>{t.sure}</p>
          <ReasonForm
            save={t.withdraw}
            onCancel={() => setAsking(false)}
            act={async (reason) => {
              await withdraw(accountId, reason);
              await reloadBilling();
              tell(t.done);
              setAsking(false);
            }}
          />
        </Dialog>
      )}
    </Sheet>
  );
}
