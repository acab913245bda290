// Reversing a whole registry, with a reason that is kept in the books.
import type { PaymentImport } from '@kvartplata/contracts/billing/payment-imports.ts';
import { useState, type ReactElement } from 'react';
import { showInstant } from '../../lib/days.ts';
import { showFigure } from '../../lib/figures.ts';
import { reloadBilling } from '../../lib/queries.ts';
import { useMay } from '../../lib/role.ts';
import { counted, countedEn, inBoth, useWords } from '../../lib/words.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ReasonForm } from '../../ui/reason-form.tsx';
import { tell } from '../../ui/toasts.tsx';
import { reverseImport } from './payment-imports.ts';

const WORDS = inBoth(
  {
    open: 'Отменить весь файл',
    warning: (count: number, amount: string) =>
      `${counted(count, 'платёж', 'платежа', 'платежей')} на ${amount} ₽ и всё, что из этого файла разнесли вручную, будет сторнировано; что ещё ждёт решения, уйдёт из невыясненных. После этого файл можно загрузить заново.`,
    confirm: 'Отменить файл',
    done: 'Файл отменён, его платежи сторнированы.',
    reversed: (at: string, reason: string) => `Отменён ${at}: ${reason}`,
  },
  {
    open: 'Reverse the whole file',
    warning: (count, amount) =>
      `${countedEn(count, 'payment')} of ${amount} ₽, and everything booked manually from this file, will be reversed; its waiting rows are withdrawn. Then the file can be imported again.`,
    confirm: 'Reverse',
    done: 'The file and its payments are reversed.',
    reversed: (at, reason) => `Reversed ${at}: ${reason}`,
  },
);

export function ImportStorno({ of }: { readonly of: PaymentImport }): ReactElement {
  const t = useWords(WORDS);
  const [isOpen, setOpen] = useState(false);
  const mayWork = useMay('accountant');
  if (of.reversal !== null)
    return (
      <p className="odd">{t.reversed(showInstant(of.reversal.reversedAt), of.reversal.reason)}</p>
    );
  if (!mayWork) return <></>;
  return (
    <>
      <Button kind="danger" onClick={() => setOpen(true)}>
        {t.open}
      </Button>
      {isOpen && (
        <Dialog title={t.open} onClose={() => setOpen(false)}>
          <div className="stack">
            <p>{t.warning(of.matched, showFigure(of.matchedAmount))}</p>
            <ReasonForm
              save={t.confirm}
              onCancel={() => setOpen(false)}
              act={async (reason, key) => {
                await reverseImport(of.id, reason, key);
                await reloadBilling();
                tell(t.done);
                setOpen(false);
              }}
            />
          </div>
        </Dialog>
      )}
    </>
  );
}
