// Accruing penalties of the whole organization up to a day: a button, the progress, and the last runs.
import type { AccrualJob } from '@kvartplata/contracts/billing/penalty-accruals.ts';
import { jobErrorWords } from '@kvartplata/contracts/job-error-words.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, type ReactElement, type ReactNode } from 'react';
import { parseDay, showDay, showInstant, today } from '../../lib/days.ts';
import { showFigure } from '../../lib/figures.ts';
import { reloadBilling } from '../../lib/queries.ts';
import { said } from '../../lib/said.ts';
import { counted, countedEn, inBoth, useLanguage, useWords } from '../../lib/words.ts';
import { useWriteKey } from '../../lib/write-key.ts';
import { DateField } from '../../ui/field.tsx';
import { ForRole } from '../../ui/for-role.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import { Sheet } from '../../ui/page.tsx';
import { Answered, Empty } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import { accrualJobs, accrue } from './accruals.ts';
import { isUnderWay } from '../../lib/under-way.ts';

const WORDS = inBoth(
  {
    title: 'Начислить пени',
    target: 'По какой день',
    targetHint: 'Включительно, не позже сегодняшнего',
    dayWrong: 'Нужна дата, например 31.10.2026',
    accrue: 'Начислить пени по всем домам',
    again: 'Повторное начисление проводит только разницу.',
    runs: 'Последние начисления',
    none: 'Пени ещё не начисляли.',
    when: 'Когда',
    day: 'По день',
    state: 'Состояние',
    houses: 'Дома',
    some: (count: number) => counted(count, 'дом', 'дома', 'домов'),
    accounts: 'Счетов',
    amount: 'Начислено, ₽',
    progress: 'Ход начисления',
    QUEUED: 'ждёт очереди',
    RUNNING: 'идёт',
    COMPLETED: 'готово',
    FAILED: 'не удалось',
    CANCELLED: 'остановлено',
  },
  {
    title: 'Accrue penalties',
    target: 'Up to which day',
    targetHint: 'Inclusive, today at the latest',
    dayWrong: 'Enter a date, such as 31.10.2026',
    accrue: 'Accrue penalties of all houses',
    again: 'Accruing again books only the difference.',
    runs: 'Recent accruals',
    none: 'No penalties accrued yet.',
    when: 'When',
    day: 'Up to',
    state: 'Status',
    houses: 'Houses',
    some: (count) => countedEn(count, 'house'),
    accounts: 'Accounts',
    amount: 'Accrued, ₽',
    progress: 'Progress',
    QUEUED: 'queued',
    RUNNING: 'running',
    COMPLETED: 'done',
    FAILED: 'failed',
    CANCELLED: 'stopped',
  },
);

type Props = {
  readonly organizationId: number;
  /** The name of a house by its id. */
  readonly houseName: (houseId: number) => ReactNode;
};

export function AccrualRuns({ organizationId, houseName }: Props): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const client = useQueryClient();
  const jobs = accrualJobs(organizationId);
  const query = useQuery(jobs);
  const [key, renewKey] = useWriteKey();
  const endedAt = query.data?.[0]?.finishedAt ?? null;
  useEffect(() => {
    if (endedAt !== null) void reloadBilling();
  }, [endedAt]);
  const form = useForm({
    initial: { targetDate: showDay(today()) },
    required: ['targetDate'],
    check: ({ targetDate }) =>
      parseDay(targetDate) === undefined ? { targetDate: t.dayWrong } : {},
    save: async ({ targetDate }) => {
      await accrue(organizationId, parseDay(targetDate) ?? '', key);
      renewKey();
      await client.invalidateQueries({ queryKey: jobs.queryKey });
    },
  });
  return (
    <div className="stack">
      <ForRole least="accountant">
        <Sheet title={t.title}>
          <div className="body narrow">
            <Form of={form} save={t.accrue}>
              <DateField of={form.field('targetDate')} label={t.target} hint={t.targetHint} />
              <p className="small soft">{t.again}</p>
            </Form>
          </div>
        </Sheet>
      </ForRole>
      <Sheet title={t.runs}>
        <Answered query={query}>
          {(all) =>
            all.length === 0 ? (
              <Empty>{t.none}</Empty>
            ) : (
              <>
                {all[0]?.remarks.map((remark) => (
                  <p key={remark.code} className="table-note odd">
                    {said(remark, language)}
                  </p>
                ))}
                <RunTable jobs={all} houseName={houseName} />
              </>
            )
          }
        </Answered>
      </Sheet>
    </div>
  );
}

function RunTable({
  jobs,
  houseName,
}: Pick<Props, 'houseName'> & { readonly jobs: readonly AccrualJob[] }): ReactElement {
  const t = useWords(WORDS);
  return (
    <Table
      caption={t.runs}
      rows={jobs}
      keyOf={({ id }) => id}
      columns={[
        {
          title: t.when,
          isName: true,
          cell: ({ createdAt }) => showInstant(createdAt),
        },
        { title: t.day, cell: ({ targetDate }) => showDay(targetDate) },
        {
          title: t.houses,
          isExtra: true,
          cell: ({ houseIds: [only, ...others] }) =>
            only === undefined || others.length > 0
              ? t.some(others.length + Number(only !== undefined))
              : houseName(only),
        },
        { title: t.state, cell: (job) => <State job={job} /> },
        {
          title: t.accounts,
          isFigure: true,
          isExtra: true,
          cell: ({ processedAccounts }) => processedAccounts,
        },
        {
          title: t.amount,
          isFigure: true,
          cell: ({ totalAmount }) => showFigure(totalAmount),
        },
      ]}
    />
  );
}

function State({ job }: { readonly job: AccrualJob }): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const { status, processedAccounts, totalAccounts } = job;
  const why = jobErrorWords(job)?.[language];
  if (isUnderWay(job))
    return (
      <span className="row" role="status">
        {t[status]}
        <progress
          aria-label={t.progress}
          value={processedAccounts}
          max={Math.max(totalAccounts, 1)}
        />
      </span>
    );
  return (
    <span className={status === 'FAILED' ? 'debt' : ''}>
      {t[status]}
      {why !== undefined && `: ${why}`}
    </span>
  );
}
