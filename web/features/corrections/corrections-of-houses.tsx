// Correcting applied months of many houses: the differences in each, and charging them, house by house.
import { useState, type ReactElement } from 'react';
import { useHouseByHouse } from '../../lib/house-by-house.ts';
import { inBoth, useWords } from '../../lib/words.ts';
import { useChosenHouses } from '../../ui/chosen-houses.ts';
import { HouseBoxes, type BoxedHouse } from '../../ui/house-boxes.tsx';
import { HouseProgress } from '../../ui/house-progress.tsx';
import { Sheet } from '../../ui/page.tsx';
import { CorrectionForm, type FirstMonths } from './correction-form.tsx';
import { tryCorrection, type AskedMonths } from './corrections.ts';
import { differenceOf, HouseDifferences, type HouseDifference } from './house-differences.tsx';

const WORDS = inBoth(
  {
    title: 'Исправить прошлые месяцы',
    how: 'Сначала исправьте сами данные: показания, тарифы, карточки счетов. Здесь проведённые месяцы выбранных домов считаются заново, и разница войдёт в следующие начисления.',
    houses: 'Дома',
    none: 'Отметьте хотя бы один дом.',
    progress: 'Пересчитано домов',
  },
  {
    title: 'Correct past months',
    how: 'First put the data right: readings, tariffs, accounts. Here booked months of the chosen houses are computed again, and the difference goes into the next charges.',
    houses: 'Houses',
    none: 'Select at least one house.',
    progress: 'Houses computed again',
  },
);

export function CorrectionsOfHouses({
  houses,
  ...months
}: FirstMonths & { readonly houses: readonly BoxedHouse[] }): ReactElement {
  const t = useWords(WORDS);
  const chosen = useChosenHouses(houses);
  const [asked, setAsked] = useState<AskedMonths>();
  const dryRun = useHouseByHouse<HouseDifference>();
  const tryAll = async (of: AskedMonths): Promise<void> => {
    dryRun.forget();
    setAsked(of);
    await dryRun.run(chosen.ids, async (houseId) =>
      differenceOf(await tryCorrection({ houseId, ...of })),
    );
  };
  return (
    <div className="stack">
      <Sheet title={t.title}>
        <div className="body narrow stack">
          <p className="soft">{t.how}</p>
          <HouseBoxes label={t.houses} {...chosen.boxes} />
          {chosen.ids.length === 0 ? (
            <p className="soft">{t.none}</p>
          ) : (
            <CorrectionForm {...months} onAsk={tryAll} />
          )}
          <HouseProgress label={t.progress} of={dryRun} />
        </div>
      </Sheet>
      {asked !== undefined && dryRun.progress === undefined && dryRun.ended.size > 0 && (
        <HouseDifferences asked={asked} tried={dryRun.ended} houses={houses} />
      )}
    </div>
  );
}
