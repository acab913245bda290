// Undoing an import of opening balances as a whole.
import type { OpeningImport } from '@kvartplata/contracts/billing/opening-balances.ts';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { showInstant } from '../../lib/days.ts';
import { reloadBilling } from '../../lib/queries.ts';
import { useMay } from '../../lib/role.ts';
import { counted, countedEn, inBoth, useWords } from '../../lib/words.ts';
import { useWriteKey } from '../../lib/write-key.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { undoOpening } from './opening-balances.ts';

const WORDS = inBoth(
  {
    open: 'Отменить весь файл',
    warning: (count: number) =>
      `Остатки из файла (${counted(count, 'строка', 'строки', 'строк')}) исчезнут из долгов и отчётов, а оплаты лягут на другие долги. Файл можно будет загрузить заново.`,
    confirm: 'Отменить файл',
    undone: (at: string) => `Отменён ${at}`,
    ofMove: 'Часть переезда: отменяется вместе с ним',
  },
  {
    open: 'Undo the whole file',
    warning: (count) =>
      `The balances of the file (${countedEn(count, 'row')}) go from debts and reports, and payments move to other debts. The file may come again.`,
    confirm: 'Undo the file',
    undone: (at) => `Undone ${at}`,
    ofMove: 'A part of a move: undone with it',
  },
);

export function OpeningUndo({ of }: { readonly of: OpeningImport }): ReactElement {
  const t = useWords(WORDS);
  const [isOpen, setOpen] = useState(false);
  const [key, renewKey] = useWriteKey();
  const mayWork = useMay('accountant');
  const undoing = useMutation({
    mutationFn: async () => undoOpening(of.id, key),
    onSuccess: async () => {
      renewKey();
      setOpen(false);
      await reloadBilling();
    },
  });
  if (of.undoneAt !== null) return <p className="odd">{t.undone(showInstant(of.undoneAt))}</p>;
  if (of.moveId !== null) return <Link to="/moves">{t.ofMove}</Link>;
  if (!mayWork || of.status !== 'COMPLETED' || of.dryRun || of.repeats !== null) return <></>;
  return (
    <>
      <Button kind="danger" onClick={() => setOpen(true)}>
        {t.open}
      </Button>
      {isOpen && (
        <Dialog title={t.open} onClose={() => setOpen(false)}>
          <div className="stack">
            <p>{t.warning(of.accepted)}</p>
            {undoing.error !== null && <FailureNote error={undoing.error} />}
            <Button kind="danger" isBusy={undoing.isPending} onClick={() => undoing.mutate()}>
              {t.confirm}
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
