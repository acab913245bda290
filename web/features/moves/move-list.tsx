// The moves of an organization, each with what it has created and a way to undo it.
import type { Move } from '@kvartplata/contracts/core/moves.ts';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { showInstant, showMonth } from '../../lib/days.ts';
import { useMay } from '../../lib/role.ts';
import { countedEn, inBoth, useLanguage, useWords } from '../../lib/words.ts';
import { useWriteKey } from '../../lib/write-key.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Sheet } from '../../ui/page.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import { Empty } from '../../ui/states.tsx';
import { tell } from '../../ui/toasts.tsx';
import { movesOf, takeBack } from './moves.ts';

const WORDS = inBoth(
  {
    title: 'Переезды и проверки',
    at: 'Когда',
    asOf: 'Первый месяц',
    brought: 'Что привезено',
    state: 'Состояние',
    none: 'Переездов пока не было.',
    counts: (houses: number, accounts: number, meters: number) =>
      `домов ${houses}, счетов ${accounts}, приборов ${meters}`,
    states: {
      QUEUED: 'ждёт очереди',
      RUNNING: 'идёт',
      COMPLETED: 'перенесён',
      FAILED: 'не перенесён',
      UNDOING: 'отменяется',
      UNDONE: 'отменён',
    },
    looked: 'только проверка',
    undo: 'Отменить переезд',
    warning:
      'Всё, что привёз переезд, исчезнет: дома, счета, тарифы, приборы и долги, а с ними и черновики начислений. Отменить можно, пока по этим домам ничего не проведено и не оплачено и нет показаний.',
    keep: 'Оставить',
    undoing: 'Переезд отменяется.',
  },
  {
    title: 'Moves and checks',
    at: 'When',
    asOf: 'First month',
    brought: 'Brought',
    state: 'State',
    none: 'No moves yet.',
    counts: (houses, accounts, meters) =>
      `${countedEn(houses, 'house')}, ${countedEn(accounts, 'account')}, ${countedEn(meters, 'meter')}`,
    states: {
      QUEUED: 'waiting',
      RUNNING: 'in progress',
      COMPLETED: 'moved in',
      FAILED: 'not moved in',
      UNDOING: 'being undone',
      UNDONE: 'undone',
    },
    looked: 'checked only',
    undo: 'Undo the move',
    warning:
      'All that the move has brought will be gone: houses, accounts, tariffs, meters and debts, and draft charges with them. It can be undone while nothing in these houses is applied, paid or read.',
    keep: 'Keep',
    undoing: 'The move is being undone.',
  },
);

export function MoveList({ organizationId }: { readonly organizationId: number }): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const mayUndo = useMay('owner');
  const query = useInfiniteQuery(movesOf(organizationId));
  return (
    <Sheet title={t.title}>
      <PagedTable
        query={query}
        caption={t.title}
        keyOf={({ id }) => id}
        empty={<Empty>{t.none}</Empty>}
        columns={[
          { title: t.at, isName: true, cell: ({ createdAt }) => showInstant(createdAt) },
          { title: t.asOf, cell: ({ asOf }) => showMonth(asOf, language) },
          {
            title: t.brought,
            cell: ({ brought: { houses, accounts, meters }, dryRun }) =>
              dryRun ? '' : t.counts(houses, accounts, meters),
          },
          {
            title: t.state,
            cell: ({ status, undo, dryRun }) =>
              dryRun && status === 'COMPLETED' ? t.looked : t.states[undo ?? status],
          },
          ...(mayUndo
            ? [{ title: t.undo, isAction: true, cell: (move: Move) => <Undo of={move} /> }]
            : []),
        ]}
      />
    </Sheet>
  );
}

function Undo({ of }: { readonly of: Move }): ReactElement {
  const t = useWords(WORDS);
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const [key, renewKey] = useWriteKey();
  const undoing = useMutation({
    mutationFn: async () => takeBack(of.id, key),
    onSuccess: async () => {
      renewKey();
      tell(t.undoing);
      setOpen(false);
      await client.invalidateQueries();
    },
  });
  const isMade =
    of.undo === null &&
    (of.status === 'COMPLETED' || (of.status === 'FAILED' && of.brought.accounts > 0));
  if (of.dryRun || !isMade) return <></>;
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t.undo}</Button>
      {isOpen && (
        <Dialog title={t.undo} onClose={() => setOpen(false)}>
          <div className="stack">
            <p>{t.warning}</p>
            {undoing.error !== null && <FailureNote error={undoing.error} />}
            <div className="row">
              <Button kind="danger" isBusy={undoing.isPending} onClick={() => undoing.mutate()}>
                {t.undo}
              </Button>
              <Button onClick={() => setOpen(false)}>{t.keep}</Button>
            </div>
          </div>
        </Dialog>
      )}
    </>
  );
}
