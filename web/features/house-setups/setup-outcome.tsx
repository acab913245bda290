// The effects of a change on many houses, row by row, and the button that makes it.
import type { SetupOutcome, SetupRow } from '@kvartplata/contracts/core/house-setups.ts';
import { naturalOrder } from '@kvartplata/domain/text/natural-order.ts';
import { useMemo, type ReactElement } from 'react';
import { chargingWords } from '../../lib/charging-words.ts';
import { showDay, showMonth, showSpan } from '../../lib/days.ts';
import { showShortFigure } from '../../lib/figures.ts';
import { unbroken } from '../../lib/unbroken.ts';
import { inBoth, useLanguage, useWords } from '../../lib/words.ts';
import { Button } from '../../ui/button.tsx';
import { LongTable } from '../../ui/long-table.tsx';
import type { Column } from '../../ui/table.tsx';

const WORDS = inBoth(
  {
    caption: 'Что изменится',
    sums: (added: number, changed: number, kept: number, refused: number) =>
      `Добавится: ${added}, изменится: ${changed}, останется как есть: ${kept}, не подходит: ${refused}.`,
    refused:
      'Пока есть неподходящие строки, не изменится ничего: исправьте их или снимите выбор с этих домов.',
    nothing: 'Менять нечего: всё это уже записано.',
    applied: (months: string) =>
      `Изменения касаются проведённых месяцев: ${months}. Разницу начислит исправление прошлых месяцев.`,
    unknown: 'Проведены ли уже эти месяцы, узнать не удалось.',
    house: 'Дом',
    what: 'Что',
    was: 'Было',
    becomes: 'Станет',
    days: 'Действует',
    outcome: 'Итог',
    kinds: { service: 'услуга', tariff: 'тариф', norm: 'норматив' },
    outcomes: {
      added: 'добавится',
      changed: 'изменится',
      kept: 'останется',
      refused: 'не подходит',
    },
    reasons: {
      'service-unknown': 'у дома нет этой услуги',
      'service-begins-later': (day: string) => `услуга у дома только с ${day}`,
      'service-otherwise': 'начисляется по-своему',
      'period-overlap': (day: string) => `пересекается со значением с ${day}`,
    },
    store: 'Записать',
    back: 'Назад',
  },
  {
    caption: 'What would change',
    sums: (added, changed, kept, refused) =>
      `Added: ${added}, changed: ${changed}, kept: ${kept}, refused: ${refused}.`,
    refused: 'While rows are refused nothing is changed: correct them, or leave these houses out.',
    nothing: 'There is nothing to change: all this is stored already.',
    applied: (months) =>
      `The changes affect applied months: ${months}. A correction charges the difference.`,
    unknown: 'It could not be checked whether these months are applied already.',
    house: 'House',
    what: 'What',
    was: 'Was',
    becomes: 'Becomes',
    days: 'Valid',
    outcome: 'Outcome',
    kinds: { service: 'service', tariff: 'tariff', norm: 'norm' },
    outcomes: { added: 'added', changed: 'changed', kept: 'kept', refused: 'refused' },
    reasons: {
      'service-unknown': 'the house has no such service',
      'service-begins-later': (day) => `the house has the service from ${day} only`,
      'service-otherwise': 'charged in its own way',
      'period-overlap': (day) => `overlaps the value from ${day}`,
    },
    store: 'Save',
    back: 'Back',
  },
);

type Row = SetupRow & { readonly key: string; readonly address: string };
const FIRST_SHOWN: readonly SetupRow['outcome'][] = ['refused', 'changed', 'added', 'kept'];

export function SetupOutcomeView({
  of,
  isStoring,
  onStore,
  onBack,
}: {
  readonly of: SetupOutcome;
  readonly isStoring: boolean;
  readonly onStore: () => void;
  readonly onBack: () => void;
}): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const rows = useMemo(() => rowsOf(of), [of]);
  const { added, changed, kept, refused } = of;
  const months = [...new Set(of.houses.flatMap(({ appliedMonths }) => appliedMonths ?? []))];
  const isUnknown = of.houses.some(({ appliedMonths }) => appliedMonths === null);
  const isNothing = added + changed === 0 && refused === 0;
  return (
    <div className="stack setup-outcome">
      <p role="status">{t.sums(added, changed, kept, refused)}</p>
      {refused > 0 && <p className="debt">{t.refused}</p>}
      {isNothing && <p>{t.nothing}</p>}
      {months.length > 0 && (
        <p className="odd">
          {t.applied(
            months
              .toSorted()
              .map((month) => showMonth(month, language))
              .join(', '),
          )}
        </p>
      )}
      {isUnknown && <p className="odd">{t.unknown}</p>}
      <div className="row">
        {refused === 0 && !isNothing && (
          <Button kind="primary" isBusy={isStoring} onClick={onStore}>
            {t.store}
          </Button>
        )}
        <Button onClick={onBack}>{t.back}</Button>
      </div>
      <LongTable caption={t.caption} rows={rows} columns={useColumns()} keyOf={({ key }) => key} />
    </div>
  );
}

function useColumns(): readonly Column<Row>[] {
  const t = useWords(WORDS);
  const words = useWords(chargingWords);
  const language = useLanguage();
  return [
    { title: t.house, isName: true, cell: ({ address }) => unbroken(address) },
    {
      title: t.what,
      cell: ({ what, serviceName, component, group }) =>
        [
          `${serviceName}: ${t.kinds[what]}`,
          component === null ? '' : words.component[component],
          group ?? '',
        ]
          .filter((text) => text !== '')
          .join(', '),
    },
    { title: t.was, isFigure: true, cell: ({ before }) => figureOf(before) },
    {
      title: t.becomes,
      isFigure: true,
      cell: ({ outcome, before, value }) => figureOf(outcome === 'kept' ? before : value),
    },
    {
      title: t.days,
      isExtra: true,
      cell: ({ validFrom, validTo }) => showSpan(validFrom, validTo, language),
    },
    {
      title: t.outcome,
      cell: ({ outcome, reason, day }) => {
        const said = reason === null ? undefined : t.reasons[reason];
        const why = typeof said === 'function' ? said(day === null ? '' : showDay(day)) : said;
        return (
          <span className={outcome === 'refused' ? 'debt' : ''}>
            {t.outcomes[outcome]}
            {why === undefined ? '' : `: ${why}`}
          </span>
        );
      },
    },
  ];
}

function figureOf(value: string | null): string {
  return value === null ? '' : showShortFigure(value);
}

/** Refused rows first, unchanged ones last; within each group the houses by number. */
function rowsOf({ houses }: SetupOutcome): readonly Row[] {
  const all = houses.flatMap(({ houseId, address, rows }) =>
    rows.map((row, index): Row => Object.assign({ key: `${houseId} ${index}`, address }, row)),
  );
  return all.toSorted(
    (a, b) =>
      FIRST_SHOWN.indexOf(a.outcome) - FIRST_SHOWN.indexOf(b.outcome) ||
      naturalOrder(a.address, b.address),
  );
}
