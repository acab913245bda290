// A prefilled file for readings: for which month and houses, and what to do with it.
import type { ReactElement } from 'react';
import { counted, countedEn, inBoth, useWords } from '../../lib/words.ts';
import { useChosenHouses } from '../../ui/chosen-houses.ts';
import { ExportButton } from '../../ui/export-button.tsx';
import { HouseBoxes, type BoxedHouse } from '../../ui/house-boxes.tsx';
import { Sheet } from '../../ui/page.tsx';
import { readingRowsOf } from './imports.ts';

const WORDS = inBoth(
  {
    title: (month: string) => `Бланк показаний за ${month}`,
    steps:
      'В файле уже стоят все приборы домов с прежними показаниями. Впишите показания, где пусто – показания нет, и выберите файл ниже.',
    houses: 'Дома',
    download: (houses: number, format: string) =>
      `Скачать: ${counted(houses, 'дом', 'дома', 'домов')}, ${format}`,
    none: 'Отметьте хотя бы один дом.',
    most: 'Отметьте все дома или не больше 200.',
  },
  {
    title: (month) => `Sheet of readings of ${month}`,
    steps:
      'All meters of the houses are in the file with their former readings. Fill in the figures, leave blank what was not read, and choose the file below.',
    houses: 'Houses',
    download: (houses, format) => `Download: ${countedEn(houses, 'house')}, ${format}`,
    none: 'Select at least one house.',
    most: 'Select all houses, or at most 200.',
  },
);

const FORMATS = ['xlsx', 'csv'] as const;
/** The service's limit for a list of houses. */
const MOST_NAMED = 200;

export function ReadingRows({
  organizationId,
  period,
  month,
  houses,
}: {
  readonly organizationId: number;
  readonly period: string;
  /** The period in words. */
  readonly month: string;
  readonly houses: readonly BoxedHouse[];
}): ReactElement {
  const t = useWords(WORDS);
  const { ids, isAll, boxes } = useChosenHouses(houses);
  const wrong = ids.length === 0 ? t.none : !isAll && ids.length > MOST_NAMED ? t.most : undefined;
  return (
    <Sheet title={t.title(month)}>
      <div className="body stack">
        <p>{t.steps}</p>
        <HouseBoxes label={t.houses} {...boxes} />
        {wrong === undefined ? (
          <div className="row">
            {FORMATS.map((format) => (
              <ExportButton
                key={format}
                label={t.download(ids.length, format.toUpperCase())}
                file={readingRowsOf({
                  organizationId,
                  period,
                  houseIds: isAll ? undefined : ids,
                  format,
                })}
              />
            ))}
          </div>
        ) : (
          <p className="debt">{wrong}</p>
        )}
      </div>
    </Sheet>
  );
}
