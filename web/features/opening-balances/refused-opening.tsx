// A file of opening balances that was refused as a whole: why, and both sums if its total differs from its rows.
import type { ReactElement } from 'react';
import { isRefused, RequestFailure } from '@kvartplata/client/request-failure.ts';
import { showRoubles } from '../../lib/figures.ts';
import { inBoth, useWords } from '../../lib/words.ts';
import { RefusedFile } from '../../ui/refused-file.tsx';

const WORDS = inBoth(
  {
    todo: 'Поправьте файл и выберите его снова.',
    columns: { amount: 'Сумма', principal: 'Долг', penalty: 'Пени', advance: 'Аванс' },
    differ: ({ column, line, declared, found }: Differing) =>
      `Колонка «${column}»: по итогу в строке ${line} — ${declared}, по строкам выше — ${found}.`,
  },
  {
    todo: 'Correct the file and choose it again.',
    columns: { amount: 'Amount', principal: 'Debt', penalty: 'Penalties', advance: 'Advance' },
    differ: ({ column, line, declared, found }) =>
      `Column “${column}”: the total of line ${line} is ${declared}, the rows above come to ${found}.`,
  },
);

type Differing = {
  readonly column: string;
  readonly line: string;
  readonly declared: string;
  readonly found: string;
};

export function RefusedOpening({ error }: { readonly error: unknown }): ReactElement {
  const t = useWords(WORDS);
  const problem = error instanceof RequestFailure ? error.problem : undefined;
  const factOf = (name: string): string =>
    problem?.errors?.find(({ path }) => path === `/${name}`)?.message ?? '';
  const names: Readonly<Record<string, string>> = t.columns;
  const [field, line] = [factOf('column'), factOf('line')];
  return (
    <div className="stack">
      <RefusedFile error={error} todo={t.todo} />
      {isRefused(error, 'totals-differ') && (
        <p>
          {t.differ({
            column: names[field] ?? field,
            line,
            declared: showRoubles(factOf('declaredAmount')),
            found: showRoubles(factOf('amount')),
          })}{' '}
          {t.todo}
        </p>
      )}
    </div>
  );
}
