// The result of an import of opening balances: its totals, why rows were refused, and the rows themselves.
import type { OpeningImport } from '@kvartplata/contracts/billing/opening-balances.ts';
import { jobErrorWords } from '@kvartplata/contracts/job-error-words.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { showFigure } from '../../lib/figures.ts';
import { inBoth, useLanguage, useWords } from '../../lib/words.ts';
import { Choice } from '../../ui/choice.tsx';
import { Sheet } from '../../ui/page.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import { Empty } from '../../ui/states.tsx';
import { refusedOf } from './opening-balances.ts';

const WORDS = inBoth(
  {
    totals: 'Итоги',
    rows: 'Строк в файле',
    accepted: 'Принято',
    refused: 'Отклонено',
    principal: 'Долг, ₽',
    penalty: 'Пени, ₽',
    advance: 'Авансы, ₽',
    repeats: (id: number) =>
      `Этот же файл уже записан: загрузка ${id}. Дважды ничего не запишется.`,
    nothing: 'Пока в файле есть отклонённые строки, не записывается ничего.',
    list: 'Отклонённые строки',
    all: 'Все',
    line: 'Строка',
    why: 'Почему',
    content: 'Содержание',
    none: 'Таких строк нет.',
  },
  {
    totals: 'Totals',
    rows: 'Rows of the file',
    accepted: 'Accepted',
    refused: 'Refused',
    principal: 'Debts, ₽',
    penalty: 'Penalties, ₽',
    advance: 'Advances, ₽',
    repeats: (id) => `The very same file is booked: import ${id}. Nothing is booked twice.`,
    nothing: 'While rows are refused, nothing is booked.',
    list: 'Refused rows',
    all: 'All',
    line: 'Line',
    why: 'Why',
    content: 'Content',
    none: 'No such rows.',
  },
);

export function OpeningReport({ of }: { readonly of: OpeningImport }): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const facts: readonly (readonly [string, string | number])[] = [
    [t.rows, of.rows],
    [t.accepted, of.accepted],
    [t.refused, of.refused],
    [t.principal, showFigure(of.totals.principal)],
    [t.penalty, showFigure(of.totals.penalty)],
    [t.advance, showFigure(of.totals.advance)],
  ];
  const why = jobErrorWords(of)?.[language];
  return (
    <>
      <Sheet title={t.totals}>
        <div className="body stack">
          <dl className="figures">
            {facts.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          {of.repeats !== null && <p className="odd">{t.repeats(of.repeats)}</p>}
          {of.refused > 0 && <p className="odd">{t.nothing}</p>}
          {why !== undefined && <p className="small">{why}</p>}
        </div>
      </Sheet>
      {of.refused > 0 && <Refused of={of} />}
    </>
  );
}

function Refused({ of }: { readonly of: OpeningImport }): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const [reason, setReason] = useState<string>();
  const query = useInfiniteQuery(refusedOf(of.id, reason));
  return (
    <Sheet
      title={t.list}
      actions={
        <Choice
          label={t.why}
          value={reason ?? ''}
          options={[
            ['', `${t.all}: ${of.refused}`],
            ...of.reasons.map(
              ({ code, message, messageRu, count }) =>
                [code, `${language === 'ru' ? messageRu : message}: ${count}`] as const,
            ),
          ]}
          onChoose={(code) => setReason(code === '' ? undefined : code)}
        />
      }
    >
      <PagedTable
        query={query}
        caption={t.list}
        keyOf={({ line }) => line}
        empty={<Empty>{t.none}</Empty>}
        columns={[
          { title: t.line, isName: true, cell: ({ line }) => line },
          {
            title: t.why,
            cell: ({ reasons }) =>
              reasons.map(({ code, message, messageRu }) => (
                <p key={code} className="small">
                  {language === 'ru' ? messageRu : message}
                </p>
              )),
          },
          {
            title: t.content,
            cell: ({ cells }) => <span className="small soft">{cells.join('; ')}</span>,
          },
        ]}
      />
    </Sheet>
  );
}
