// What a page says that shows nothing without houses, and the way to them.
import { Link } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';
import { inBoth, useWords } from '../lib/words.ts';
import { Empty } from '../ui/states.tsx';

const WORDS = inBoth(
  { none: 'Домов пока нет.', toHouses: 'К домам' },
  { none: 'No houses yet.', toHouses: 'To the houses' },
);

export function HousesFirst({
  children,
}: {
  /** Instead of the common words. */
  readonly children?: ReactNode;
}): ReactElement {
  const t = useWords(WORDS);
  return (
    <Empty
      action={
        <Link className="button primary" to="/houses">
          {t.toHouses}
        </Link>
      }
    >
      {children ?? t.none}
    </Empty>
  );
}
