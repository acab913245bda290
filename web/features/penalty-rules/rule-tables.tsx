// The rules of penalties: which end soon, what was settled, and the law's calendar.
import type { PenaltyRule, PenaltyRules } from '@kvartplata/contracts/billing/penalty-rules.ts';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { showDay, showSpan } from '../../lib/days.ts';
import { showShortFigure } from '../../lib/figures.ts';
import { counted, countedEn, inBoth, useLanguage, useWords } from '../../lib/words.ts';
import { Sheet } from '../../ui/page.tsx';
import { Empty } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';

const WORDS = inBoth(
  {
    ending: 'Скоро закончатся',
    ends: (day: string, left: string) => `последний день ${day}, осталось ${left}`,
    left: (count: number) => counted(count, 'день', 'дня', 'дней'),
    settled: 'Свои правила',
    none: 'Своих правил нет: пени считаются по закону.',
    what: 'Правило',
    value: 'Значение',
    where: 'Где',
    house: (id: number) => `дом № ${id}`,
    everywhere: 'вся организация',
    when: 'Когда',
    basis: 'Основание',
    law: 'Календарь закона',
    kinds: {
      'rate-cap': 'предел ставки',
      scale: 'шкала по дням',
      method: 'прочтение закона',
      'due-day': 'день оплаты',
      'working-day': 'перенос с выходного',
    },
    methods: { daily: 'каждый день по своей ставке', 'payment-day': 'по ставке дня оплаты' },
    step: (day: number, fraction: string) => `с ${day}-го дня ${fraction}`,
    dayOfMonth: (day: string) => `${day}-е число`,
    yes: 'да',
    no: 'нет',
  },
  {
    ending: 'They end soon',
    ends: (day, left) => `last day ${day}, ${left} left`,
    left: (count) => countedEn(count, 'day'),
    settled: 'Rules of one’s own',
    none: 'There are none: penalties are counted as the law has it.',
    what: 'Rule',
    value: 'Value',
    where: 'Where',
    house: (id) => `house no. ${id}`,
    everywhere: 'the whole organization',
    when: 'When',
    basis: 'Basis',
    law: 'The law’s calendar',
    kinds: {
      'rate-cap': 'cap of the rate',
      scale: 'scale by days',
      method: 'reading of the law',
      'due-day': 'day to pay',
      'working-day': 'moved from a day of rest',
    },
    methods: {
      daily: 'each day at its own rate',
      'payment-day': 'at the rate of the day of payment',
    },
    step: (day, fraction) => `from day ${day} ${fraction}`,
    dayOfMonth: (day) => `the ${day}th`,
    yes: 'yes',
    no: 'no',
  },
);

export function RuleTables({ rules }: { readonly rules: PenaltyRules }): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const { items, law, endingSoon } = rules;
  const inLanguage = (description: string): string => {
    const rule = law.find((each) => each.description === description);
    return rule === undefined || language === 'en' ? description : rule.descriptionRu;
  };
  return (
    <div className="stack">
      {endingSoon.length > 0 && (
        <Sheet title={t.ending}>
          <ul className="checks">
            {endingSoon.map(({ description, lastDay, daysLeft }) => (
              <li key={`${description} ${lastDay}`}>
                <strong>{inLanguage(description)}</strong>{' '}
                <span className="odd">{t.ends(showDay(lastDay), t.left(daysLeft))}</span>
              </li>
            ))}
          </ul>
        </Sheet>
      )}
      <Sheet title={t.settled}>
        {items.length === 0 ? (
          <Empty>{t.none}</Empty>
        ) : (
          <Table
            caption={t.settled}
            rows={items}
            keyOf={({ id }) => id}
            columns={[
              { title: t.what, isName: true, cell: ({ kind }) => t.kinds[kind] },
              { title: t.value, cell: (rule) => valueOf(rule, t) },
              {
                title: t.where,
                cell: ({ houseId }) =>
                  houseId === null ? (
                    t.everywhere
                  ) : (
                    <Link to="/houses/$houseId" params={{ houseId: String(houseId) }}>
                      {t.house(houseId)}
                    </Link>
                  ),
              },
              {
                title: t.when,
                isExtra: true,
                cell: ({ validFrom, validTo }) => showSpan(validFrom, validTo, language),
              },
              {
                title: t.basis,
                isExtra: true,
                cell: ({ basis }) => <span className="small soft">{basis}</span>,
              },
            ]}
          />
        )}
      </Sheet>
      <Sheet title={t.law}>
        <Table
          caption={t.law}
          rows={law}
          keyOf={({ description }) => description}
          columns={[
            {
              title: t.what,
              isName: true,
              cell: ({ description }) => inLanguage(description),
            },
            {
              title: t.when,
              cell: ({ validFrom, validTo }) => showSpan(validFrom, validTo, language),
            },
          ]}
        />
      </Sheet>
    </div>
  );
}

type Spoken = (typeof WORDS)['ru'];

function valueOf({ kind, value }: PenaltyRule, t: Spoken): string {
  if (Array.isArray(value))
    return value.map(({ fromDay, fraction }) => t.step(fromDay, fraction)).join(', ');
  if (kind === 'rate-cap') return `${showShortFigure(String(value))} %`;
  if (value === 'daily' || value === 'payment-day') return t.methods[value];
  if (kind === 'due-day') return t.dayOfMonth(String(value));
  return value === true ? t.yes : t.no;
}
