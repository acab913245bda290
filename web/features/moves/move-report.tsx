// The actual or expected result of a move, or what prevents it: file by file, and each wrong row by its line.
import type { Move } from '@kvartplata/contracts/core/moves.ts';
import { jobErrorWords } from '@kvartplata/contracts/job-error-words.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Fragment, useEffect, type ReactElement } from 'react';
import { showMonth } from '../../lib/days.ts';
import { countedEn, inBoth, useLanguage, useWords } from '../../lib/words.ts';
import { Button } from '../../ui/button.tsx';
import { JobProgress } from '../../ui/job-progress.tsx';
import { NextStep } from '../../ui/next-step.tsx';
import { Sheet } from '../../ui/page.tsx';
import { Answered } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import { WrongRows } from '../../ui/wrong-rows.tsx';
import { moveOf, refusedRowsOf } from './moves.ts';
import { isUnderWay } from '../../lib/under-way.ts';
import { PART_WORDS } from './part-words.ts';

const WORDS = inBoth(
  {
    checked: 'Что приедет',
    made: 'Переезд',
    progress: 'Ход переезда',
    checking: 'Проверяем…',
    storing: 'Переносим: сначала реестр, затем долги…',
    undoing: 'Отменяем…',
    file: 'Файл',
    rows: 'Строк',
    brings: 'Нового',
    same: 'Уже записано',
    wrong: 'С ошибками',
    waits: 'не проверялся: сначала исправьте файл выше',
    good: 'Ошибок нет: можно переносить.',
    bad: 'Не записано ничего. Исправьте строки и проверьте ещё раз.',
    move: 'Перенести',
    done: (accounts: number, houses: number, meters: number) =>
      `Готово: домов ${houses}, счетов ${accounts}, приборов ${meters}.`,
    next: 'сверьте долги, затем посчитайте первый месяц: показания, расчёт, квитанции.',
    undone: 'Переезд отменён, от него ничего не осталось.',
    failed: 'Перенести нельзя. Не записано ничего.',
    half: 'Реестр записан, долги ещё нет: отмените переезд и начните снова.',
    turnover: 'Оборотная ведомость',
    month: (name: string) => `Открыть месяц: ${name}`,
  },
  {
    checked: 'What would come in',
    made: 'Move',
    progress: 'Progress',
    checking: 'Checking…',
    storing: 'Moving: first the registry, then the debts…',
    undoing: 'Undoing…',
    file: 'File',
    rows: 'Rows',
    brings: 'New',
    same: 'Already stored',
    wrong: 'With errors',
    waits: 'not checked: correct the file above first',
    good: 'No errors: ready to move.',
    bad: 'Nothing was stored. Correct the rows and check again.',
    move: 'Move in',
    done: (accounts, houses, meters) =>
      `Done: ${countedEn(houses, 'house')}, ${countedEn(accounts, 'account')}, ${countedEn(meters, 'meter')}.`,
    next: 'compare the debts, then bill the first month: readings, calculation, receipts.',
    undone: 'The move is undone and has left nothing.',
    failed: 'It cannot be moved in. Nothing was stored.',
    half: 'The registry is stored, the debts are not: undo the move and start again.',
    turnover: 'Turnover report',
    month: (name) => `Open the month: ${name}`,
  },
);

export function MoveReport({
  id,
  isStoring,
  onStore,
  onEnded,
}: {
  readonly id: number;
  readonly isStoring: boolean;
  /** Sends the same files again, to be stored. */
  readonly onStore: () => void;
  readonly onEnded: (of: Move) => void;
}): ReactElement {
  const t = useWords(WORDS);
  const names = useWords(PART_WORDS);
  const query = useQuery(moveOf(id));
  const ended = query.data !== undefined && !isUnderWay(query.data) ? query.data : undefined;
  const status = ended?.undo ?? ended?.status;
  useEffect(() => {
    if (ended !== undefined) onEnded(ended);
    // Once, not at every render.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [status]);
  return (
    <Answered query={query}>
      {(found) => (
        <Sheet title={found.dryRun ? t.checked : t.made}>
          <div className="body stack">
            {isUnderWay(found) ? <UnderWay of={found} /> : <Ended of={found} />}
            {found.dryRun && !isUnderWay(found) && isGood(found) && (
              <div className="row">
                <Button kind="primary" isBusy={isStoring} onClick={onStore}>
                  {t.move}
                </Button>
              </div>
            )}
          </div>
          <Files of={found} />
          {found.parts
            .filter(({ reasons }) => reasons.length > 0)
            .map(({ part, importId, fileName, reasons }) => (
              <Fragment key={part}>
                <div className="head">
                  <h3>{names[part]}</h3>
                </div>
                <WrongRows
                  reasons={reasons}
                  fileName={fileName}
                  refusedRows={refusedRowsOf(importId)}
                />
              </Fragment>
            ))}
        </Sheet>
      )}
    </Answered>
  );
}

function isGood({ parts }: Move): boolean {
  return parts.every(({ isJudged, refused }) => isJudged && refused === 0);
}

function UnderWay({ of }: { readonly of: Move }): ReactElement {
  const t = useWords(WORDS);
  const now = of.undo === 'UNDOING' ? t.undoing : of.dryRun ? t.checking : t.storing;
  return (
    <JobProgress label={t.progress} done={of.processedRows} all={of.totalRows}>
      {now}
    </JobProgress>
  );
}

function Ended({ of }: { readonly of: Move }): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  if (of.undo === 'UNDONE') return <p role="status">{t.undone}</p>;
  if (of.parts.some(({ refused }) => refused > 0)) return <p className="debt">{t.bad}</p>;
  if (of.status === 'FAILED') {
    const why = jobErrorWords(of)?.[language];
    return (
      <div className="debt">
        <p>{of.brought.accounts > 0 ? t.half : t.failed}</p>
        {why !== undefined && <p className="small">{why}</p>}
      </div>
    );
  }
  if (of.dryRun) return <p role="status">{t.good}</p>;
  const { accounts, houses, meters } = of.brought;
  return (
    <>
      <p role="status">
        <strong>{t.done(accounts, houses, meters)}</strong>
      </p>
      <NextStep what={t.next}>
        <Link className="button" to="/reports/turnover">
          {t.turnover}
        </Link>
        <Link className="button primary" to="/month/$period" params={{ period: of.asOf }}>
          {t.month(showMonth(of.asOf, language))}
        </Link>
      </NextStep>
    </>
  );
}

function Files({ of }: { readonly of: Move }): ReactElement {
  const t = useWords(WORDS);
  const names = useWords(PART_WORDS);
  // If the move was refused as a whole, there is no file above to be corrected.
  const notJudged = of.parts.some(({ refused }) => refused > 0) ? t.waits : '—';
  return (
    <Table
      caption={t.file}
      rows={of.parts}
      keyOf={({ part }) => part}
      columns={[
        { title: t.file, isName: true, cell: ({ part }) => names[part] },
        { title: t.rows, isFigure: true, cell: ({ totalRows }) => totalRows },
        {
          title: t.brings,
          isFigure: true,
          cell: ({ isJudged, refused, changed }) =>
            isJudged || refused > 0 || isUnderWay(of) ? changed : notJudged,
        },
        { title: t.same, isFigure: true, cell: ({ unchanged }) => unchanged },
        { title: t.wrong, isFigure: true, cell: ({ refused }) => refused },
      ]}
    />
  );
}
