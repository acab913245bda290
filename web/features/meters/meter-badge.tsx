// What is wrong with a meter, as a badge; nothing if all is well.
import type { Meter } from '@kvartplata/contracts/core/meters.ts';
import type { ReactElement } from 'react';
import { showDay, today } from '../../lib/days.ts';
import { inBoth, useWords } from '../../lib/words.ts';
import { stateOf } from './meter-state.ts';

const WORDS = inBoth(
  {
    removed: (day: string) => `снят ${day}`,
    broken: (day: string) => `неисправен с ${day}`,
    overdue: 'поверка просрочена',
    soon: 'поверка истекает',
  },
  {
    removed: (day) => `removed on ${day}`,
    broken: (day) => `out of order since ${day}`,
    overdue: 'verification overdue',
    soon: 'verification ends soon',
  },
);

export function MeterBadge({ meter }: { readonly meter: Meter }): ReactElement | undefined {
  const t = useWords(WORDS);
  const state = stateOf(meter, today());
  if (state === 'good') return undefined;
  const text = {
    removed: t.removed(showDay(meter.removedOn ?? '')),
    broken: t.broken(showDay(meter.outOfOrderSince ?? '')),
    overdue: t.overdue,
    soon: t.soon,
  }[state];
  const look = { removed: '', broken: 'debt', overdue: 'debt', soon: 'odd' }[state];
  return <span className={`badge ${look}`}>{text}</span>;
}
