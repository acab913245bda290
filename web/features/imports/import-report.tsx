// The actual or expected outcome of a file: how many rows are valid, and what is wrong with the others, line by line.
import type { Import } from '@kvartplata/contracts/core/imports.ts';
import { jobErrorWords } from '@kvartplata/contracts/job-error-words.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, type ReactElement } from 'react';
import { showMonth } from '../../lib/days.ts';
import { counted, countedEn, inBoth, useLanguage, useWords } from '../../lib/words.ts';
import { Button } from '../../ui/button.tsx';
import { JobProgress } from '../../ui/job-progress.tsx';
import { Sheet } from '../../ui/page.tsx';
import { Answered } from '../../ui/states.tsx';
import { WrongRows } from '../../ui/wrong-rows.tsx';
import { AfterImport } from './after-import.tsx';
import { StopImport } from './stop-import.tsx';
import { UndoImport } from './undo-import.tsx';
import { importOf, refusedRowsOf, type ImportPlace } from './imports.ts';
import { isUnderWay } from '../../lib/under-way.ts';

const WORDS = inBoth(
  {
    progress: 'Ход проверки',
    looked: 'Проверка',
    stored: 'Загрузка',
    good: (rows: number, changed: number, unchanged: number) =>
      `Принято: ${counted(rows, 'строка', 'строки', 'строк')}, из них новых или изменённых ${changed}, уже записанных ${unchanged}.`,
    bad: (rows: number) =>
      `С ошибками: ${counted(rows, 'строка', 'строки', 'строк')}. Не записано ничего: исправьте файл и выберите его снова.`,
    done: (changed: number) =>
      `Загружено: ${counted(changed, 'строка', 'строки', 'строк')} записано.`,
    nothing: 'Всё это уже записано: загружать нечего.',
    failed: 'Разобрать файл не удалось. Не записано ничего.',
    repeats: (id: number) => `Этот же файл уже загружали: загрузка № ${id}.`,
    applied: (months: string) =>
      `Изменения касаются проведённых месяцев: ${months}. Разницу начислит исправление прошлых месяцев.`,
    store: (rows: number) => `Загрузить ${counted(rows, 'строку', 'строки', 'строк')}`,
  },
  {
    progress: 'Progress',
    looked: 'File check',
    stored: 'Import',
    good: (rows, changed, unchanged) =>
      `${countedEn(rows, 'row')} valid: ${changed} new or changed, ${unchanged} already stored.`,
    bad: (rows) =>
      `${countedEn(rows, 'row')} with errors. Nothing was stored: correct the file and choose it again.`,
    done: (changed) => `${countedEn(changed, 'row')} stored.`,
    nothing: 'Everything is already stored: nothing to import.',
    failed: 'The file could not be processed. Nothing was stored.',
    repeats: (id) => `The same file was imported before, as import ${id}.`,
    applied: (months) =>
      `The changes affect applied months: ${months}. A correction charges the difference.`,
    store: (rows) => `Import ${countedEn(rows, 'row')}`,
  },
);

export function ImportReport({
  id,
  place,
  worked,
  isStoring,
  onStore,
  onStored,
}: {
  readonly id: number;
  readonly place: ImportPlace;
  readonly worked: string;
  readonly isStoring: boolean;
  /** Sends the same file again, to be stored. */
  readonly onStore: () => void;
  readonly onStored: () => void;
}): ReactElement {
  const t = useWords(WORDS);
  const query = useQuery(importOf(id));
  const isStored = query.data?.status === 'COMPLETED' && !query.data.dryRun;
  useEffect(() => {
    if (isStored) onStored();
    // Once, not at every render.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isStored]);
  return (
    <Answered query={query}>
      {(found) => (
        <Sheet title={found.dryRun ? t.looked : t.stored}>
          <div className="body stack">
            {isUnderWay(found) ? (
              <div className="row">
                <JobProgress label={t.progress} done={found.processedRows} all={found.totalRows} />
                <StopImport id={found.id} fileName={found.fileName} />
              </div>
            ) : (
              <Ended
                of={found}
                place={place}
                worked={worked}
                isStoring={isStoring}
                onStore={onStore}
              />
            )}
          </div>
          {found.reasons.length > 0 && (
            <WrongRows
              reasons={found.reasons}
              fileName={found.fileName}
              refusedRows={refusedRowsOf(found.id)}
            />
          )}
        </Sheet>
      )}
    </Answered>
  );
}

function Ended({
  of,
  place,
  worked,
  isStoring,
  onStore,
}: {
  readonly of: Import;
  readonly place: ImportPlace;
  readonly worked: string;
  readonly isStoring: boolean;
  readonly onStore: () => void;
}): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const { status, dryRun, accepted, refused, changed, unchanged, repeats } = of;
  const months = [...new Set((of.appliedMonths ?? []).flatMap((house) => house.months))].toSorted();
  if (refused > 0) return <p className="debt">{t.bad(refused)}</p>;
  if (status !== 'COMPLETED') {
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
      {!dryRun && (
        <div className="row">
          <p role="status">
            <strong>{t.done(changed)}</strong>
          </p>
          <UndoImport of={of} />
        </div>
      )}
      <p>{t.good(accepted, changed, unchanged)}</p>
      {dryRun && repeats !== null && <p className="odd">{t.repeats(repeats)}</p>}
      {months.length > 0 && (
        <p className="odd">
          {t.applied(months.map((month) => showMonth(month, language)).join(', '))}
        </p>
      )}
      {dryRun && changed === 0 && <p>{t.nothing}</p>}
      {(!dryRun || changed === 0) && (
        <AfterImport place={place} worked={worked} appliedMonths={of.appliedMonths} />
      )}
      {dryRun && changed > 0 && (
        <div className="row">
          <Button kind="primary" isBusy={isStoring} onClick={onStore}>
            {t.store(changed)}
          </Button>
        </div>
      )}
    </>
  );
}
