// The actions on a line by hand: a second person confirms or rejects a waiting one; a booked one can be reversed.
import type { Adjustment } from '@kvartplata/contracts/billing/adjustments.ts';
import { useState, type ReactElement } from 'react';
import { showFigure } from '../../lib/figures.ts';
import { reloadBilling } from '../../lib/queries.ts';
import { inBoth, useWords } from '../../lib/words.ts';
import { useWriteKey } from '../../lib/write-key.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { ReasonForm } from '../../ui/reason-form.tsx';
import { tell } from '../../ui/toasts.tsx';
import { confirm, reject, reverse } from './adjustments.ts';

const WORDS = inBoth(
  {
    confirm: 'Подтвердить',
    confirmed: (amount: string) => `Строка на ${amount} ₽ подтверждена и проведена.`,
    reject: 'Отклонить',
    rejected: (amount: string) => `Строка на ${amount} ₽ отклонена.`,
    storno: 'Сторно',
    reversed: (amount: string) => `Строка на ${amount} ₽ сторнирована.`,
    of: (what: string, amount: string) => `${what}: строка на ${amount} ₽`,
  },
  {
    confirm: 'Confirm',
    confirmed: (amount) => `The line of ${amount} ₽ is confirmed and booked.`,
    reject: 'Reject',
    rejected: (amount) => `The line of ${amount} ₽ is rejected.`,
    storno: 'Storno',
    reversed: (amount) => `The line of ${amount} ₽ is reversed.`,
    of: (what, amount) => `${what}: line of ${amount} ₽`,
  },
);

export function AdjustmentActions({ of }: { readonly of: Adjustment }): ReactElement | null {
  const t = useWords(WORDS);
  const [key] = useWriteKey();
  const [asked, setAsked] = useState<'reject' | 'storno'>();
  const [failure, setFailure] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const amount = showFigure(of.amount);

  async function end(said: string): Promise<void> {
    await reloadBilling();
    tell(said);
    setAsked(undefined);
  }

  async function onConfirm(): Promise<void> {
    setBusy(true);
    setFailure(undefined);
    try {
      await confirm(of.id, key);
      await end(t.confirmed(amount));
    } catch (error) {
      setFailure(error);
    }
    setBusy(false);
  }

  const button = (what: string, onClick: () => void, isWaitedFor = false): ReactElement => (
    <Button
      kind="quiet"
      className="in-table"
      aria-label={t.of(what, amount)}
      isBusy={isWaitedFor}
      onClick={onClick}
    >
      {what}
    </Button>
  );
  if (of.status !== 'WAITING' && of.status !== 'BOOKED') return null;
  return (
    <>
      {of.status === 'BOOKED' ? (
        button(t.storno, () => setAsked('storno'))
      ) : (
        <>
          {button(t.confirm, () => void onConfirm(), isBusy)}
          {button(t.reject, () => setAsked('reject'))}
        </>
      )}
      {failure !== undefined && <FailureNote error={failure} />}
      {asked !== undefined && (
        <Dialog title={t.of(t[asked], amount)} onClose={() => setAsked(undefined)}>
          <ReasonForm
            save={t[asked]}
            onCancel={() => setAsked(undefined)}
            act={async (reason, reasonKey) => {
              if (asked === 'reject') await reject(of.id, reason);
              else await reverse(of.id, reason, reasonKey);
              await end(asked === 'reject' ? t.rejected(amount) : t.reversed(amount));
            }}
          />
        </Dialog>
      )}
    </>
  );
}
