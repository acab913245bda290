// Reopening a closed month: an owner gives the reason, which is kept with the seal.
import { useState, type ReactElement } from 'react';
import { inBoth, useWords } from '../../lib/words.ts';
import { useMay } from '../../lib/role.ts';
import { Button } from '../../ui/button.tsx';
import { ReasonForm } from '../../ui/reason-form.tsx';
import { tell } from '../../ui/toasts.tsx';
import { reopenCycle } from './cycles.ts';

const WORDS = inBoth(
  {
    ask: 'Открыть месяц заново',
    warning:
      'Только если месяц закрыт по ошибке и после него ничего не проведено. Причина останется рядом с печатью.',
    done: 'Месяц снова открыт.',
  },
  {
    ask: 'Reopen the month',
    warning:
      'Only if it was closed by mistake and nothing has been booked since. The reason is kept with the seal.',
    done: 'Month reopened.',
  },
);

export function ReopenStep({
  cycleId,
  onReopened,
}: {
  readonly cycleId: number;
  readonly onReopened: () => Promise<void>;
}): ReactElement | null {
  const t = useWords(WORDS);
  const isOwner = useMay('owner');
  const [isAsking, setAsking] = useState(false);
  if (!isOwner) return null;
  if (!isAsking)
    return (
      <div>
        <Button onClick={() => setAsking(true)}>{t.ask}</Button>
      </div>
    );
  return (
    <div className="stack">
      <p>{t.warning}</p>
      <ReasonForm
        save={t.ask}
        onCancel={() => setAsking(false)}
        act={async (reason) => {
          await reopenCycle(cycleId, reason);
          tell(t.done);
          await onReopened();
        }}
      />
    </div>
  );
}
