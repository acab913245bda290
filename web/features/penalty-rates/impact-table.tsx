// The impact of a rate on penalties that are not booked yet, house by house.
import type { RateImpact } from '@kvartplata/contracts/billing/penalty-rates.ts';
import type { ReactElement, ReactNode } from 'react';
import { showDay } from '../../lib/days.ts';
import { showFigure } from '../../lib/figures.ts';
import { said } from '../../lib/said.ts';
import { inBoth, useLanguage, useWords } from '../../lib/words.ts';
import { Table } from '../../ui/table.tsx';

const WORDS = inBoth(
  {
    nothing: (day: string, before: string) =>
      `Непроведённые пени по ${day} не изменятся: ${before} ₽.`,
    changes: (day: string, before: string, after: string) =>
      `Непроведённые пени по ${day}: было ${before} ₽, станет ${after} ₽.`,
    caption: 'Что изменится по домам',
    house: 'Дом',
    accounts: 'Счетов',
    before: 'Было',
    after: 'Станет',
    difference: 'Разница',
    together: 'Итого',
  },
  {
    nothing: (day, before) =>
      `Penalties not booked yet up to ${day} stay as they are: ${before} ₽.`,
    changes: (day, before, after) =>
      `Penalties not booked yet up to ${day}: ${before} ₽ before, ${after} ₽ after.`,
    caption: 'Changes by house',
    house: 'House',
    accounts: 'Accounts',
    before: 'Before',
    after: 'After',
    difference: 'Difference',
    together: 'Total',
  },
);

export type HouseNaming = (house: RateImpact['houses'][number]) => ReactNode;

export function ImpactTable({
  impact,
  nameOf,
}: {
  readonly impact: RateImpact;
  readonly nameOf: HouseNaming;
}): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const { houses, before, after, difference, remarks } = impact;
  const day = showDay(impact.targetDate);
  return (
    <div className="stack" role="status">
      <p>
        {houses.length === 0
          ? t.nothing(day, showFigure(before))
          : t.changes(day, showFigure(before), showFigure(after))}
      </p>
      {remarks.map((remark) => (
        <p key={remark.code} className="odd">
          {said(remark, language)}
        </p>
      ))}
      {houses.length > 0 && (
        <Table
          caption={t.caption}
          rows={houses}
          keyOf={({ houseId }) => houseId}
          columns={[
            {
              title: t.house,
              isName: true,
              total: t.together,
              cell: nameOf,
            },
            { title: t.accounts, isFigure: true, cell: ({ accounts }) => accounts },
            {
              title: t.before,
              isFigure: true,
              isExtra: true,
              cell: (house) => showFigure(house.before),
              total: showFigure(before),
            },
            {
              title: t.after,
              isFigure: true,
              isExtra: true,
              cell: (house) => showFigure(house.after),
              total: showFigure(after),
            },
            {
              title: t.difference,
              isFigure: true,
              cell: (house) => showFigure(house.difference),
              total: showFigure(difference),
            },
          ]}
        />
      )}
    </div>
  );
}
