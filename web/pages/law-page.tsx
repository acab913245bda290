// /law: a table of every paragraph of the law that concerns money, and how it is implemented here.
import { ACTS, type ActName } from '@kvartplata/domain/law/acts.ts';
import type { LawRow } from '@kvartplata/domain/law/law-row.ts';
import { rowsOf } from '@kvartplata/domain/law/law-table.ts';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useAddressChange } from '../lib/list-address.ts';
import { said } from '../lib/said.ts';
import { inBoth, useLanguage, useWords } from '../lib/words.ts';
import { Choice } from '../ui/choice.tsx';
import { Page, Sheet } from '../ui/page.tsx';
import { Empty } from '../ui/states.tsx';
import { Table } from '../ui/table.tsx';
import { sayParagraphs } from './law-paragraphs.ts';

const WORDS = inBoth(
  {
    title: 'Закон по пунктам',
    told: 'Каждый пункт, от которого зависят суммы: что по нему считается, от чего программа отказывается вслух и что остаётся за вами. О чём пункт, сказано своими словами.',
    show: 'Показать',
    all: 'все пункты',
    part: 'Пункт',
    about: 'О чём',
    here: 'Здесь',
    none: 'Таких пунктов нет.',
    states: {
      computed: 'считается',
      refused: 'не считается, и об этом сказано',
      'not ours': 'не наше дело',
    },
  },
  {
    title: 'The law by paragraphs',
    told: 'Every paragraph that bears on money: what is computed by it, what the program refuses by name, and what is left to you. What a paragraph is about is told in our words.',
    show: 'Show',
    all: 'all paragraphs',
    part: 'Paragraph',
    about: 'About',
    here: 'Here',
    none: 'There are no such paragraphs.',
    states: { computed: 'computed', refused: 'refused by name', 'not ours': 'not ours' },
  },
);

type Shown = 'all' | LawRow['state'];
const route = getRouteApi('/signed-in/law');
const SHOWN: readonly Shown[] = ['all', 'computed', 'refused', 'not ours'];

export function LawPage(): ReactElement {
  const t = useWords(WORDS);
  const { state: shown = 'all' } = route.useSearch();
  const change = useAddressChange();
  const named = (one: Shown): string => (one === 'all' ? t.all : t.states[one]);
  return (
    <Page title={t.title}>
      <p>{t.told}</p>
      <Choice
        label={t.show}
        value={shown}
        options={SHOWN.map((one) => [one, named(one)])}
        onChoose={(chosen) => change({ state: chosen === 'all' ? undefined : chosen })}
      />
      {(Object.keys(ACTS) as ActName[]).map((act) => (
        <ActTable key={act} act={act} shown={shown} />
      ))}
    </Page>
  );
}

function ActTable({ act, shown }: { readonly act: ActName; readonly shown: Shown }): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const { name, part } = ACTS[act];
  const rows = rowsOf(act).filter(({ state }) => shown === 'all' || state === shown);
  return (
    <Sheet title={said(name, language)}>
      {rows.length === 0 ? (
        <Empty>{t.none}</Empty>
      ) : (
        <Table
          caption={said(name, language)}
          rows={rows}
          keyOf={({ paragraphs, about }) => `${paragraphs} ${about.en}`}
          columns={[
            {
              title: t.part,
              isName: true,
              cell: ({ paragraphs }) => sayParagraphs(part[language], paragraphs, language),
            },
            { title: t.about, cell: ({ about }) => about[language] },
            { title: t.here, cell: (row) => <Here row={row} /> },
          ]}
        />
      )}
    </Sheet>
  );
}

function Here({ row }: { readonly row: LawRow }): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  return (
    <>
      {t.states[row.state]}
      {row.state !== 'computed' && <div className="small">{row.why[language]}</div>}
    </>
  );
}
