// The state of a letter, when it will be tried next, and the mail server's reply.
import type { DeliveryLetter } from '@kvartplata/contracts/billing/deliveries.ts';
import type { ReactElement } from 'react';
import { showInstant } from '../../lib/days.ts';
import { inBoth, useWords } from '../../lib/words.ts';
import { outcomeWords } from './delivery-words.ts';

const WORDS = inBoth(
  { next: (at: string) => `следующая попытка ${at}` },
  { next: (at) => `next attempt ${at}` },
);

export function LetterState({
  outcome,
  attempts,
  nextAttemptAt,
  reply,
}: Pick<DeliveryLetter, 'outcome' | 'attempts' | 'nextAttemptAt' | 'reply'>): ReactElement {
  const t = useWords(WORDS);
  const words = useWords(outcomeWords);
  const isLate = attempts > 0 && nextAttemptAt !== null;
  return (
    <>
      <span className={outcome === 'sent' ? 'badge good' : 'badge'}>{words.outcomes[outcome]}</span>
      {isLate && <span className="small soft"> {t.next(showInstant(nextAttemptAt))}</span>}
      {outcome !== 'sent' && reply !== null && <span className="small soft"> {reply}</span>}
    </>
  );
}
