// One of several steps: its name, whether it is done or next, and what there is to do. The list of them is `.steps`.
import type { ReactElement, ReactNode } from 'react';
import { inBoth, useWords } from '../lib/words.ts';

const WORDS = inBoth({ next: 'дальше', done: 'сделано' }, { next: 'next', done: 'done' });

export function StepItem({
  id,
  title,
  isDone,
  isNext,
  children,
}: {
  /** The anchor by which an address links to it. */
  readonly id: string;
  readonly title: string;
  readonly isDone: boolean;
  readonly isNext: boolean;
  readonly children: ReactNode;
}): ReactElement {
  const t = useWords(WORDS);
  return (
    <li
      id={id}
      tabIndex={-1}
      className={`sheet ${isDone ? 'done' : ''} ${isNext ? 'next' : ''}`}
      {...(isNext ? { 'aria-current': 'step' as const } : {})}
    >
      <h2>
        {title} {isNext && <span className="badge good">{t.next}</span>}
        {isDone && !isNext && <span className="unseen">{t.done}</span>}
      </h2>
      <div>{children}</div>
    </li>
  );
}
