// A file that was refused as a whole: why, and both totals if they differ.
import type { ReactElement } from 'react';
import { showFigure } from '../../lib/figures.ts';
import { isRefused, RequestFailure } from '@kvartplata/client/request-failure.ts';
import { inBoth, useWords } from '../../lib/words.ts';
import { RefusedFile } from '../../ui/refused-file.tsx';
import { Table } from '../../ui/table.tsx';

const WORDS = inBoth(
  {
    caption: 'Итоги файла и его строк',
    what: 'Что',
    count: 'Платежей',
    amount: 'Сумма, ₽',
    declared: 'По итогам самого файла',
    found: 'По его строкам',
    differ:
      'Не записано ничего. Попросите у банка целый файл: этот, скорее всего, правили или оборвали.',
    todo: 'Проверьте, тот ли вид реестра выбран, или попросите у банка файл заново.',
  },
  {
    caption: 'Totals of the file and of its rows',
    what: 'What',
    count: 'Payments',
    amount: 'Amount, ₽',
    declared: 'By the file’s totals',
    found: 'By its rows',
    differ:
      'Nothing was booked. Ask the bank for a complete file: this one was changed or cut off.',
    todo: 'Check the type of the registry, or ask the bank for the file again.',
  },
);

export function RefusedRegistry({ error }: { readonly error: unknown }): ReactElement {
  const t = useWords(WORDS);
  const problem = error instanceof RequestFailure ? error.problem : undefined;
  const figureOf = (name: string): string | undefined =>
    problem?.errors?.find(({ path }) => path === `/${name}`)?.message;
  const rows = [
    { what: t.declared, count: figureOf('declaredRows'), amount: figureOf('declaredAmount') },
    { what: t.found, count: figureOf('rows'), amount: figureOf('amount') },
  ];
  return (
    <div className="stack">
      <RefusedFile error={error} todo={t.todo} />
      {isRefused(error, 'totals-differ') && (
        <>
          <Table
            caption={t.caption}
            rows={rows}
            keyOf={({ what }) => what}
            columns={[
              { title: t.what, isName: true, cell: ({ what }) => what },
              { title: t.count, isFigure: true, cell: ({ count }) => count ?? '—' },
              {
                title: t.amount,
                isFigure: true,
                cell: ({ amount }) => (amount === undefined ? '—' : showFigure(amount)),
              },
            ]}
          />
          <p>{t.differ}</p>
        </>
      )}
    </div>
  );
}
