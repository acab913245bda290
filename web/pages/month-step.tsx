// One step of a month: its number and name, whether it is done or next, and what there is to do.
import { Link } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';
import { ClosedWith } from '../features/cycles/closed-with.tsx';
import { inBoth, useWords } from '../lib/words.ts';
import { StepItem } from '../ui/step.tsx';

const WORDS = inBoth(
  {
    titles: {
      readings: 'Снять показания',
      payments: 'Внести платежи',
      penalties: 'Начислить пени',
      calculate: 'Рассчитать начисления',
      look: 'Посмотреть замечания',
      apply: 'Провести',
      receipts: 'Раздать квитанции',
      close: 'Закрыть месяц',
    },
    done: (done: number, all: number) => `Сделано шагов: ${done} из ${all}.`,
    comes: 'Дальше:',
    allDone: 'Месяц закрыт: всё сделано.',
  },
  {
    titles: {
      readings: 'Enter readings',
      payments: 'Book payments',
      penalties: 'Accrue penalties',
      calculate: 'Calculate charges',
      look: 'Check remarks',
      apply: 'Apply',
      receipts: 'Hand out the receipts',
      close: 'Close the month',
    },
    done: (done, all) => `Steps done: ${done} of ${all}.`,
    comes: 'Next:',
    allDone: 'The month is closed: everything is done.',
  },
);

export const STEPS = [
  'readings',
  'payments',
  'penalties',
  'calculate',
  'look',
  'apply',
  'receipts',
  'close',
] as const;
export type StepName = (typeof STEPS)[number];

/** The progress of a month. */
export type MonthProgress = {
  readonly done: ReadonlySet<StepName>;
  /** Undefined if nothing is left to do. */
  readonly next: StepName | undefined;
};

export function Step({
  name,
  of: { done, next },
  children,
}: {
  readonly name: StepName;
  readonly of: MonthProgress;
  readonly children: ReactNode;
}): ReactElement {
  const t = useWords(WORDS);
  return (
    <StepItem
      id={`step-${name}`}
      title={t.titles[name]}
      isDone={done.has(name)}
      isNext={next === name}
    >
      {children}
    </StepItem>
  );
}

/** The progress of the month, and a link to the next step. */
export function ProgressLine({
  of: { done, next },
  period,
  closing,
}: {
  readonly of: MonthProgress;
  readonly period: string;
  /** The later month that it was closed with, if any. */
  readonly closing?: string | undefined;
}): ReactElement {
  const t = useWords(WORDS);
  if (next === undefined)
    return (
      <p className="credit" role="status">
        {closing === undefined ? t.allDone : <ClosedWith closing={closing} />}
      </p>
    );
  return (
    <p role="status">
      {t.done(done.size, STEPS.length)} {t.comes}{' '}
      <Link to="/month/$period" params={{ period }} hash={`step-${next}`}>
        {t.titles[next]}
      </Link>
    </p>
  );
}
