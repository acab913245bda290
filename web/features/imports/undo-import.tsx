// Undoing an import of readings or services: first a preview, row by row, then all of it is undone or nothing.
import type { Import, ListedImport } from '@kvartplata/contracts/core/imports.ts';
import { jobErrorWords } from '@kvartplata/contracts/job-error-words.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type ReactElement } from 'react';
import { counted, countedEn, inBoth, useLanguage, useWords } from '../../lib/words.ts';
import { useWriteKey } from '../../lib/write-key.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { JobProgress } from '../../ui/job-progress.tsx';
import { Answered } from '../../ui/states.tsx';
import { tell } from '../../ui/toasts.tsx';
import { WrongRows } from '../../ui/wrong-rows.tsx';
import { importOf, refusedRowsOf, takeBack, tryTakingBack } from './imports.ts';
import { isUnderWay } from '../../lib/under-way.ts';

const WORDS = inBoth(
  {
    undo: 'Отменить загрузку',
    undoOf: (file: string) => `Отменить загрузку: ${file}`,
    checking: 'Смотрим, что можно отменить…',
    undoing: 'Отменяем…',
    keep: 'Оставить',
    good: (rows: number) =>
      `Будет отменено: ${counted(rows, 'строка', 'строки', 'строк')}. Что загрузка добавила, исчезнет; что изменила, станет прежним.`,
    nothing: 'Отменять нечего: всё загруженное уже удалено.',
    bad: (rows: number) =>
      `Отменить нельзя: ${counted(rows, 'строку', 'строки', 'строк')} с тех пор изменили или использовали. Останется всё.`,
    failed: 'Отменить не удалось. Осталось всё.',
    done: (rows: number) => `Загрузка отменена: ${counted(rows, 'строка', 'строки', 'строк')}.`,
  },
  {
    undo: 'Undo the import',
    undoOf: (file) => `Undo the import of ${file}`,
    checking: 'Looking what can be undone…',
    undoing: 'Undoing…',
    keep: 'Keep',
    good: (rows) =>
      `${countedEn(rows, 'row')} will be undone. What the import added goes; what it changed becomes as before.`,
    nothing: 'Nothing to undo: all that was imported is deleted already.',
    bad: (rows) =>
      `It cannot be undone: ${countedEn(rows, 'row')} changed or used since. Everything stays.`,
    failed: 'It could not be undone. Everything stays.',
    done: (rows) => `Import undone: ${countedEn(rows, 'row')}.`,
  },
);

/** Whether the import has stored something that can be undone. */
function mayBeUndone(of: ListedImport): boolean {
  const { kind, status, dryRun, changed, moveId, undoes, undoneBy } = of;
  return (
    (kind === 'readings' || kind === 'services') &&
    status === 'COMPLETED' &&
    !dryRun &&
    changed > 0 &&
    moveId === null &&
    undoes === null &&
    undoneBy === null
  );
}

/** Nothing for an import that cannot be undone. */
export function UndoImport({ of }: { readonly of: ListedImport }): ReactElement | null {
  const t = useWords(WORDS);
  const client = useQueryClient();
  const [key, renewKey] = useWriteKey();
  const [isOpen, setOpen] = useState(false);
  const trying = useMutation({ mutationFn: async () => tryTakingBack(of.id) });
  const undoing = useMutation({
    mutationFn: async () => takeBack(of.id, key),
    onSuccess: renewKey,
  });

  function open(): void {
    setOpen(true);
    undoing.reset();
    trying.mutate();
  }

  function close(): void {
    setOpen(false);
    void client.invalidateQueries();
  }

  // The list may learn before the dialog that the import is undone.
  if (!isOpen && !mayBeUndone(of)) return null;
  const failure = undoing.error ?? trying.error;
  return (
    <>
      <Button kind="quiet" className="in-table" aria-label={t.undoOf(of.fileName)} onClick={open}>
        {t.undo}
      </Button>
      {isOpen && (
        <Dialog title={t.undoOf(of.fileName)} onClose={close}>
          <div className="stack">
            {trying.isPending && (
              <p className="busy" role="status">
                {t.checking}
              </p>
            )}
            {undoing.data !== undefined ? (
              <Taken id={undoing.data.id} onDone={close} />
            ) : (
              trying.data !== undefined && <Tried id={trying.data.id} undoing={undoing} />
            )}
            {failure !== null && <FailureNote error={failure} />}
            <div className="row">
              <Button onClick={close}>{t.keep}</Button>
            </div>
          </div>
        </Dialog>
      )}
    </>
  );
}

/** What would be undone, and the button that does it. */
function Tried({
  id,
  undoing,
}: {
  readonly id: number;
  readonly undoing: { readonly isPending: boolean; readonly mutate: () => void };
}): ReactElement {
  const t = useWords(WORDS);
  return (
    <Answered query={useQuery(importOf(id))}>
      {(found) => {
        if (isUnderWay(found)) return <UnderWay of={found} label={t.checking} />;
        if (found.status !== 'COMPLETED' || found.refused > 0) return <Refused of={found} />;
        if (found.changed === 0) return <p>{t.nothing}</p>;
        return (
          <>
            <p>{t.good(found.changed)}</p>
            <div className="row">
              <Button kind="danger" isBusy={undoing.isPending} onClick={() => undoing.mutate()}>
                {t.undo}
              </Button>
            </div>
          </>
        );
      }}
    </Answered>
  );
}

/** Closes by itself once everything is undone. */
function Taken({ id, onDone }: { readonly id: number; readonly onDone: () => void }): ReactElement {
  const t = useWords(WORDS);
  const query = useQuery(importOf(id));
  const done = query.data?.status === 'COMPLETED' ? query.data.changed : undefined;
  useEffect(() => {
    if (done === undefined) return;
    tell(t.done(done));
    onDone();
    // Once, not at every render.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [done]);
  return (
    <Answered query={query}>
      {(found) =>
        isUnderWay(found) || done !== undefined ? (
          <UnderWay of={found} label={t.undoing} />
        ) : (
          <Refused of={found} />
        )
      }
    </Answered>
  );
}

function UnderWay({ of, label }: { readonly of: Import; readonly label: string }): ReactElement {
  return (
    <JobProgress label={label} done={of.processedRows} all={of.totalRows}>
      {label}
    </JobProgress>
  );
}

function Refused({ of }: { readonly of: Import }): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  if (of.refused === 0) {
    const why = jobErrorWords(of)?.[language];
    return (
      <div className="debt">
        <p>{t.failed}</p>
        {why !== undefined && <p className="small">{why}</p>}
      </div>
    );
  }
  return (
    <>
      <p className="debt">{t.bad(of.refused)}</p>
      <WrongRows reasons={of.reasons} fileName={of.fileName} refusedRows={refusedRowsOf(of.id)} />
    </>
  );
}
