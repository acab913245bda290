// What to do next, after something is finished: a text, and links.
import type { ReactElement, ReactNode } from 'react';
import { inBoth, useWords } from '../lib/words.ts';

const WORDS = inBoth({ next: 'Дальше:' }, { next: 'Next:' });

export function NextStep({
  what,
  children,
}: {
  readonly what: string;
  /** Links that look like buttons, the most likely one first. */
  readonly children: ReactNode;
}): ReactElement {
  const t = useWords(WORDS);
  return (
    <section className="next-step" aria-label={t.next}>
      <p>
        <strong>{t.next}</strong> {what}
      </p>
      <div className="row">{children}</div>
    </section>
  );
}
