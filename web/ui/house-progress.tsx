// The progress of something done house by house, and a button that stops it.
import type { ReactElement } from 'react';
import type { HouseByHouse } from '../lib/house-by-house.ts';
import { inBoth, useWords } from '../lib/words.ts';
import { Button } from './button.tsx';
import { JobProgress } from './job-progress.tsx';

const WORDS = inBoth({ stop: 'Остановить' }, { stop: 'Stop' });

export function HouseProgress({
  label,
  of: { progress, stop },
}: {
  readonly label: string;
  readonly of: Pick<HouseByHouse<unknown>, 'progress' | 'stop'>;
}): ReactElement | null {
  const t = useWords(WORDS);
  if (progress === undefined) return null;
  return (
    <div className="row">
      <JobProgress label={label} {...progress} />
      <Button kind="quiet" onClick={stop}>
        {t.stop}
      </Button>
    </div>
  );
}
