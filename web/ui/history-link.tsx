// A link to all changes of one record, for users who may read the audit log.
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { inBoth, useWords } from '../lib/words.ts';
import { ForRole } from './for-role.tsx';

const WORDS = inBoth({ history: 'История' }, { history: 'History' });

export function HistoryLink({
  of,
}: {
  /** The record's name in the audit log: `house:12`. */
  readonly of: string;
}): ReactElement {
  const t = useWords(WORDS);
  return (
    <ForRole least="owner">
      <Link className="button quiet" to="/audit" search={{ object: of }}>
        {t.history}
      </Link>
    </ForRole>
  );
}
