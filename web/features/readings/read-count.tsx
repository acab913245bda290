// How many of a house's meters have a reading in a month.
import type { ReadingCounts } from '@kvartplata/contracts/core/readings.ts';
import type { ReactElement } from 'react';
import { inBoth, useWords } from '../../lib/words.ts';

const WORDS = inBoth(
  { read: (read: number, all: number) => `${read} из ${all}` },
  { read: (read, all) => `${read} of ${all}` },
);

export function ReadCount({
  of: { read, meters },
}: {
  readonly of: Pick<ReadingCounts['items'][number], 'read' | 'meters'>;
}): ReactElement {
  const t = useWords(WORDS);
  return <span className={read < meters ? 'odd' : ''}>{t.read(read, meters)}</span>;
}
