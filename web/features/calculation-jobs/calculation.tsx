// Calculating a month: a button, the progress, and the result.
import type { CalculationJob } from '@kvartplata/contracts/billing/calculation-jobs.ts';
import { jobErrorWords } from '@kvartplata/contracts/job-error-words.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  useEffect,
  useRef,
  useState,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
} from 'react';
import { counted, countedEn, inBoth, useLanguage, useWords } from '../../lib/words.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Answered } from '../../ui/states.tsx';
import { SkippedList } from './skipped-list.tsx';
import { calculate, cancel, lastJobOf } from './jobs.ts';
import { isUnderWay } from '../../lib/under-way.ts';

const WORDS = inBoth(
  {
    calculate: 'Рассчитать',
    again: 'Рассчитать заново',
    late: 'Рассчитать непроведённые дома',
    cancel: 'Остановить',
    never: 'Начисления ещё не считались.',
    progress: 'Ход расчёта',
    waiting: 'Ждёт очереди.',
    done: (charges: number, accounts: number) =>
      `Готово: ${counted(charges, 'начисление', 'начисления', 'начислений')} по ${counted(accounts, 'счёту', 'счетам', 'счетам')}.`,
    nothing: 'Готово: никому ничего не начислено.',
    failed: 'Расчёт не удался:',
    cancelled: 'Расчёт остановлен. Что успело посчитаться, осталось черновиком.',
    skipped: (count: number) =>
      `Не посчитано полностью: ${counted(count, 'причина', 'причины', 'причин')}`,
    notCharged: (count: number) =>
      `Не начислено: ${counted(count, 'причина', 'причины', 'причин')}`,
    showSkipped: 'Кому и почему',
  },
  {
    calculate: 'Calculate',
    again: 'Calculate again',
    late: 'Calculate the houses not applied yet',
    cancel: 'Stop',
    never: 'Nothing has been calculated yet.',
    progress: 'Progress',
    waiting: 'Waiting for its turn.',
    done: (charges, accounts) =>
      `Done: ${countedEn(charges, 'charge')} of ${countedEn(accounts, 'account')}.`,
    nothing: 'Done: nothing is charged to anybody.',
    failed: 'The calculation failed:',
    cancelled: 'The calculation was stopped. What it computed remains as a draft.',
    skipped: (count) => `Not charged in full: ${countedEn(count, 'reason')}`,
    notCharged: (count) => `Not charged: ${countedEn(count, 'reason')}`,
    showSkipped: 'Who and why',
  },
);

export function Calculation({
  organizationId,
  period,
  isOpen,
  isLate,
  houseIds,
  onEnded,
  nameOf,
}: {
  readonly organizationId: number;
  readonly period: string;
  /** Whether the month can still be calculated. */
  readonly isOpen: boolean;
  /** Whether the month is applied, and only other houses are left. */
  readonly isLate: boolean;
  /** The chosen houses; undefined for all. */
  readonly houseIds: readonly number[] | undefined;
  readonly onEnded: () => void;
  /** An account's name, as a link to it. */
  readonly nameOf: NameOf;
}): ReactElement {
  const t = useWords(WORDS);
  const client = useQueryClient();
  const last = lastJobOf(organizationId, period);
  const query = useQuery(last);
  const reload = async (): Promise<void> => client.invalidateQueries({ queryKey: last.queryKey });
  const { start, startOnce } = useStart(
    async () => calculate(organizationId, period, houseIds),
    reload,
  );
  const stop = useMutation({ mutationFn: cancel, onSettled: reload });
  const labelOf = (job: CalculationJob | null): string => {
    if (isLate) return t.late;
    return job === null ? t.calculate : t.again;
  };
  const endedAt = query.data?.finishedAt ?? null;
  useEffect(() => {
    if (endedAt !== null) onEnded();
    // Once per finished job, not at every render.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [endedAt]);
  return (
    <Answered query={query}>
      {(job) => (
        <div className="stack">
          {job === null ? (
            <p className="soft">{t.never}</p>
          ) : (
            <Progress job={job} nameOf={nameOf} />
          )}
          {[start, stop].map(
            ({ error }, index) =>
              error !== null && <FailureNote key={index === 0 ? 'start' : 'stop'} error={error} />,
          )}
          {isOpen && (
            <div className="row">
              <Button
                kind={job === null ? 'primary' : 'plain'}
                isBusy={start.isPending || isUnderWay(job)}
                disabled={houseIds?.length === 0}
                onClick={startOnce}
              >
                {labelOf(job)}
              </Button>
              {job !== null && isUnderWay(job) && (
                <Button kind="quiet" isBusy={stop.isPending} onClick={() => stop.mutate(job)}>
                  {t.cancel}
                </Button>
              )}
            </div>
          )}
        </div>
      )}
    </Answered>
  );
}

/** The second click of a double click comes before the button is drawn as busy, or after a short calculation has ended. */
function useStart(mutationFn: () => Promise<void>, reload: () => Promise<void>) {
  const isSent = useRef(false);
  const start = useMutation({
    mutationFn,
    onSuccess: reload,
    onSettled: () => {
      isSent.current = false;
    },
  });
  const startOnce = ({ detail: clicks }: MouseEvent): void => {
    if (isSent.current || clicks > 1) return;
    isSent.current = true;
    start.mutate();
  };
  return { start, startOnce };
}

type NameOf = (accountId: number) => ReactNode;
type Shown = { readonly job: CalculationJob; readonly nameOf: NameOf };

function Progress({ job, nameOf }: Shown): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const { status, createdCharges, processedAccounts, totalAccounts } = job;
  if (status === 'QUEUED') return <p role="status">{t.waiting}</p>;
  if (isUnderWay(job))
    return (
      <div className="row">
        <progress
          aria-label={t.progress}
          value={processedAccounts}
          max={Math.max(totalAccounts, 1)}
        />
        <span>
          {processedAccounts} / {totalAccounts}
        </span>
      </div>
    );
  return (
    <div className="stack" role="status">
      {status === 'COMPLETED' && (
        <p>{createdCharges === 0 ? t.nothing : t.done(createdCharges, processedAccounts)}</p>
      )}
      {status === 'CANCELLED' && <p>{t.cancelled}</p>}
      {status === 'FAILED' && (
        <p className="debt">
          {t.failed} {jobErrorWords(job)?.[language]}
        </p>
      )}
      {job.skippedCount > 0 && <Skipped job={job} nameOf={nameOf} />}
    </div>
  );
}

function Skipped({ job, nameOf }: Shown): ReactElement {
  const t = useWords(WORDS);
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="row">
      <span className="odd">
        {job.createdCharges === 0 ? t.notCharged(job.skippedCount) : t.skipped(job.skippedCount)}
      </span>
      <Button kind="quiet" className="in-table" onClick={() => setOpen(true)}>
        {t.showSkipped}
      </Button>
      {isOpen && <SkippedList job={job} nameOf={nameOf} onClose={() => setOpen(false)} />}
    </div>
  );
}
