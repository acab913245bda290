// A meter's consumption month by month: as bars, and as a table of its readings.
import { listReadings, type Reading } from '@kvartplata/contracts/core/readings.ts';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { showDay, showMonth, showShortMonth } from '../../lib/days.ts';
import { showShortFigure } from '../../lib/figures.ts';
import { groupOf, readPages } from '../../lib/reads.ts';
import { useMay } from '../../lib/role.ts';
import { inBoth, useLanguage, useWords } from '../../lib/words.ts';
import { Button } from '../../ui/button.tsx';
import { DeleteButton } from '../../ui/delete-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import { Empty } from '../../ui/states.tsx';
import { tell, warn } from '../../ui/toasts.tsx';
import { deleteShown } from './readings.ts';

const WORDS = inBoth(
  {
    caption: 'Показания',
    chart: (unit: string) => `Расход по месяцам, ${unit}`,
    month: 'Месяц',
    value: 'Показание',
    takenOn: 'Снято',
    source: 'Откуда',
    consumption: 'Расход',
    none: 'Показаний пока нет.',
    action: 'Действие',
    delete: 'Удалить',
    deleteOf: (month: string) => `Удалить показание за ${month}`,
    change: 'Чтобы записать другое число, откройте месяц и введите его поверх.',
    sure: 'Удалить это показание? Расход месяца снова будет считаться по среднему или нормативу.',
    deleted: 'Показание удалено.',
    overtaken: 'Показание уже исправлено: проверьте новое. Ничего не удалено.',
    zero: 'ноль',
    jump: 'более чем втрое больше обычного',
    rollover: 'через ноль',
    sources: {
      operator: 'бухгалтер',
      resident: 'жилец',
      import: 'файл',
      device: 'прибор',
    },
  },
  {
    caption: 'Readings',
    chart: (unit) => `Consumption by month, ${unit}`,
    month: 'Month',
    value: 'Reading',
    takenOn: 'Taken on',
    source: 'From',
    consumption: 'Consumption',
    none: 'No readings yet.',
    action: 'Action',
    delete: 'Delete',
    deleteOf: (month) => `Delete the reading of ${month}`,
    change: 'To store another figure, open the month and type it over the old one.',
    sure: 'Delete this reading? The month is charged by the average or the norm again.',
    deleted: 'Reading deleted.',
    overtaken: 'The reading has been changed: check the new one. Nothing is deleted.',
    zero: 'zero',
    jump: 'over three times the mean',
    rollover: 'rolled over',
    sources: {
      operator: 'accountant',
      resident: 'resident',
      import: 'file',
      device: 'device',
    },
  },
);
const SHOWN_MONTHS = 24;
const CHART_PX = 96;

export function readingsOf(meterId: number) {
  return readPages(listReadings, { params: { meterId } });
}

export function ReadingHistory({
  meterId,
  houseId,
  unit,
}: {
  readonly meterId: number;
  readonly houseId: number;
  readonly unit: string;
}): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const query = useInfiniteQuery(readingsOf(meterId));
  const mayWork = useMay('accountant');
  const newest = query.data?.pages[0]?.items.slice(0, SHOWN_MONTHS) ?? [];
  return (
    <>
      {newest.length > 1 && <Chart readings={newest.toReversed()} unit={unit} />}
      <PagedTable
        query={query}
        caption={t.caption}
        keyOf={({ id }) => id}
        empty={<Empty>{t.none}</Empty>}
        columns={[
          {
            title: t.month,
            isName: true,
            cell: ({ period }) => (
              <Link
                to="/houses/$houseId/readings/$period"
                params={{ houseId: String(houseId), period }}
              >
                {showMonth(period, language)}
              </Link>
            ),
          },
          { title: t.value, isFigure: true, cell: ({ value }) => showShortFigure(value) },
          {
            title: t.consumption,
            isFigure: true,
            cell: ({ consumption, odd, rollover }) => (
              <>
                {odd !== null && <span className="badge odd">{t[odd]}</span>}{' '}
                {rollover && <span className="badge">{t.rollover}</span>}{' '}
                {consumption === null ? '—' : showShortFigure(consumption)}
              </>
            ),
          },
          { title: t.takenOn, isExtra: true, cell: ({ takenOn }) => showDay(takenOn) },
          { title: t.source, isExtra: true, cell: ({ source }) => t.sources[source] },
          ...(mayWork
            ? [
                {
                  title: t.action,
                  isAction: true,
                  cell: (reading: Reading): ReactElement => <Deletion reading={reading} />,
                },
              ]
            : []),
        ]}
      />
    </>
  );
}

function Deletion({ reading }: { readonly reading: Reading }): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const close = (): void => setAsking(false);
  const title = t.deleteOf(showMonth(reading.period, language));
  return (
    <>
      <Button kind="quiet" className="in-table" aria-label={title} onClick={() => setAsking(true)}>
        {t.delete}
      </Button>
      {isAsking && (
        <Dialog title={title} onClose={close}>
          <div className="stack">
            <p className="soft">{t.change}</p>
            <DeleteButton
              what={t.sure}
              act={async () => {
                const isDeleted = await deleteShown(reading);
                await client.invalidateQueries({ queryKey: groupOf(listReadings) });
                if (isDeleted) tell(t.deleted);
                else warn(t.overtaken);
                close();
              }}
            />
          </div>
        </Dialog>
      )}
    </>
  );
}

/** A bar per reading; screen readers use the table. */
function Chart({
  readings,
  unit,
}: {
  /** Oldest first. */
  readonly readings: readonly Reading[];
  readonly unit: string;
}): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const volumes = readings.map(({ consumption }) => Number(consumption ?? 0));
  const highest = Math.max(...volumes, 0.001);
  const step = 100 / readings.length;
  return (
    <figure className="month-bars">
      <figcaption className="small soft">{t.chart(unit)}</figcaption>
      <svg role="img" aria-label={t.chart(unit)} width="100%" height={CHART_PX}>
        {readings.map(({ id, period, consumption, odd }, index) => {
          const height = ((volumes[index] ?? 0) / highest) * (CHART_PX - 2);
          return (
            <rect
              key={id}
              className={odd === null ? '' : 'odd'}
              x={`${index * step + step * 0.12}%`}
              width={`${step * 0.76}%`}
              y={CHART_PX - Math.max(height, 1)}
              height={Math.max(height, 1)}
            >
              <title>
                {`${showMonth(period, language)}: ${showShortFigure(consumption ?? '0')} ${unit}`}
              </title>
            </rect>
          );
        })}
      </svg>
      <ol aria-hidden="true">
        {readings.map(({ id, period }, index) => (
          <li key={id}>
            {index % 2 === 0 || readings.length <= 12 ? showShortMonth(period, language) : ''}
          </li>
        ))}
      </ol>
    </figure>
  );
}
