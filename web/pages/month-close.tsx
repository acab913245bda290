// The last step of a month: closing and sealing it; an owner may reopen it.
import type { ClosingCheck } from '@kvartplata/contracts/billing/closing-checks.ts';
import type { BillingCycle } from '@kvartplata/contracts/billing/cycles.ts';
import type { ReactElement } from 'react';
import { ClosedWith } from '../features/cycles/closed-with.tsx';
import { CycleStep } from '../features/cycles/cycle-step.tsx';
import { closeCycle } from '../features/cycles/cycles.ts';
import { ReopenStep } from '../features/cycles/reopen-step.tsx';
import { SealCheck } from '../features/seals/seal-check.tsx';
import { showDayOf } from '../lib/days.ts';
import { useMay } from '../lib/role.ts';
import { inBoth, useLanguage, useWords } from '../lib/words.ts';
import { tell } from '../ui/toasts.tsx';

const WORDS = inBoth(
  {
    afterApply: 'Станет доступно, когда месяц проведён.',
    notYours: 'Это делает бухгалтер.',
    kept: 'Закрыть пока нельзя:',
    closeAsk: 'Закрыть месяц',
    closeWarning:
      'В закрытый месяц и в месяцы до него больше ничего не запишется. Итоги закрепит печать.',
    confirm: 'Да, всё верно',
    closed: 'Месяц закрыт.',
    closedOn: (on: string) => `Закрыт ${on}.`,
  },
  {
    afterApply: 'Available once the month is applied.',
    notYours: 'Accountants do this.',
    kept: 'It cannot be closed yet:',
    closeAsk: 'Close the month',
    closeWarning:
      'After this, no entries can be booked in this or any earlier month. A seal keeps the totals.',
    confirm: 'Yes, go ahead',
    closed: 'The month is closed.',
    closedOn: (on) => `Closed on ${on}.`,
  },
);

export function CloseMonth({
  cycle,
  closing,
  checks,
  onClosed,
}: {
  readonly cycle: BillingCycle | undefined;
  /** The later month that it was closed with, if any. */
  readonly closing: string | undefined;
  readonly checks: readonly ClosingCheck[];
  readonly onClosed: () => Promise<void>;
}): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const mayWork = useMay('accountant');
  if (closing !== undefined)
    return (
      <p>
        <ClosedWith closing={closing} />
      </p>
    );
  if (cycle === undefined || cycle.status === 'DRAFT')
    return <p className="soft">{t.afterApply}</p>;
  if (cycle.closedAt !== null)
    return (
      <div className="stack">
        <p>{t.closedOn(showDayOf(cycle.closedAt))}</p>
        <SealCheck cycleId={cycle.id} />
        <ReopenStep cycleId={cycle.id} onReopened={onClosed} />
      </div>
    );
  if (!mayWork) return <p className="soft">{t.notYours}</p>;
  const blocking = checks.filter(({ state }) => state === 'BLOCKING');
  if (blocking.length > 0)
    return (
      <div>
        <p>{t.kept}</p>
        <ul>
          {blocking.map(({ code, title, count }) => (
            <li key={code}>
              {title[language]} <span className="badge">{count}</span>
            </li>
          ))}
        </ul>
      </div>
    );
  return (
    <CycleStep
      ask={t.closeAsk}
      warning={t.closeWarning}
      confirm={t.confirm}
      act={async () => {
        await closeCycle(cycle.id);
        tell(t.closed);
        await onClosed();
      }}
    />
  );
}
