// The range of a report's months; the last is never before the first.
import type { ReactElement } from 'react';
import { inBoth, useWords } from '../lib/words.ts';
import { MonthChoice } from '../ui/choice.tsx';

const WORDS = inBoth({ from: 'С месяца', to: 'По месяц' }, { from: 'From', to: 'To' });

export type Months = { readonly periodFrom: string; readonly periodTo: string };

export function MonthRange({
  months: { periodFrom, periodTo },
  onChoose,
}: {
  readonly months: Months;
  readonly onChoose: (months: Months) => void;
}): ReactElement {
  const t = useWords(WORDS);
  return (
    <>
      <MonthChoice
        label={t.from}
        value={periodFrom}
        onChoose={(first) =>
          onChoose({ periodFrom: first, periodTo: first > periodTo ? first : periodTo })
        }
      />
      <MonthChoice
        label={t.to}
        value={periodTo}
        onChoose={(last) =>
          onChoose({ periodFrom: last < periodFrom ? last : periodFrom, periodTo: last })
        }
      />
    </>
  );
}
